CREATE TABLE `unit_parties` (
	`id` text PRIMARY KEY NOT NULL,
	`unit_id` text NOT NULL,
	`person_id` text NOT NULL,
	`role` text NOT NULL,
	`share` integer,
	`votes` integer DEFAULT false NOT NULL,
	`since` text NOT NULL,
	`until` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`unit_id`) REFERENCES `units`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `unit_parties_unit` ON `unit_parties` (`unit_id`,`role`,`since`);--> statement-breakpoint
CREATE INDEX `unit_parties_person` ON `unit_parties` (`person_id`,`since`);--> statement-breakpoint
CREATE TABLE `unit_quotas` (
	`id` text PRIMARY KEY NOT NULL,
	`unit_id` text NOT NULL,
	`quota` integer NOT NULL,
	`since` text NOT NULL,
	`paper` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`unit_id`) REFERENCES `units`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `unit_quotas_unit` ON `unit_quotas` (`unit_id`,`since`);--> statement-breakpoint
ALTER TABLE `people` ADD `juristic` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `people` ADD `telephone` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `people` ADD `service_address` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `units` ADD `kind` text DEFAULT 'primary' NOT NULL;--> statement-breakpoint
ALTER TABLE `units` ADD `floor_area` integer;--> statement-breakpoint
ALTER TABLE `units` ADD `payment_reference` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `units` ADD `notes` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `units` ADD `since` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `units` SET `payment_reference` = payment_reference(
	coalesce((SELECT `value` ->> '$' FROM `settings` WHERE `name` = 'buildingName'), 'Our building'), `numbered`.`number`)
	FROM (SELECT `id` AS `unit_id`, row_number() OVER (ORDER BY `id`) AS `number` FROM `units`) AS `numbered`
	WHERE `numbered`.`unit_id` = `units`.`id`;--> statement-breakpoint
CREATE UNIQUE INDEX `units_payment_reference` ON `units` (`payment_reference`);--> statement-breakpoint
INSERT INTO `unit_quotas` (`id`, `unit_id`, `quota`, `since`, `paper`, `created_at`)
	SELECT new_id(), `id`, `participation_quota`, '', '', `created_at` FROM `units` WHERE `participation_quota` IS NOT NULL;--> statement-breakpoint
INSERT INTO `unit_parties` (`id`, `unit_id`, `person_id`, `role`, `share`, `votes`, `since`, `until`, `created_at`)
	SELECT new_id(), `units`.`id`, `people`.`id`, 'occupant', NULL, 0, substr(`people`.`created_at`, 1, 10), NULL, `people`.`created_at`
	FROM `people` JOIN `units` ON `units`.`label_key` = unit_key(`people`.`address`) AND `units`.`removed_at` IS NULL
	WHERE `people`.`address` <> '' AND `people`.`erased_at` IS NULL;
