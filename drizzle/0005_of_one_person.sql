DROP INDEX `visits_resident_in`;--> statement-breakpoint
DROP INDEX `visits_in`;--> statement-breakpoint
CREATE INDEX `visits_resident` ON `visits` (`resident_id`,`signed_out_at`,`id`);--> statement-breakpoint
CREATE INDEX `visits_in` ON `visits` (`signed_out_at`,`id`) WHERE signed_out_at is null;--> statement-breakpoint
CREATE INDEX `announcements_author` ON `announcements` (`author_id`,`id`);--> statement-breakpoint
CREATE INDEX `payment_proofs_uploader` ON `payment_proofs` (`uploaded_by`,`id`);--> statement-breakpoint
CREATE INDEX `accounts_erased` ON `accounts` (`id`) WHERE erased_at is not null;--> statement-breakpoint
CREATE INDEX `outgoing_mail_to` ON `outgoing_mail` (`to`);