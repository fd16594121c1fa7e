DROP INDEX `maintenance_open_logged`;--> statement-breakpoint
CREATE INDEX `maintenance_open_date` ON `maintenance_requests` (`date`,`maintenance_type`) WHERE status = 'Open';