CREATE TABLE `building_pictures` (
	`id` text PRIMARY KEY NOT NULL,
	`file_id` text NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `building_pictures_fileId_unique` ON `building_pictures` (`file_id`);--> statement-breakpoint
ALTER TABLE `units` ADD `floor` integer;