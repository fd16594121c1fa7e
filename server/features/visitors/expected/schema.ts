import * as z from "zod";
import {
  dayOrInstant,
  id,
  nameLine,
  numberLine,
  ofProfile,
  orNothing,
  text,
} from "../../../platform/validation/schema.ts";

/** A number plate without spaces, in capitals; people type and write it in many ways. */
export const plate = orNothing(
  numberLine(20).transform((typed) => typed.replace(/[\s.-]/g, "").toUpperCase()),
);

const timeOfDay = orNothing(
  z
    .string()
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time that exists, written HH:MM"),
);

/**
 * `from` and `until`: the first and the last day. With `weekdays`, from 1 for Monday to 7 for Sunday, it
 * is a regular pass, good on those days from `fromTime` to `untilTime`.
 */
export const newExpectedVisit = z.strictObject({
  ...ofProfile.shape,
  visitorName: orNothing(nameLine(80)),
  from: dayOrInstant,
  until: dayOrInstant,
  vehicle: plate,
  weekdays: z
    .array(z.literal([1, 2, 3, 4, 5, 6, 7]))
    .min(1, "needs at least one day")
    .max(7)
    .optional(),
  fromTime: timeOfDay,
  untilTime: timeOfDay,
});
export type NewExpectedVisit = z.output<typeof newExpectedVisit>;

export const expectedOfResident = z.strictObject(ofProfile.shape);
export const oneExpectedVisit = z.strictObject({ ...ofProfile.shape, expectedId: id });

export const expectedStatuses = ["expected", "in", "out", "expired", "withdrawn"] as const;
export type ExpectedStatus = (typeof expectedStatuses)[number];

/** The most visitors of one form. */
const mostAtOnce = 20;

/** The form: a visitor on each line, with a code of their own; nothing is one without a name. */
export const announcedVisitors = newExpectedVisit
  .omit({ profileId: true, visitorName: true })
  .extend({
    visitorNames: orNothing(text(2_000))
      .transform((typed = "") => typed.split("\n").map((name) => name.trim()))
      .transform((names) => (names.some(Boolean) ? names.filter(Boolean) : [""]))
      .refine((names) => names.length <= mostAtOnce, `must be at most ${mostAtOnce} names`)
      .refine((names) => names.every((name) => name.length <= 80), "has a name of over 80 letters"),
  });
