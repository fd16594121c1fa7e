CREATE TABLE `fine_evidence` (
	`id` text PRIMARY KEY NOT NULL,
	`fine_id` text NOT NULL,
	`file_id` text NOT NULL,
	FOREIGN KEY (`fine_id`) REFERENCES `fines`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file_id`) REFERENCES `files`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `fine_evidence_fileId_unique` ON `fine_evidence` (`file_id`);--> statement-breakpoint
CREATE INDEX `fine_evidence_fine` ON `fine_evidence` (`fine_id`,`id`);