import { eq, sql } from "drizzle-orm";
import type { Db } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import type { Day, Moment } from "../../../platform/clock/clock.ts";
import { contentVersion } from "../../../platform/validation/contentVersion.ts";
import { unitsError } from "../errors.ts";
import { putQuota, unitById, unitsOf } from "../service.ts";
import { type NewQuota, quotasFromAreas } from "./schema.ts";
import { unitQuotas } from "./table.ts";

/** The version that a form sends back, so that nobody enters a quota without having seen another's. */
export const quotasVersion = (quotas: ReturnType<typeof quotasOf>): string =>
  contentVersion(quotas);

/**
 * Sets a unit's quota from a day on; from the same day, it replaces what was entered before.
 * Returns the unit's id.
 * @throws units.unknown, quotas.changed
 */
export function setQuota(db: Db, by: Actor, input: NewQuota, now: Moment): string {
  const { unitId, participationQuota: quota, since, paper, version } = input;
  return createOnce(db, by, now.at, { action: "quotas.set", input }, () => {
    const before = unitById(db, unitId, since).participationQuota;
    const entered = quotasOf(db, unitId);
    const known = entered.find((each) => each.since === since);
    if (known?.quota === quota && known.paper === paper) return unitId;
    if (version && version !== quotasVersion(entered)) throw unitsError("quotas.changed");
    putQuota(db, { unitId, quota, since, paper }, now);
    recordChange(db, by, now.at, {
      action: "quotas.set",
      subjectId: unitId,
      before: { participationQuota: before },
      after: { participationQuota: quota, since, paper },
    });
    return unitId;
  });
}

/** A unit's quotas with their papers, the latest first. */
export const quotasOf = (db: Db, unitId: string) =>
  db
    .select({ quota: unitQuotas.quota, since: unitQuotas.since, paper: unitQuotas.paper })
    .from(unitQuotas)
    .where(eq(unitQuotas.unitId, unitId))
    .orderBy(sql`${unitQuotas.since} DESC`)
    .limit(200)
    .all();

/**
 * The quotas that the floor areas give, to compare with today's.
 * @throws units.no_areas while a primary unit has none
 */
export function quotasFromPlan(db: Db, today: Day) {
  const primary = unitsOf(db, today).filter(({ kind }) => kind === "primary");
  const areas = primary.map(({ floorArea }) => {
    if (floorArea === null) throw unitsError("units.no_areas");
    return floorArea;
  });
  const quotas = quotasFromAreas(areas);
  return primary.map(({ id, label, floorArea, participationQuota }, index) => ({
    id,
    label,
    floorArea,
    participationQuota,
    computed: quotas[index] ?? 0,
  }));
}
