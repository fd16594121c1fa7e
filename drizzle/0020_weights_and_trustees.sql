CREATE TABLE `trustee_terms` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`chairs` integer DEFAULT false NOT NULL,
	`since` text NOT NULL,
	`until` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `trustee_terms_person` ON `trustee_terms` (`person_id`,`since`);--> statement-breakpoint
CREATE TABLE `unit_weights` (
	`id` text PRIMARY KEY NOT NULL,
	`unit_id` text NOT NULL,
	`use` text NOT NULL,
	`weight` integer,
	`rule` text NOT NULL,
	`certificate_on` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`unit_id`) REFERENCES `units`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `unit_weights_unit` ON `unit_weights` (`unit_id`,`use`,`certificate_on`);--> statement-breakpoint
ALTER TABLE `people` ADD `removed_on` text;--> statement-breakpoint
-- The day in South Africa, which is two hours ahead of UTC all year.
UPDATE `people` SET `removed_on` = date(`removed_at`, '+2 hours') WHERE `removed_at` IS NOT NULL;
