import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { day, id, instant } from "../../database/columns.ts";
import type { MaintenanceType } from "../people/schema.ts";
import { people } from "../people/table.ts";
import type { MaintenanceStatus } from "./schema.ts";

export const maintenanceRequests = sqliteTable(
  "maintenance_requests",
  {
    id: id(),
    residentId: text()
      .notNull()
      .references(() => people.id),
    maintenanceType: text().$type<MaintenanceType>().notNull(),
    roomNumber: text().notNull(),
    /** The day the resident entered, not the day of logging. */
    date: day().notNull(),
    description: text().notNull(),
    status: text().$type<MaintenanceStatus>().notNull(),
    loggedAt: instant().notNull(),
  },
  (t) => [
    index("maintenance_resident").on(t.residentId, t.id),
    index("maintenance_type").on(t.maintenanceType, t.id),
    // For the requests of a year.
    index("maintenance_date").on(t.date),
    // For the counts of open requests on dashboards.
    index("maintenance_open_type").on(t.maintenanceType).where(sql`status = 'Open'`),
    // For how long they have been open.
    index("maintenance_open_date").on(t.date, t.maintenanceType).where(sql`status = 'Open'`),
    index("maintenance_open_resident").on(t.residentId).where(sql`status = 'Open'`),
  ],
);

/** Records of who opened or closed a request, and when. Rows are only ever added. */
export const maintenanceStatusChanges = sqliteTable(
  "maintenance_status_changes",
  {
    id: id(),
    requestId: text()
      .notNull()
      .references(() => maintenanceRequests.id),
    status: text().$type<MaintenanceStatus>().notNull(),
    changedBy: text()
      .notNull()
      .references(() => people.id),
    changedAt: instant().notNull(),
  },
  (t) => [
    index("maintenance_changes_request").on(t.requestId, t.id),
    index("maintenance_changes_at").on(t.status, t.changedAt),
    // Adding a person asks whether rows refer to them already.
    index("maintenance_changes_by").on(t.changedBy),
  ],
);
