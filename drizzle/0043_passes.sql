ALTER TABLE `expected_visits` ADD `weekdays` text;--> statement-breakpoint
ALTER TABLE `expected_visits` ADD `from_time` text;--> statement-breakpoint
ALTER TABLE `expected_visits` ADD `until_time` text;