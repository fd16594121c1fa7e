import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  isNotNull,
  isNull,
  lt,
  min,
  sql,
} from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import { countRows } from "../../database/counting.ts";
import { listing } from "../../database/list.ts";
import { type Db, prepared, write } from "../../database/open.ts";
import type { Page } from "../../database/pagination.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../platform/audit/audit.ts";
import { authError } from "../../platform/auth/errors.ts";
import { type Day, dayAfter, type Instant, type Moment } from "../../platform/clock/clock.ts";
import type { RowsAbout } from "../../platform/lists/longList.ts";
import { recordEvent } from "../../platform/live/events.ts";
import { isTooLate, silence } from "../../platform/undo/undo.ts";
import { nameKey, personKey } from "../../platform/validation/keys.ts";
import { personById, personEver } from "../people/service.ts";
import { people } from "../people/table.ts";
import { livesElsewhere } from "../units/occupancy/homes.ts";
import { unitParties } from "../units/occupancy/table.ts";
import { units } from "../units/table.ts";
import { visitorsError } from "./errors.ts";
import type { NewVisit } from "./schema.ts";
import { visits } from "./table.ts";

/** For `where`: who was signed in and not signed out, whether they have come or not. */
export const notSignedOut = isNull(visits.signedOutAt);

/** For `where`: who is in the building. */
export const stillIn = and(notSignedOut, isNotNull(visits.arrivedAt));

/** For `where`: who was signed in for a later day and has not come. */
export const notArrived = and(notSignedOut, isNull(visits.arrivedAt));

/** On a last day the unit is already whose who takes over from somebody else of that role. */
const isTakenOver = sql`${unitParties.until} = ${visits.startDate} AND ${unitParties.since} < ${visits.startDate}
  AND EXISTS (SELECT 1 FROM ${unitParties} AS later WHERE later.unit_id = ${unitParties.unitId}
    AND later.role = ${unitParties.role} AND later.since = ${visits.startDate})`;

const ofTheirs = sql`${unitParties.personId} = ${visits.residentId}
  AND ${unitParties.role} IN ('owner', 'tenant', 'occupant')
  AND ${unitParties.since} <= ${visits.startDate}
  AND (${unitParties.until} IS NULL OR ${unitParties.until} >= ${visits.startDate})
  AND NOT (${isTakenOver})`;

const typedUnit = sql`lower(replace(${visits.roomNumber}, ' ', ''))`;
/** The figures at the end of a unit's label: "3" is Unit 3. */
const numberOfUnit = sql`substr(${units.labelKey}, length(rtrim(${units.labelKey}, '0123456789')) + 1)`;

/**
 * The host of a visit, as the register has it, and not as somebody typed it: the unit that they named
 * and had on that day, or else their home or a unit they owned. The typed one is only for those without.
 */
export const fromRegister = {
  residentName: sql<string>`(SELECT trim(${people.name} || ' ' || ${people.surname})
    FROM ${people} WHERE ${people.id} = ${visits.residentId})`,
  roomNumber: sql<string>`coalesce(
    (SELECT ${units.label} FROM ${unitParties} JOIN ${units} ON ${units.id} = ${unitParties.unitId}
      WHERE ${ofTheirs}
      ORDER BY ${units.labelKey} = ${typedUnit} DESC, ${numberOfUnit} = ${typedUnit} DESC,
        ${unitParties.role} = 'owner', ${unitParties.since} LIMIT 1),
    (SELECT nullif(${people.address}, '') FROM ${people} WHERE ${people.id} = ${visits.residentId}),
    ${visits.roomNumber})`,
};

const { assumedOut: _, expectedId: __, plate: ___, ...stored } = getTableColumns(visits);
const columns = { ...stored, ...fromRegister };

const ofResident = eq(visits.residentId, sql.placeholder("residentId"));

const present = listing(columns, { from: visits, where: notSignedOut });
const ownPresent = listing(stored, { from: visits, where: and(ofResident, notSignedOut) });
const ofEmail = sql`${visits.residentId} IN (SELECT id FROM people
  WHERE lower(email) = ${sql.placeholder("key")} AND removed_at IS NULL)`;
const presentByEmail = listing(columns, { from: visits, where: and(ofEmail, notSignedOut) });

/** Everybody visiting the building now, and who was signed in for a later day, newest first. */
export const presentVisitors = (db: Db, page: Page) => present(db, page);

/** The present visitors of a unit or a person, and its label in words. */
export function presentVisitorsAbout(db: Db, { label, has }: RowsAbout) {
  const { rows, nextCursor } = presentVisitors(db, { limit: "all" });
  const visiting = rows.filter(({ residentId, roomNumber, startDate }) =>
    has({ person: residentId, room: roomNumber, day: startDate }),
  );
  return { rows: visiting, nextCursor, about: label };
}

/** A resident's visitors who have not left, as they signed them in, newest first. */
export const visitorsOf = (db: Db, residentId: string, page: Page) =>
  ownPresent(db, page, { residentId });

/** The present visitors of everybody with this email, which people may share. */
export const visitorsByEmail = (db: Db, email: string, page: Page) =>
  presentByEmail(db, page, { key: nameKey(email) });

/** @throws auth.not_yours if an email is given that is not the resident's */
export function refuseOthersEmail(db: Db, residentId: string, email: string | undefined): void {
  if (email && nameKey(email) !== nameKey(personEver(db, residentId)?.email ?? ""))
    throw authError("auth.not_yours", { field: "residentEmail" });
}

/** How many days ahead a visit may end. */
export const mostDaysAhead = 90;

/** @throws visitors.day_too_far */
function refuseFarDays(
  { startDate, leaveDate }: Pick<NewVisit, "startDate" | "leaveDate">,
  today: Day,
) {
  const last = dayAfter(today, mostDaysAhead);
  // A resident who comes back after midnight enters the visitor of the evening before.
  if (startDate < dayAfter(today, -1) || startDate > last)
    throw visitorsError("visitors.day_too_far", { field: "startDate" });
  if (leaveDate !== undefined && leaveDate > last)
    throw visitorsError("visitors.day_too_far", { field: "leaveDate" });
}

/** Tells its resident, the guards and admins of a visit, in the caller's transaction. */
export const tellOfVisit = (db: Db, by: Actor, about: string, personId: string, { at }: Moment) =>
  recordEvent(db, by, at, { topic: "visit", about, audience: "gate", personId });

/**
 * Signs a visitor in. Returns the visit.
 * @throws auth.not_yours if `residentEmail` is not the resident's; visitors.day_too_far
 */
export function signInVisitor(
  db: Db,
  by: Actor,
  residentId: string,
  { profileId: _, ...input }: NewVisit,
  now: Moment,
) {
  refuseOthersEmail(db, residentId, input.residentEmail);
  refuseFarDays(input, now.today);
  const residentEmail = personById(db, residentId).email;
  if (livesElsewhere(db, residentId, input.startDate))
    throw visitorsError("visitors.lives_elsewhere", { field: "startDate" });
  const once = { action: "visitors.sign_in", input: { residentId, ...input } };
  const visitId = createOnce(db, by, now.at, once, () => {
    const id = newId();
    db.insert(visits)
      .values({
        ...input,
        id,
        residentId,
        residentEmail,
        signedInAt: now.at,
        arrivedAt: input.startDate > now.today ? null : now.at,
        leaveDate: input.leaveDate ?? null,
        signedOutAt: null,
        redactedAt: null,
      })
      .run();
    const after = { residentId, visitationType: input.visitationType };
    recordChange(db, by, now.at, { action: "visitors.sign_in", subjectId: id, after });
    tellOfVisit(db, by, id, residentId, now);
    return id;
  });
  const visit = db.select().from(visits).where(eq(visits.id, visitId)).get();
  if (!visit) throw visitorsError("visitors.unknown", { field: "visitId" });
  return visit;
}

/**
 * Notes that a visitor who was signed in for a later day has come. Does nothing if they are in already,
 * or were signed out. @throws visitors.unknown, visitors.lives_elsewhere
 */
export function noteArrival(db: Db, by: Actor, which: WhichVisit, now: Moment): void {
  const { visitId } = which;
  write(db, () => {
    const { residentId, arrivedAt, signedOutAt } = courseOf(db, which);
    if (arrivedAt || signedOutAt) return;
    if (livesElsewhere(db, residentId, now.today)) throw visitorsError("visitors.lives_elsewhere");
    const after = { arrivedAt: now.at };
    db.update(visits).set(after).where(eq(visits.id, visitId)).run();
    const change = { subjectId: visitId, before: { arrivedAt }, after };
    recordChange(db, by, now.at, { action: "visitors.arrive", ...change });
    tellOfVisit(db, by, visitId, residentId, now);
  });
}

/** A visit, of this resident if not null. */
interface WhichVisit {
  visitId: string;
  residentId: string | null;
  /** Whether only one whose visitor has come is meant. */
  hasCome?: true;
}

/** A visit's resident, and when the visitor came and left, if they did. @throws visitors.unknown */
function courseOf(db: Db, { visitId, residentId, hasCome }: WhichVisit) {
  const own = residentId === null ? undefined : eq(visits.residentId, residentId);
  const visit = db
    .select({
      residentId: visits.residentId,
      arrivedAt: visits.arrivedAt,
      signedOutAt: visits.signedOutAt,
      expectedId: visits.expectedId,
    })
    .from(visits)
    .where(and(eq(visits.id, visitId), own, hasCome && isNotNull(visits.arrivedAt)))
    .get();
  if (!visit) throw visitorsError("visitors.unknown", { field: "visitId" });
  return visit;
}

/**
 * Records the time of leaving; a second sign-out keeps the first time.
 * @throws visitors.unknown
 */
export function signOutVisitor(db: Db, by: Actor, which: WhichVisit, now: Moment): void {
  const { visitId } = which;
  write(db, () => {
    const { residentId, signedOutAt } = courseOf(db, which);
    if (signedOutAt) return;
    db.update(visits).set({ signedOutAt: now.at }).where(eq(visits.id, visitId)).run();
    const change = { subjectId: visitId, before: { signedOutAt }, after: { signedOutAt: now.at } };
    recordChange(db, by, now.at, { action: "visitors.sign_out", ...change });
    tellOfVisit(db, by, visitId, residentId, now);
  });
}

export const isInAlready =
  "Whoever has this pass is inside already. If they left, sign them out first.";

/**
 * Takes a sign-out back, for somebody who pressed the wrong row. Does nothing if the visitor is in.
 * @throws visitors.unknown, visitors.too_late_to_undo, gate.used if their pass let them in again
 */
export function undoSignOut(db: Db, by: Actor, which: WhichVisit, now: Moment): void {
  const { visitId } = which;
  write(db, () => {
    const { residentId, signedOutAt, expectedId } = courseOf(db, which);
    if (!signedOutAt) return;
    if (isTooLate(signedOutAt, now)) throw visitorsError("visitors.too_late_to_undo");
    if (expectedId && countRows(db, visits, and(eq(visits.expectedId, expectedId), notSignedOut)))
      throw visitorsError("gate.used", { message: isInAlready });
    db.update(visits)
      .set({ signedOutAt: null, assumedOut: false })
      .where(eq(visits.id, visitId))
      .run();
    const change = { subjectId: visitId, before: { signedOutAt }, after: { signedOutAt: null } };
    recordChange(db, by, now.at, { action: "visitors.undo_sign_out", ...change });
    tellOfVisit(db, by, visitId, residentId, now);
    silence(db, by, [visitId], signedOutAt);
  });
}

/** How many past visits are looked through for people who came before. */
const pastVisits = 200;
/** The most people who came before that a resident is offered. */
const mostEarlier = 12;

/**
 * The people who visited a resident before and left, or were to, each once, the last first. Names that
 * were deleted after their time are not among them.
 */
export function earlierVisitors(db: Db, residentId: string) {
  const past = db
    .select({
      id: visits.id,
      visitationType: visits.visitationType,
      visitorName: visits.visitorName,
      visitorSurname: visits.visitorSurname,
      visitorEmail: visits.visitorEmail,
      arrivedAt: visits.arrivedAt,
      signedOutAt: visits.signedOutAt,
    })
    .from(visits)
    .where(and(eq(visits.residentId, residentId), isNotNull(visits.signedOutAt)))
    .orderBy(desc(visits.signedOutAt), desc(visits.id))
    .limit(pastVisits)
    .all()
    .filter(({ visitorEmail }) => visitorEmail !== "");
  const seen = new Set<string>();
  const isNew = ({ visitorName, visitorSurname, visitorEmail }: (typeof past)[number]) => {
    const key = `${personKey(`${visitorName}${visitorSurname}`)} ${nameKey(visitorEmail)}`;
    return !seen.has(key) && seen.add(key);
  };
  return past.filter(isNew).slice(0, mostEarlier);
}

/** The day on which a visit should end. */
export const lastDay = sql<Day>`coalesce(${visits.leaveDate}, ${visits.startDate})`;
const forgotten = prepared((db) =>
  db
    .select({ count: count(), oldest: min(lastDay) })
    .from(visits)
    .where(and(stillIn, lt(lastDay, sql.placeholder("before")))),
);

/**
 * How many visits nobody signed out although their last day is before this one, and the earliest
 * last day. They keep their names, because the visitors count as present.
 */
export const forgottenVisits = (db: Db, before: Day) =>
  forgotten(db).get({ before }) ?? { count: 0, oldest: null };

export const countPresentVisitors = (db: Db) => countRows(db, visits, stillIn);

export const countVisitorsOf = (db: Db, residentId: string) =>
  countRows(db, visits, and(stillIn, eq(visits.residentId, residentId)));

/** How many visitors were signed in from a time on, until before another. */
export const countVisitsBetween = (db: Db, from: Instant, until: Instant) =>
  countRows(db, visits, and(gte(visits.signedInAt, from), lt(visits.signedInAt, until)));

/** How many visits a resident has ever had. */
export const countVisitsTo = (db: Db, residentId: string) =>
  countRows(db, visits, eq(visits.residentId, residentId));
