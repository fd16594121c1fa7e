CREATE TABLE `_totals` (
	`about` text NOT NULL,
	`what` text NOT NULL,
	`count` integer NOT NULL,
	`cents` integer NOT NULL,
	PRIMARY KEY(`about`, `what`)
);
--> statement-breakpoint
DROP INDEX `fines_status`;--> statement-breakpoint
DROP INDEX `fines_resident_status`;--> statement-breakpoint
DROP INDEX `maintenance_status`;--> statement-breakpoint
DROP INDEX `maintenance_resident_status`;