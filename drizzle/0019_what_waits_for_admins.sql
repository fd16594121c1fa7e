ALTER TABLE `fines` ADD `paid_at` text;--> statement-breakpoint
CREATE INDEX `fines_issued` ON `fines` (`issued_at`,`status`,`amount_cents`);--> statement-breakpoint
CREATE INDEX `fines_paid` ON `fines` (`paid_at`,`amount_cents`) WHERE paid_at is not null;--> statement-breakpoint
CREATE INDEX `fines_due` ON `fines` (`due_date`,`amount_cents`) WHERE status = 'Unpaid';--> statement-breakpoint
CREATE INDEX `maintenance_open_logged` ON `maintenance_requests` (`logged_at`,`maintenance_type`) WHERE status = 'Open';--> statement-breakpoint
CREATE INDEX `visits_signed_in` ON `visits` (`signed_in_at`);--> statement-breakpoint
UPDATE `fines` SET `paid_at` = (
  SELECT max(`at`) FROM `audit_events`
  WHERE `subject_id` = `fines`.`id` AND `action` = 'fines.set_status' AND json_extract(`after`, '$.status') = 'Paid'
) WHERE `status` = 'Paid';
