import * as z from "zod";
import { cellPhone, email, named } from "../../../platform/validation/schema.ts";

/** What people may change in their own profile: one or both. */
export const profileUpdate = z
  .strictObject({ ...named.shape, cellPhone: cellPhone.optional(), email: email.optional() })
  .refine((update) => update.cellPhone !== undefined || update.email !== undefined, {
    path: ["cellPhone"],
    message: "or email must be given",
  });
export type ProfileUpdate = z.output<typeof profileUpdate>;
