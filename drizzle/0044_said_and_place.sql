ALTER TABLE `maintenance_requests` ADD `said_on` text;--> statement-breakpoint
ALTER TABLE `maintenance_requests` ADD `place` text;--> statement-breakpoint
UPDATE `maintenance_requests` SET `said_on` = date(nullif(max(
  coalesce((SELECT max(`changed_at`) FROM `maintenance_status_changes` WHERE `request_id` = `maintenance_requests`.`id`), ''),
  coalesce((SELECT max(`added_at`) FROM `maintenance_notes` WHERE `request_id` = `maintenance_requests`.`id` AND `added_by` <> `resident_id`), '')
), ''), '+2 hours');