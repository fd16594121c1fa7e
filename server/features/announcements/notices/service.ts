import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import { type Db, prepared, write } from "../../../database/open.ts";
import { fromNewest } from "../../../database/pagination.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import type { Day, Moment } from "../../../platform/clock/clock.ts";
import { attachmentsByOwner } from "../../attachments/service.ts";
import { fullName } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { unitsError } from "../../units/errors.ts";
import { unitsOf } from "../../units/service.ts";
import { announcementsError } from "../errors.ts";
import type { CorrectedNotice, NewNotice, Sender } from "../schema.ts";
import { holdsOn } from "../service.ts";
import {
  announcements,
  announcementUnits as noticeUnits,
  announcementReads as reads,
} from "../table.ts";
import {
  audiencesOf,
  isFor,
  type Reader,
  type Row,
  tell,
  unitsByNotice,
  unitsInWords,
} from "./audience.ts";
import { chosenLastDay, correctedEnd, daysOf, outageOf } from "./outages.ts";

type Author = Actor & { accountId: string };

/** The most notices that are shown: so many pinned ones, and so many of the newest others. */
const mostShown = 200;

const stored = getTableColumns(announcements);

const whoReads = sql.placeholder("readerId");

/** For `where`: notices that who reads may change. */
const isTheirs = or(sql`${sql.placeholder("isAdmin")}`, eq(announcements.authorId, whoReads));

/** For `where`: notices of later that who reads may change. */
const isPlanned = and(
  isNull(announcements.withdrawnAt),
  gt(announcements.firstDay, sql.placeholder("today")),
  isTheirs,
);

/** For `where`: notices for who reads, whose audiences and units are given as JSON. */
const isForThem = or(
  isTheirs,
  sql`${announcements.audience} in (select value from json_each(${sql.placeholder("audiences")}))`,
  sql`exists (select 1 from ${noticeUnits} where ${noticeUnits.announcementId} = ${announcements.id}
    and ${noticeUnits.unitId} in (select value from json_each(${sql.placeholder("unitIds")})))`,
);

const shownTo = (which: SQL) =>
  prepared((db) =>
    db
      .select({
        ...stored,
        readAt: reads.readAt,
        isRead: sql<number>`exists (select 1 from ${reads} as any_read
          where any_read.announcement_id = ${announcements.id})`,
        author: people.name,
        surname: people.surname,
      })
      .from(announcements)
      .innerJoin(people, eq(people.id, announcements.authorId))
      .leftJoin(
        reads,
        and(eq(reads.announcementId, announcements.id), eq(reads.personId, whoReads)),
      )
      // Newest first by the primary key.
      .where(
        and(
          lt(announcements.id, fromNewest),
          which,
          isForThem,
          or(holdsOn(sql.placeholder("today")), isPlanned),
        ),
      )
      .orderBy(desc(announcements.id))
      .limit(mostShown),
  );

const pinnedFor = shownTo(sql`${announcements.pinned} = 1`);
const othersFor = shownTo(sql`${announcements.pinned} = 0`);

/**
 * The notices for somebody that are shown today, pinned ones first, then the newest; before them those
 * of later (`isPlanned`), which only who may change them sees.
 */
export function noticesFor(db: Db, reader: Reader, { today }: Moment) {
  const isAdmin = Number(reader.role === "Admin");
  const { audiences, unitIds } = audiencesOf(db, reader, today);
  const asked = {
    readerId: reader.id,
    today,
    isAdmin,
    audiences: JSON.stringify(audiences),
    unitIds: JSON.stringify(unitIds),
  };
  const rows = [pinnedFor, othersFor].flatMap((find) => find(db).all(asked));
  const units = unitsByNotice(db, rows);
  const files = attachmentsByOwner(
    db,
    "noticeFiles",
    rows.map(({ id }) => id),
  );
  return rows
    .map(({ author, surname, ...row }) => ({
      ...shownOf(row),
      author: fullName({ name: author, surname }),
      readAt: row.readAt,
      /** By anybody. */
      isRead: Boolean(row.isRead),
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
export function noticeById(db: Db, id: string): Row {
  const row = db
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, id), isNull(announcements.withdrawnAt)))
    .get();
  if (!row) throw announcementsError("announcements.unknown");
  return row;
}

/** @throws announcements.unknown if it is not for them, or not for them yet */
export function noticeFor(db: Db, reader: Reader, id: string, today: Day): Row {
  const row = noticeById(db, id);
  const mayChange = reader.role === "Admin" || row.authorId === reader.id;
  const isEarly = !mayChange && row.firstDay !== null && row.firstDay > today;
  if (isEarly || !isFor(db, reader, row, today)) throw announcementsError("announcements.unknown");
  return row;
}

/** Tells people of the notices whose first day has come, unless they are over. Returns how many it was. */
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
      const isOver = row.lastDay !== null && row.lastDay < now.today;
      if (row.withdrawnAt === null && !isOver) tell(db, by, row, now);
    }
    return due.length;
  });
}

/**
 * Posts a notice. Returns it.
 * @throws announcements.ends_first, announcements.over, announcements.ends_before_outage,
 * units.unknown
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
  const outage = outageOf(input, now, timeZone);
  const days = daysOf(input, outage.outageUntil, now, timeZone);
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
export function endOutage(
  db: Db,
  by: Actor,
  reader: Reader,
  id: string,
  now: Moment,
  timeZone: string,
): void {
  write(db, () => {
    const row = noticeToChange(db, reader, id, now.today);
    const { outage, outageUntil } = row;
    if (outage === null || (outageUntil !== null && outageUntil <= now.at))
      throw announcementsError("announcements.no_outage");
    const lastDay = chosenLastDay(row, now.at, timeZone) ?? now.today;
    const set = { outageUntil: now.at, lastDay };
    db.update(announcements).set(set).where(eq(announcements.id, id)).run();
    const change = { before: { outageUntil, lastDay: row.lastDay }, after: set };
    recordChange(db, by, now.at, { action: "announcements.end_outage", subjectId: id, ...change });
    tell(db, by, row, now);
  });
}

/**
 * Corrects the words of a notice, and when an outage ends.
 * @throws announcements.unknown, announcements.not_yours, announcements.no_outage,
 * announcements.changed, announcements.ends_first, announcements.over
 */
export function correctNotice(
  db: Db,
  by: Actor,
  reader: Reader,
  { announcementId: id, title = "", message, outageUntil, version }: CorrectedNotice,
  now: Moment,
  timeZone: string,
): void {
  write(db, () => {
    const row = noticeToChange(db, reader, id, now.today);
    const end = correctedEnd(row, outageUntil, now, timeZone);
    if (row.title === title && row.message === message && !end) return;
    const shownEnd = outageUntil === undefined ? "" : (row.outageUntil ?? "");
    if (version !== undefined && version !== `${row.correctedAt ?? ""}${shownEnd}`)
      throw announcementsError("announcements.changed");
    const set = { title, message, ...end, correctedAt: now.at };
    db.update(announcements).set(set).where(eq(announcements.id, id)).run();
    const ended = end && { outageUntil: row.outageUntil, lastDay: row.lastDay };
    const change = {
      before: { title: row.title, message: row.message, ...ended },
      after: { title, message, ...end },
    };
    recordChange(db, by, now.at, { action: "announcements.correct", subjectId: id, ...change });
    tell(db, by, row, now);
  });
}

/** The units that a notice can be for. */
export const unitChoices = (db: Db, { today }: Moment) =>
  unitsOf(db, today).map(({ id, label, floor }) => ({ id, label, floor }));
