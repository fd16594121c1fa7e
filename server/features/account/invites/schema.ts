import * as z from "zod";
import { linkToken as token } from "../../../platform/auth/schema.ts";
import { passwordsDiffer, passwordsMatch, passwordTwice } from "../../people/schema.ts";

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
