import { and, eq, getTableColumns, isNull, ne } from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import type { Moment } from "../../../platform/clock/clock.ts";
import { unitKey } from "../../../platform/validation/keys.ts";
import { unitsError } from "../errors.ts";
import { periodsMeet } from "../occupancy/service.ts";
import { unitById } from "../service.ts";
import { units } from "../table.ts";
import type { AreaEnding, NewArea } from "./schema.ts";
import { unitAreas } from "./table.ts";

/**
 * Enters a parking bay, a store room or another area that a unit uses. Returns its id.
 * @throws units.unknown, areas.taken when it is another unit's on that day or later
 */
export function addArea(db: Db, by: Actor, input: NewArea, now: Moment): string {
  return createOnce(db, by, now.at, { action: "areas.add", input }, () => {
    const { unitId, reference = "", since = "", ...area } = input;
    unitById(db, unitId, now.today);
    refuseTakenArea(db, { ...area, since, until: null }, "label");
    const id = newId();
    const { kind, label, floorArea = null, right } = area;
    const row = { id, unitId, kind, label, floorArea, right, reference, since };
    db.insert(unitAreas)
      .values({ ...row, until: null, createdAt: now.at })
      .run();
    const after = { kind, label, right, reference, since };
    recordChange(db, by, now.at, { action: "areas.add", subjectId: unitId, after });
    return id;
  });
}

type Use = Pick<typeof unitAreas.$inferSelect, "kind" | "label" | "since" | "until">;

/**
 * A bay belongs to one unit at a time.
 * @param field the field to blame
 * @param except the id of the area's use itself
 */
function refuseTakenArea(db: Db, use: Use, field: "label" | "until", except = ""): void {
  const { label: name } = units;
  const { since, until } = unitAreas;
  const isAnother = and(
    eq(unitAreas.kind, use.kind),
    ne(unitAreas.id, except),
    isNull(units.removedAt),
  );
  const same = db
    .select({ name, area: unitAreas.label, since, until })
    .from(unitAreas)
    .innerJoin(units, eq(units.id, unitAreas.unitId))
    .where(isAnother)
    .all();
  const holder = same.find(
    (other) => unitKey(other.area) === unitKey(use.label) && periodsMeet(other, use),
  );
  if (holder)
    throw unitsError("areas.taken", {
      field,
      message: `${holder.name} has ${holder.area} on that day. Enter its last day there first.`,
    });
}

/** Enters the last day of an area's use. @throws areas.unknown, areas.ends_before, areas.taken */
export function endArea(db: Db, by: Actor, { areaId, until }: AreaEnding, now: Moment): void {
  write(db, () => {
    const area = db.select().from(unitAreas).where(eq(unitAreas.id, areaId)).get();
    if (!area) throw unitsError("areas.unknown", { field: "areaId" });
    if (until < area.since) throw unitsError("areas.ends_before", { field: "until" });
    refuseTakenArea(db, { ...area, until }, "until", areaId);
    db.update(unitAreas).set({ until }).where(eq(unitAreas.id, areaId)).run();
    recordChange(db, by, now.at, {
      action: "areas.end",
      subjectId: area.unitId,
      before: { label: area.label, until: area.until },
      after: { label: area.label, until },
    });
  });
}

const { unitId: _, createdAt: __, ...shown } = getTableColumns(unitAreas);

/** All areas that a unit has or had, in the order they were entered. */
export const areasOf = (db: Db, unitId: string) =>
  db
    .select(shown)
    .from(unitAreas)
    .where(eq(unitAreas.unitId, unitId))
    .orderBy(unitAreas.since)
    .limit(200)
    .all();
