ALTER TABLE `accounts` ADD `news_by_mail` text DEFAULT 'daily' NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `events_mailed` integer DEFAULT 0 NOT NULL;