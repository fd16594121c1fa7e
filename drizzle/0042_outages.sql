ALTER TABLE `announcements` ADD `outage` text;--> statement-breakpoint
ALTER TABLE `announcements` ADD `outage_from` text;--> statement-breakpoint
ALTER TABLE `announcements` ADD `outage_until` text;