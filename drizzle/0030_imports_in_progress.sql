CREATE TABLE `recent_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`at` text NOT NULL,
	`changes` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `staged_imports` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`file_name` text NOT NULL,
	`content` blob NOT NULL,
	`choices` text NOT NULL,
	`at` text NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staged_imports_accountId_unique` ON `staged_imports` (`account_id`);