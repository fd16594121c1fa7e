import {
  and,
  count,
  eq,
  getTableColumns,
  inArray,
  isNull,
  lt,
  min,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import { countRows } from "../../../database/counting.ts";
import { listing } from "../../../database/list.ts";
import { type Db, prepared, write } from "../../../database/open.ts";
import type { Page } from "../../../database/pagination.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import type { Day, Instant, Moment } from "../../../platform/clock/clock.ts";
import { recordEvent } from "../../../platform/live/events.ts";
import type { Leaver } from "../../../platform/privacy/personal.ts";
import { telephoneKey } from "../../../platform/telephones/format.ts";
import { isTooLate, silence } from "../../../platform/undo/undo.ts";
import { nameKey, personKey } from "../../../platform/validation/keys.ts";
import { fullName, fullNamesOf } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { livesThere, type Party, partiesOf, unitsOfPerson } from "../../units/occupancy/service.ts";
import { unitParties } from "../../units/occupancy/table.ts";
import { units } from "../../units/table.ts";
import { changesError } from "../errors.ts";
import type { NewNotice, NoticeState } from "./schema.ts";
import { hasContacts, changeNotices as notices } from "./table.ts";

export type Notice = typeof notices.$inferSelect;

/** The person who comes or leaves: as the register has a leaver, or else as typed. */
const who = sql<string>`coalesce((select trim(${people.name} || ' ' || ${people.surname}) from ${unitParties} inner join ${people} on ${people.id} = ${unitParties.personId} where ${unitParties.id} = ${notices.partyId}), trim(${notices.name} || ' ' || ${notices.surname}))`;

const columns = {
  id: notices.id,
  kind: notices.kind,
  unitId: notices.unitId,
  unit: sql<string>`(select ${units.label} from ${units} where ${units.id} = ${notices.unitId})`,
  who,
  email: notices.email,
  telephone: notices.telephone,
  day: notices.day,
  note: notices.note,
  announcedAt: notices.announcedAt,
  state: notices.state,
  decidedAt: notices.decidedAt,
  reason: notices.reason,
};

/** A whole row, with the label of its unit. */
export const withUnit = { ...getTableColumns(notices), unit: columns.unit };

const withAnnouncer = {
  ...columns,
  announcer: sql<string>`(select trim(${people.name} || ' ' || ${people.surname}) from ${people} where ${people.id} = ${notices.announcedBy})`,
};

const ofAnnouncer = eq(notices.announcedBy, sql.placeholder("announcedBy"));

const newestFirst = listing(withAnnouncer, { from: notices });
const newestOfAnnouncer = listing(columns, { from: notices, where: ofAnnouncer });

/** Everything that was announced, the newest first. */
export const allNotices = (db: Db, page: Page) => newestFirst(db, page);

/** The notices of one person, the newest first. */
export const noticesOf = (db: Db, announcedBy: string, page: Page) =>
  newestOfAnnouncer(db, page, { announcedBy });

/** The same condition as in the index of waiting notices; SQLite uses it only with it. */
const isWaiting = sql`${notices.state} = 'Waiting'`;

const waiting = prepared((db) =>
  db
    .select({ count: count(), oldest: min(notices.announcedAt) })
    .from(notices)
    .where(isWaiting),
);

/** How many notices wait for an admin, and since when the oldest does. */
export const waitingNotices = (db: Db) => waiting(db).get() ?? { count: 0, oldest: null };

/** The most notices of one person that may wait. */
const mostWaiting = 20;

/**
 * A person's units today, by label. Owners see who lives in them, who else has a unit only sees
 * themselves.
 */
export function unitsOf(db: Db, personId: string, today: Day) {
  const ever = new Set(unitsOfPerson(db, personId).map(({ unitId }) => unitId));
  return presentUnits(db)
    .all()
    .filter(({ id }) => ever.has(id))
    .map((unit) => ({ ...unit, ...rolesInUnit(db, unit.id, personId, today) }))
    .filter(({ roles }) => roles.length > 0)
    .map(({ roles, ...unit }) => ({ ...unit, owns: roles.includes("owner") }))
    .sort((one, other) => one.label.localeCompare(other.label, "en", { numeric: true }));
}

const presentUnits = prepared((db) =>
  db.select({ id: units.id, label: units.label }).from(units).where(isNull(units.removedAt)),
);

function rolesInUnit(db: Db, unitId: string, personId: string, today: Day) {
  const parties = partiesOf(db, unitId, today);
  const roles = parties.filter((party) => party.personId === personId).map(({ role }) => role);
  const has = roles.filter((role) => role === "owner" || livesThere.includes(role));
  const sees = (party: Party) => has.includes("owner") || party.personId === personId;
  const residents = parties
    .filter((party) => livesThere.includes(party.role) && sees(party))
    .map(({ id: partyId, name }) => ({ partyId, name }));
  return { roles: has, residents };
}

/** For the screens of who announced it and of admins. */
export const tellOfNotice = (db: Db, by: Actor, about: string, { at }: Moment) =>
  recordEvent(db, by, at, {
    topic: "change",
    about,
    audience: "admins",
    personId: noticeById(db, about).announcedBy,
  });

/**
 * Announces a change. Returns the notice's id.
 * @throws changes.not_their_unit, changes.not_owner, changes.not_there,
 *   changes.too_many
 */
export function announce(
  db: Db,
  by: Actor,
  announcedBy: string,
  { profileId: _, ...input }: NewNotice,
  now: Moment,
): string {
  const once = { action: "changes.announce", input: { announcedBy, ...input } };
  return createOnce(db, by, now.at, once, () => {
    refuseOthersUnit(db, announcedBy, input, now.today);
    const theirs = and(isWaiting, eq(notices.announcedBy, announcedBy));
    if (countRows(db, notices, theirs) >= mostWaiting) throw changesError("changes.too_many");
    const id = newId();
    db.insert(notices)
      .values({ ...rowOf(db, input), id, announcedBy, announcedAt: now.at })
      .run();
    const { kind, unitId, on } = input;
    const after = { kind, unitId, since: on, announcedBy };
    recordChange(db, by, now.at, { action: once.action, subjectId: id, after });
    tellOfNotice(db, by, id, now);
    return id;
  });
}

/** A leaver has a name in the register already; only a newcomer has contacts. */
function rowOf(db: Db, { kind, unitId, on, note = "", ...typed }: Omit<NewNotice, "profileId">) {
  const partyId = kind === "moves out" ? (typed.partyId ?? null) : null;
  const { name = "", surname = "", email = "", telephone = "" } = partyId ? {} : typed;
  const contacts = kind === "moves out" ? { email: "", telephone: "" } : { email, telephone };
  return {
    kind,
    unitId,
    day: on,
    note,
    partyId,
    name,
    surname,
    ...contacts,
    state: "Waiting" as const,
    decidedBy: null,
    decidedAt: null,
    reason: "",
    personId: partyId ? personOf(db, partyId) : null,
  };
}

function personOf(db: Db, partyId: string): string | null {
  const { personId } = unitParties;
  return (
    db.select({ personId }).from(unitParties).where(eq(unitParties.id, partyId)).get()?.personId ??
    null
  );
}

/** @throws changes.not_their_unit, changes.not_owner, changes.not_there */
function refuseOthersUnit(
  db: Db,
  personId: string,
  { unitId, kind, partyId }: Pick<NewNotice, "unitId" | "kind" | "partyId">,
  today: Day,
): void {
  const unit = unitsOf(db, personId, today).find(({ id }) => id === unitId);
  if (!unit) throw changesError("changes.not_their_unit", { field: "unitId" });
  if (kind === "sale" && !unit.owns) throw changesError("changes.not_owner", { field: "kind" });
  const isThere = unit.residents.some((resident) => resident.partyId === partyId);
  if (kind === "moves out" && partyId && !isThere)
    throw changesError("changes.not_there", { field: "partyId" });
}

/** @throws changes.unknown */
export function noticeById(db: Db, noticeId: string): Notice {
  const notice = db.select().from(notices).where(eq(notices.id, noticeId)).get();
  if (!notice) throw changesError("changes.unknown", { field: "noticeId" });
  return notice;
}

/** The notice, if nobody has decided it. @throws changes.unknown, changes.decided */
export function waitingById(db: Db, noticeId: string): Notice {
  const notice = noticeById(db, noticeId);
  if (notice.state === "Waiting") return notice;
  const { state, decidedBy } = notice;
  const name = fullNamesOf(db, [decidedBy]).get(decidedBy) ?? "The person who announced it";
  throw changesError("changes.decided", {
    field: "noticeId",
    message: `${name} has ${doneWords[state]} this announcement already. Reload the page.`,
  });
}

const doneWords = {
  Waiting: "announced",
  Confirmed: "confirmed",
  Refused: "refused",
  Withdrawn: "withdrawn",
} as const satisfies Record<NoticeState, string>;

/** Refuses to change what somebody else announced. @throws changes.unknown */
function refuseOthers(db: Db, noticeId: string, announcedBy: string): void {
  if (noticeById(db, noticeId).announcedBy !== announcedBy)
    throw changesError("changes.unknown", { field: "noticeId" });
}

/**
 * Takes back what a person announced, while it waits.
 * @throws changes.unknown, changes.decided
 */
export function withdrawNotice(
  db: Db,
  by: Actor,
  announcedBy: string,
  noticeId: string,
  now: Moment,
): void {
  write(db, () => {
    refuseOthers(db, noticeId, announcedBy);
    const notice = waitingById(db, noticeId);
    decide(db, by, notice, { state: "Withdrawn", action: "changes.withdraw" }, now);
  });
}

/**
 * The same notice waits again, for somebody who withdrew the wrong one a moment ago.
 * @throws changes.unknown, changes.too_late_to_undo
 */
export function undoWithdrawal(
  db: Db,
  by: Actor,
  announcedBy: string,
  noticeId: string,
  now: Moment,
): void {
  const once = { action: "changes.undo_withdraw", input: { announcedBy, noticeId } };
  createOnce(db, by, now.at, once, () => {
    refuseOthers(db, noticeId, announcedBy);
    const { state, unitId, decidedAt } = noticeById(db, noticeId);
    if (state !== "Withdrawn" || !decidedAt || isTooLate(decidedAt, now))
      throw changesError("changes.too_late_to_undo");
    const waits = { state: "Waiting", decidedBy: null, decidedAt: null } as const;
    db.update(notices).set(waits).where(eq(notices.id, noticeId)).run();
    const change = { subjectId: noticeId, before: { state }, after: { state: "Waiting", unitId } };
    recordChange(db, by, now.at, { action: once.action, ...change });
    tellOfNotice(db, by, noticeId, now);
    silence(db, by, [noticeId], decidedAt);
    return noticeId;
  });
}

/**
 * Writes the names of these people into the notices that they move out, which otherwise have them
 * from the register: entries of the register that become one may lose theirs.
 */
export function nameWhoLeaves(db: Db, personIds: readonly string[]): void {
  const theirs = db
    .select({ id: notices.id, name: people.name, surname: people.surname })
    .from(notices)
    .innerJoin(unitParties, eq(unitParties.id, notices.partyId))
    .innerJoin(people, eq(people.id, unitParties.personId))
    .where(inArray(people.id, [...personIds]))
    .all();
  for (const { id, name, surname } of theirs)
    db.update(notices).set({ name, surname }).where(eq(notices.id, id)).run();
}

/** The names and contacts that somebody is known by. */
type Known = Pick<Leaver, "names" | "emails" | "telephones">;

/** Whether a notice says the same email or telephone, or the same name at one of these units. */
function isAbout(notice: Notice, { names, emails, telephones }: Known, unitIds: readonly string[]) {
  const { email, telephone, unitId } = notice;
  const hasKey = (key: (text: string) => string, one: string, others: readonly string[]) =>
    one !== "" && others.some((other) => key(other) === key(one));
  return (
    hasKey(nameKey, email, emails) ||
    hasKey(telephoneKey, telephone, telephones) ||
    (unitIds.includes(unitId) && hasKey(personKey, fullName(notice), names))
  );
}

/** The person of the unit, now or later, in a notice; null if nobody or several may be meant. */
export function personMeantBy(db: Db, notice: Notice): string | null {
  const { name, surname, email, cellPhone, telephone } = people;
  const found = db
    .selectDistinct({ id: people.id, name, surname, email, cellPhone, telephone })
    .from(unitParties)
    .innerJoin(people, eq(people.id, unitParties.personId))
    .where(and(eq(unitParties.unitId, notice.unitId), isNull(people.removedAt)))
    .all()
    .filter((person) => {
      const telephones = [person.cellPhone, person.telephone];
      const known = { names: [fullName(person)], emails: [person.email], telephones };
      return isAbout(notice, known, [notice.unitId]);
    });
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

/** Notices about a person, without what somebody else wrote to the admins about them. */
export const noticesAbout = (db: Db, personId: string) =>
  db
    .select(withUnit)
    .from(notices)
    .where(eq(notices.personId, personId))
    .all()
    .map(({ note: _, reason: __, ...notice }) => notice);

const nothing = { name: "", surname: "", email: "", telephone: "", note: "", reason: "" };

/**
 * Takes names, contacts and notes out of what a person announced, and of what others announced about
 * them. Call it in the transaction of the erasure.
 */
export function emptyNotices(db: Db, leaver: Leaver): void {
  const { id } = leaver;
  const unitIds = unitsOfPerson(db, id).map(({ unitId }) => unitId);
  const empty = (which: SQL | undefined) => db.update(notices).set(nothing).where(which).run();
  empty(or(eq(notices.announcedBy, id), eq(notices.personId, id)));
  // Apart, because together SQLite would use no index for them.
  for (const condition of [hasContacts, inArray(notices.unitId, unitIds)]) {
    const found = db.select().from(notices).where(condition).all();
    for (const notice of found)
      if (isAbout(notice, leaver, unitIds)) empty(eq(notices.id, notice.id));
  }
}

/** Who was announced, did not come and is nobody whom the register knows, so that nobody could erase them. */
const isOfNobody = and(
  inArray(notices.state, ["Refused", "Withdrawn"]),
  isNull(notices.personId),
  sql`(name <> '' or surname <> '' or note <> '' or reason <> '')`,
);

/**
 * Removes the contacts from what was decided before a time, and all words of those who did not come.
 * Returns of how many.
 */
export function forgetContacts(db: Db, by: Actor, before: Instant, now: Moment): number {
  return write(db, () => {
    const take = (which: SQL | undefined, values: Partial<typeof nothing>) =>
      db
        .update(notices)
        .set(values)
        .where(and(which, lt(notices.decidedAt, before)))
        .run().changes;
    const changes = take(isOfNobody, nothing) + take(hasContacts, { email: "", telephone: "" });
    if (changes === 0) return 0;
    const after = { announcements: changes, decidedBefore: before.slice(0, 10) };
    recordChange(db, by, now.at, {
      action: "changes.forgetContacts",
      subjectId: "changes",
      after,
    });
    return changes;
  });
}

/** A decision about a notice. */
interface Decision {
  state: Exclude<NoticeState, "Waiting">;
  action: string;
  reason?: string;
  /** The person who came; by default whom the notice must mean. */
  personId?: string | null;
  /** The day from which it counts, if an admin corrected it. */
  day?: Day;
  /** More details for the trail. */
  more?: object;
}

/** Enters what became of a notice. */
export function decide(
  db: Db,
  by: Actor,
  notice: Notice,
  { action, more, ...decision }: Decision,
  now: Moment,
): void {
  const { id, state: before, unitId } = notice;
  // Found now, because the contacts go some days after the decision.
  const personId = decision.personId ?? notice.personId ?? personMeantBy(db, notice);
  const decided = { ...decision, personId, decidedBy: by.accountId, decidedAt: now.at };
  db.update(notices).set(decided).where(eq(notices.id, id)).run();
  const { state, day } = decision;
  const after = { state, unitId, ...(day && { since: day }), ...more };
  recordChange(db, by, now.at, { action, subjectId: id, before: { state: before }, after });
  tellOfNotice(db, by, id, now);
}
