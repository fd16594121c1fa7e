-- The address of who has or had a unit was a copy of its label. From here on it is read in the register,
-- and only who is in no unit has one of their own. Removed people's go too: nobody sends them letters.
UPDATE `people` SET `address` = '' WHERE EXISTS (
  SELECT 1 FROM `unit_parties` JOIN `units` ON `units`.`id` = `unit_parties`.`unit_id`
  WHERE `unit_parties`.`person_id` = `people`.`id`
    AND `unit_parties`.`role` IN ('owner', 'tenant', 'occupant')
    AND (`units`.`label` = `people`.`address`
      OR `units`.`label_key` = lower(replace(`people`.`address`, ' ', '')))
);--> statement-breakpoint
DELETE FROM `settings` WHERE `name` = 'addressesFilledUntil';
