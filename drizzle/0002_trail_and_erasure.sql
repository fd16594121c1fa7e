CREATE TABLE `audit_head` (
	`id` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL
);
--> statement-breakpoint
DROP INDEX `audit_subject`;--> statement-breakpoint
DROP INDEX `audit_actor`;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `device` text;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `seq` integer;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `origin_salt` text;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `origin_digest` text;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `content_salt` text;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `content_digest` text;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_seq` ON `audit_events` (`seq`);--> statement-breakpoint
CREATE INDEX `audit_action` ON `audit_events` (`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit_events` (`at`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_subject` ON `audit_events` (`subject_id`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit_events` (`actor_id`,`seq`);--> statement-breakpoint
ALTER TABLE `visits` ADD `redacted_at` text;--> statement-breakpoint
CREATE INDEX `visits_to_redact` ON `visits` (`signed_out_at`) WHERE redacted_at is null;--> statement-breakpoint
ALTER TABLE `accounts` ADD `erased_at` text;