CREATE TABLE `unit_areas` (
	`id` text PRIMARY KEY NOT NULL,
	`unit_id` text NOT NULL,
	`kind` text NOT NULL,
	`label` text NOT NULL,
	`floor_area` integer,
	`right` text NOT NULL,
	`reference` text DEFAULT '' NOT NULL,
	`since` text NOT NULL,
	`until` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`unit_id`) REFERENCES `units`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `unit_areas_unit` ON `unit_areas` (`unit_id`,`since`);