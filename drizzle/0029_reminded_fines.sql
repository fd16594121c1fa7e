ALTER TABLE `fines` ADD `reminded_at` text;--> statement-breakpoint
-- By hand: until now only the trail said which fines a letter named.
UPDATE `fines` SET `reminded_at` = `letters`.`at`
	FROM (
		SELECT `reference`.`value` AS `reference`, max(`audit_events`.`at`) AS `at`
			FROM `audit_events`, json_each(`audit_events`.`after`, '$.references') AS `reference`
			WHERE `audit_events`.`action` = 'reminders.make'
			GROUP BY `reference`.`value`
	) AS `letters`
	WHERE `fines`.`reference` = `letters`.`reference`;
-- By hand until here.
