import * as z from "zod";
import { day, id } from "../../platform/validation/schema.ts";

/** Filters of the audit trail. A person's entries are what they did and what was done to them. */
const trailFilter = z.strictObject({
  who: id.optional(),
  action: z.string().max(60).optional(),
  /** The id of a fine, a unit, a person, etc. */
  about: id.optional(),
  day: day.optional(),
});
export type TrailFilter = z.output<typeof trailFilter>;

export const trailPage = z.strictObject({
  ...trailFilter.shape,
  cursor: id.optional(),
  limit: z.int().min(1).max(200).default(50),
  /** tRPC's infinite queries send this as well; only one direction exists. */
  direction: z.literal("forward").optional(),
});

export const oneEntry = z.strictObject({ entry: z.int().positive() });
