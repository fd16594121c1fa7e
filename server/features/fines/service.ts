import { randomInt } from "node:crypto";
import { and, count, eq, type SQL, sql } from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import { counting } from "../../database/counting.ts";
import { listing } from "../../database/list.ts";
import { adding, type Db, prepared, write } from "../../database/open.ts";
import type { Page } from "../../database/pagination.ts";
import { type Actor, createOnce, recordChange } from "../../platform/audit/audit.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { peopleError } from "../people/errors.ts";
import { personEver } from "../people/service.ts";
import { people } from "../people/table.ts";
import { finesError } from "./errors.ts";
import type { FineStatus, FineStatusChange, NewFine } from "./schema.ts";
import { fines } from "./table.ts";

const columns = {
  id: fines.id,
  residentId: fines.residentId,
  status: fines.status,
  type: fines.type,
  amountCents: fines.amountCents,
  reason: fines.reason,
  issuedAt: fines.issuedAt,
  dueDate: fines.dueDate,
  roomNo: fines.roomNo,
  reference: fines.reference,
  name: people.name,
  surname: people.surname,
};

const withPerson = { from: fines, join: { table: people, on: eq(people.id, fines.residentId) } };
const ofResident = eq(fines.residentId, sql.placeholder("residentId"));

const newestFirst = listing(columns, withPerson);
const newestOfResident = listing(columns, { ...withPerson, where: ofResident });

/** Every fine of the building, newest first. */
export const allFines = (db: Db, page: Page) => newestFirst(db, page);

/** One resident's fines, newest first. */
export const finesOf = (db: Db, residentId: string, page: Page) =>
  newestOfResident(db, page, { residentId });

const oneFine = (where?: SQL) =>
  prepared((db) =>
    db
      .select(columns)
      .from(fines)
      .innerJoin(people, withPerson.join.on)
      .where(and(eq(fines.id, sql.placeholder("fineId")), where))
      .prepare(),
  );
const byId = oneFine();
const byIdOfResident = oneFine(ofResident);

/** @throws fines.unknown */
export function fineById(db: Db, fineId: string) {
  const fine = byId(db).get({ fineId });
  if (!fine) throw finesError("fines.unknown", { field: "fineId" });
  return fine;
}

/** One fine of this resident. Other residents' fines count as unknown. @throws fines.unknown */
export function fineOf(db: Db, residentId: string, fineId: string) {
  const fine = byIdOfResident(db).get({ fineId, residentId });
  if (!fine) throw finesError("fines.unknown", { field: "fineId" });
  return fine;
}

/** The id of a resident's only unpaid fine; null if none or several are unpaid. */
export function onlyUnpaidFineOf(db: Db, residentId: string): string | null {
  const { id } = fines;
  const unpaid = and(eq(fines.residentId, residentId), eq(fines.status, "Unpaid"));
  const [only, another] = db.select({ id }).from(fines).where(unpaid).limit(2).all();
  return only && !another ? only.id : null;
}

/** Whether a fine with this id exists, for any resident. */
export const isFine = (db: Db, id: string): boolean => byId(db).get({ fineId: id }) !== undefined;

// Nobody confuses these characters on a bank slip: no 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V.
const legible = "34679ACDEFGHJKMNPQRTWXY";

/** An unused payment reference such as `F-7KM3X9`. 148 million are possible. */
function newReference(db: Db): string {
  const letters = Array.from({ length: 6 }, () => legible[randomInt(legible.length)]);
  const reference = `F-${letters.join("")}`;
  return byReference(db).get({ reference }) ? newReference(db) : reference;
}

const byReference = prepared((db) =>
  db
    .select({ id: fines.id })
    .from(fines)
    .where(eq(fines.reference, sql.placeholder("reference")))
    .prepare(),
);

const addFine = adding(fines);

/**
 * Issues a fine to a resident with the status Unpaid. Returns the fine.
 * @throws people.unknown if there is no such resident; fines.due_before_issue
 */
export function issueFine(db: Db, by: Actor, input: NewFine, now: Moment) {
  const create = () => {
    const resident = personEver(db, input.residentId);
    if (resident?.removedAt !== null || resident.role !== "Resident")
      throw peopleError("people.unknown", { field: "residentId" });
    if (input.dueDate < now.today) throw finesError("fines.due_before_issue", { field: "dueDate" });
    const { residentId, type, amountCents, dueDate, reason } = input;
    const id = newId();
    addFine(db, {
      id,
      residentId,
      status: "Unpaid",
      type,
      amountCents,
      reason,
      issuedAt: now.at,
      dueDate,
      roomNo: resident.address,
      reference: newReference(db),
    });
    const after = { residentId, type, amountCents, dueDate };
    recordChange(db, by, now.at, { action: "fines.issue", subjectId: id, after });
    return id;
  };
  const once = { action: "fines.issue", input };
  const fineId = createOnce(db, by, now.at, once, create);
  return fineById(db, fineId);
}

/**
 * Sets a fine's status; every transition is allowed. Returns the fine.
 * @throws fines.unknown; fines.changed if its status is no longer `from`
 */
export function setFineStatus(
  db: Db,
  by: Actor,
  { fineId, status, from }: FineStatusChange,
  now: Moment,
) {
  return write(db, () => {
    const before = fineById(db, fineId);
    if (from !== undefined && before.status !== from) throw finesError("fines.changed");
    if (before.status === status) return before;
    db.update(fines).set({ status }).where(eq(fines.id, fineId)).run();
    const change = { subjectId: fineId, before: { status: before.status }, after: { status } };
    recordChange(db, by, now.at, { action: "fines.set_status", ...change });
    return fineById(db, fineId);
  });
}

type OpenStatus = Exclude<FineStatus, "Paid">;

/** The same condition as in the index `fines_open`; SQLite uses the index only with it. */
const isOpen = sql`${fines.status} <> 'Paid'`;
const inStatus = and(isOpen, eq(fines.status, sql.placeholder("status")));
const total = {
  count: count(),
  cents: sql<number>`coalesce(sum(${fines.amountCents}), 0)`,
};
const none = { count: 0, cents: 0 };

const openTotal = prepared((db) => db.select(total).from(fines).where(inStatus).prepare());

const openTotalOfResident = prepared((db) =>
  db.select(total).from(fines).where(and(inStatus, ofResident)).prepare(),
);

/** The number of fines in a status in the whole building, and their total in cents. */
export const fineTotals = (db: Db, status: OpenStatus) => openTotal(db).get({ status }) ?? none;

/** The same for one resident. */
export const fineTotalsOf = (db: Db, residentId: string, status: OpenStatus) =>
  openTotalOfResident(db).get({ residentId, status }) ?? none;

const finesOfResident = counting(fines, ofResident);

/** How many fines a resident has ever had. */
export const countFinesOf = (db: Db, residentId: string) => finesOfResident(db, { residentId });

/** A resident's unpaid fines, and those whose payment an admin has yet to check. */
export const owedBy = (db: Db, residentId: string) => ({
  unpaid: fineTotalsOf(db, residentId, "Unpaid"),
  pending: fineTotalsOf(db, residentId, "Pending..."),
});
