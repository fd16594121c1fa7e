import { randomInt } from "node:crypto";
import { and, desc, eq, getTableColumns, gt, inArray, isNull, lt, or } from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import {
  dayAfter,
  dayOf,
  type Instant,
  type Moment,
  startOfDay,
} from "../../../platform/clock/clock.ts";
import { type Weekday, weekdayOf } from "../../../platform/clock/weekdays.ts";
import { housemates, livesElsewhere } from "../../units/occupancy/homes.ts";
import { visitorsError } from "../errors.ts";
import { mostDaysAhead, tellOfVisit } from "../service.ts";
import { visits } from "../table.ts";
import { passOf } from "./passes.ts";
import type { ExpectedStatus, NewExpectedVisit } from "./schema.ts";
import { expectedVisits as expected } from "./table.ts";

/** How many days ahead a regular pass may end. */
const mostDaysOfPass = 366;

/** The most visitors that a unit may announce for one day. */
const mostOfUnit = 50;

const isDay = (time: string) => time.length === 10;

/**
 * The beginning and the end of a visit, as instants.
 * @throws visitors.ends_first, visitors.days, visitors.pass_days
 */
function spanOf({ from, until, weekdays }: NewExpectedVisit, now: Moment, timeZone: string) {
  const startsAt = isDay(from) ? startOfDay(from, timeZone) : from;
  const endsAt = isDay(until) ? startOfDay(dayAfter(until, 1), timeZone) : until;
  const firstDay = dayOf(new Date(startsAt), timeZone);
  const lastDay = lastDayOf(endsAt, timeZone);
  if (endsAt <= startsAt) throw visitorsError("visitors.ends_first", { field: "until" });
  const [most, wrongDays] = weekdays
    ? [mostDaysOfPass, "visitors.pass_days" as const]
    : [mostDaysAhead, "visitors.days" as const];
  if (firstDay < now.today) throw visitorsError(wrongDays, { field: "from" });
  if (endsAt <= now.at || lastDay > dayAfter(now.today, most))
    throw visitorsError(wrongDays, { field: "until" });
  return { startsAt, endsAt, firstDay, lastDay };
}

/** The columns of a regular pass. @throws visitors.whole_days, visitors.hours, visitors.pass_weekdays */
function passColumns(
  { weekdays, from, until, ...times }: NewExpectedVisit,
  { firstDay, lastDay }: ReturnType<typeof spanOf>,
) {
  if (!weekdays) return { weekdays: null, fromTime: null, untilTime: null };
  const { fromTime = "00:00", untilTime = "24:00" } = times;
  if (!isDay(from) || !isDay(until)) throw visitorsError("visitors.whole_days", { field: "from" });
  if (untilTime <= fromTime) throw visitorsError("visitors.hours", { field: "untilTime" });
  const firstOf = (weekday: Weekday) => dayAfter(firstDay, (weekday - weekdayOf(firstDay) + 7) % 7);
  if (!weekdays.some((weekday) => firstOf(weekday) <= lastDay))
    throw visitorsError("visitors.pass_weekdays", { field: "until" });
  return { weekdays: [...new Set(weekdays)].sort().join(""), fromTime, untilTime };
}

/** The last day of something that ends before an instant. */
export const lastDayOf = (endsAt: Instant, timeZone: string) =>
  dayOf(new Date(Date.parse(endsAt) - 1), timeZone);

/** @throws visitors.many_that_day */
function refuseTooMany(
  db: Db,
  residentId: string,
  span: ReturnType<typeof spanOf>,
  timeZone: string,
): void {
  const theirs = db
    .select({ startsAt: expected.startsAt, endsAt: expected.endsAt })
    .from(expected)
    .where(
      and(
        inArray(expected.residentId, housemates(db, residentId, span.firstDay)),
        isNull(expected.withdrawnAt),
        gt(expected.endsAt, span.startsAt),
        lt(expected.startsAt, span.endsAt),
      ),
    )
    .all()
    .map(({ startsAt, endsAt }) => ({
      first: dayOf(new Date(startsAt), timeZone),
      last: lastDayOf(endsAt, timeZone),
    }));
  if (theirs.length < mostOfUnit) return;
  for (let day = span.firstDay; day <= span.lastDay; day = dayAfter(day, 1))
    if (theirs.filter(({ first, last }) => first <= day && day <= last).length >= mostOfUnit)
      throw visitorsError("visitors.many_that_day", { field: "from" });
}

/** A code that no announced visit has. Old ones are free again once their visit's name is deleted. */
function freeCode(db: Db): string {
  for (;;) {
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    const taken = db
      .select({ id: expected.id })
      .from(expected)
      .where(eq(expected.code, code))
      .get();
    if (!taken) return code;
  }
}

/**
 * Announces a visitor of a resident. Returns the visit with its code.
 * @throws visitors.days, visitors.ends_first, visitors.lives_elsewhere, visitors.many_that_day,
 * visitors.pass_days, visitors.whole_days, visitors.hours, visitors.pass_weekdays
 */
export function announceVisit(
  db: Db,
  by: Actor,
  residentId: string,
  { profileId: _, ...input }: NewExpectedVisit,
  now: Moment,
  timeZone: string,
) {
  const { visitorName = "", vehicle = "" } = input;
  const span = spanOf(input, now, timeZone);
  const pass = passColumns(input, span);
  if (livesElsewhere(db, residentId, span.firstDay))
    throw visitorsError("visitors.lives_elsewhere", { field: "from" });
  const { startsAt, endsAt } = span;
  const once = { action: "visitors.announce", input: { residentId, ...input } };
  const expectedId = createOnce(db, by, now.at, once, () => {
    refuseTooMany(db, residentId, span, timeZone);
    const id = newId();
    const times = { startsAt, endsAt, announcedAt: now.at, withdrawnAt: null, redactedAt: null };
    db.insert(expected)
      .values({ id, residentId, code: freeCode(db), visitorName, vehicle, ...pass, ...times })
      .run();
    const after = { residentId, startsAt, endsAt };
    recordChange(db, by, now.at, { action: once.action, subjectId: id, after });
    tellOfVisit(db, by, id, residentId, now);
    return id;
  });
  const { code } = expectedOf(db, expectedId, residentId);
  return { id: expectedId, code: code ?? "" };
}

/** An announced visit of a resident. @throws expected.unknown */
function expectedOf(db: Db, expectedId: string, residentId: string) {
  const row = db
    .select()
    .from(expected)
    .where(and(eq(expected.id, expectedId), eq(expected.residentId, residentId)))
    .get();
  if (!row) throw visitorsError("expected.unknown", { field: "expectedId" });
  return row;
}

/** For a join: the visit of who was announced; of a pass, while they are in. */
export const ofExpected = and(
  eq(visits.expectedId, expected.id),
  or(isNull(expected.weekdays), isNull(visits.signedOutAt)),
);

/** The most announced visits in a resident's list. */
const mostListed = 500;

/** A resident's announced visits with codes, the last first; without those with deleted names. */
export function expectedVisitsOf(db: Db, residentId: string, now: Moment, timeZone: string) {
  // Nobody is let in to somebody who moved out, or who does not live here by the visit's first day.
  const isOver = ({ startsAt, endsAt }: { startsAt: Instant; endsAt: Instant }) => {
    const first = dayOf(new Date(startsAt), timeZone);
    const day = first > now.today ? first : now.today;
    return endsAt <= now.at || livesElsewhere(db, residentId, day);
  };
  return db
    .select({
      ...getTableColumns(expected),
      arrivedAt: visits.signedInAt,
      leftAt: visits.signedOutAt,
      assumedOut: visits.assumedOut,
    })
    .from(expected)
    .leftJoin(visits, ofExpected)
    .where(and(eq(expected.residentId, residentId), isNull(expected.redactedAt)))
    .orderBy(desc(expected.endsAt), desc(expected.id))
    .limit(mostListed)
    .all()
    .map(({ startsAt, endsAt, code, withdrawnAt, redactedAt: _, residentId: __, ...row }) => {
      const { weekdays, fromTime, untilTime, ...visit } = row;
      return {
        ...visit,
        pass: passOf({ weekdays, fromTime, untilTime }),
        code: code ?? "",
        ...typedSpan(startsAt, endsAt, timeZone),
        status: statusOf(
          { ...visit, withdrawnAt, endsAt: isOver({ startsAt, endsAt }) ? now.at : endsAt },
          now,
        ),
      };
    });
}

/** The time of a visit as somebody typed it: whole days, or else instants. */
export function typedSpan(startsAt: Instant, endsAt: Instant, timeZone: string) {
  const from = dayOf(new Date(startsAt), timeZone);
  const until = lastDayOf(endsAt, timeZone);
  const areDays =
    startOfDay(from, timeZone) === startsAt && startOfDay(dayAfter(until, 1), timeZone) === endsAt;
  return areDays ? { from, until } : { from: startsAt, until: endsAt };
}

interface Course {
  withdrawnAt: Instant | null;
  endsAt: Instant;
  arrivedAt: Instant | null;
  leftAt: Instant | null;
}

function statusOf(
  { withdrawnAt, endsAt, arrivedAt, leftAt }: Course,
  { at }: Moment,
): ExpectedStatus {
  if (arrivedAt) return leftAt ? "out" : "in";
  if (withdrawnAt) return "withdrawn";
  return endsAt <= at ? "expired" : "expected";
}

/**
 * Takes an announced visit back: its code lets nobody in any more. Who is in already stays in.
 * @throws expected.unknown
 */
export function withdrawVisit(
  db: Db,
  by: Actor,
  residentId: string,
  expectedId: string,
  now: Moment,
): void {
  write(db, () => {
    const { withdrawnAt } = expectedOf(db, expectedId, residentId);
    if (withdrawnAt) return;
    db.update(expected).set({ withdrawnAt: now.at }).where(eq(expected.id, expectedId)).run();
    const change = { before: { withdrawnAt }, after: { withdrawnAt: now.at } };
    recordChange(db, by, now.at, {
      action: "visitors.withdraw",
      subjectId: expectedId,
      ...change,
    });
    tellOfVisit(db, by, expectedId, residentId, now);
  });
}
