CREATE INDEX `fines_open` ON `fines` (`status`,`resident_id`,`amount_cents`) WHERE status <> 'Paid';--> statement-breakpoint
CREATE INDEX `maintenance_open_type` ON `maintenance_requests` (`maintenance_type`) WHERE status = 'Open';--> statement-breakpoint
CREATE INDEX `maintenance_open_resident` ON `maintenance_requests` (`resident_id`) WHERE status = 'Open';