import { and, eq, gte, lte, sql } from "drizzle-orm";
import type { Db } from "../../../database/open.ts";
import { wholeOf } from "../../../database/pagination.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import type { Day, Moment } from "../../../platform/clock/clock.ts";
import { paperDay } from "../../../platform/clock/dayTexts.ts";
import { unitsError } from "../errors.ts";
import { unitsOf } from "../service.ts";
import type { NewWeights, WeightUse } from "./schema.ts";
import { unitWeights } from "./table.ts";

/** The weights that replace the quotas, with the rules they come from. */
export interface Weights {
  /** By the unit's id, in units of 1/10 000. */
  weights: ReadonlyMap<string, number>;
  /** The rules in force, the latest certificate first. */
  rules: readonly { rule: string; certificateOn: Day }[];
}

/**
 * The weights that divide contributions or votes on a day instead of the participation quotas, by a
 * rule under section 11(2) of the Sectional Titles Schemes Management Act; null if the quotas do.
 */
export function weightsOn(db: Db, day: Day, use: WeightUse): Weights | null {
  const rows = wholeOf((limit) =>
    db
      .select()
      .from(unitWeights)
      .where(and(eq(unitWeights.use, use), lte(unitWeights.certificateOn, day)))
      .orderBy(unitWeights.certificateOn)
      .limit(limit)
      .all(),
  );
  const latest = new Map(rows.map((row) => [row.unitId, row]));
  const here = new Set(unitsOf(db, day).map(({ id }) => id));
  const held = [...latest.values()].filter(({ unitId }) => here.has(unitId));
  const weights = new Map(
    held.flatMap(({ unitId, weight }) => (weight === null ? [] : [[unitId, weight] as const])),
  );
  if (weights.size === 0) return null;
  const rules = new Map(
    held.flatMap(({ rule, certificateOn, weight }) =>
      weight === null ? [] : [[`${certificateOn} ${rule}`, { rule, certificateOn }] as const],
    ),
  );
  const byDay = (one: { certificateOn: Day }, other: { certificateOn: Day }) =>
    other.certificateOn.localeCompare(one.certificateOn);
  return { weights, rules: [...rules.values()].sort(byDay) };
}

type Which = Pick<typeof unitWeights.$inferSelect, "unitId" | "use" | "certificateOn">;

const enteredFor = (db: Db, { unitId, use, certificateOn }: Which) =>
  db
    .select()
    .from(unitWeights)
    .where(
      and(
        eq(unitWeights.unitId, unitId),
        eq(unitWeights.use, use),
        eq(unitWeights.certificateOn, certificateOn),
      ),
    )
    .get();

/**
 * Enters weights under a rule, in force from the day of its certificate. What was entered for the
 * same unit, use and day is replaced. Returns the first unit's id.
 * @throws units.unknown, weights.not_yet, weights.incomplete, weights.twice, weights.all_nothing
 */
export function setWeights(db: Db, by: Actor, input: NewWeights, now: Moment): string {
  return createOnce(db, by, now.at, { action: "weights.set", input }, () => {
    const { certificateOn, rule, weights, uses } = input;
    if (certificateOn > now.today) throw unitsError("weights.not_yet", { field: "certificateOn" });
    refuseUnfit(db, input, now.today);
    for (const { unitId, weight } of weights) {
      const changed = [...new Set(uses)].filter((use) => {
        const known = enteredFor(db, { unitId, use, certificateOn });
        return known?.weight !== weight || known.rule !== rule;
      });
      if (changed.length === 0) continue;
      for (const use of changed) {
        const row = { weight, rule, createdAt: now.at };
        db.insert(unitWeights)
          .values({ unitId, use, certificateOn, ...row })
          .onConflictDoUpdate({
            target: [unitWeights.unitId, unitWeights.use, unitWeights.certificateOn],
            set: row,
          })
          .run();
      }
      const after = { uses, weight, rule, certificateOn };
      recordChange(db, by, now.at, { action: "weights.set", subjectId: unitId, after });
    }
    for (const use of uses)
      for (const day of daysFrom(db, certificateOn, use)) refuseIncomplete(db, day, use);
    return weights[0]?.unitId ?? "";
  });
}

function refuseUnfit(db: Db, { weights }: NewWeights, today: Day): void {
  const here = new Set(unitsOf(db, today).map(({ id }) => id));
  for (const { unitId } of weights)
    if (!here.delete(unitId)) {
      const isTwice = weights.filter((other) => other.unitId === unitId).length > 1;
      if (isTwice) throw unitsError("weights.twice", { field: `weights.${unitId}` });
      throw unitsError("units.unknown", { field: `weights.${unitId}` });
    }
}

/** A certificate's day and all later ones: what is entered for it may leave a unit without a weight on those. */
const daysFrom = (db: Db, day: Day, use: WeightUse): Day[] =>
  wholeOf((limit) =>
    db
      .selectDistinct({ day: unitWeights.certificateOn })
      .from(unitWeights)
      .where(and(eq(unitWeights.use, use), gte(unitWeights.certificateOn, day)))
      .orderBy(unitWeights.certificateOn)
      .limit(limit)
      .all(),
  ).map((each) => each.day);

/** A sum can be divided by weights only if every unit has one. */
function refuseIncomplete(db: Db, day: Day, use: WeightUse): void {
  const then = weightsOn(db, day, use);
  if (!then) return;
  const without = unitsOf(db, day).filter(({ id }) => !then.weights.has(id));
  const [first] = without;
  if (first)
    throw unitsError("weights.incomplete", {
      field: `weights.${first.id}`,
      message: `${inWords(without)} would have no weight for ${use} on ${paperDay(day)}, but other units would. Enter one for every unit, or for none.`,
    });
  if ([...then.weights.values()].every((weight) => weight === 0))
    throw unitsError("weights.all_nothing", { field: "weights" });
}

function inWords(units: readonly { label: string }[]): string {
  const names = units.slice(0, 3).map(({ label }) => label);
  return names.join(", ") + (units.length > 3 ? ` and ${units.length - 3} more` : "");
}

/** A unit's weights with their rules, the latest first. */
export const weightsOf = (db: Db, unitId: string) =>
  db
    .select({
      use: unitWeights.use,
      weight: unitWeights.weight,
      rule: unitWeights.rule,
      certificateOn: unitWeights.certificateOn,
    })
    .from(unitWeights)
    .where(eq(unitWeights.unitId, unitId))
    .orderBy(sql`${unitWeights.certificateOn} DESC`, unitWeights.use)
    .limit(200)
    .all();

/** The same for all units on a day, for lists. */
export const weightsInRegister = (db: Db, day: Day) => {
  const of = (use: WeightUse) => {
    const then = weightsOn(db, day, use);
    return then && { rules: then.rules, weights: Object.fromEntries(then.weights) };
  };
  return { levies: of("levies"), votes: of("votes") };
};
