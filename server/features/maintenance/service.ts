import { and, count, eq, getTableColumns, gt, lte, min, or, type SQL, sql } from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import { countRows } from "../../database/counting.ts";
import { listing } from "../../database/list.ts";
import { type Db, prepared } from "../../database/open.ts";
import type { Page } from "../../database/pagination.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../platform/audit/audit.ts";
import type { SignedIn } from "../../platform/auth/sessions/sessions.ts";
import { type Day, dayAfter, type Moment } from "../../platform/clock/clock.ts";
import {
  type Asked,
  type LongList,
  pageOfList,
  type SearchAt,
} from "../../platform/lists/longList.ts";
import { recordEvent } from "../../platform/live/events.ts";
import { people } from "../people/table.ts";
import { hasNoUnit } from "../units/occupancy/homes.ts";
import { maintenanceError } from "./errors.ts";
import { type ListedRequest, requestRules } from "./list.ts";
import type { NewRequest } from "./schema.ts";
import { maintenanceRequests as requests } from "./table.ts";

/** The columns of a request in lists. Its page has the rest. */
const { stars: _, ratingComment: __, joinedTo: sameAs, ...columns } = getTableColumns(requests);

/**
 * With the name of who reported it, which only the rows that are read look up, and for staff and
 * admins what it was joined to.
 */
const withReporter = {
  ...columns,
  joinedTo: sameAs,
  reporter: sql<string>`(select trim(${people.name} || ' ' || ${people.surname}) from ${people} where ${people.id} = ${requests.residentId})`,
};

const ofResident = eq(requests.residentId, sql.placeholder("residentId"));
const isOfType = (type: string | null) => sql`${requests.maintenanceType} = ${type}`;
const ofType = sql`${requests.maintenanceType} = ${sql.placeholder("type")}`;

const newestFirst = listing(withReporter, { from: requests });
const newestOfType = listing(withReporter, { from: requests, where: ofType });
const newestOfResident = listing(columns, { from: requests, where: ofResident });

/** Every request of the building, newest first. */
export const allRequests = (db: Db, page: Page) => newestFirst(db, page);

/** The requests of one trade, newest first; none if the trade is null. */
export const requestsOfTrade = (db: Db, type: string | null, page: Page) =>
  newestOfType(db, page, { type: type ?? "" });

/** One resident's own requests, newest first. */
export const requestsOf = (db: Db, residentId: string, page: Page) =>
  newestOfResident(db, page, { residentId });

const longList: LongList<ListedRequest, typeof withReporter> = {
  columns: withReporter,
  from: requests,
  rules: requestRules,
  dated: { by: requests.date, as: "day" },
  whose: { person: "residentId", room: "roomNumber", at: "loggedAt" },
};

/** Every request of the building, or those that are asked for, as a screen shows them. */
export const searchRequests = (db: Db, asked: Asked, at: SearchAt) =>
  pageOfList(db, longList, asked, at);

/** A member of the staff, with their trade. */
type Staff = Pick<SignedIn, "id" | "maintenanceType">;

/** The requests for a member of the staff: those of their trade, and those assigned to them. */
const isFor = ({ id, maintenanceType }: Staff) =>
  or(isOfType(maintenanceType), eq(requests.assignedTo, id));

/** The same, of the requests for a member of the staff. */
export const searchRequestsFor = (db: Db, staff: Staff, asked: Asked, at: SearchAt) =>
  searchRequests(db, { ...asked, where: isFor(staff) }, at);

/** @throws maintenance.unknown */
export function requestById(db: Db, requestId: string) {
  const request = db.select().from(requests).where(eq(requests.id, requestId)).get();
  if (!request) throw maintenanceError("maintenance.unknown", { field: "requestId" });
  return request;
}

const joined = prepared((db) =>
  db
    .select()
    .from(requests)
    .where(eq(requests.joinedTo, sql.placeholder("requestId"))),
);

/** The requests that go along with another, because they are about the same. */
export const joinedTo = (db: Db, requestId: string) => joined(db).all({ requestId });

/** The person who wants to see a request, and their role. */
export type Reader = Pick<SignedIn, "id" | "role">;

/** A request that somebody may see: staff and admins any, residents their own. @throws maintenance.unknown */
export function requestFor(db: Db, { id, role }: Reader, requestId: string) {
  const request = requestById(db, requestId);
  if (role === "Resident" && request.residentId !== id)
    throw maintenanceError("maintenance.unknown", { field: "requestId" });
  return request;
}

/** Tells its resident, staff and admins of a request, in the caller's transaction. */
export const tellOfRequest = (
  db: Db,
  by: Actor,
  { id: about, residentId: personId }: { id: string; residentId: string },
  { at }: Moment,
) => recordEvent(db, by, at, { topic: "request", about, audience: "staff", personId });

/** Tells staff and admins only. */
export const tellStaffOfRequest = (db: Db, by: Actor, requestId: string, { at }: Moment) =>
  recordEvent(db, by, at, { topic: "request", about: requestId, audience: "staff" });

/**
 * Logs a request of a resident with the status Open. Returns it.
 * @throws maintenance.day_too_far, maintenance.no_unit
 */
export function logRequest(
  db: Db,
  by: Actor,
  residentId: string,
  { profileId: _, ...input }: NewRequest,
  now: Moment,
) {
  if (input.date < dayAfter(now.today, -365) || input.date > dayAfter(now.today, 90))
    throw maintenanceError("maintenance.day_too_far", { field: "date" });
  if (hasNoUnit(db, residentId, now.today)) throw maintenanceError("maintenance.no_unit");
  const once = { action: "maintenance.log", input: { residentId, ...input } };
  const requestId = createOnce(db, by, now.at, once, () => {
    const id = newId();
    db.insert(requests)
      .values({ ...input, id, residentId, status: "Open", loggedAt: now.at })
      .run();
    const after = { residentId, maintenanceType: input.maintenanceType, status: "Open" };
    recordChange(db, by, now.at, { action: "maintenance.log", subjectId: id, after });
    tellOfRequest(db, by, { id, residentId }, now);
    return id;
  });
  return requestById(db, requestId);
}

/** The same condition as in the indexes of open requests; SQLite uses them only with it. */
export const isOpen = sql`${requests.status} <> 'Closed'`;

export const countOpenRequests = (db: Db) => countRows(db, requests, isOpen);

const none = { count: 0, oldest: null };
const openWhere = (where: SQL) =>
  prepared((db) =>
    db
      .select({ count: count(), oldest: min(requests.date) })
      .from(requests)
      .where(and(isOpen, where)),
  );
const openSince = openWhere(lte(requests.date, sql.placeholder("until")));
const openOfType = openWhere(ofType);

/** The number of open requests from this day or before, and the day of the oldest. */
export const oldRequests = (db: Db, until: Day) => openSince(db).get({ until }) ?? none;

/** The number of open requests of which nobody knows the trade, and the day of the oldest. */
export const unsureRequests = (db: Db) => openOfType(db).get({ type: "Not sure" }) ?? none;

/** The number of open requests of one trade from after a day and until another. */
export const countOpenBetween = (db: Db, type: string, after: Day, until: Day) =>
  countRows(
    db,
    requests,
    and(isOpen, isOfType(type), gt(requests.date, after), lte(requests.date, until)),
  );

export const countOpenRequestsFor = (db: Db, staff: Staff) =>
  countRows(db, requests, and(isOpen, isFor(staff)));

/** The number of open requests for somebody of the staff that are planned for a day or were before. */
export const countPlannedFor = (db: Db, staff: Staff, day: Day) =>
  countRows(db, requests, and(isOpen, isFor(staff), lte(requests.dueOn, day)));

export const countOpenRequestsOf = (db: Db, residentId: string) =>
  countRows(db, requests, and(isOpen, eq(requests.residentId, residentId)));

const openByResident = prepared((db) =>
  db
    .select({ residentId: requests.residentId, count: count() })
    .from(requests)
    .where(isOpen)
    .groupBy(requests.residentId),
);

/** The number of open requests of each resident who has some. */
export const openRequestsByResident = (db: Db) => openByResident(db).all();

/** The number of requests that a resident has ever made. */
export const countRequestsOf = (db: Db, residentId: string) =>
  countRows(db, requests, eq(requests.residentId, residentId));
