import * as z from "zod";
import { id, line, optionalLine } from "../../platform/validation/schema.ts";

/** 100 %, in units of 1/10 000 percent: the sum of the participation quotas of a whole scheme. */
export const wholeQuota = 1_000_000;

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

/** A unit of the register. */
export const newUnit = z.strictObject({
  /** As written on the unit's door; unique, ignoring case and spaces. */
  label: line(80),
  /** The section's number on the sectional plan. */
  sectionNumber: optionalLine(20),
  /** In units of 1/10 000 percent. */
  participationQuota: z
    .int(quotaHint)
    .positive("must be more than 0")
    .max(wholeQuota, "must be at most 100")
    .optional(),
});
export type NewUnit = z.output<typeof newUnit>;

/** All fields of the unit; those that are left out become empty. */
export const unitUpdate = newUnit.extend({ unitId: id });
export type UnitUpdate = z.output<typeof unitUpdate>;

export const whichUnit = z.strictObject({ unitId: id });

/** The sum of all quotas, and a remark that a whole scheme's quotas are 100 %. */
export const quotaInWords = (sum: number): string =>
  sum === wholeQuota
    ? "The participation quotas (PQ) of all units add up to 100 %."
    : `The participation quotas (PQ) of all units add up to ${formatQuota(sum)} %. In a whole scheme they add up to 100 %.`;
