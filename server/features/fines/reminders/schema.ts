import * as z from "zod";
import { id } from "../../../platform/validation/schema.ts";

/** The most letters in one PDF. */
export const mostLetters = 500;

export const letterOrder = z.strictObject({
  residentIds: z
    .array(id)
    .min(1, "must name somebody")
    .max(mostLetters, `must be at most ${mostLetters} people`),
});
