import * as z from "zod";
import { secondCode } from "../../platform/auth/schema.ts";

/** The first code, which shows that the app has scanned the picture. */
export const firstCode = z.strictObject({ code: secondCode.min(1, "must not be empty") });

/** What takes a second step away, or its recovery codes, asks for the password once more. */
export const ownPassword = z.strictObject({
  currentPassword: z
    .string()
    .min(1, "must not be empty")
    .max(128, "must be at most 128 characters"),
});

/** What makes another way in: the password goes along where the server asks for it. */
export const perhapsOwnPassword = ownPassword.partial();

/** Whether admins must log in with a second step. */
export const adminsRule = z.strictObject({ on: z.boolean() });
