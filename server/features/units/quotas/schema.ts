import * as z from "zod";
import { day, id, line, shownVersion } from "../../../platform/validation/schema.ts";
import { tidyNumber } from "../../../platform/validation/typed.ts";

/** 100 %, in units of 1/10 000 percent: the sum of the participation quotas of a whole scheme. */
const wholeQuota = 1_000_000;

const quotaHint = "must be a percentage such as 2.5 or 2.5000";

/** Converts a typed number ("2.5", "2,5") to units of 1/10 000, or says what is wrong with it. */
export function readDecimal(
  typed: string,
  hint = "must be a number such as 1 or 2.5",
): number | { problem: string } {
  const match = /^(\d{1,7})(?:[.,](\d+))?$/.exec(typed);
  if (!match) return { problem: hint };
  const [, whole = "0", decimals = ""] = match;
  const fraction = decimals.replace(/(?<!0)0+$/, "");
  if (fraction.length > 4) return { problem: "must have at most four decimals" };
  return Number(whole) * 10_000 + Number(fraction.padEnd(4, "0"));
}

/**
 * Converts a typed percentage ("2.5", "2,5", "2.5 %") to units of 1/10 000 percent, or says what is
 * wrong with it. Quotas have four decimals by section 32 of the Sectional Titles Act 95 of 1986.
 * They are read as text to avoid rounding errors of binary fractions.
 */
export function parseQuota(typed: string): { quota: number } | { problem: string } {
  const quota = readDecimal(tidyNumber(typed).replace(/(?<!\s)\s*%$/, ""), quotaHint);
  if (typeof quota !== "number") return quota;
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
    if (tidyNumber(typed) === "") return undefined;
    const parsed = parseQuota(typed);
    if ("quota" in parsed) return parsed.quota;
    context.addIssue({ code: "custom", message: parsed.problem });
    return z.NEVER;
  })
  .optional();

/** The same, in units of 1/10 000 percent already. */
export const quota = z
  .int(quotaHint)
  .positive("must be more than 0")
  .max(wholeQuota, "must be at most 100");

/** Another quota from a day on, with the paper that says so. */
export const newQuota = z.strictObject({
  unitId: id,
  participationQuota: quota,
  since: day,
  paper: line(200),
  version: shownVersion.optional(),
});
export type NewQuota = z.output<typeof newQuota>;

/**
 * How far the sum of a whole scheme's quotas may be from 100 % because each is rounded to four
 * decimals: 0.00005 % for each unit. In units of 1/10 000 percent.
 */
const tolerance = (units: number) => units * 0.5;

/** Whether quotas add up to a whole scheme's, but for rounding. */
export const isWhole = (sum: number, units: number): boolean =>
  Math.abs(sum - wholeQuota) <= tolerance(units);

/**
 * The quotas of a residential scheme: floor area ÷ that of all sections, to four decimals (Sectional
 * Titles Act 95 of 1986, section 32(1)). Rounding alone is right here: the sum need not be 100 %.
 * @param areas of all sections, also those that nobody lives in, in whole square metres, each more than 0
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
