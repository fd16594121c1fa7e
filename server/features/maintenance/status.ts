import { and, desc, eq, gte, inArray } from "drizzle-orm";
import { countRows } from "../../database/counting.ts";
import { type Db, write } from "../../database/open.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../platform/audit/audit.ts";
import { accounts } from "../../platform/auth/table.ts";
import type { Instant, Moment } from "../../platform/clock/clock.ts";
import { takeBack, undoable } from "../../platform/undo/undo.ts";
import { people } from "../people/table.ts";
import { maintenanceError } from "./errors.ts";
import { isClosed } from "./list.ts";
import { insertNote } from "./notes.ts";
import type { MaintenanceStatus, NotFixed, RequestRating, RequestStatusChange } from "./schema.ts";
import { joinedTo, type Reader, requestById, requestFor, tellOfRequest } from "./service.ts";
import {
  maintenanceStatusChanges as changes,
  maintenanceNotes as notes,
  maintenanceRequests as requests,
} from "./table.ts";

/**
 * Opens or closes a request and those joined to it, and records by whom and when, with a note if
 * there is one. A repeated call changes nothing, whatever was done since. Returns the request.
 * @throws maintenance.unknown; maintenance.changed if its status is no longer `from`
 */
export function setRequestStatus(
  db: Db,
  by: Actor & { accountId: string },
  input: RequestStatusChange,
  now: Moment,
) {
  const { requestId, status, note } = input;
  createOnce(db, by, now.at, { action: "maintenance.set_status", input }, () => {
    const others = joinedTo(db, requestId).map(({ id }) => id);
    undoable(db, by, now, rowsOf([requestId, ...others]), () => {
      setStatusOfOne(db, by, input, now);
      for (const id of others) setStatusOfOne(db, by, { requestId: id, status, note }, now);
    });
    return requestId;
  });
  return requestById(db, requestId);
}

/** The rows that a change of these requests' status changes or adds. */
const rowsOf = (ids: readonly string[]) => [
  { table: requests, where: inArray(requests.id, ids) },
  { table: changes, where: inArray(changes.requestId, ids) },
  { table: notes, where: inArray(notes.requestId, ids) },
];

/**
 * Takes back that this person opened or closed a request, with what went along and the note of it.
 * @throws maintenance.unknown, undo.too_late, undo.changed_since
 */
export function undoStatus(db: Db, by: Actor, reader: Reader, requestId: string, now: Moment) {
  requestFor(db, reader, requestId);
  const once = { action: "maintenance.undo", input: { requestId } };
  createOnce(db, by, now.at, once, () => {
    takeBack(db, by, requestId, now, (rows) => {
      for (const { after } of rows.filter(({ table }) => table === requests)) {
        const request = requestById(db, after.id);
        const change = { before: { status: after.status }, after: { status: request.status } };
        recordChange(db, by, now.at, { action: once.action, subjectId: after.id, ...change });
        tellOfRequest(db, by, request, now);
      }
    });
    return requestId;
  });
}

type Request = ReturnType<typeof requestById>;

/** @param also what else changes with it: by default, that staff or an admin did something about it */
function setStatusOfOne(
  db: Db,
  by: Actor & { accountId: string },
  { requestId, status, from, note }: RequestStatusChange,
  now: Moment,
  also: Partial<Request> = { saidOn: now.today },
) {
  const before = requestById(db, requestId);
  // Of several that are closed at once, the one that goes along with another is closed already.
  // Somebody who closes one with a note has to hear that the note would be lost.
  if (before.status === status && before.joinedTo !== null && note === undefined) return before;
  if (from !== undefined && before.status !== from) throw maintenanceError("maintenance.changed");
  if (before.status === status) return before;
  const after = { status, ...also };
  db.update(requests).set(after).where(eq(requests.id, requestId)).run();
  if (note !== undefined) insertNote(db, by, { requestId, text: note }, now);
  db.insert(changes)
    .values({ requestId, status, changedBy: by.accountId, changedAt: now.at })
    .run();
  const change = { subjectId: requestId, before: { status: before.status }, after: { status } };
  recordChange(db, by, now.at, { action: "maintenance.set_status", ...change });
  tellOfRequest(db, by, before, now);
  return { ...before, ...after };
}

/**
 * Opens a resident's request again that was closed and is not mended. It begins anew, with those
 * that were joined to it; one that went along with another goes on by itself.
 * @throws maintenance.unknown, maintenance.not_closed
 */
export function reportNotFixed(
  db: Db,
  by: Actor & { accountId: string },
  residentId: string,
  { requestId, text }: NotFixed,
  now: Moment,
): void {
  write(db, () => {
    if (!isClosed(requestFor(db, { id: residentId, role: "Resident" }, requestId)))
      throw maintenanceError("maintenance.not_closed");
    const others = joinedTo(db, requestId).filter(isClosed);
    // The rating was of work that turned out not to fix it.
    const anew = { step: "new", stars: null, ratingComment: null } as const;
    const change = { requestId, status: "Open", note: text } as const;
    setStatusOfOne(db, by, change, now, { ...anew, joinedTo: null });
    // Without the note, which was not written for others.
    for (const { id } of others)
      setStatusOfOne(db, by, { requestId: id, status: "Open" }, now, anew);
  });
}

/** The most status changes in a request's history. */
const mostChanges = 500;

/**
 * The changes of a request between open and closed, by whom and when, oldest first. If there are
 * too many, the newest. A resident who reads it is not told who the other residents are whose
 * requests it goes along with.
 * @throws maintenance.unknown
 */
export function historyOf(db: Db, reader: Reader, requestId: string) {
  requestById(db, requestId);
  const isNamed = ({ changedBy, role }: { changedBy: string; role: Reader["role"] | null }) =>
    reader.role !== "Resident" || changedBy === reader.id || role !== "Resident";
  return db
    .select({
      id: changes.id,
      status: changes.status,
      changedAt: changes.changedAt,
      changedBy: changes.changedBy,
      name: people.name,
      surname: people.surname,
      role: accounts.role,
    })
    .from(changes)
    .innerJoin(people, eq(people.id, changes.changedBy))
    .leftJoin(accounts, eq(accounts.id, changes.changedBy))
    .where(eq(changes.requestId, requestId))
    .orderBy(desc(changes.id))
    .limit(mostChanges)
    .all()
    .reverse()
    .map(({ id, status, changedAt, name, surname, ...who }) => {
      const named = isNamed(who) ? { name, surname } : { name: "", surname: "" };
      return { id, status, changedAt, ...named };
    });
}

/** The number of times that requests were set to `status` since a time. */
export const countStatusChanges = (db: Db, status: MaintenanceStatus, since: Instant) =>
  countRows(db, changes, and(eq(changes.status, status), gte(changes.changedAt, since)));

/**
 * Keeps what a resident thinks of how their request was dealt with; it may be changed.
 * @throws maintenance.unknown, maintenance.open
 */
export function rateRequest(
  db: Db,
  by: Actor,
  residentId: string,
  { requestId, stars, comment = "" }: RequestRating,
  now: Moment,
): void {
  write(db, () => {
    const request = requestFor(db, { id: residentId, role: "Resident" }, requestId);
    if (!isClosed(request)) throw maintenanceError("maintenance.open");
    if (request.stars === stars && request.ratingComment === comment) return;
    db.update(requests)
      .set({ stars, ratingComment: comment })
      .where(eq(requests.id, requestId))
      .run();
    const change = { before: { stars: request.stars }, after: { stars } };
    recordChange(db, by, now.at, { action: "maintenance.rate", subjectId: requestId, ...change });
    tellOfRequest(db, by, request, now);
  });
}
