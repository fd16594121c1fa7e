import * as z from "zod";
import {
  dayOrInstant,
  id,
  line,
  ofProfile,
  orNothing,
  text,
} from "../../platform/validation/schema.ts";

/** For how long a post is taken back with one press, in milliseconds; the server gives a little more. */
export const postUndoMs = 60_000;

/** The role in whose name an announcement is made, as the list shows it. */
export const senders = ["admin", "staff"] as const;
export type Sender = (typeof senders)[number];

export const newAnnouncement = z.strictObject({ message: text(2000) });
export const newStaffAnnouncement = z.strictObject({
  ...ofProfile.shape,
  ...newAnnouncement.shape,
});
export const oneAnnouncement = z.strictObject({ announcementId: id });
export const oneStaffAnnouncement = oneAnnouncement.extend(ofProfile.shape);

/** Whom a notice is for; or some units, and then who owns, rents or lives in them. */
export const audiences = ["everybody", "owners", "residents", "staff"] as const;
export type Audience = (typeof audiences)[number];

/** The most units of one notice; more are everybody. */
const mostUnits = 500;
const someUnits = z
  .strictObject({ units: z.array(id) })
  .refine(({ units }) => units.length > 0, "must name a unit")
  .refine(({ units }) => units.length <= mostUnits, `must be at most ${mostUnits} units`);

const words = z.strictObject({
  title: orNothing(line(120)),
  message: newAnnouncement.shape.message,
});

/** `from` and `until`: the first and the last day on which it is shown. */
export const newNotice = words.extend({
  audience: z.union([z.enum(audiences), someUnits], "must be one of the audiences").optional(),
  urgent: z.boolean().optional(),
  from: orNothing(dayOrInstant),
  until: orNothing(dayOrInstant),
  pinned: z.boolean().optional(),
});
export type NewNotice = z.output<typeof newNotice>;
export const newStaffNotice = newNotice.extend(ofProfile.shape);

export const correctedNotice = words.extend(oneAnnouncement.shape);
export type CorrectedNotice = z.output<typeof correctedNotice>;
export const withdrawal = oneAnnouncement.extend({ reason: orNothing(text(500)) });
