DROP INDEX `maintenance_open_type`;--> statement-breakpoint
DROP INDEX `maintenance_open_date`;--> statement-breakpoint
DROP INDEX `maintenance_open_resident`;--> statement-breakpoint
CREATE INDEX `maintenance_open_type` ON `maintenance_requests` (`maintenance_type`) WHERE status <> 'Closed';--> statement-breakpoint
CREATE INDEX `maintenance_open_date` ON `maintenance_requests` (`date`,`maintenance_type`) WHERE status <> 'Closed';--> statement-breakpoint
CREATE INDEX `maintenance_open_resident` ON `maintenance_requests` (`resident_id`) WHERE status <> 'Closed';