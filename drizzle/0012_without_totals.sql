DROP TRIGGER IF EXISTS `accounts_counted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `accounts_recounted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `accounts_discounted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `fines_counted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `fines_recounted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `fines_discounted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `maintenance_requests_counted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `maintenance_requests_recounted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `maintenance_requests_discounted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `visits_counted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `visits_recounted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `visits_discounted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `payment_proofs_counted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `payment_proofs_recounted`;--> statement-breakpoint
DROP TRIGGER IF EXISTS `payment_proofs_discounted`;--> statement-breakpoint
DROP TABLE `_totals`;