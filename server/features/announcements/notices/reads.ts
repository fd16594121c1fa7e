import { and, eq, inArray } from "drizzle-orm";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import type { Moment } from "../../../platform/clock/clock.ts";
import { recordEvent } from "../../../platform/live/events.ts";
import { fullName } from "../../people/service.ts";
import { addressesOn } from "../../units/occupancy/homes.ts";
import { announcementReads as reads } from "../table.ts";
import { addressedUnits, type Reader, readersFor } from "./audience.ts";
import { noticeById, noticeFor } from "./service.ts";

/** Notes once that somebody has read a notice. @throws announcements.unknown */
export function readNotice(db: Db, by: Actor, reader: Reader, id: string, now: Moment): void {
  write(db, () => {
    noticeFor(db, reader, id, now.today);
    const read = { announcementId: id, personId: reader.id, readAt: now.at };
    const { changes } = db.insert(reads).values(read).onConflictDoNothing().run();
    if (changes === 0) return;
    recordChange(db, by, now.at, { action: "announcements.read", subjectId: id, after: {} });
    // The count of readers is for admins, and the mark for this person's other devices.
    const event = { topic: "announcement", about: id, personId: reader.id } as const;
    recordEvent(db, by, now.at, { ...event, audience: "adminScreens" });
  });
}

/**
 * How many have read a notice, of how many, and who has not. A unit has if one of its people has. One
 * for some units is counted by these, wherever its people live; `silent` names those of them where
 * nobody logs in.
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
  const addressed = addressedUnits(db, row, today);
  const homeOf = addressesOn(db, today);
  const addressedWith = (people: ReadonlySet<string>) =>
    addressed.flatMap(({ unit, personIds }) =>
      personIds.some((each) => people.has(each)) ? unit : [],
    );
  const asked = all
    .map((person) => ({
      personId: person.id,
      name: fullName(person),
      unit: addressedWith(new Set([person.id])).join(", ") || homeOf(person),
    }))
    .sort((one, other) => one.unit.localeCompare(other.unit, "en", { numeric: true }));
  const unread = asked.filter(({ personId }) => !have.has(personId));
  const unitsAmong = (some: readonly { personId: string; unit: string }[]) =>
    new Set(some.flatMap(({ unit }) => unit || [])).size;
  const homes = {
    read: unitsAmong(asked.filter(({ personId }) => have.has(personId))),
    of: unitsAmong(asked),
    silent: "",
  };
  // Who posted it is asked nothing, and knows it.
  const inUse = addressedWith(new Set([row.authorId, ...all.map((person) => person.id)]));
  const ofAddressed = {
    read: addressedWith(have.add(row.authorId)).length,
    of: addressed.length,
    silent: addressed.flatMap(({ unit }) => (inUse.includes(unit) ? [] : unit)).join(", "),
  };
  return {
    read: all.length - unread.length,
    of: all.length,
    units: row.audience === "units" ? ofAddressed : homes,
    unread,
  };
}

/** Keeps one read of each notice for two entries of one person. Call it before they become one. */
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
