import { randomInt } from "node:crypto";
import { and, count, eq, gte, isNotNull, isNull, lt, min, ne, type SQL, sql } from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import { countRows } from "../../database/counting.ts";
import { listing } from "../../database/list.ts";
import { type Db, placeholdersOf, prepared } from "../../database/open.ts";
import type { Page } from "../../database/pagination.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../platform/audit/audit.ts";
import type { Role } from "../../platform/auth/schema.ts";
import type { Day, Instant, Moment } from "../../platform/clock/clock.ts";
import {
  type Asked,
  type LongList,
  pageOfList,
  type SearchAt,
} from "../../platform/lists/longList.ts";
import { recordEvent } from "../../platform/live/events.ts";
import { knownPerson, mayLogIn, personById, personEver } from "../people/service.ts";
import { people } from "../people/table.ts";
import { addressOf, letterAddressOf } from "../units/occupancy/homes.ts";
import type { PartyRole } from "../units/occupancy/schema.ts";
import { livesThere, partiesOfPerson } from "../units/occupancy/service.ts";
import { finesError } from "./errors.ts";
import { fineRules, type ListedFine } from "./list.ts";
import {
  type FineState,
  type FineStatus,
  type FineStatusChange,
  type FineStep,
  type NewFine,
  withdrawn,
} from "./schema.ts";
import { fineStatusChanges, fines } from "./table.ts";

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
  withdrawnReason: fines.withdrawnReason,
  turnedDownReason: fines.turnedDownReason,
  remindedAt: fines.remindedAt,
  name: people.name,
  surname: people.surname,
};

const withPerson = { from: fines, join: { table: people, on: eq(people.id, fines.residentId) } };
const ofResident = eq(fines.residentId, sql.placeholder("residentId"));

const stands = ne(fines.status, withdrawn);

const newestFirst = listing(columns, withPerson);
const newestStanding = listing(columns, { ...withPerson, where: stands });
const newestOfResident = listing(columns, { ...withPerson, where: ofResident });
const newestStandingOfResident = listing(columns, {
  ...withPerson,
  where: and(ofResident, stands),
});

/** A part of a list: `standing` leaves out withdrawn fines. */
type Part = Page & { standing?: boolean | undefined };

/** Every fine of the building, newest first. */
export const allFines = (db: Db, page: Part) =>
  (page.standing ? newestStanding : newestFirst)(db, page);

/** One resident's fines, newest first. */
export const finesOf = (db: Db, residentId: string, page: Part) =>
  (page.standing ? newestStandingOfResident : newestOfResident)(db, page, { residentId });

/** The fines of anybody who is or was in the register. @throws people.unknown */
export function finesOfPerson(
  db: Db,
  { profileId = "", ...page }: Part & { profileId?: string | undefined },
) {
  knownPerson(db, profileId, "profileId");
  return finesOf(db, profileId, page);
}

const longList: LongList<ListedFine, typeof columns> = {
  columns,
  ...withPerson,
  rules: fineRules,
  dated: { by: fines.issuedAt, as: "instant" },
  whose: { person: "residentId", room: "roomNo", at: "issuedAt" },
};

/** Every fine of the building, or those that are asked for, as a screen shows them. */
export const searchFines = (db: Db, asked: Asked, at: SearchAt) =>
  pageOfList(db, longList, asked, at);

const oneFine = (where?: SQL) =>
  prepared((db) =>
    db
      .select({ ...columns, withdrawnAt: fines.withdrawnAt })
      .from(fines)
      .innerJoin(people, withPerson.join.on)
      .where(and(eq(fines.id, sql.placeholder("fineId")), where)),
  );
const byId = oneFine();
const byIdOfResident = oneFine(ofResident);

/** @throws fines.unknown */
export function fineById(db: Db, fineId: string) {
  const fine = byId(db).get({ fineId });
  if (!fine) throw finesError("fines.unknown", { field: "fineId" });
  return fine;
}

/** A fine with where a letter about it would go today. @throws fines.unknown */
export function finePage(db: Db, fineId: string, today: Day) {
  const fine = fineById(db, fineId);
  const person = personEver(db, fine.residentId);
  return { ...fine, sendTo: person ? letterAddressOf(db, person, today) : "" };
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

/** Says whether a fine with this id exists, for any resident. */
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
    .where(eq(fines.reference, sql.placeholder("reference"))),
);

/** Residents who log in can be fined, and everybody who owns, rents or lives in a unit. */
export const canBeFined = (role: Role | null, roles: readonly PartyRole[]): boolean =>
  role === "Resident" || roles.some((each) => each === "owner" || livesThere.includes(each));

/** @throws people.unknown, fines.no_unit */
function finable(db: Db, personId: string, today: Day) {
  const person = personById(db, personId, "residentId");
  const roles = partiesOfPerson(db, personId, today).map(({ role }) => role);
  if (!canBeFined(mayLogIn(person) ? person.role : null, roles))
    throw finesError("fines.no_unit", { field: "residentId" });
  return person;
}

const insertFine = prepared((db) => db.insert(fines).values(placeholdersOf(fines)));

/**
 * Issues a fine to somebody with the status Unpaid. Returns the fine.
 * @throws people.unknown, fines.no_unit, fines.due_before_issue
 */
export function issueFine(db: Db, by: Actor, input: NewFine, now: Moment) {
  const create = () => {
    const resident = finable(db, input.residentId, now.today);
    if (input.dueDate < now.today) throw finesError("fines.due_before_issue", { field: "dueDate" });
    const { residentId, type, amountCents, dueDate, reason } = input;
    const id = newId();
    insertFine(db).run({
      id,
      residentId,
      status: "Unpaid",
      type,
      amountCents,
      reason,
      issuedAt: now.at,
      issuedBy: by.accountId,
      dueDate,
      roomNo: addressOf(db, resident, now.today),
      reference: newReference(db),
      withdrawnReason: null,
      withdrawnAt: null,
      turnedDownReason: null,
      paidAt: null,
      remindedAt: null,
    } satisfies typeof fines.$inferSelect);
    const after = { residentId, type, amountCents, dueDate };
    recordChange(db, by, now.at, { action: "fines.issue", subjectId: id, after });
    tellOfFine(db, by, { id, residentId }, now);
    return id;
  };
  const once = { action: "fines.issue", input };
  const fineId = createOnce(db, by, now.at, once, create);
  return fineById(db, fineId);
}

/**
 * Sets the status of a fine that stands; every transition is allowed. A repeated request changes nothing,
 * whatever was done since. Returns the fine.
 * @throws fines.unknown; fines.changed if its status is no longer `from`; fines.withdrawn,
 *   fines.erased
 */
export function setFineStatus(db: Db, by: Actor, input: FineStatusChange, now: Moment) {
  const { fineId, status, from, reason } = input;
  createOnce(db, by, now.at, { action: "fines.set_status", input }, () => {
    const before = fineById(db, fineId);
    if (from !== undefined && before.status !== from) throw finesError("fines.changed");
    if (before.status === withdrawn) throw finesError("fines.withdrawn");
    if (before.status !== status) changeFine(db, by, before, { did: "set", status, reason }, now);
    return fineId;
  });
  return fineById(db, fineId);
}

/** Tells admins and its resident that a fine has changed, in the caller's transaction. */
export const tellOfFine = (
  db: Db,
  by: Actor,
  { id: about, residentId: personId }: { id: string; residentId: string },
  { at }: Moment,
) => recordEvent(db, by, at, { topic: "fine", about, audience: "admins", personId });

/** The names of the steps in the trail. */
const actions = {
  set: "fines.set_status",
  undone: "fines.undo",
  withdrawn: "fines.withdraw",
  "put back": "fines.put_back",
} satisfies Record<Exclude<FineStep, "issued" | "reminder made">, string>;

/** The change of a fine's status, with its reason if it is withdrawn or its proof turned down. */
interface FineChange {
  did: keyof typeof actions;
  status: FineState;
  reason?: string | undefined;
  /** The time at which it had that status before, if it gets it back. */
  since?: Instant | undefined;
}

/**
 * Changes a fine's status, with an entry in its history and in the trail, in the caller's transaction.
 * @throws fines.erased if it would be owed by somebody who was erased
 */
export function changeFine(
  db: Db,
  by: Actor,
  before: { id: string; status: FineState; residentId: string },
  { did, status, reason, since }: FineChange,
  now: Moment,
): void {
  const { id } = before;
  const isOwed = status !== "Paid" && status !== withdrawn;
  if (isOwed && personEver(db, before.residentId)?.erasedAt) throw finesError("fines.erased");
  const at = since ?? now.at;
  const values = {
    status,
    withdrawnReason: status === withdrawn ? (reason ?? null) : null,
    withdrawnAt: status === withdrawn ? at : null,
    turnedDownReason: status === "Unpaid" ? (reason ?? null) : null,
    paidAt: status === "Paid" ? at : null,
  };
  db.update(fines).set(values).where(eq(fines.id, id)).run();
  db.insert(fineStatusChanges)
    .values({
      fineId: id,
      did,
      statusBefore: before.status,
      status,
      reason,
      changedBy: by.accountId,
      changedAt: now.at,
    })
    .run();
  const change = { before: { status: before.status }, after: { status, reason } };
  recordChange(db, by, now.at, { action: actions[did], subjectId: id, ...change });
  tellOfFine(db, by, before, now);
}

type OpenStatus = Exclude<FineStatus, "Paid">;

/** The same condition as in the index `fines_open`; SQLite uses the index only with it. */
const isOpen = sql`${fines.status} <> 'Paid'`;
/** For `where`: open fines in a status. */
export const inStatus = and(isOpen, eq(fines.status, sql.placeholder("status")));
/** For `where`: fines whose payment an admin has yet to check. */
export const isPending = and(isOpen, sql`${fines.status} = 'Pending...'`);
const total = {
  count: count(),
  cents: sql<number>`coalesce(sum(${fines.amountCents}), 0)`,
};
const none = { count: 0, cents: 0 };

const openTotal = prepared((db) => db.select(total).from(fines).where(inStatus));

const openTotalOfResident = prepared((db) =>
  db.select(total).from(fines).where(and(inStatus, ofResident)),
);

/** The number of fines in a status in the whole building, and their total in cents. */
export const fineTotals = (db: Db, status: OpenStatus) => openTotal(db).get({ status }) ?? none;

/** The same for one resident. */
export const fineTotalsOf = (db: Db, residentId: string, status: OpenStatus) =>
  openTotalOfResident(db).get({ residentId, status }) ?? none;

const openByResident = prepared((db) =>
  db
    .select({ residentId: fines.residentId, cents: total.cents })
    .from(fines)
    .where(inStatus)
    .groupBy(fines.residentId),
);

/** The debt in cents of each resident who has a fine in this status. */
export const owedByResident = (db: Db, status: OpenStatus) => openByResident(db).all({ status });

export const isOverdue = and(
  isOpen,
  eq(fines.status, "Unpaid"),
  lt(fines.dueDate, sql.placeholder("today")),
);

const unreminded = prepared((db) =>
  db
    .select({ ...total, since: min(fines.dueDate) })
    .from(fines)
    .where(and(isOverdue, isNull(fines.remindedAt))),
);

const reminded = prepared((db) =>
  db
    .select({ count: count() })
    .from(fines)
    .where(and(isOverdue, isNotNull(fines.remindedAt))),
);

/**
 * The fines that were due before today and that nobody has paid: those of which no reminder letter
 * was made, with their total in cents, and how many of the others there are.
 */
export const overdueFines = (db: Db, today: Day) => ({
  ...(unreminded(db).get({ today }) ?? { ...none, since: null }),
  reminded: reminded(db).get({ today })?.count ?? 0,
});

const span = { from: sql.placeholder("from"), until: sql.placeholder("until") };
const centsWhere = (where: SQL | undefined) =>
  prepared((db) => db.select({ cents: total.cents }).from(fines).where(where));
const issued = centsWhere(
  and(gte(fines.issuedAt, span.from), lt(fines.issuedAt, span.until), ne(fines.status, withdrawn)),
);
const paid = centsWhere(
  and(isNotNull(fines.paidAt), gte(fines.paidAt, span.from), lt(fines.paidAt, span.until)),
);

/** The sum in cents of the fines issued in a span of time and not withdrawn, and of those paid in it. */
export const finesIn = (db: Db, from: Instant, until: Instant) => ({
  issuedCents: issued(db).get({ from, until })?.cents ?? 0,
  paidCents: paid(db).get({ from, until })?.cents ?? 0,
});

/** The number of fines that a resident has ever had. */
export const countFinesOf = (db: Db, residentId: string) =>
  countRows(db, fines, eq(fines.residentId, residentId));

/** A resident's unpaid fines, and those whose payment an admin has yet to check. */
export const owedBy = (db: Db, residentId: string) => ({
  unpaid: fineTotalsOf(db, residentId, "Unpaid"),
  pending: fineTotalsOf(db, residentId, "Pending..."),
});
