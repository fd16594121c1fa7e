import * as z from "zod";
import { id } from "../../platform/validation/schema.ts";

/** Anybody, including removed and erased people. */
export const onePerson = z.strictObject({ id });

/** The person's name, typed again, because this cannot be undone. */
export const erasure = z.strictObject({ id, confirmation: z.string().trim().max(200) });
