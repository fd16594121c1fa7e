import * as z from "zod";
import { id } from "../../platform/validation/schema.ts";

/** How many people get their sheets at once: more than live in a large building. */
export const maxPeople = 500;

/** For whom sheets are made: ids of people who wait. */
export const printOrder = z.strictObject({
  people: z
    .array(id)
    .min(1, "must name somebody")
    .max(maxPeople, `must name at most ${maxPeople} at once`)
    .refine((ids) => new Set(ids).size === ids.length, "must name nobody twice"),
});
export type PrintOrder = z.output<typeof printOrder>;
