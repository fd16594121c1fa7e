import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
} from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import { type Db, write } from "../../../database/open.ts";
import { fromNewest } from "../../../database/pagination.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import type { SignedIn } from "../../../platform/auth/sessions/sessions.ts";
import { accounts } from "../../../platform/auth/table.ts";
import { type Day, dayOf, instantAt, type Moment } from "../../../platform/clock/clock.ts";
import { recordEvent } from "../../../platform/live/events.ts";
import { attachmentsByOwner } from "../../attachments/service.ts";
import { fullName } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { unitsError } from "../../units/errors.ts";
import { addressesOn } from "../../units/occupancy/homes.ts";
import { labelOf, partiesOf, partiesOfPerson } from "../../units/occupancy/service.ts";
import { unitsOf } from "../../units/service.ts";
import { announcementsError } from "../errors.ts";
import type { CorrectedNotice, NewNotice, Sender } from "../schema.ts";
import { holdsOn } from "../service.ts";
import {
  announcements,
  announcementUnits as noticeUnits,
  announcementReads as reads,
} from "../table.ts";

type Row = typeof announcements.$inferSelect;
export type Reader = Pick<SignedIn, "id" | "role">;
type Author = Actor & { accountId: string };

/** Those of a unit who are told what is for their unit. */
const ofUnit: readonly string[] = ["owner", "tenant", "occupant"];

/** Says of each notice whether it is for somebody on a day. Admins see all of them. */
function readerOf(db: Db, { id, role }: Reader, today: Day) {
  const theirs = partiesOfPerson(db, id, today);
  const ofThem = new Set(
    theirs.flatMap(({ role, unitId }) => (ofUnit.includes(role) ? unitId : [])),
  );
  const owns = theirs.some((party) => party.role === "owner");
  return ({ audience, authorId }: Row, unitIds: readonly string[]): boolean => {
    if (role === "Admin" || authorId === id || audience === "everybody") return true;
    if (audience === "owners") return owns;
    if (audience === "residents") return role === "Resident";
    if (audience === "staff") return role === "Staff";
    return unitIds.some((unitId) => ofThem.has(unitId));
  };
}

/** The units of notices, by the notice. */
function unitsByNotice(db: Db, rows: readonly Row[]): Map<string, string[]> {
  const some = rows.flatMap(({ id, audience }) => (audience === "units" ? id : []));
  const found = new Map<string, string[]>();
  if (some.length === 0) return found;
  for (const { announcementId, unitId } of db
    .select()
    .from(noticeUnits)
    .where(inArray(noticeUnits.announcementId, some))
    .all())
    found.set(announcementId, [...(found.get(announcementId) ?? []), unitId]);
  return found;
}

/** The most units that a notice names for which it is; of more it says how many. */
const mostNamed = 8;

/** For which units a notice is, in words: "Unit 3, Unit 4" or "12 units". */
function unitsInWords(db: Db, unitIds: readonly string[]): string {
  if (unitIds.length > mostNamed) return `${unitIds.length} units`;
  const labels = unitIds.flatMap((id) => labelOf(db, id) ?? []);
  return labels.sort((one, other) => one.localeCompare(other, "en", { numeric: true })).join(", ");
}

/** The most notices that are shown: the newest. */
const mostShown = 200;

const stored = getTableColumns(announcements);

/**
 * The notices for somebody that are shown today, pinned ones first, then the newest; before them those
 * of later (`isPlanned`), which only who may change them sees.
 */
export function noticesFor(db: Db, reader: Reader, { today }: Moment) {
  const rows = db
    .select({ ...stored, readAt: reads.readAt, author: people.name, surname: people.surname })
    .from(announcements)
    .innerJoin(people, eq(people.id, announcements.authorId))
    .leftJoin(reads, and(eq(reads.announcementId, announcements.id), eq(reads.personId, reader.id)))
    // Newest first by the primary key.
    .where(and(lt(announcements.id, fromNewest), or(holdsOn(today), isPlanned(reader, today))))
    .orderBy(desc(announcements.id))
    .limit(mostShown)
    .all();
  const units = unitsByNotice(db, rows);
  const isFor = readerOf(db, reader, today);
  const theirs = rows.filter((row) => isFor(row, units.get(row.id) ?? []));
  const files = attachmentsByOwner(
    db,
    "noticeFiles",
    theirs.map(({ id }) => id),
  );
  return theirs
    .map(({ author, surname, ...row }) => ({
      ...shownOf(row),
      author: fullName({ name: author, surname }),
      readAt: row.readAt,
      files: files.get(row.id) ?? [],
      isOwn: row.authorId === reader.id,
      // Others read only that it is for some units, of which one is theirs.
      units:
        reader.role === "Admin" || row.authorId === reader.id
          ? unitsInWords(db, units.get(row.id) ?? [])
          : "",
      isPlanned: row.firstDay !== null && row.firstDay > today,
    }))
    .sort(
      (one, other) =>
        Number(other.isPlanned) - Number(one.isPlanned) ||
        Number(other.pinned) - Number(one.pinned),
    );
}

/** For `where`: notices of later that somebody may change. */
const isPlanned = ({ id, role }: Reader, today: Day) =>
  and(
    isNull(announcements.withdrawnAt),
    gt(announcements.firstDay, today),
    role === "Admin" ? undefined : eq(announcements.authorId, id),
  );

const shownOf = ({ id, title, message, sender, date, ...row }: Row) => ({
  id,
  title,
  message,
  sender,
  date,
  audience: row.audience,
  urgent: row.urgent,
  pinned: row.pinned,
  from: row.firstDay,
  until: row.lastDay,
  correctedAt: row.correctedAt,
  outage:
    row.outage === null || row.outageFrom === null
      ? null
      : { what: row.outage, from: row.outageFrom, until: row.outageUntil },
});

/** A notice that was not withdrawn. @throws announcements.unknown */
function noticeById(db: Db, id: string): Row {
  const row = db
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, id), isNull(announcements.withdrawnAt)))
    .get();
  if (!row) throw announcementsError("announcements.unknown");
  return row;
}

/** @throws announcements.unknown if it is not for them */
export function noticeFor(db: Db, reader: Reader, id: string, today: Day): Row {
  const row = noticeById(db, id);
  const unitIds = unitsByNotice(db, [row]).get(id) ?? [];
  if (!readerOf(db, reader, today)(row, unitIds)) throw announcementsError("announcements.unknown");
  return row;
}

/** Those who log in and whom a notice is for, but who did not post it. */
function readersFor(db: Db, row: Row, today: Day) {
  const unitIds = unitsByNotice(db, [row]).get(row.id) ?? [];
  const inUnits = new Set(
    unitIds.flatMap((unitId) =>
      partiesOf(db, unitId, today).flatMap(({ role, personId }) =>
        ofUnit.includes(role) ? personId : [],
      ),
    ),
  );
  const isAddressee = ({ id, role }: Reader) => {
    if (row.audience === "units") return inUnits.has(id);
    if (row.audience === "owners")
      return partiesOfPerson(db, id, today).some((party) => party.role === "owner");
    if (row.audience === "residents") return role === "Resident";
    return row.audience === "everybody" || role === "Staff";
  };
  return db
    .select({
      id: people.id,
      name: people.name,
      surname: people.surname,
      address: people.address,
      role: accounts.role,
    })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.id))
    .where(isNull(accounts.removedAt))
    .all()
    .filter((person) => person.id !== row.authorId && isAddressee(person));
}

/**
 * Tells those whom a notice is for, and nobody else; and admins, who see all. Of a planned one only
 * admins and its author.
 */
export function tell(db: Db, by: Actor, row: Row, now: Moment): void {
  const event = { topic: "announcement", about: row.id } as const;
  const isPlanned = row.firstDay !== null && row.firstDay > now.today;
  if (!isPlanned && (row.audience === "everybody" || row.audience === "staff")) {
    recordEvent(db, by, now.at, { ...event, audience: row.audience, personId: row.authorId });
    return;
  }
  recordEvent(db, by, now.at, { ...event, audience: "admins", personId: row.authorId });
  if (isPlanned) return;
  for (const { id, role } of readersFor(db, row, now.today))
    if (role !== "Admin")
      recordEvent(db, by, now.at, { ...event, audience: "person", personId: id });
}

/** Tells people of the notices whose first day has come. Returns how many it was. */
export function tellPlanned(db: Db, by: Actor, now: Moment): number {
  return write(db, () => {
    const due = db
      .select()
      .from(announcements)
      .where(
        and(
          isNotNull(announcements.firstDay),
          isNull(announcements.toldAt),
          lte(announcements.firstDay, now.today),
        ),
      )
      .all();
    for (const row of due) {
      const set = { toldAt: now.at };
      db.update(announcements).set(set).where(eq(announcements.id, row.id)).run();
      if (row.withdrawnAt === null) tell(db, by, row, now);
    }
    return due.length;
  });
}

/** @throws announcements.ends_first, announcements.over */
function outageOf(input: NewNotice, now: Moment, timeZone: string) {
  const { outage } = input;
  if (!outage) return { outage: null, outageFrom: null, outageUntil: null };
  const instantOf = (said: string | undefined) =>
    said && (said.endsWith("Z") ? said : instantAt(said, timeZone));
  const outageFrom = instantOf(input.outageFrom) ?? now.at;
  const outageUntil = instantOf(input.outageUntil) ?? null;
  if (outageUntil !== null && outageUntil <= outageFrom)
    throw announcementsError("announcements.ends_first", { field: "outageUntil" });
  if (outageUntil !== null && outageUntil <= now.at)
    throw announcementsError("announcements.over", { field: "outageUntil" });
  return { outage, outageFrom, outageUntil };
}

/** @throws announcements.ends_first, announcements.over */
function daysOf({ from, until }: NewNotice, now: Moment, timeZone: string) {
  const dayIn = (said: string | undefined) =>
    said === undefined ? null : said.length === 10 ? said : dayOf(new Date(said), timeZone);
  const [firstDay, lastDay] = [dayIn(from), dayIn(until)];
  if (firstDay && lastDay && lastDay < firstDay)
    throw announcementsError("announcements.ends_first", { field: "until" });
  if (lastDay && lastDay < now.today)
    throw announcementsError("announcements.over", { field: "until" });
  return { firstDay, lastDay };
}

/**
 * Posts a notice. Returns it.
 * @throws announcements.ends_first, announcements.over, units.unknown
 */
export function postNotice(
  db: Db,
  by: Author,
  sender: Sender,
  input: NewNotice,
  now: Moment,
  timeZone: string,
) {
  const { title = "", message, audience = "everybody", urgent = false, pinned = false } = input;
  const days = daysOf(input, now, timeZone);
  const outage = outageOf(input, now, timeZone);
  // It is shown until something works again.
  if (outage.outageUntil !== null) days.lastDay ??= dayOf(new Date(outage.outageUntil), timeZone);
  const unitIds = typeof audience === "string" ? [] : [...new Set(audience.units)];
  const known = new Set(unitsOf(db, now.today).map((unit) => unit.id));
  if (unitIds.some((unitId) => !known.has(unitId)))
    throw unitsError("units.unknown", { field: "audience" });
  const once = { action: "announcements.post", input: { sender, ...input } };
  const id = createOnce(db, by, now.at, once, () => {
    const row: Row = {
      id: newId(),
      sender,
      authorId: by.accountId,
      message,
      date: now.at,
      title,
      audience: typeof audience === "string" ? audience : "units",
      urgent,
      pinned,
      ...days,
      ...outage,
      toldAt: days.firstDay && days.firstDay > now.today ? null : now.at,
      correctedAt: null,
      withdrawnAt: null,
      withdrawnReason: "",
    };
    db.insert(announcements).values(row).run();
    for (const unitId of unitIds)
      db.insert(noticeUnits).values({ announcementId: row.id, unitId }).run();
    const after = { title, message, audience, urgent, pinned, ...days, ...outage };
    recordChange(db, by, now.at, { action: once.action, subjectId: row.id, after });
    tell(db, by, row, now);
    return row.id;
  });
  return shownOf(noticeById(db, id));
}

/** Notes once that somebody has read a notice. @throws announcements.unknown */
export function readNotice(db: Db, by: Actor, reader: Reader, id: string, now: Moment): void {
  write(db, () => {
    noticeFor(db, reader, id, now.today);
    const read = { announcementId: id, personId: reader.id, readAt: now.at };
    const { changes } = db.insert(reads).values(read).onConflictDoNothing().run();
    if (changes === 0) return;
    recordChange(db, by, now.at, { action: "announcements.read", subjectId: id, after: {} });
    // The count of readers is for admins.
    recordEvent(db, by, now.at, { topic: "announcement", about: id, audience: "admins" });
  });
}

/**
 * How many have read a notice, of how many, and who has not. A unit has if one of its people has.
 * @throws announcements.unknown
 */
export function readersOf(db: Db, id: string, { today }: Moment) {
  const row = noticeById(db, id);
  const all = readersFor(db, row, today);
  const have = new Set(
    db
      .select({ personId: reads.personId })
      .from(reads)
      .where(eq(reads.announcementId, id))
      .all()
      .map(({ personId }) => personId),
  );
  const addressOf = addressesOn(db, today);
  const asked = all
    .map((person) => ({ personId: person.id, name: fullName(person), unit: addressOf(person) }))
    .sort((one, other) => one.unit.localeCompare(other.unit, "en", { numeric: true }));
  const unread = asked.filter(({ personId }) => !have.has(personId));
  const unitsAmong = (some: readonly { personId: string; unit: string }[]) =>
    new Set(some.flatMap(({ unit }) => unit || [])).size;
  return {
    read: all.length - unread.length,
    of: all.length,
    units: {
      read: unitsAmong(asked.filter(({ personId }) => have.has(personId))),
      of: unitsAmong(asked),
    },
    unread,
  };
}

/** @throws announcements.unknown, announcements.not_yours */
export function noticeToChange(db: Db, reader: Reader, id: string, today: Day): Row {
  const row = noticeFor(db, reader, id, today);
  if (reader.role !== "Admin" && row.authorId !== reader.id)
    throw announcementsError("announcements.not_yours");
  return row;
}

/**
 * Withdraws a notice: nobody is shown it any more, and the trail says why.
 * @throws announcements.unknown, announcements.not_yours
 */
export function withdrawNotice(
  db: Db,
  by: Actor,
  reader: Reader,
  { announcementId: id, reason = "" }: { announcementId: string; reason?: string | undefined },
  now: Moment,
): void {
  write(db, () => {
    const row = noticeToChange(db, reader, id, now.today);
    const set = { withdrawnAt: now.at, withdrawnReason: reason };
    db.update(announcements).set(set).where(eq(announcements.id, id)).run();
    const change = { before: { withdrawnAt: null }, after: { withdrawnAt: now.at, reason } };
    recordChange(db, by, now.at, { action: "announcements.withdraw", subjectId: id, ...change });
    tell(db, by, row, now);
  });
}

/**
 * Notes that something works again.
 * @throws announcements.unknown, announcements.not_yours, announcements.no_outage
 */
export function endOutage(db: Db, by: Actor, reader: Reader, id: string, now: Moment): void {
  write(db, () => {
    const row = noticeToChange(db, reader, id, now.today);
    const { outage, outageUntil } = row;
    if (outage === null || (outageUntil !== null && outageUntil <= now.at))
      throw announcementsError("announcements.no_outage");
    const set = { outageUntil: now.at, lastDay: now.today };
    db.update(announcements).set(set).where(eq(announcements.id, id)).run();
    const change = { before: { outageUntil, lastDay: row.lastDay }, after: set };
    recordChange(db, by, now.at, { action: "announcements.end_outage", subjectId: id, ...change });
    tell(db, by, row, now);
  });
}

/** Corrects the words of a notice. @throws announcements.unknown, announcements.not_yours */
export function correctNotice(
  db: Db,
  by: Actor,
  reader: Reader,
  { announcementId: id, title = "", message }: CorrectedNotice,
  now: Moment,
): void {
  write(db, () => {
    const row = noticeToChange(db, reader, id, now.today);
    if (row.title === title && row.message === message) return;
    const set = { title, message, correctedAt: now.at };
    db.update(announcements).set(set).where(eq(announcements.id, id)).run();
    const change = {
      before: { title: row.title, message: row.message },
      after: { title, message },
    };
    recordChange(db, by, now.at, { action: "announcements.correct", subjectId: id, ...change });
    tell(db, by, row, now);
  });
}

/** Of two entries of one person, each notice is read once. Call it before they become one. */
export const forgetDoubleReads = (db: Db, staysId: string, goesId: string): void =>
  void db
    .delete(reads)
    .where(
      and(
        eq(reads.personId, goesId),
        inArray(
          reads.announcementId,
          db.select({ id: reads.announcementId }).from(reads).where(eq(reads.personId, staysId)),
        ),
      ),
    )
    .run();

/** The units that a notice can be for. */
export const unitChoices = (db: Db, { today }: Moment) =>
  unitsOf(db, today).map(({ id, label, floor }) => ({ id, label, floor }));
