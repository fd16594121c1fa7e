import { type Db, write } from "../../db.ts";
import { type Actor, recordChange } from "../../platform/audit/audit.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { readSetting, writeSetting } from "../../platform/settings/settings.ts";
import type { BuildingUpdate } from "./schema.ts";

export const buildingDetails = (db: Db) => ({
  name: readSetting(db, "buildingName"),
  bankDetails: readSetting(db, "bankDetails"),
});

/** Changes what is given, leaves the rest. Answers the whole. */
export function updateBuilding(db: Db, by: Actor, update: BuildingUpdate, now: Moment) {
  return write(db, () => {
    const before = buildingDetails(db);
    if (update.name !== undefined) writeSetting(db, "buildingName", update.name, now.at);
    if (update.bankDetails) writeSetting(db, "bankDetails", update.bankDetails, now.at);
    const after = buildingDetails(db);
    recordChange(db, by, now.at, {
      action: "building.update",
      subjectId: "building",
      before,
      after,
    });
    return after;
  });
}
