import * as z from "zod";
import {
  dayOrInstant,
  id,
  line,
  ofProfile,
  orNothing,
  shownVersion,
  text,
  timeOrInstant,
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
export const noticeFile = z.strictObject({ announcementId: id, fileId: id });
export type NoticeFile = z.output<typeof noticeFile>;

export const oneAnnouncement = z.strictObject({ announcementId: id });
export const oneStaffAnnouncement = oneAnnouncement.extend(ofProfile.shape);

/** The audience of a notice; or some units, and then who owns, rents or lives in them. */
export const audiences = ["everybody", "owners", "residents", "staff"] as const;
export type Audience = (typeof audiences)[number];

/** The most units of one notice; more are everybody. */
const mostUnits = 500;
const someUnits = z
  .strictObject({ units: z.array(id) })
  .refine(({ units }) => units.length > 0, "needs at least one unit")
  .refine(
    ({ units }) => units.length <= mostUnits,
    `must be at most ${mostUnits} units: post it twice, or to everybody`,
  );

const words = z.strictObject({
  title: orNothing(line(120)),
  message: newAnnouncement.shape.message,
});

/** The services that may be out for some hours. */
export const outages = ["Water", "Electricity", "Lift"] as const;
export type Outage = (typeof outages)[number];

/**
 * `from` and `until`: the first and the last day on which it is shown. `outageFrom` and `outageUntil`:
 * when something does not work; from now on, or until nobody knows when, if they are left out.
 */
export const newNotice = words.extend({
  audience: z.union([z.enum(audiences), someUnits], "must be one of the audiences").optional(),
  urgent: z.boolean().optional(),
  from: orNothing(dayOrInstant),
  until: orNothing(dayOrInstant),
  pinned: z.boolean().optional(),
  outage: orNothing(z.enum(outages)),
  outageFrom: orNothing(timeOrInstant),
  outageUntil: orNothing(timeOrInstant),
});
export type NewNotice = z.output<typeof newNotice>;
/** A new notice as a form sends it. */
export type NoticeInput = z.input<typeof newNotice>;
export const newStaffNotice = newNotice.extend(ofProfile.shape);

/**
 * `outageUntil` stays as it is if it is left out; empty or null, and nobody knows it any more. `version`
 * is when the notice was last corrected as the form shows it, or empty; then, with an `outageUntil`, the
 * end that it shows.
 */
export const correctedNotice = words.extend({
  version: shownVersion.optional(),
  ...oneAnnouncement.shape,
  outageUntil: z.union([z.literal(["", null]).transform(() => null), timeOrInstant]).optional(),
});
export type CorrectedNotice = z.output<typeof correctedNotice>;
export const withdrawal = oneAnnouncement.extend({ reason: orNothing(text(500)) });
