import * as z from "zod";
import {
  day,
  id,
  nameLine,
  numberLine,
  optional,
  shownVersion,
  text,
} from "../../platform/validation/schema.ts";
import { tidyNumber } from "../../platform/validation/typed.ts";
import { quota } from "./quotas/schema.ts";

/**
 * Primary sections are lived or worked in; garages and store rooms are utility sections. They count
 * differently for a quorum (PMR 19; Sectional Titles Act 95 of 1986, section 1).
 */
export const unitKinds = ["primary", "utility"] as const;
export type UnitKind = (typeof unitKinds)[number];

/** To the nearest square metre, as section 32(1) of the Sectional Titles Act says. */
export const floorArea = z
  .int("must be in whole square metres, as on the sectional plan")
  .positive("must be more than 0 square metres")
  .max(1_000_000, "must be at most 1 000 000 square metres");

/** A typed floor area in square metres; empty counts as left out. */
export const typedArea = z
  .string()
  .overwrite(tidyNumber)
  .transform((typed) => (typed === "" ? undefined : Number(typed.replace(/\s/g, ""))))
  .pipe(floorArea.optional());

/** The storey of a unit: 0 is the ground floor, -1 the first basement. */
const floor = z
  .int("must be a whole number, such as 0 for the ground floor")
  .min(-5, "must be -5 or more")
  .max(99, "must be at most 99");

/** A typed floor; empty counts as left out. */
export const typedFloor = z
  .string()
  .overwrite(tidyNumber)
  .transform((typed) => (typed === "" ? undefined : Number(typed)))
  .pipe(floor.optional());

const details = z.strictObject({
  /** As written on the unit's door; unique, ignoring case and spaces. */
  label: nameLine(80),
  /** The section's number on the sectional plan; unique. */
  sectionNumber: optional(numberLine(20)),
  kind: z.enum(unitKinds).default("primary"),
  floorArea: floorArea.optional(),
  floor: floor.optional(),
  notes: z.union([text(2000), z.literal("")]).default(""),
});

/** A new unit. Without `since` it and its quota hold from the beginning. */
export const newUnit = details.extend({
  participationQuota: quota.optional(),
  since: day.optional(),
});
export type NewUnit = z.input<typeof newUnit>;

/** All fields of the unit except its quota; those that are left out become empty. */
export const unitUpdate = details.extend({ unitId: id, version: shownVersion.optional() });
export type UnitUpdate = z.input<typeof unitUpdate>;

export const whichUnit = z.strictObject({ unitId: id });

/** The units as they were on a day; today if it is left out. */
export const onDay = z.strictObject({ asAt: day.optional() }).optional();
