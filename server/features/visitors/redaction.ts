import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { countRows } from "../../database/counting.ts";
import { type Db, write } from "../../database/open.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { recordChange } from "../../platform/audit/audit.ts";
import type { Instant, Moment } from "../../platform/clock/clock.ts";
import { expectedVisits } from "./expected/table.ts";
import { fromRegister, notSignedOut, tellOfVisit } from "./service.ts";
import { visits } from "./table.ts";

/** Replaces what is known of an erased visitor. */
const nobody = { visitorName: "Erased", visitorSurname: "visitor", visitorEmail: "", plate: "" };
/** The same of one who was announced: the code is free again. */
const nobodyExpected = { code: null, visitorName: "", vehicle: "" };

const leftBefore = (before: Instant) =>
  and(lt(visits.signedOutAt, before), isNull(visits.redactedAt));

/** Visits that ended before a time and still have a name, oldest first. */
export const visitsToRedact = (db: Db, before: Instant, limit: number) =>
  db
    .select({
      id: visits.id,
      visitorName: visits.visitorName,
      visitorSurname: visits.visitorSurname,
      residentName: fromRegister.residentName,
      signedOutAt: visits.signedOutAt,
    })
    .from(visits)
    .where(leftBefore(before))
    .orderBy(asc(visits.signedOutAt))
    .limit(limit)
    .all();

export const countVisitsToRedact = (db: Db, before: Instant): number =>
  countRows(db, visits, leftBefore(before));

/** The most visits per transaction, because it blocks all other writes. */
const batch = 500;

/**
 * Removes names, emails and number plates from one batch of visits that ended before a time, and of
 * announced ones that were over by then. The visit itself, its times and its resident stay. Returns how
 * many it was.
 */
export function redactVisits(db: Db, by: Actor, before: Instant, now: Moment): number {
  return write(db, () => {
    const redactedAt = now.at;
    const ids = visitsToRedact(db, before, batch).map(({ id }) => id);
    const announced = announcedToRedact(db, before, batch);
    if (ids.length + announced.length === 0) return 0;
    if (ids.length > 0)
      db.update(visits)
        .set({ ...nobody, redactedAt })
        .where(inArray(visits.id, ids))
        .run();
    if (announced.length > 0)
      db.update(expectedVisits)
        .set({ ...nobodyExpected, redactedAt })
        .where(inArray(expectedVisits.id, announced))
        .run();
    const after = {
      ...(ids.length > 0 && { visits: ids.length }),
      ...(announced.length > 0 && { announced: announced.length }),
      leftBefore: before.slice(0, 10),
    };
    recordChange(db, by, now.at, { action: "visitors.redact", subjectId: "visits", after });
    return ids.length + announced.length;
  });
}

/** Announced visits that were over or taken back before a time, and whose visitor has left. By default all. */
export function announcedToRedact(db: Db, before: Instant, limit = -1): string[] {
  const rows = db
    .select({ id: expectedVisits.id })
    .from(expectedVisits)
    .leftJoin(visits, eq(visits.expectedId, expectedVisits.id))
    .where(
      and(
        isNull(expectedVisits.redactedAt),
        or(isNull(visits.id), lt(visits.signedOutAt, before)),
        or(
          lt(expectedVisits.endsAt, before),
          lt(expectedVisits.withdrawnAt, before),
          // A single visit is over when its visitor leaves.
          and(isNull(expectedVisits.weekdays), isNotNull(visits.id)),
        ),
      ),
    )
    .limit(limit)
    .all();
  // Whoever had a pass came many times.
  return [...new Set(rows.map(({ id }) => id))];
}

const byItself: Actor = { accountId: null, origin: "job" };

/**
 * Removes all names from the visits to one resident. Call it in the transaction of the erasure. Who is
 * still in is signed out and who is expected no longer is, which the gate hears of.
 */
export function redactVisitsTo(db: Db, residentId: string, name: string, now: Moment): void {
  const ended = db
    .select({ id: visits.id })
    .from(visits)
    .where(and(eq(visits.residentId, residentId), notSignedOut))
    .all();
  const withdrawn = db
    .select({ id: expectedVisits.id })
    .from(expectedVisits)
    .where(
      and(
        eq(expectedVisits.residentId, residentId),
        isNull(expectedVisits.withdrawnAt),
        gt(expectedVisits.endsAt, now.at),
      ),
    )
    .all();
  db.update(visits)
    .set({
      ...nobody,
      residentName: name,
      residentEmail: "",
      redactedAt: now.at,
      signedOutAt: sql`coalesce(${visits.signedOutAt}, ${now.at})`,
    })
    .where(eq(visits.residentId, residentId))
    .run();
  db.update(expectedVisits)
    .set({
      ...nobodyExpected,
      redactedAt: now.at,
      withdrawnAt: sql`coalesce(${expectedVisits.withdrawnAt}, ${now.at})`,
    })
    .where(eq(expectedVisits.residentId, residentId))
    .run();
  for (const { id } of [...ended, ...withdrawn]) tellOfVisit(db, byItself, id, residentId, now);
}
