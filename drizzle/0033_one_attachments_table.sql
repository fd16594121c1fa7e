CREATE TABLE `attachments` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`file_id` text NOT NULL,
	`added_by` text NOT NULL,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`added_by`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `attachments_fileId_unique` ON `attachments` (`file_id`);--> statement-breakpoint
CREATE INDEX `attachments_subject` ON `attachments` (`subject_id`,`kind`,`id`);--> statement-breakpoint
CREATE INDEX `attachments_adder` ON `attachments` (`added_by`,`kind`,`id`);--> statement-breakpoint
-- By hand from here. Each row keeps its id, because the trail and the addresses of files have it.
INSERT INTO `attachments` (`id`, `kind`, `subject_id`, `file_id`, `added_by`)
	SELECT `id`, 'proofs', `fine_id`, `file_id`, `uploaded_by` FROM `payment_proofs`;--> statement-breakpoint
INSERT INTO `attachments` (`id`, `kind`, `subject_id`, `file_id`, `added_by`)
	SELECT `fine_evidence`.`id`, 'evidence', `fine_id`, `file_id`, `files`.`uploaded_by` FROM `fine_evidence` JOIN `files` ON `files`.`id` = `file_id`;--> statement-breakpoint
INSERT INTO `attachments` (`id`, `kind`, `subject_id`, `file_id`, `added_by`)
	SELECT `building_pictures`.`id`, 'picture', 'building', `file_id`, `files`.`uploaded_by` FROM `building_pictures` JOIN `files` ON `files`.`id` = `file_id`;--> statement-breakpoint
DROP TRIGGER `files_changed_in_search`;--> statement-breakpoint
DROP VIEW `searchable`;--> statement-breakpoint
DROP TABLE `building_pictures`;--> statement-breakpoint
DROP TABLE `fine_evidence`;--> statement-breakpoint
DROP TABLE `payment_proofs`;--> statement-breakpoint
CREATE VIEW `searchable` AS
	SELECT `kind`, `record_id`, `title`, `body` || iif(instr(`body`, ''''), ' ' || replace(`body`, '''', ''), '') AS `body` FROM (
		SELECT `kind`, `record_id`, `title`, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`body`, 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ø', 'o'), 'Ø', 'o'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ł', 'l'), 'Ł', 'l'), 'ı', 'i'), 'ħ', 'h'), 'Ħ', 'h'), '’', '''') AS `body` FROM (
			SELECT 'request' AS `kind`, `id` AS `record_id`, `description` AS `title`, `description` || ' ' || `maintenance_type` || ' ' || `room_number` AS `body` FROM `maintenance_requests`
			UNION ALL SELECT 'paper', `attachments`.`id`, `file_name`, `file_name` || ' ' || `reference`
				FROM `attachments` JOIN `files` ON `files`.`id` = `file_id` JOIN `fines` ON `fines`.`id` = `subject_id` WHERE `attachments`.`kind` = 'proofs'));--> statement-breakpoint
CREATE TRIGGER `attachments_added_to_search` AFTER INSERT ON `attachments` BEGIN
	INSERT INTO `search_records` (`kind`, `record_id`, `title`, `body`)
		SELECT `kind`, `record_id`, `title`, `body` FROM `searchable` WHERE `kind` = 'paper' AND `record_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `attachments_removed_from_search` AFTER DELETE ON `attachments` BEGIN
	DELETE FROM `search_records` WHERE `record_id` = OLD.`id` AND `kind` = 'paper';
END;--> statement-breakpoint
CREATE TRIGGER `files_changed_in_search` AFTER UPDATE OF `file_name` ON `files` BEGIN
	DELETE FROM `search_records` WHERE `kind` = 'paper' AND `record_id` IN (SELECT `id` FROM `attachments` WHERE `file_id` = OLD.`id`);
	INSERT INTO `search_records` (`kind`, `record_id`, `title`, `body`)
		SELECT `kind`, `record_id`, `title`, `body` FROM `searchable`
		WHERE `kind` = 'paper' AND `record_id` IN (SELECT `id` FROM `attachments` WHERE `file_id` = NEW.`id`);
END;
