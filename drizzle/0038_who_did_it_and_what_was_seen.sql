ALTER TABLE `accounts` ADD `events_seen` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `by_id` text;