import * as z from "zod";
import { day, id, line } from "../../../platform/validation/schema.ts";
import { tidyNumber } from "../../../platform/validation/typed.ts";
import { readDecimal } from "../quotas/schema.ts";

/** The uses for which a rule may replace the quotas: contributions, and votes in value. */
export const weightUses = ["levies", "votes"] as const;
export type WeightUse = (typeof weightUses)[number];

const greatest = 1_000_000;

/** In units of 1/10 000. With 0, a unit neither pays by it nor votes by it. */
const weight = z
  .int("must be a number such as 1 or 2.5")
  .nonnegative("must not be less than 0")
  .max(greatest * 10_000, "must be at most 1 000 000");

const weightFields = z.strictObject({
  uses: z
    .array(z.enum(weightUses))
    .min(1, "must say what the rule is for")
    .max(weightUses.length, "must name each use once"),
  rule: line(200),
  /** The rule is in force from that day. */
  certificateOn: day,
});

/** Weights under one rule. Null means that the participation quota holds again. */
export const newWeights = weightFields.extend({
  weights: z
    .array(z.strictObject({ unitId: id, weight: weight.nullable() }))
    .min(1, "must name at least one unit")
    // A request has room for no more.
    .max(900, "must be at most 900 units"),
});
export type NewWeights = z.output<typeof newWeights>;

/** A typed weight, converted to units of 1/10 000; an empty one means the quota. */
const typedWeight = z
  .string()
  .overwrite(tidyNumber)
  .transform((typed, context) => {
    if (typed === "") return null;
    const value = readDecimal(typed.replace(/\s/g, ""));
    if (typeof value === "number") return value;
    context.addIssue({ code: "custom", message: value.problem });
    return z.NEVER;
  })
  .pipe(weight.nullable());

/** A form's weights: each as typed, by the unit's id. */
export const typedWeights = weightFields
  .extend({
    uses: z
      .enum(["levies", "votes", "both"])
      .transform((use): WeightUse[] => (use === "both" ? [...weightUses] : [use])),
    weights: z.record(z.string(), typedWeight),
  })
  .transform(({ weights, ...rule }) => ({
    ...rule,
    weights: Object.entries(weights).map(([unitId, weight]) => ({ unitId, weight })),
  }))
  .pipe(newWeights);

/** A weight as people write it: `1`, `2.5`. */
export const formatWeight = (weight: number): string => String(weight / 10_000);
