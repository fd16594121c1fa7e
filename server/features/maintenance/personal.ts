import { sql } from "drizzle-orm";
import { type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { rowsOf } from "../../platform/privacy/rows.ts";
import { maintenanceRequests, maintenanceStatusChanges } from "./table.ts";

const building = "what was done to the building, without a name";
const inTrail = "their part of the trail tells what they opened and closed";

export const personal: Personal = {
  tables: [
    personalTable(
      maintenanceRequests,
      { residentId: "id" },
      [{ exported: true, retained: building }, "id", "residentId", "maintenanceType", "roomNumber"],
      [{ exported: true, retained: building }, "date", "description", "status", "loggedAt"],
    ),
    personalTable(
      maintenanceStatusChanges,
      { changedBy: "id" },
      [{ notExported: inTrail, retained: building }, "id", "requestId", "status"],
      [{ notExported: inTrail, retained: building }, "changedBy", "changedAt"],
    ),
  ],
  names: [
    {
      id: maintenanceRequests.id,
      name: sql`${maintenanceRequests.maintenanceType} || ', ' || ${maintenanceRequests.roomNumber}`,
    },
  ],
  exportFor: (db, { id }) => ({
    maintenanceRequests: rowsOf(db, maintenanceRequests, maintenanceRequests.residentId, id),
  }),
};
