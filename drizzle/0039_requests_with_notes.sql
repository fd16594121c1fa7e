CREATE TABLE `maintenance_internal_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`added_by` text NOT NULL,
	`added_at` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `maintenance_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`added_by`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `maintenance_internal_notes_request` ON `maintenance_internal_notes` (`request_id`,`id`);--> statement-breakpoint
CREATE INDEX `maintenance_internal_notes_by` ON `maintenance_internal_notes` (`added_by`);--> statement-breakpoint
CREATE TABLE `maintenance_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`added_by` text NOT NULL,
	`added_at` text NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `maintenance_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`added_by`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `maintenance_notes_request` ON `maintenance_notes` (`request_id`,`id`);--> statement-breakpoint
CREATE INDEX `maintenance_notes_by` ON `maintenance_notes` (`added_by`);--> statement-breakpoint
ALTER TABLE `attachments` ADD `stage` text;--> statement-breakpoint
ALTER TABLE `maintenance_requests` ADD `step` text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE `maintenance_requests` ADD `priority` text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE `maintenance_requests` ADD `assigned_to` text REFERENCES people(id);--> statement-breakpoint
ALTER TABLE `maintenance_requests` ADD `due_on` text;--> statement-breakpoint
ALTER TABLE `maintenance_requests` ADD `stars` integer;--> statement-breakpoint
ALTER TABLE `maintenance_requests` ADD `rating_comment` text;--> statement-breakpoint
CREATE INDEX `maintenance_assigned` ON `maintenance_requests` (`assigned_to`);