import { and, eq, gte, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import {
  type Day,
  dayOf,
  instantAt,
  type Moment,
  momentOf,
} from "../../../platform/clock/clock.ts";
import { sayFullDay } from "../../../platform/clock/dayTexts.ts";
import { sayRegularly } from "../../../platform/clock/weekdays.ts";
import { isTooLate, silence } from "../../../platform/undo/undo.ts";
import { fullName, personEver } from "../../people/service.ts";
import { addressOf, livesElsewhere } from "../../units/occupancy/homes.ts";
import { visitorsError } from "../errors.ts";
import { comesOn, hasBegun, isOver, minutesToday, type Pass, passOf } from "../expected/passes.ts";
import { lastDayOf, ofExpected, typedSpan } from "../expected/service.ts";
import { expectedVisits as expected } from "../expected/table.ts";
import {
  fromRegister,
  isInAlready,
  lastDay,
  notArrived,
  noteArrival,
  notSignedOut,
  tellOfVisit,
} from "../service.ts";
import { visits } from "../table.ts";
import { noteMiss, refuseGuessing } from "./misses.ts";

/** An announced visit, by the code that somebody says or by its row in the list of today. */
type Which = { code: string } | { expectedId: string };

type Guard = Actor & { accountId: string };

export const passColumns = {
  weekdays: expected.weekdays,
  fromTime: expected.fromTime,
  untilTime: expected.untilTime,
};

export const announced = {
  id: expected.id,
  residentId: expected.residentId,
  visitorName: expected.visitorName,
  vehicle: expected.vehicle,
  startsAt: expected.startsAt,
  endsAt: expected.endsAt,
  ...passColumns,
};

export const visitorName = sql<string>`trim(${visits.visitorName} || ' ' || ${visits.visitorSurname})`;

/** An announced visit, and when its visitor arrived, if they did; of a pass, if they are in. */
function expectedBy(db: Db, which: SQL | undefined) {
  return db
    .select({ ...announced, withdrawnAt: expected.withdrawnAt, arrivedAt: visits.signedInAt })
    .from(expected)
    .leftJoin(visits, ofExpected)
    .where(and(which, isNull(expected.redactedAt)))
    .get();
}

/** The resident who announced a visit, if visitors may come to them on that day. */
export function hostOf(db: Db, residentId: string, day: Day) {
  const host = personEver(db, residentId);
  const isHere = host && !host.removedAt && !livesElsewhere(db, residentId, day);
  return isHere ? host : undefined;
}

/** @throws gate.not_known, gate.used, gate.over, gate.not_yet, expected.unknown */
function goodVisit(db: Db, by: Guard, which: Which, now: Moment, timeZone: string) {
  const byCode = "code" in which;
  const found = expectedBy(
    db,
    byCode ? eq(expected.code, which.code) : eq(expected.id, which.expectedId),
  );
  if (!found) {
    if (!byCode) throw visitorsError("expected.unknown", { field: "expectedId" });
    noteMiss(db, by.accountId, now.at);
    throw visitorsError("gate.not_known", { field: "code" });
  }
  const host = hostOf(db, found.residentId, now.today);
  const pass = passOf(found);
  if (found.arrivedAt)
    throw visitorsError("gate.used", { field: "code", ...(pass && { message: isInAlready }) });
  if (found.withdrawnAt || found.endsAt <= now.at || !host)
    throw visitorsError("gate.over", { field: "code" });
  if (found.startsAt > now.at) {
    const first = dayOf(new Date(found.startsAt), timeZone);
    const when = first === now.today ? "later today" : `on ${sayFullDay(first)}`;
    const message = `This code is not valid yet. It begins ${when}.`;
    throw visitorsError("gate.not_yet", { field: "code", message });
  }
  if (pass && !isGoodNow(pass, now, timeZone)) {
    const { weekdays, fromTime, untilTime } = pass;
    const message = `This pass is not for now. It is for ${sayRegularly(weekdays, fromTime, untilTime)}.`;
    throw visitorsError("gate.not_yet", { field: "code", message });
  }
  return { ...found, pass, host };
}

function isGoodNow(pass: Pass, now: Moment, timeZone: string): boolean {
  const minute = minutesToday(now, timeZone);
  return comesOn(pass, now.today) && hasBegun(pass, minute) && !isOver(pass, minute);
}

/** For `where`: who was signed in for this day, among others, and has not come. */
export const signedInFor = (day: Day) =>
  and(notArrived, lte(visits.startDate, day), gte(lastDay, day));

/**
 * Lets in a visitor whom a resident signed in for today on an earlier day. Returns whether there is
 * such a visit. @throws gate.used, gate.over if the resident lives here no more
 */
function admitSignedIn(
  db: Db,
  by: Guard,
  visitId: string,
  plate: string | undefined,
  now: Moment,
): boolean {
  const visit = db
    .select({ residentId: visits.residentId, arrivedAt: visits.arrivedAt })
    .from(visits)
    .where(and(eq(visits.id, visitId), or(isNotNull(visits.arrivedAt), signedInFor(now.today))))
    .get();
  if (!visit) return false;
  if (visit.arrivedAt)
    throw visitorsError("gate.used", { message: "This visitor came in already." });
  if (!hostOf(db, visit.residentId, now.today)) throw visitorsError("gate.over", { field: "code" });
  noteArrival(db, by, { visitId, residentId: null }, now);
  if (plate) db.update(visits).set({ plate }).where(eq(visits.id, visitId)).run();
  return true;
}

interface Arrival {
  id: string;
  /** The announced visit with whose code they come in, if there is one. */
  expectedId: string | null;
  visitorName: string;
  /** The unit that they visit: their host may have several. */
  unit: string;
  plate: string | undefined;
  lastDay: Day;
}

type Host = NonNullable<ReturnType<typeof hostOf>>;

/** Notes that a visitor of a resident has come in, in the caller's transaction. */
export function recordArrival(
  db: Db,
  { plate = "", lastDay, unit, ...visit }: Arrival,
  host: Host,
  now: Moment,
): void {
  const staysOver = lastDay > now.today;
  db.insert(visits)
    .values({
      ...visit,
      residentId: host.id,
      residentName: fullName(host),
      residentEmail: host.email,
      roomNumber: unit,
      visitationType: staysOver ? "Sleepover" : "Day Visit",
      visitorSurname: "",
      visitorEmail: "",
      plate,
      startDate: now.today,
      leaveDate: staysOver ? lastDay : null,
      signedInAt: now.at,
      arrivedAt: now.at,
      signedOutAt: null,
      redactedAt: null,
    })
    .run();
}

/**
 * Lets in whoever was announced, once. Returns the visit.
 * @throws gate.not_known, gate.used, gate.over, gate.not_yet, gate.too_many, expected.unknown
 */
export function admitVisitor(
  db: Db,
  by: Guard,
  which: Which,
  plate: string | undefined,
  now: Moment,
  timeZone: string,
) {
  if ("code" in which) refuseGuessing(db, by.accountId, now.at);
  const once = { action: "visitors.admit", input: { ...which, plate } };
  const visitId = createOnce(db, by, now.at, once, () => {
    if ("expectedId" in which && admitSignedIn(db, by, which.expectedId, plate, now))
      return which.expectedId;
    const { host, pass, ...visit } = goodVisit(db, by, which, now, timeZone);
    const lastDay = pass ? now.today : lastDayOf(visit.endsAt, timeZone);
    // An announced visit is one visit, so that it has one id. With a pass there are many.
    const id = pass ? newId() : visit.id;
    const { visitorName, vehicle } = visit;
    const arrival = { id, expectedId: visit.id, visitorName, plate: plate ?? vehicle, lastDay };
    recordArrival(db, { ...arrival, unit: addressOf(db, host, now.today) }, host, now);
    const after = { residentId: host.id };
    recordChange(db, by, now.at, { action: once.action, subjectId: id, after });
    tellOfVisit(db, by, id, host.id, now);
    return id;
  });
  const { visitorName: name, unit, until } = arrivalOf(db, visitId, timeZone);
  return { id: visitId, visitorName: name, unit, until };
}

/** Somebody who was let in, whom somebody had announced or signed in. @throws visitors.unknown */
function arrivalOf(db: Db, visitId: string, timeZone: string) {
  const visit = db
    .select({
      residentId: visits.residentId,
      visitorName,
      unit: fromRegister.roomNumber,
      signedInAt: visits.signedInAt,
      arrivedAt: visits.arrivedAt,
      startDate: visits.startDate,
      lastDay,
      startsAt: expected.startsAt,
      endsAt: expected.endsAt,
      weekdays: expected.weekdays,
    })
    .from(visits)
    .leftJoin(expected, eq(expected.id, visits.expectedId))
    .where(eq(visits.id, visitId))
    .get();
  const isLetIn = visit && (visit.startsAt !== null || visit.arrivedAt !== visit.signedInAt);
  if (!isLetIn) throw visitorsError("visitors.unknown", { field: "visitId" });
  const { startsAt, endsAt, weekdays, startDate, lastDay: until, ...arrival } = visit;
  if (startsAt === null || endsAt === null) return { ...arrival, until, wasAnnounced: false };
  const span = typedSpan(startsAt, endsAt, timeZone);
  return { ...arrival, until: weekdays === null ? span.until : startDate, wasAnnounced: true };
}

/**
 * Takes back that somebody was let in, when it was the wrong row: the code is good again, and who was
 * signed in before has not come.
 * @throws visitors.unknown, visitors.too_late_to_undo
 */
export function undoAdmission(
  db: Db,
  by: Actor,
  visitId: string,
  now: Moment,
  timeZone: string,
): void {
  const once = { action: "visitors.undo_admit", input: { visitId } };
  createOnce(db, by, now.at, once, () => {
    const { residentId, arrivedAt, wasAnnounced } = arrivalOf(db, visitId, timeZone);
    if (!arrivedAt) return visitId;
    if (isTooLate(arrivedAt, now)) throw visitorsError("visitors.too_late_to_undo");
    const thisVisit = eq(visits.id, visitId);
    if (wasAnnounced) db.delete(visits).where(thisVisit).run();
    else db.update(visits).set({ arrivedAt: null, plate: "" }).where(thisVisit).run();
    const change = { subjectId: visitId, before: { arrivedAt }, after: { arrivedAt: null } };
    recordChange(db, by, now.at, { action: once.action, ...change });
    tellOfVisit(db, by, visitId, residentId, now);
    silence(db, by, [visitId], arrivedAt);
    return visitId;
  });
}

/** The day of the gate ends at this hour, when the last guests of an evening have left. */
const nightEnds = 4;

/**
 * Signs out the visitors whose last day is over and whom nobody saw leave, or come. Who was entered
 * since that night for the day before stays in until the next. Returns how many it was.
 */
export function assumeOut(db: Db, by: Actor, now: Moment, timeZone: string): number {
  const night = new Date(Date.parse(now.at) - nightEnds * 3_600_000);
  const { today } = momentOf(night, timeZone);
  const dueAt = instantAt(`${today}T0${nightEnds}:00`, timeZone);
  return write(db, () => {
    const left = db
      .select({ id: visits.id, residentId: visits.residentId, arrivedAt: visits.arrivedAt })
      .from(visits)
      .where(and(notSignedOut, lt(lastDay, today), lt(visits.signedInAt, dueAt)))
      .all();
    for (const { id, residentId, arrivedAt } of left) {
      const assumedOut = arrivedAt !== null;
      const action = assumedOut ? "visitors.assume_out" : "visitors.not_come";
      const after = { signedOutAt: now.at, assumedOut };
      db.update(visits).set(after).where(eq(visits.id, id)).run();
      const change = { before: { signedOutAt: null }, after };
      recordChange(db, by, now.at, { action, subjectId: id, ...change });
      tellOfVisit(db, by, id, residentId, now);
    }
    return left.length;
  });
}
