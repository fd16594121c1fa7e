CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`stored_name` text NOT NULL,
	`file_name` text NOT NULL,
	`mime_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`uploaded_by` text NOT NULL,
	`uploaded_at` text NOT NULL,
	FOREIGN KEY (`uploaded_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `files_storedName_unique` ON `files` (`stored_name`);--> statement-breakpoint
CREATE INDEX `files_uploader` ON `files` (`uploaded_by`,`id`);--> statement-breakpoint
CREATE INDEX `files_uploaded_at` ON `files` (`uploaded_at`);--> statement-breakpoint
INSERT INTO `files` (`id`, `stored_name`, `file_name`, `mime_type`, `size`, `sha256`, `uploaded_by`, `uploaded_at`)
	SELECT `id`, `stored_name`, safe_file_name(`file_name`, `stored_name`), `mime_type`, `size`, `sha256`, `uploaded_by`, `uploaded_at` FROM `payment_proofs`;--> statement-breakpoint
CREATE TABLE `__new_payment_proofs` (
	`id` text PRIMARY KEY NOT NULL,
	`fine_id` text NOT NULL,
	`file_id` text NOT NULL,
	`uploaded_by` text NOT NULL,
	FOREIGN KEY (`fine_id`) REFERENCES `fines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`uploaded_by`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_payment_proofs` (`id`, `fine_id`, `file_id`, `uploaded_by`)
	SELECT `id`, `fine_id`, `id`, `uploaded_by` FROM `payment_proofs`;--> statement-breakpoint
DROP TABLE `payment_proofs`;--> statement-breakpoint
ALTER TABLE `__new_payment_proofs` RENAME TO `payment_proofs`;--> statement-breakpoint
CREATE UNIQUE INDEX `payment_proofs_fileId_unique` ON `payment_proofs` (`file_id`);--> statement-breakpoint
CREATE INDEX `payment_proofs_fine` ON `payment_proofs` (`fine_id`,`id`);--> statement-breakpoint
CREATE INDEX `payment_proofs_uploader` ON `payment_proofs` (`uploaded_by`,`id`);
