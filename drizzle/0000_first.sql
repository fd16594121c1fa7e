CREATE TABLE `announcements` (
	`id` text PRIMARY KEY NOT NULL,
	`sender` text NOT NULL,
	`author_id` text NOT NULL,
	`message` text NOT NULL,
	`date` text NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `fines` (
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
	FOREIGN KEY (`resident_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `fines_reference_unique` ON `fines` (`reference`);--> statement-breakpoint
CREATE INDEX `fines_resident` ON `fines` (`resident_id`,`id`);--> statement-breakpoint
CREATE INDEX `fines_status` ON `fines` (`status`,`amount_cents`);--> statement-breakpoint
CREATE INDEX `fines_resident_status` ON `fines` (`resident_id`,`status`,`amount_cents`);--> statement-breakpoint
CREATE TABLE `maintenance_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`resident_id` text NOT NULL,
	`maintenance_type` text NOT NULL,
	`room_number` text NOT NULL,
	`date` text NOT NULL,
	`description` text NOT NULL,
	`status` text NOT NULL,
	`logged_at` text NOT NULL,
	FOREIGN KEY (`resident_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `maintenance_resident` ON `maintenance_requests` (`resident_id`,`id`);--> statement-breakpoint
CREATE INDEX `maintenance_type` ON `maintenance_requests` (`maintenance_type`,`id`);--> statement-breakpoint
CREATE INDEX `maintenance_status` ON `maintenance_requests` (`status`,`maintenance_type`);--> statement-breakpoint
CREATE INDEX `maintenance_resident_status` ON `maintenance_requests` (`resident_id`,`status`);--> statement-breakpoint
CREATE TABLE `maintenance_status_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`request_id` text NOT NULL,
	`status` text NOT NULL,
	`changed_by` text NOT NULL,
	`changed_at` text NOT NULL,
	FOREIGN KEY (`request_id`) REFERENCES `maintenance_requests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`changed_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `maintenance_changes_request` ON `maintenance_status_changes` (`request_id`,`id`);--> statement-breakpoint
CREATE INDEX `maintenance_changes_at` ON `maintenance_status_changes` (`status`,`changed_at`);--> statement-breakpoint
CREATE TABLE `payment_proofs` (
	`id` text PRIMARY KEY NOT NULL,
	`fine_id` text NOT NULL,
	`uploaded_by` text NOT NULL,
	`file_name` text NOT NULL,
	`stored_name` text NOT NULL,
	`mime_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`uploaded_at` text NOT NULL,
	FOREIGN KEY (`fine_id`) REFERENCES `fines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`uploaded_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_proofs_storedName_unique` ON `payment_proofs` (`stored_name`);--> statement-breakpoint
CREATE INDEX `payment_proofs_fine` ON `payment_proofs` (`fine_id`,`id`);--> statement-breakpoint
CREATE TABLE `visits` (
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
	FOREIGN KEY (`resident_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `visits_resident_in` ON `visits` (`resident_id`,`id`) WHERE signed_out_at is null;--> statement-breakpoint
CREATE INDEX `visits_in` ON `visits` (`id`) WHERE signed_out_at is null;--> statement-breakpoint
CREATE TABLE `audit_events` (
	`id` text PRIMARY KEY NOT NULL,
	`at` text NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`subject_id` text,
	`before` text,
	`after` text,
	`origin` text NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `audit_subject` ON `audit_events` (`subject_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit_events` (`actor_id`,`id`);--> statement-breakpoint
CREATE TABLE `request_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`request_key` text NOT NULL,
	`input_hash` text NOT NULL,
	`row_id` text NOT NULL,
	`at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `request_keys_requestKey_unique` ON `request_keys` (`request_key`);--> statement-breakpoint
CREATE INDEX `request_keys_at` ON `request_keys` (`at`);--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`name` text NOT NULL,
	`surname` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`email_verified_at` text,
	`address` text DEFAULT '' NOT NULL,
	`cell_phone` text NOT NULL,
	`id_number` text NOT NULL,
	`maintenance_type` text,
	`created_at` text NOT NULL,
	`removed_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_username_key` ON `accounts` (`username_key`) WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_email_key` ON `accounts` (`email_key`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `accounts_role` ON `accounts` (`role`,`removed_at`,`id`);--> statement-breakpoint
CREATE TABLE `credentials` (
	`account_id` text PRIMARY KEY NOT NULL,
	`password_hash` text NOT NULL,
	`must_change` integer NOT NULL,
	`unused_until` text,
	`changed_at` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `links` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`account_id` text,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `links_token_hash` ON `links` (`token_hash`);--> statement-breakpoint
CREATE INDEX `links_account` ON `links` (`account_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `links_expires` ON `links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oidc_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`state_hash` text NOT NULL,
	`verifier` text NOT NULL,
	`nonce` text NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `oidc_attempts_state` ON `oidc_attempts` (`state_hash`);--> statement-breakpoint
CREATE INDEX `oidc_attempts_expires` ON `oidc_attempts` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`user_agent` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_account` ON `sessions` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`label` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tokens_token_hash` ON `tokens` (`token_hash`);--> statement-breakpoint
CREATE INDEX `tokens_account` ON `tokens` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `outgoing_mail` (
	`id` text PRIMARY KEY NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`status` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` text,
	`last_error` text,
	`created_at` text NOT NULL,
	`sent_at` text
);
--> statement-breakpoint
CREATE INDEX `outgoing_mail_due` ON `outgoing_mail` (`status`,`next_attempt_at`,`id`);--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` text NOT NULL
);
