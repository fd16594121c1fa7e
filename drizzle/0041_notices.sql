CREATE TABLE `announcement_reads` (
	`announcement_id` text NOT NULL,
	`person_id` text NOT NULL,
	`read_at` text NOT NULL,
	PRIMARY KEY(`announcement_id`, `person_id`),
	FOREIGN KEY (`announcement_id`) REFERENCES `announcements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `announcement_reads_person` ON `announcement_reads` (`person_id`);--> statement-breakpoint
CREATE TABLE `announcement_units` (
	`announcement_id` text NOT NULL,
	`unit_id` text NOT NULL,
	PRIMARY KEY(`announcement_id`, `unit_id`),
	FOREIGN KEY (`announcement_id`) REFERENCES `announcements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`unit_id`) REFERENCES `units`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `announcements` ADD `title` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `announcements` ADD `audience` text DEFAULT 'everybody' NOT NULL;--> statement-breakpoint
ALTER TABLE `announcements` ADD `urgent` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `announcements` ADD `pinned` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `announcements` ADD `first_day` text;--> statement-breakpoint
ALTER TABLE `announcements` ADD `last_day` text;--> statement-breakpoint
ALTER TABLE `announcements` ADD `told_at` text;--> statement-breakpoint
ALTER TABLE `announcements` ADD `corrected_at` text;--> statement-breakpoint
ALTER TABLE `announcements` ADD `withdrawn_at` text;--> statement-breakpoint
ALTER TABLE `announcements` ADD `withdrawn_reason` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `announcements_planned` ON `announcements` (`first_day`) WHERE first_day is not null and told_at is null;