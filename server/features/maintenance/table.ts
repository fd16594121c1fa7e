import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { day, id, instant, refersTo } from "../../database/columns.ts";
import { people } from "../people/table.ts";
import type { MaintenanceStatus, Place, Priority, RequestType, Step } from "./schema.ts";

export const maintenanceRequests = sqliteTable(
  "maintenance_requests",
  {
    id: id(),
    residentId: refersTo(() => people.id),
    maintenanceType: text().$type<RequestType>().notNull(),
    roomNumber: text().notNull(),
    /** The day the resident entered, not the day of logging. */
    date: day().notNull(),
    description: text().notNull(),
    status: text().$type<MaintenanceStatus>().notNull(),
    loggedAt: instant().notNull(),
    /** How far it is while it is open; of a closed one, how far it was. */
    step: text().$type<Step>().notNull().default("new"),
    priority: text().$type<Priority>().notNull().default("normal"),
    /** The assignee: somebody of the staff, an admin, or a company of the register. */
    assignedTo: text().references(() => people.id),
    /** The day that it is planned for. */
    dueOn: day(),
    /** When staff or an admin last said or did something about it that its resident sees. */
    saidOn: day(),
    /** The place of the problem, if the resident said so. */
    place: text().$type<Place>(),
    /** The request about the same that it goes along with, which goes along with none itself. */
    joinedTo: text().references((): AnySQLiteColumn => maintenanceRequests.id),
    /** The resident's rating of a closed request, from 1 to 5. */
    stars: integer(),
    ratingComment: text(),
  },
  (t) => [
    index("maintenance_resident").on(t.residentId, t.id),
    index("maintenance_assigned").on(t.assignedTo),
    index("maintenance_joined").on(t.joinedTo).where(sql`joined_to is not null`),
    index("maintenance_type").on(t.maintenanceType, t.id),
    // For the requests of a year.
    index("maintenance_date").on(t.date),
    // For the counts of open requests on dashboards.
    index("maintenance_open_type").on(t.maintenanceType).where(sql`status <> 'Closed'`),
    // For how long they have been open.
    index("maintenance_open_date").on(t.date, t.maintenanceType).where(sql`status <> 'Closed'`),
    index("maintenance_open_resident").on(t.residentId).where(sql`status <> 'Closed'`),
  ],
);

/** Records of who opened or closed a request, and when. Only an Undo removes rows. */
export const maintenanceStatusChanges = sqliteTable(
  "maintenance_status_changes",
  {
    id: id(),
    requestId: refersTo(() => maintenanceRequests.id),
    status: text().$type<MaintenanceStatus>().notNull(),
    changedBy: refersTo(() => people.id),
    changedAt: instant().notNull(),
  },
  (t) => [
    index("maintenance_changes_request").on(t.requestId, t.id),
    index("maintenance_changes_at").on(t.status, t.changedAt),
    // Adding a person asks whether rows refer to them already.
    index("maintenance_changes_by").on(t.changedBy),
  ],
);

const noteColumns = () => ({
  id: id(),
  requestId: refersTo(() => maintenanceRequests.id),
  addedBy: refersTo(() => people.id),
  addedAt: instant().notNull(),
  text: text().notNull(),
});

/** Notes that a resident, staff and admins write to each other about a request. */
export const maintenanceNotes = sqliteTable("maintenance_notes", noteColumns(), (t) => [
  index("maintenance_notes_request").on(t.requestId, t.id),
  index("maintenance_notes_by").on(t.addedBy),
]);

/** Notes of staff and admins for each other: a table of their own, so that no resident gets one. */
export const internalNotes = sqliteTable("maintenance_internal_notes", noteColumns(), (t) => [
  index("maintenance_internal_notes_request").on(t.requestId, t.id),
  index("maintenance_internal_notes_by").on(t.addedBy),
]);
