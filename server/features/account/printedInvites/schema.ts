import * as z from "zod";
import { linkToken } from "../../../platform/auth/schema.ts";
import { id } from "../../../platform/validation/schema.ts";

/** The most people per request; large buildings have fewer. */
export const maxPeople = 500;

/** The ids of people who have not signed in yet. */
export const printOrder = z.strictObject({
  people: z
    .array(id)
    .min(1, "must name somebody")
    .max(maxPeople, `must name at most ${maxPeople} at once`)
    .refine((ids) => new Set(ids).size === ids.length, "must name nobody twice"),
});
export type PrintOrder = z.output<typeof printOrder>;

/** The codes of sheets that are printed or shared now. */
export const handOutOrder = z.strictObject({
  codes: z
    .array(linkToken)
    .min(1, "must have the code of a sheet")
    .max(maxPeople, `must have at most ${maxPeople} codes at once`),
});
