DROP INDEX `outgoing_mail_to`;--> statement-breakpoint
CREATE INDEX `outgoing_mail_to` ON `outgoing_mail` (`to`,`id`);--> statement-breakpoint
ALTER TABLE `people` ADD `merged_into` text REFERENCES people(id);--> statement-breakpoint
CREATE INDEX `people_email` ON `people` (lower(email),`removed_at`);--> statement-breakpoint
CREATE INDEX `people_merged` ON `people` (`merged_into`);--> statement-breakpoint
-- By hand: an entry that was merged into another's is not found any more, and numbers are found however
-- they were typed, also with dots. The triggers read this view by its name.
DROP VIEW `searchable`;--> statement-breakpoint
CREATE VIEW `searchable` AS
	SELECT 'person' AS `kind`, `id` AS `record_id`, trim(`name` || ' ' || `surname`) AS `title`,
		`email` || ' ' || `address` || ' ' || `service_address`
			|| ' 0' || substr(replace(replace(replace(replace(replace(replace(`cell_phone`, ' ', ''), char(160), ''), '.', ''), '-', ''), '(', ''), ')', ''), -9)
			|| ' 0' || substr(replace(replace(replace(replace(replace(replace(`telephone`, ' ', ''), char(160), ''), '.', ''), '-', ''), '(', ''), ')', ''), -9) AS `body`
		FROM `people` WHERE `erased_at` IS NULL AND `merged_into` IS NULL
	UNION ALL SELECT 'unit', `id`, `label`, `label_key` || ' ' || coalesce(`section_number`, '') || ' ' || `payment_reference` || ' ' || `notes`
		FROM `units` WHERE `removed_at` IS NULL
	UNION ALL SELECT 'request', `id`, `description`, `maintenance_type` || ' ' || `room_number` FROM `maintenance_requests`
	UNION ALL SELECT 'paper', `payment_proofs`.`id`, `file_name`, `reference`
		FROM `payment_proofs` JOIN `files` ON `files`.`id` = `file_id` JOIN `fines` ON `fines`.`id` = `fine_id`;--> statement-breakpoint
-- The triggers write again those who have such a number.
UPDATE `people` SET `name` = `name` WHERE `cell_phone` || `telephone` LIKE '%.%' OR instr(`cell_phone` || `telephone`, char(160)) > 0;
-- By hand until here.
