ALTER TABLE `visits` ADD `arrived_at` text;--> statement-breakpoint
-- Who was signed in for a later day (in South Africa, UTC+2) and is not signed out counts as not here yet.
UPDATE `visits` SET `arrived_at` = `signed_in_at` WHERE `signed_out_at` IS NOT NULL OR `start_date` <= date(`signed_in_at`, '+2 hours');
