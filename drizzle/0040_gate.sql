CREATE TABLE `expected_visits` (
	`id` text PRIMARY KEY NOT NULL,
	`resident_id` text NOT NULL,
	`code` text,
	`visitor_name` text NOT NULL,
	`vehicle` text NOT NULL,
	`starts_at` text NOT NULL,
	`ends_at` text NOT NULL,
	`announced_at` text NOT NULL,
	`withdrawn_at` text,
	`redacted_at` text,
	FOREIGN KEY (`resident_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `expected_visits_code` ON `expected_visits` (`code`) WHERE code is not null;--> statement-breakpoint
CREATE INDEX `expected_visits_resident` ON `expected_visits` (`resident_id`,`ends_at`);--> statement-breakpoint
CREATE INDEX `expected_visits_open` ON `expected_visits` (`ends_at`) WHERE redacted_at is null;--> statement-breakpoint
ALTER TABLE `visits` ADD `expected_id` text REFERENCES expected_visits(id);--> statement-breakpoint
ALTER TABLE `visits` ADD `plate` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `visits` ADD `assumed_out` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `visits_expected` ON `visits` (`expected_id`) WHERE expected_id is not null;--> statement-breakpoint
CREATE INDEX `visits_assumed_out` ON `visits` (`signed_out_at`) WHERE assumed_out;