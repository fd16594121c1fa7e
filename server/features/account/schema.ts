import * as z from "zod";
import { secondCode, linkToken as token } from "../../platform/auth/schema.ts";
import { cellPhone, email, ofProfile } from "../../platform/validation/schema.ts";
import { passwordsDiffer, passwordsMatch, passwordTwice } from "../people/schema.ts";

/** The contacts that people may change in their own profile: one or both. */
export const profileUpdate = z
  .strictObject({ ...ofProfile.shape, cellPhone: cellPhone.optional(), email: email.optional() })
  .refine((update) => update.cellPhone !== undefined || update.email !== undefined, {
    path: ["cellPhone"],
    message: "or email must be given",
  });
export type ProfileUpdate = z.output<typeof profileUpdate>;

/** The token after the `#` of a link, or the code on a printed invite. */
export const linkToken = z.strictObject({ token });

export const chosenPassword = z
  .strictObject({
    token,
    ...passwordTwice.shape,
    /** Whether to remove the person's existing passkeys. */
    removePasskeys: z.boolean().default(false),
  })
  .refine(passwordsMatch, passwordsDiffer);

/** The first code, which proves that the app has scanned the secret. */
export const firstCode = z.strictObject({ code: secondCode.min(1, "must not be empty") });

/** Whether admins must log in with a second factor. */
export const adminsRule = z.strictObject({ on: z.boolean() });
