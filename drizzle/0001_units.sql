CREATE TABLE `units` (
	`id` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`label_key` text NOT NULL,
	`section_number` text,
	`participation_quota` integer,
	`created_at` text NOT NULL,
	`removed_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `units_label_key` ON `units` (`label_key`) WHERE removed_at is null;