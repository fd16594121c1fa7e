CREATE INDEX `audit_subject_action` ON `audit_events` (`subject_id`,`action`,`seq`);--> statement-breakpoint
CREATE INDEX `audit_actor_action` ON `audit_events` (`actor_id`,`action`,`seq`);