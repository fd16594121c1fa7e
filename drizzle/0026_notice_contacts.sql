CREATE INDEX `change_notices_contacts` ON `change_notices` (`decided_at`) WHERE (email <> '' or telephone <> '');--> statement-breakpoint
-- By hand: who moves out was known from the beginning.
UPDATE `change_notices` SET `person_id` = (SELECT `person_id` FROM `unit_parties` WHERE `unit_parties`.`id` = `party_id`)
	WHERE `person_id` IS NULL AND `party_id` IS NOT NULL;
