CREATE TABLE `half_sign_ins` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `half_sign_ins_token` ON `half_sign_ins` (`token_hash`);--> statement-breakpoint
CREATE INDEX `half_sign_ins_account` ON `half_sign_ins` (`account_id`);--> statement-breakpoint
CREATE INDEX `half_sign_ins_expires` ON `half_sign_ins` (`expires_at`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `email_unproven` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_subject_action` ON `audit_events` (`subject_id`,`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_actor_action` ON `audit_events` (`actor_id`,`action`,`seq`);