import * as z from "zod";
import { day, id, line, optionalLine, text } from "../../platform/validation/schema.ts";

/** 100 %, in units of 1/10 000 percent: the sum of the participation quotas of a whole scheme. */
const wholeQuota = 1_000_000;

const quotaHint = "must be a percentage such as 2.5 or 2.5000";

/**
 * Converts a typed percentage ("2.5", "2,5", "2.5 %") to units of 1/10 000 percent, or says what is
 * wrong with it. Quotas have four decimals by section 32 of the Sectional Titles Act 95 of 1986.
 * They are read as text to avoid rounding errors of binary fractions.
 */
export function parseQuota(typed: string): { quota: number } | { problem: string } {
  const match = /^(\d{1,3})(?:[.,](\d+))?\s*%?$/.exec(typed.trim());
  if (!match) return { problem: quotaHint };
  const [, whole = "0", decimals = ""] = match;
  const fraction = decimals.replace(/0+$/, "");
  if (fraction.length > 4) return { problem: "must have at most four decimals" };
  const quota = Number(whole) * 10_000 + Number(fraction.padEnd(4, "0"));
  if (quota === 0) return { problem: "must be more than 0" };
  if (quota > wholeQuota) return { problem: "must be at most 100" };
  return { quota };
}

/** A quota in percent, always with four decimals: `2.5000`. */
export const formatQuota = (quota: number): string =>
  `${Math.floor(quota / 10_000)}.${String(quota % 10_000).padStart(4, "0")}`;

/** A typed percentage, converted to units of 1/10 000 percent; empty counts as left out. */
export const typedQuota = z
  .string()
  .transform((typed, context) => {
    if (typed.trim() === "") return undefined;
    const parsed = parseQuota(typed);
    if ("quota" in parsed) return parsed.quota;
    context.addIssue({ code: "custom", message: parsed.problem });
    return z.NEVER;
  })
  .optional();

/** The same, in units of 1/10 000 percent already. */
const quota = z
  .int(quotaHint)
  .positive("must be more than 0")
  .max(wholeQuota, "must be at most 100");

/**
 * Primary sections are lived or worked in; garages and store rooms are utility sections. They count
 * differently for a quorum (PMR 19; Sectional Titles Act 95 of 1986, section 1).
 */
export const unitKinds = ["primary", "utility"] as const;
export type UnitKind = (typeof unitKinds)[number];

/** To the nearest square metre, as section 32(1) of the Sectional Titles Act says. */
const floorArea = z
  .int("must be in whole square metres, as on the sectional plan")
  .positive("must be more than 0 square metres")
  .max(1_000_000, "must be at most 1 000 000 square metres");

/** A typed floor area in square metres; empty counts as left out. */
export const typedArea = z
  .string()
  .trim()
  .transform((typed) => (typed === "" ? undefined : Number(typed.replace(/\s/g, ""))))
  .pipe(floorArea.optional());

const details = z.strictObject({
  /** As written on the unit's door; unique, ignoring case and spaces. */
  label: line(80),
  /** The section's number on the sectional plan; unique. */
  sectionNumber: optionalLine(20),
  kind: z.enum(unitKinds).default("primary"),
  floorArea: floorArea.optional(),
  notes: z.union([text(2000), z.literal("")]).default(""),
});

/** A new unit. Without `since` it and its quota hold from the beginning. */
export const newUnit = details.extend({
  participationQuota: quota.optional(),
  since: day.optional(),
});
export type NewUnit = z.input<typeof newUnit>;

/** All fields of the unit except its quota; those that are left out become empty. */
export const unitUpdate = details.extend({ unitId: id });
export type UnitUpdate = z.input<typeof unitUpdate>;

/** Another quota from a day on, with the paper that says so. */
export const newQuota = z.strictObject({
  unitId: id,
  participationQuota: quota,
  since: day,
  paper: line(200),
});
export type NewQuota = z.output<typeof newQuota>;

export const whichUnit = z.strictObject({ unitId: id });

/** The units as they were on a day; today if it is left out. */
export const onDay = z.strictObject({ asAt: day.optional() }).optional();

/**
 * How far the sum of a whole scheme's quotas may be from 100 % because each is rounded to four
 * decimals: 0.00005 % for each unit. In units of 1/10 000 percent.
 */
const tolerance = (units: number) => units * 0.5;

/** Whether quotas add up to a whole scheme's, but for rounding. */
export const isWhole = (sum: number, units: number): boolean =>
  Math.abs(sum - wholeQuota) <= tolerance(units);

/**
 * The quotas of residential sections: floor area ÷ total floor area, to four decimals (Sectional
 * Titles Act 95 of 1986, section 32(1)). Rounding alone is right here: the sum need not be 100 %.
 * @param areas in whole square metres, each more than 0
 * @returns in units of 1/10 000 percent
 */
export function quotasFromAreas(areas: readonly number[]): number[] {
  const total = areas.reduce((sum, area) => sum + area, 0);
  return areas.map((area) => Math.floor((2 * area * wholeQuota + total) / (2 * total)));
}

/** The sum of the quotas of all units, and a remark if it is not a whole scheme's. */
export const quotaInWords = (sum: number, units: number): string =>
  isWhole(sum, units)
    ? `The participation quotas (PQ) of all units add up to ${sum === wholeQuota ? "100" : formatQuota(sum)} %.`
    : `The participation quotas (PQ) of all units add up to ${formatQuota(sum)} %. In a whole scheme they add up to 100 %.`;
