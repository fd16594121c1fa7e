CREATE TABLE `search_records` (
	`id` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	`title` text NOT NULL,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_records_record` ON `search_records` (`record_id`,`kind`);--> statement-breakpoint
CREATE INDEX `maintenance_changes_by` ON `maintenance_status_changes` (`changed_by`);--> statement-breakpoint
CREATE VIRTUAL TABLE `search_index` USING fts5(`kind`, `title`, `body`, content = 'search_records', content_rowid = 'id', tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');--> statement-breakpoint
INSERT INTO `search_index` (`search_index`, `rank`) VALUES ('secure-delete', 1);--> statement-breakpoint
CREATE TRIGGER `search_records_added` AFTER INSERT ON `search_records` BEGIN
	INSERT INTO `search_index` (`rowid`, `kind`, `title`, `body`) VALUES (NEW.`id`, NEW.`kind`, NEW.`title`, NEW.`body`);
END;--> statement-breakpoint
CREATE TRIGGER `search_records_removed` AFTER DELETE ON `search_records` BEGIN
	INSERT INTO `search_index` (`search_index`, `rowid`, `kind`, `title`, `body`) VALUES ('delete', OLD.`id`, OLD.`kind`, OLD.`title`, OLD.`body`);
END;--> statement-breakpoint
CREATE TRIGGER `search_records_changed` AFTER UPDATE ON `search_records` BEGIN
	INSERT INTO `search_index` (`search_index`, `rowid`, `kind`, `title`, `body`) VALUES ('delete', OLD.`id`, OLD.`kind`, OLD.`title`, OLD.`body`);
	INSERT INTO `search_index` (`rowid`, `kind`, `title`, `body`) VALUES (NEW.`id`, NEW.`kind`, NEW.`title`, NEW.`body`);
END;--> statement-breakpoint
CREATE VIEW `searchable` AS
	SELECT 'person' AS `kind`, `id` AS `record_id`, trim(`name` || ' ' || `surname`) AS `title`,
		`email` || ' ' || `address` || ' ' || `service_address`
			|| ' 0' || substr(replace(replace(replace(replace(`cell_phone`, ' ', ''), '-', ''), '(', ''), ')', ''), -9)
			|| ' 0' || substr(replace(replace(replace(replace(`telephone`, ' ', ''), '-', ''), '(', ''), ')', ''), -9) AS `body`
		FROM `people` WHERE `erased_at` IS NULL
	UNION ALL SELECT 'unit', `id`, `label`, `label_key` || ' ' || coalesce(`section_number`, '') || ' ' || `payment_reference` || ' ' || `notes`
		FROM `units` WHERE `removed_at` IS NULL
	UNION ALL SELECT 'request', `id`, `description`, `maintenance_type` || ' ' || `room_number` FROM `maintenance_requests`
	UNION ALL SELECT 'paper', `payment_proofs`.`id`, `file_name`, `reference`
		FROM `payment_proofs` JOIN `files` ON `files`.`id` = `file_id` JOIN `fines` ON `fines`.`id` = `fine_id`;--> statement-breakpoint
INSERT INTO `search_records` (`kind`, `record_id`, `title`, `body`) SELECT `kind`, `record_id`, `title`, `body` FROM `searchable`;--> statement-breakpoint
CREATE TRIGGER `people_added_to_search` AFTER INSERT ON `people` BEGIN
	INSERT INTO `search_records` (`kind`, `record_id`, `title`, `body`)
		SELECT `kind`, `record_id`, `title`, `body` FROM `searchable` WHERE `kind` = 'person' AND `record_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `people_changed_in_search` AFTER UPDATE ON `people` BEGIN
	DELETE FROM `search_records` WHERE `record_id` = OLD.`id` AND `kind` = 'person';
	INSERT INTO `search_records` (`kind`, `record_id`, `title`, `body`)
		SELECT `kind`, `record_id`, `title`, `body` FROM `searchable` WHERE `kind` = 'person' AND `record_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `units_added_to_search` AFTER INSERT ON `units` BEGIN
	INSERT INTO `search_records` (`kind`, `record_id`, `title`, `body`)
		SELECT `kind`, `record_id`, `title`, `body` FROM `searchable` WHERE `kind` = 'unit' AND `record_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `units_changed_in_search` AFTER UPDATE ON `units` BEGIN
	DELETE FROM `search_records` WHERE `record_id` = OLD.`id` AND `kind` = 'unit';
	INSERT INTO `search_records` (`kind`, `record_id`, `title`, `body`)
		SELECT `kind`, `record_id`, `title`, `body` FROM `searchable` WHERE `kind` = 'unit' AND `record_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `requests_added_to_search` AFTER INSERT ON `maintenance_requests` BEGIN
	INSERT INTO `search_records` (`kind`, `record_id`, `title`, `body`)
		SELECT `kind`, `record_id`, `title`, `body` FROM `searchable` WHERE `kind` = 'request' AND `record_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `requests_changed_in_search` AFTER UPDATE OF `description` ON `maintenance_requests` BEGIN
	DELETE FROM `search_records` WHERE `record_id` = OLD.`id` AND `kind` = 'request';
	INSERT INTO `search_records` (`kind`, `record_id`, `title`, `body`)
		SELECT `kind`, `record_id`, `title`, `body` FROM `searchable` WHERE `kind` = 'request' AND `record_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `proofs_added_to_search` AFTER INSERT ON `payment_proofs` BEGIN
	INSERT INTO `search_records` (`kind`, `record_id`, `title`, `body`)
		SELECT `kind`, `record_id`, `title`, `body` FROM `searchable` WHERE `kind` = 'paper' AND `record_id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `proofs_removed_from_search` AFTER DELETE ON `payment_proofs` BEGIN
	DELETE FROM `search_records` WHERE `record_id` = OLD.`id` AND `kind` = 'paper';
END;
--> statement-breakpoint
CREATE TRIGGER `files_changed_in_search` AFTER UPDATE OF `file_name` ON `files` BEGIN
	DELETE FROM `search_records` WHERE `kind` = 'paper' AND `record_id` IN (SELECT `id` FROM `payment_proofs` WHERE `file_id` = OLD.`id`);
	INSERT INTO `search_records` (`kind`, `record_id`, `title`, `body`)
		SELECT `kind`, `record_id`, `title`, `body` FROM `searchable`
		WHERE `kind` = 'paper' AND `record_id` IN (SELECT `id` FROM `payment_proofs` WHERE `file_id` = NEW.`id`);
END;
