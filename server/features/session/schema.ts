import * as z from "zod";
import { secondCode } from "../../platform/auth/schema.ts";
import { id, text } from "../../schema.ts";
import { perhapsOwnPassword } from "../factors/schema.ts";
import { passwordsDiffer, passwordsMatch, passwordTwice } from "../people/schema.ts";

/** `username` is the username or the email, whatever the case. */
export const signIn = z.strictObject({
  username: z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(254, "must be at most 254 characters"),
  password: z.string().min(1, "must not be empty").max(128, "must be at most 128 characters"),
  /** The second step, from who has one. */
  code: secondCode.optional(),
});

/** The second step alone, from whom a provider has vouched for. */
export const secondStep = z.strictObject({ code: secondCode.min(1, "must not be empty") });

export const passwordChange = z
  .strictObject({
    currentPassword: z
      .string()
      .min(1, "must not be empty")
      .max(128, "must be at most 128 characters"),
    ...passwordTwice.shape,
  })
  .refine(passwordsMatch, passwordsDiffer)
  // Else whoever typed somebody's first password would go on knowing it.
  .refine(({ currentPassword, password }) => password !== currentPassword, {
    path: ["password"],
    message: "must not be the current one",
  });

export const forgotten = signIn.pick({ username: true });

/** `label` tells its owner which script uses the token. */
export const newBearer = z.strictObject({
  label: text(60).default("script"),
  ...perhapsOwnPassword.shape,
});
export const bearer = z.strictObject({ id });

/** A session, as its owner sees it: a device. */
export const device = z.strictObject({ id });

/** The lower-cased role, as a session tells it. */
export const userRoles = ["admin", "resident", "staff"] as const;
