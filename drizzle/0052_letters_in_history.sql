-- Until now only the trail said which reminder letters were made about a fine. The ids begin as those of its entries, so they sort by time.
INSERT INTO `fine_status_changes` (`id`, `fine_id`, `did`, `status`, `changed_by`, `changed_at`)
	SELECT substr(`audit_events`.`id`, 1, 24) || lower(hex(randomblob(6))), `fines`.`id`, 'reminder made', 'Unpaid', `people`.`id`, `at`
	FROM `audit_events` JOIN json_each(`after`, '$.references') JOIN `fines` ON `fines`.`reference` = `json_each`.`value`
		LEFT JOIN `people` ON `people`.`id` = `actor_id`
	WHERE `action` = 'reminders.make';
