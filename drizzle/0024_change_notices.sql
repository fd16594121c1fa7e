CREATE TABLE `change_notices` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`unit_id` text NOT NULL,
	`announced_by` text NOT NULL,
	`announced_at` text NOT NULL,
	`day` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`surname` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`telephone` text DEFAULT '' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`party_id` text,
	`state` text NOT NULL,
	`decided_by` text,
	`decided_at` text,
	`reason` text DEFAULT '' NOT NULL,
	`person_id` text,
	FOREIGN KEY (`unit_id`) REFERENCES `units`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`announced_by`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`party_id`) REFERENCES `unit_parties`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`decided_by`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `change_notices_announcer` ON `change_notices` (`announced_by`,`id`);--> statement-breakpoint
CREATE INDEX `change_notices_waiting` ON `change_notices` (`announced_by`,`announced_at`) WHERE state = 'Waiting';--> statement-breakpoint
CREATE INDEX `change_notices_unit` ON `change_notices` (`unit_id`);--> statement-breakpoint
CREATE INDEX `change_notices_party` ON `change_notices` (`party_id`);--> statement-breakpoint
CREATE INDEX `change_notices_person` ON `change_notices` (`person_id`,`id`);--> statement-breakpoint
CREATE INDEX `change_notices_decider` ON `change_notices` (`decided_by`);