-- Lists that are not imported yet had ID numbers in plain text. They are not kept; who began one chooses the file again.
DROP TABLE `staged_imports`;--> statement-breakpoint
CREATE TABLE `staged_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`content` text NOT NULL,
	`at` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staged_imports_accountId_unique` ON `staged_imports` (`account_id`);
