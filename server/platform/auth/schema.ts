import { z } from "zod";

/** What a person is in the building; decides which procedures they may call. */
export const roles = ["Admin", "Resident", "Staff"] as const;
export type Role = (typeof roles)[number];

export const linkPurposes = ["setup", "invite", "reset", "verify"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** A password to be set: any characters, 8 to 128 of them, no composition rules (NIST SP 800-63B). */
export const newPassword = z
  .string()
  .min(8, "must be at least 8 characters")
  .max(128, "must be at most 128 characters");

/** The token part of a link or of a bearer header: 256 random bits in base64url. */
export const token = z.string().regex(/^[\w-]{43}$/, "must be the whole token, 43 characters");
