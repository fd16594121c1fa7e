DROP TABLE `half_sign_ins`;--> statement-breakpoint
DROP TABLE `oidc_attempts`;--> statement-breakpoint
DROP TABLE `passkey_challenges`;