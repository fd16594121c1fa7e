ALTER TABLE `fines` ADD `withdrawn_reason` text;--> statement-breakpoint
ALTER TABLE `fines` ADD `withdrawn_at` text;--> statement-breakpoint
CREATE INDEX `fines_pending` ON `fines` (`id`) WHERE status = 'Pending...';