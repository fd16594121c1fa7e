import * as z from "zod";
import { linkToken as token } from "../../platform/auth/schema.ts";
import { passwordsDiffer, passwordsMatch, passwordTwice } from "../people/schema.ts";

/** The token behind the `#` of a handed-over link, or the code of a sheet. */
export const linkToken = z.strictObject({ token });

export const chosenPassword = z
  .strictObject({
    token,
    ...passwordTwice.shape,
    /** Whether nobody is to log in any more with the passkeys that the person has. */
    removePasskeys: z.boolean().default(false),
  })
  .refine(passwordsMatch, passwordsDiffer);
