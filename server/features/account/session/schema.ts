import * as z from "zod";
import {
  newPassword,
  ownPassword,
  perhapsOwnPassword,
  secondCode,
} from "../../../platform/auth/schema.ts";
import { id, line } from "../../../platform/validation/schema.ts";
import { tidyLine } from "../../../platform/validation/typed.ts";
import { passwordsDiffer, passwordsMatch, passwordTwice } from "../../people/schema.ts";

/** `username` is the username or the email, in any case. */
export const signIn = z.strictObject({
  username: z
    .string()
    .overwrite(tidyLine)
    .min(1, "must not be empty")
    .max(254, "must be at most 254 characters"),
  password: z.string().min(1, "must not be empty").max(128, "must be at most 128 characters"),
  /** The second factor, for people who have one. */
  code: secondCode.optional(),
});

/** Only the second factor, after signing in with a provider. */
export const secondStep = z.strictObject({ code: secondCode.min(1, "must not be empty") });

/** For `refine`: otherwise the person who typed the first password would still know it. */
const isAnother = (both: { currentPassword: string; password: string }) =>
  both.password !== both.currentPassword;
const sameAgain = { path: ["password"], message: "must differ from your current one" };

export const passwordChange = z
  .strictObject({ ...ownPassword.shape, ...passwordTwice.shape })
  .refine(passwordsMatch, passwordsDiffer)
  .refine(isAnother, sameAgain);

/** The same for programs, which need not type it twice. */
export const passwordReplacement = z
  .strictObject({ ...ownPassword.shape, password: newPassword })
  .refine(isAnother, sameAgain);

export const forgotten = signIn.pick({ username: true });

/** `label` helps its owner recognize which script uses the token. */
export const newBearer = z.strictObject({
  label: line(60).default("script"),
  ...perhapsOwnPassword.shape,
});
export const bearer = z.strictObject({ id });

/** A session, shown to its owner as a device. */
export const device = z.strictObject({ id });

/** The lower-case role in a session. */
export const userRoles = ["admin", "resident", "staff"] as const;
