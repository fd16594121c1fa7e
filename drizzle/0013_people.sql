CREATE TABLE `people` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`surname` text NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`cell_phone` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`id_number` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`removed_at` text,
	`erased_at` text
);
--> statement-breakpoint
CREATE INDEX `people_erased` ON `people` (`id`) WHERE erased_at is not null;--> statement-breakpoint
INSERT INTO `people` (`id`, `name`, `surname`, `email`, `cell_phone`, `address`, `id_number`, `created_at`, `removed_at`, `erased_at`)
	SELECT `id`, `name`, `surname`, `email`, `cell_phone`, `address`, `id_number`, `created_at`, `removed_at`, `erased_at` FROM `accounts`;--> statement-breakpoint
CREATE TABLE `__new_announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`sender` text NOT NULL,
	`author_id` text NOT NULL,
	`message` text NOT NULL,
	`date` text NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_announcements`("id", "sender", "author_id", "message", "date") SELECT "id", "sender", "author_id", "message", "date" FROM `announcements`;--> statement-breakpoint
DROP TABLE `announcements`;--> statement-breakpoint
ALTER TABLE `__new_announcements` RENAME TO `announcements`;--> statement-breakpoint
CREATE INDEX `announcements_author` ON `announcements` (`author_id`,`id`);--> statement-breakpoint
CREATE TABLE `__new_fines` (
	`id` text PRIMARY KEY NOT NULL,
	`resident_id` text NOT NULL,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`issued_at` text NOT NULL,
	`due_date` text NOT NULL,
	`room_no` text NOT NULL,
	`reference` text NOT NULL,
	FOREIGN KEY (`resident_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_fines`("id", "resident_id", "type", "status", "amount_cents", "reason", "issued_at", "due_date", "room_no", "reference") SELECT "id", "resident_id", "type", "status", "amount_cents", "reason", "issued_at", "due_date", "room_no", "reference" FROM `fines`;--> statement-breakpoint
DROP TABLE `fines`;--> statement-breakpoint
ALTER TABLE `__new_fines` RENAME TO `fines`;--> statement-breakpoint
CREATE UNIQUE INDEX `fines_reference_unique` ON `fines` (`reference`);--> statement-breakpoint
CREATE INDEX `fines_resident` ON `fines` (`resident_id`,`id`);--> statement-breakpoint
CREATE INDEX `fines_open` ON `fines` (`status`,`resident_id`,`amount_cents`) WHERE status <> 'Paid';--> statement-breakpoint
CREATE TABLE `__new_maintenance_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`resident_id` text NOT NULL,
	`maintenance_type` text NOT NULL,
	`room_number` text NOT NULL,
	`date` text NOT NULL,
	`description` text NOT NULL,
	`status` text NOT NULL,
	`logged_at` text NOT NULL,
	FOREIGN KEY (`resident_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_maintenance_requests`("id", "resident_id", "maintenance_type", "room_number", "date", "description", "status", "logged_at") SELECT "id", "resident_id", "maintenance_type", "room_number", "date", "description", "status", "logged_at" FROM `maintenance_requests`;--> statement-breakpoint
DROP TABLE `maintenance_requests`;--> statement-breakpoint
ALTER TABLE `__new_maintenance_requests` RENAME TO `maintenance_requests`;--> statement-breakpoint
CREATE INDEX `maintenance_resident` ON `maintenance_requests` (`resident_id`,`id`);--> statement-breakpoint
CREATE INDEX `maintenance_type` ON `maintenance_requests` (`maintenance_type`,`id`);--> statement-breakpoint
CREATE INDEX `maintenance_open_type` ON `maintenance_requests` (`maintenance_type`) WHERE status = 'Open';--> statement-breakpoint
CREATE INDEX `maintenance_open_resident` ON `maintenance_requests` (`resident_id`) WHERE status = 'Open';--> statement-breakpoint
CREATE TABLE `__new_maintenance_status_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`status` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` text NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `maintenance_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`changed_by`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_maintenance_status_changes`("id", "request_id", "status", "changed_by", "changed_at") SELECT "id", "request_id", "status", "changed_by", "changed_at" FROM `maintenance_status_changes`;--> statement-breakpoint
DROP TABLE `maintenance_status_changes`;--> statement-breakpoint
ALTER TABLE `__new_maintenance_status_changes` RENAME TO `maintenance_status_changes`;--> statement-breakpoint
CREATE INDEX `maintenance_changes_request` ON `maintenance_status_changes` (`request_id`,`id`);--> statement-breakpoint
CREATE INDEX `maintenance_changes_at` ON `maintenance_status_changes` (`status`,`changed_at`);--> statement-breakpoint
CREATE TABLE `__new_payment_proofs` (
	`id` text PRIMARY KEY NOT NULL,
	`fine_id` text NOT NULL,
	`file_id` text NOT NULL,
	`uploaded_by` text NOT NULL,
	FOREIGN KEY (`fine_id`) REFERENCES `fines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`uploaded_by`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_payment_proofs`("id", "fine_id", "file_id", "uploaded_by") SELECT "id", "fine_id", "file_id", "uploaded_by" FROM `payment_proofs`;--> statement-breakpoint
DROP TABLE `payment_proofs`;--> statement-breakpoint
ALTER TABLE `__new_payment_proofs` RENAME TO `payment_proofs`;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_proofs_fileId_unique` ON `payment_proofs` (`file_id`);--> statement-breakpoint
CREATE INDEX `payment_proofs_fine` ON `payment_proofs` (`fine_id`,`id`);--> statement-breakpoint
CREATE INDEX `payment_proofs_uploader` ON `payment_proofs` (`uploaded_by`,`id`);--> statement-breakpoint
CREATE TABLE `__new_visits` (
	`id` text PRIMARY KEY NOT NULL,
	`resident_id` text NOT NULL,
	`visitation_type` text NOT NULL,
	`room_number` text NOT NULL,
	`resident_name` text NOT NULL,
	`resident_email` text NOT NULL,
	`visitor_name` text NOT NULL,
	`visitor_surname` text NOT NULL,
	`visitor_email` text NOT NULL,
	`start_date` text NOT NULL,
	`leave_date` text,
	`signed_in_at` text NOT NULL,
	`signed_out_at` text,
	`redacted_at` text,
	FOREIGN KEY (`resident_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_visits`("id", "resident_id", "visitation_type", "room_number", "resident_name", "resident_email", "visitor_name", "visitor_surname", "visitor_email", "start_date", "leave_date", "signed_in_at", "signed_out_at", "redacted_at") SELECT "id", "resident_id", "visitation_type", "room_number", "resident_name", "resident_email", "visitor_name", "visitor_surname", "visitor_email", "start_date", "leave_date", "signed_in_at", "signed_out_at", "redacted_at" FROM `visits`;--> statement-breakpoint
DROP TABLE `visits`;--> statement-breakpoint
ALTER TABLE `__new_visits` RENAME TO `visits`;--> statement-breakpoint
CREATE INDEX `visits_resident` ON `visits` (`resident_id`,`signed_out_at`,`id`);--> statement-breakpoint
CREATE INDEX `visits_in` ON `visits` (`signed_out_at`,`id`) WHERE signed_out_at is null;--> statement-breakpoint
CREATE INDEX `visits_to_redact` ON `visits` (`signed_out_at`) WHERE redacted_at is null;--> statement-breakpoint
CREATE TABLE `__new_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`maintenance_type` text,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email_key` text,
	`email_verified_at` text,
	`email_unproven` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`removed_at` text
);
--> statement-breakpoint
INSERT INTO `__new_accounts`("id", "role", "maintenance_type", "username", "username_key", "email_key", "email_verified_at", "email_unproven", "created_at", "removed_at") SELECT "id", "role", "maintenance_type", "username", "username_key", CASE WHEN "erased_at" IS NULL THEN "email_key" END, "email_verified_at", "email_unproven", "created_at", "removed_at" FROM `accounts`;--> statement-breakpoint
DROP TABLE `accounts`;--> statement-breakpoint
ALTER TABLE `__new_accounts` RENAME TO `accounts`;--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_username_key` ON `accounts` (`username_key`) WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email_key` ON `accounts` (`email_key`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `accounts_role` ON `accounts` (`role`,`removed_at`,`id`);