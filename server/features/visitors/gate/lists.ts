import { and, asc, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "../../../database/open.ts";
import {
  type Day,
  dayAfter,
  type Instant,
  instantAt,
  type Moment,
  plusDays,
  startOfDay,
} from "../../../platform/clock/clock.ts";
import { weekdayOf } from "../../../platform/clock/weekdays.ts";
import { fullName } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { addressOf } from "../../units/occupancy/homes.ts";
import { isOver, minutesToday, type PassColumns, passOf } from "../expected/passes.ts";
import { typedSpan } from "../expected/service.ts";
import { expectedVisits as expected } from "../expected/table.ts";
import { fromRegister, lastDay, stillIn } from "../service.ts";
import { visits } from "../table.ts";
import { announced, hostOf, passColumns, signedInFor, visitorName } from "./service.ts";

/** The most rows of each list at the gate: nobody may be missing there in a fire. */
const mostListed = 5_000;

const signedInColumns = {
  id: visits.id,
  visitorName,
  vehicle: visits.plate,
  from: visits.startDate,
  until: lastDay,
};

const insideColumns = {
  id: visits.id,
  visitorName,
  unit: fromRegister.roomNumber,
  since: sql<Instant>`${visits.arrivedAt}`,
  plate: visits.plate,
  lastDay,
  endsAt: expected.endsAt,
  ...passColumns,
};

interface Stay extends PassColumns {
  lastDay: Day;
  /** The end of an announced visit. */
  endsAt: Instant | null;
}

/** The time by which they should have left; null if only the day is known. */
function leavesBy({ lastDay, endsAt, ...row }: Stay, timeZone: string): Instant | null {
  const pass = passOf(row);
  return pass ? instantAt(`${lastDay}T${pass.untilTime}`, timeZone) : endsAt;
}

/** The visitors who arrived and did not leave, the last first. `overdue`: they should have left. */
export function insideNow(db: Db, now: Moment, timeZone: string) {
  return db
    .select(insideColumns)
    .from(visits)
    .leftJoin(expected, eq(expected.id, visits.expectedId))
    .where(stillIn)
    .orderBy(desc(visits.arrivedAt), desc(visits.id))
    .limit(mostListed)
    .all()
    .map(({ id, visitorName, unit, since, plate, ...row }) => {
      const until = leavesBy(row, timeZone);
      const overdue = until === null ? row.lastDay < now.today : until <= now.at;
      return { id, visitorName, unit, since, plate, until, overdue };
    });
}

/**
 * The visitors who were announced or signed in for a day and have not come, by unit, with the
 * codes; those who were signed in have none.
 */
export function expectedOn(db: Db, day: Day, now: Moment, timeZone: string) {
  const hosts = new Map<string, { residentName: string; unit: string } | undefined>();
  /** Once for each resident, who may expect many. */
  const hostBy = (residentId: string) => {
    if (!hosts.has(residentId)) {
      const host = hostOf(db, residentId, day);
      const whose = host && {
        residentName: fullName(host),
        unit: addressOf(db, host, day),
      };
      hosts.set(residentId, whose);
    }
    return hosts.get(residentId);
  };
  const minute = day === now.today ? minutesToday(now, timeZone) : 0;
  const withCodes = db
    .select({ ...announced, code: sql<string>`${expected.code}` })
    .from(expected)
    .leftJoin(
      visits,
      and(
        eq(visits.expectedId, expected.id),
        // Whoever has a pass comes once a day as a rule, also if they are in on the evening before.
        or(
          isNull(expected.weekdays),
          eq(visits.startDate, day),
          day === now.today ? isNull(visits.signedOutAt) : undefined,
        ),
      ),
    )
    .where(
      and(
        isNull(visits.id),
        isNull(expected.withdrawnAt),
        isNull(expected.redactedAt),
        or(isNull(expected.weekdays), sql`instr(${expected.weekdays}, ${String(weekdayOf(day))})`),
        gt(expected.endsAt, day > now.today ? startOfDay(day, timeZone) : now.at),
        lt(expected.startsAt, startOfDay(dayAfter(day, 1), timeZone)),
      ),
    )
    .orderBy(asc(expected.endsAt), asc(expected.id))
    .limit(mostListed)
    .all()
    .flatMap(({ residentId, startsAt, endsAt, weekdays, fromTime, untilTime, ...visit }) => {
      const pass = passOf({ weekdays, fromTime, untilTime });
      const host = pass && isOver(pass, minute) ? undefined : hostBy(residentId);
      const { from, until } = typedSpan(startsAt, endsAt, timeZone);
      return host ? [{ ...visit, ...host, from, until, pass }] : [];
    });
  const signedIn = db
    .select({ ...signedInColumns, residentId: visits.residentId })
    .from(visits)
    .where(signedInFor(day))
    .orderBy(asc(visits.id))
    .limit(mostListed)
    .all()
    .flatMap(({ residentId, ...visit }) => {
      const host = hostBy(residentId);
      return host ? [{ ...visit, ...host, pass: null, code: "" }] : [];
    });
  return [...withCodes, ...signedIn].sort((one, other) =>
    one.unit.localeCompare(other.unit, "en", { numeric: true }),
  );
}

/** The visitors who were signed out in the last day because nobody had seen them leave. */
const assumedOutLately = (db: Db, { at }: Moment) =>
  db
    .select({
      id: visits.id,
      visitorName,
      unit: fromRegister.roomNumber,
      since: sql<Instant>`${visits.arrivedAt}`,
    })
    .from(visits)
    .innerJoin(people, eq(people.id, visits.residentId))
    .where(and(visits.assumedOut, gt(visits.signedOutAt, plusDays(at, -1))))
    .orderBy(desc(visits.signedOutAt), desc(visits.id))
    .limit(mostListed)
    .all();

/** All lists that a guard needs. After `changesInMs` they are different, whatever anybody does. */
export function gateNow(db: Db, now: Moment, timeZone: string) {
  const expected = expectedOn(db, now.today, now, timeZone);
  const inside = insideNow(db, now, timeZone);
  const ends = [
    startOfDay(dayAfter(now.today, 1), timeZone),
    ...expected.map(({ until, pass }) =>
      pass ? instantAt(`${now.today}T${pass.untilTime}`, timeZone) : until,
    ),
    ...inside.flatMap(({ until }) => until ?? []),
  ]
    // Whole days end with the day.
    .filter((end) => end.length > 10 && end > now.at)
    .map((end) => Date.parse(end) - Date.parse(now.at));
  return {
    // Without codes, which nobody needs to read.
    expected: expected.map(({ code: _, ...visit }) => visit),
    inside,
    assumedOut: assumedOutLately(db, now),
    changesInMs: Math.min(...ends),
  };
}
