import * as z from "zod";
import { day, id, orNothing } from "../../../platform/validation/schema.ts";

/** A trustee's time in office. `until` is the last day. */
export const newTerm = z.strictObject({
  personId: id,
  chairs: z.boolean().default(false),
  since: day,
  until: orNothing(day),
});
export type NewTerm = z.output<typeof newTerm>;

/** A form's new term: the choice is a word. */
export const typedTerm = newTerm.extend({
  chairs: z.enum(["no", "yes"]).transform((answer) => answer === "yes"),
});

export const termEnding = z.strictObject({ termId: id, until: day });
export type TermEnding = z.output<typeof termEnding>;
