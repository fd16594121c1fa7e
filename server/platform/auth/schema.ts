import * as z from "zod";
import { tidyNumber } from "../validation/typed.ts";

export const roles = ["Admin", "Resident", "Staff"] as const;
export type Role = (typeof roles)[number];

/** How often somebody gets a mail of what is new, if the building sends mail. */
export const mailChoices = ["at once", "daily", "never"] as const;
export type MailChoice = (typeof mailChoices)[number];

/** `forgot` comes from anybody's request. A `sheet` is an invite on paper, not handed out yet. */
export const passwordPurposes = ["invite", "sheet", "reset", "forgot"] as const;
export type LinkPurpose = "setup" | "verify" | (typeof passwordPurposes)[number];

/** A new password: 8 to 128 of any characters, without composition rules (NIST SP 800-63B). */
export const newPassword = z
  .string()
  .min(8, "must be at least 8 characters")
  .max(128, "must be at most 128 characters");

const wholeToken = /^[\w-]{43}$/;

/** The token in a link or in a bearer header: 256 random bits in base64url. */
export const token = z
  .string()
  .overwrite(tidyNumber)
  .regex(wholeToken, "must be the whole token, all 43 characters");

/** Crockford's base 32: digits and letters without I, L, O and U, which are easily confused. */
export const codeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const wholeCode = new RegExp(`^[${codeLetters}]{12}$`);

/** Whether a link's token is a code from paper, `K7QM4XPD9RTW`. */
export const isCode = (token: string): boolean => wholeCode.test(token);

/** Normalizes a typed code: any case, with or without dashes and spaces, O for 0, I or L for 1. */
export const readCode = (typed: string): string =>
  tidyNumber(typed).toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");

const noToken = "must be the 12 letters and digits on your sheet, such as K7QM-4XPD-9RTW";

export const linkToken = z
  .string()
  .overwrite(tidyNumber)
  .max(100, noToken)
  .transform((typed) => (wholeToken.test(typed) ? typed : readCode(typed)))
  .refine((read) => wholeToken.test(read) || isCode(read), noToken);

/** The six digits of an authenticator app, or a recovery code; spaces and dashes do not matter. */
export const secondCode = z
  .string()
  .overwrite(tidyNumber)
  .max(40, "must be the code that your app shows");

/** Removing a second factor or replacing its recovery codes requires the password again. */
export const ownPassword = z.strictObject({
  currentPassword: z
    .string()
    .min(1, "must not be empty")
    .max(128, "must be at most 128 characters"),
});

/** For adding a way to sign in: the password is included if the server requires it. */
export const perhapsOwnPassword = ownPassword.partial();
