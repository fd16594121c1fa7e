import * as z from "zod";
import { id } from "../../platform/validation/schema.ts";

/** A person, whether they are here, were removed or were erased. */
export const onePerson = z.strictObject({ id });

/** The name, typed once more, because there is no way back. */
export const erasure = z.strictObject({ id, confirmation: z.string().trim().max(200) });
