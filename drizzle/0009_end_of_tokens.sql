ALTER TABLE `tokens` ADD `expires_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `tokens` SET `expires_at` = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 year');
