DROP INDEX `audit_subject`;--> statement-breakpoint
DROP INDEX `audit_actor`;