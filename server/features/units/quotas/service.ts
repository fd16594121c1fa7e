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

/** The quota that the floor areas give a unit today; null while a section, of garages too, has none. */
export function quotaFromAreas(db: Db, unitId: string, today: Day): number | null {
  const units = unitsOf(db, today);
  const areas = units.flatMap(({ floorArea }) => floorArea ?? []);
  if (areas.length < units.length) return null;
  return quotasFromAreas(areas)[units.findIndex(({ id }) => id === unitId)] ?? null;
}
