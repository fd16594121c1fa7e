import * as z from "zod";

/** What a person is in the building; decides which procedures they may call. */
export const roles = ["Admin", "Resident", "Staff"] as const;
export type Role = (typeof roles)[number];

/** What links let somebody choose a password: `reset` an admin handed out, `forgot` anybody asked for. */
export const passwordPurposes = ["invite", "reset", "forgot"] as const;
export type LinkPurpose = "setup" | "verify" | (typeof passwordPurposes)[number];

/** A password to be set: any characters, 8 to 128 of them, no composition rules (NIST SP 800-63B). */
export const newPassword = z
  .string()
  .min(8, "must be at least 8 characters")
  .max(128, "must be at most 128 characters");

const wholeToken = /^[\w-]{43}$/;

/** The token part of a link or of a bearer header: 256 random bits in base64url. */
export const token = z.string().regex(wholeToken, "must be the whole token, all 43 characters");

/** Crockford's base 32: digits and letters without I, L, O and U, which are taken for others. */
export const codeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const wholeCode = new RegExp(`^[${codeLetters}]{12}$`);

/** Whether a link's token is a code from paper, `K7QM4XPD9RTW`. */
export const isCode = (token: string): boolean => wholeCode.test(token);

/** A code as it is stored, however it was typed: in any case, dashes and spaces or none, O for 0, I or L for 1. */
export const readCode = (typed: string): string =>
  typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");

const noToken = "must be the 12 letters and digits on your sheet, such as K7QM-4XPD-9RTW";

/** What opens a link that was handed over: its token, or the code that was typed from paper. */
export const linkToken = z
  .string()
  .max(100, noToken)
  .transform((typed) => (wholeToken.test(typed) ? typed : readCode(typed)))
  .refine((read) => wholeToken.test(read) || isCode(read), noToken);

/** The six digits of an authenticator app, or a recovery code; spaces and dashes do not matter. */
export const secondCode = z.string().trim().max(40, "must be the code that your app shows");

/** What takes a second step away, or its recovery codes, asks for the password once more. */
export const ownPassword = z.strictObject({
  currentPassword: z
    .string()
    .min(1, "must not be empty")
    .max(128, "must be at most 128 characters"),
});

/** What makes another way in: the password goes along where the server asks for it. */
export const perhapsOwnPassword = ownPassword.partial();
