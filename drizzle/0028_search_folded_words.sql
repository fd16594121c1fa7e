-- By hand. People and units are looked for without an index. Words of requests and papers are in it
-- without accents and apostrophes, as the search writes them (server/platform/validation/typed.ts).
DROP TRIGGER `people_added_to_search`;--> statement-breakpoint
DROP TRIGGER `people_changed_in_search`;--> statement-breakpoint
DROP TRIGGER `units_added_to_search`;--> statement-breakpoint
DROP TRIGGER `units_changed_in_search`;--> statement-breakpoint
DROP TRIGGER `search_records_added`;--> statement-breakpoint
DROP TRIGGER `search_records_removed`;--> statement-breakpoint
DROP TRIGGER `search_records_changed`;--> statement-breakpoint
DROP TABLE `search_index`;--> statement-breakpoint
DROP VIEW `searchable`;--> statement-breakpoint
CREATE VIEW `searchable` AS
	SELECT `kind`, `record_id`, `title`, `body` || iif(instr(`body`, ''''), ' ' || replace(`body`, '''', ''), '') AS `body` FROM (
		SELECT `kind`, `record_id`, `title`, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(`body`, 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'ø', 'o'), 'Ø', 'o'), 'đ', 'd'), 'Đ', 'd'), 'ð', 'd'), 'Ð', 'd'), 'þ', 'th'), 'Þ', 'th'), 'ł', 'l'), 'Ł', 'l'), 'ı', 'i'), 'ħ', 'h'), 'Ħ', 'h'), '’', '''') AS `body` FROM (
			SELECT 'request' AS `kind`, `id` AS `record_id`, `description` AS `title`, `description` || ' ' || `maintenance_type` || ' ' || `room_number` AS `body` FROM `maintenance_requests`
			UNION ALL SELECT 'paper', `payment_proofs`.`id`, `file_name`, `file_name` || ' ' || `reference`
				FROM `payment_proofs` JOIN `files` ON `files`.`id` = `file_id` JOIN `fines` ON `fines`.`id` = `fine_id`));--> statement-breakpoint
DELETE FROM `search_records`;--> statement-breakpoint
INSERT INTO `search_records` (`kind`, `record_id`, `title`, `body`) SELECT `kind`, `record_id`, `title`, `body` FROM `searchable`;--> statement-breakpoint
CREATE VIRTUAL TABLE `search_index` USING fts5(`body`, content = 'search_records', content_rowid = 'id', tokenize = "unicode61 remove_diacritics 2", prefix = '2 3');--> statement-breakpoint
INSERT INTO `search_index` (`search_index`, `rank`) VALUES ('secure-delete', 1);--> statement-breakpoint
INSERT INTO `search_index` (`search_index`) VALUES ('rebuild');--> statement-breakpoint
CREATE TRIGGER `search_records_added` AFTER INSERT ON `search_records` BEGIN
	INSERT INTO `search_index` (`rowid`, `body`) VALUES (NEW.`id`, NEW.`body`);
END;--> statement-breakpoint
CREATE TRIGGER `search_records_removed` AFTER DELETE ON `search_records` BEGIN
	INSERT INTO `search_index` (`search_index`, `rowid`, `body`) VALUES ('delete', OLD.`id`, OLD.`body`);
END;--> statement-breakpoint
CREATE TRIGGER `search_records_changed` AFTER UPDATE ON `search_records` BEGIN
	INSERT INTO `search_index` (`search_index`, `rowid`, `body`) VALUES ('delete', OLD.`id`, OLD.`body`);
	INSERT INTO `search_index` (`rowid`, `body`) VALUES (NEW.`id`, NEW.`body`);
END;
