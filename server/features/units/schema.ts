import * as z from "zod";
import { id, line, optionalLine } from "../../platform/validation/schema.ts";

/** 100 %, in whole 1/10 000 percent: what the participation quotas of a whole scheme add up to. */
export const wholeQuota = 1_000_000;

const quotaHint = "must be a percentage such as 2.5 or 2.5000";

/**
 * Percent as people type it ("2.5", "2,5", "2.5 %") → whole 1/10 000 percent, or why not.
 * Four decimals, as section 32 of the Sectional Titles Act 95 of 1986 has them; read as text, so that
 * no binary fraction touches a quota.
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

/** A quota in percent, always with its four decimals: `2.5000`. */
export const formatQuota = (quota: number): string =>
  `${Math.floor(quota / 10_000)}.${String(quota % 10_000).padStart(4, "0")}`;

/** A typed percentage → whole 1/10 000 percent; empty counts as left out. */
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

/** A unit as it stands in the register. */
export const newUnit = z.strictObject({
  /** As it stands on the door; unique whatever the case and the spaces. */
  label: line(80),
  /** The section's number on the sectional plan. */
  sectionNumber: optionalLine(20),
  /** In whole 1/10 000 percent. */
  participationQuota: z
    .int(quotaHint)
    .positive("must be more than 0")
    .max(wholeQuota, "must be at most 100")
    .optional(),
});
export type NewUnit = z.output<typeof newUnit>;

/** The whole unit again: what is left out is emptied. */
export const unitUpdate = newUnit.extend({ unitId: id });
export type UnitUpdate = z.output<typeof unitUpdate>;

export const whichUnit = z.strictObject({ unitId: id });

/** What the quotas of all units come to, and that a whole scheme's are 100 %. */
export const quotaInWords = (sum: number): string =>
  sum === wholeQuota
    ? "The participation quotas (PQ) of all units add up to 100 %."
    : `The participation quotas (PQ) of all units add up to ${formatQuota(sum)} %. In a whole scheme they add up to 100 %.`;
