ALTER TABLE `outgoing_mail` ADD `person_id` text;--> statement-breakpoint
CREATE INDEX `outgoing_mail_person` ON `outgoing_mail` (`person_id`,`id`);--> statement-breakpoint
-- By hand: mail of before is whose address it is, if it is the address of one person only.
UPDATE `outgoing_mail` SET `person_id` = (SELECT `id` FROM `people` WHERE lower(`email`) = lower(`outgoing_mail`.`to`))
	WHERE (SELECT count(*) FROM `people` WHERE lower(`email`) = lower(`outgoing_mail`.`to`)) = 1;
