import * as z from "zod";
import { listSearch } from "../../../platform/lists/schema.ts";
import { day, id } from "../../../platform/validation/schema.ts";
import { typedQuota } from "../quotas/schema.ts";

/** The roles that somebody can have in a unit. A party of a unit is a person with one of them. */
export const partyRoles = ["owner", "tenant", "occupant", "agent", "bondholder"] as const;
export type PartyRole = (typeof partyRoles)[number];

/** The whole of a unit, in units of 1/10 000 percent. */
export const wholeShare = 1_000_000;

export const share = z
  .int("must be a percentage such as 50 or 33.3333")
  .positive("must be more than 0")
  .max(wholeShare, "must be at most 100");

/** Somebody who becomes an owner, tenant and so on. `until` is their last day. */
export const newParty = z.strictObject({
  unitId: id,
  personId: id,
  role: z.enum(partyRoles),
  since: day,
  until: day.optional(),
  /** An owner's, in units of 1/10 000 percent; all of the unit if it is left out. */
  share: share.optional(),
});
export type NewParty = z.output<typeof newParty>;

/** The last day of an ownership, a tenancy and so on. */
export const ending = z.strictObject({ partyId: id, until: day });
export type Ending = z.output<typeof ending>;

/** The owner who votes from now on, if there are several. */
export const voter = z.strictObject({ partyId: id });

export const unitOnDay = z.strictObject({ unitId: id, asAt: day.optional() });

/** Restricts a list to the rows of a unit, of a person, or of both. */
export const about = z.strictObject({ unitId: id.optional(), personId: id.optional() });
export type About = z.output<typeof about>;
export const listAbout = listSearch.extend(about.shape);

/** A form's new party: the share as a typed percentage, and no last day where the field is empty. */
export const typedParty = newParty.extend({
  share: typedQuota,
  until: z.union([z.literal("").transform(() => undefined), day]).optional(),
});
