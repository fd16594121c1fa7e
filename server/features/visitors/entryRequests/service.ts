import { and, inArray, isNull } from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import { countRows } from "../../../database/counting.ts";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import { accounts } from "../../../platform/auth/table.ts";
import type { Instant, Moment } from "../../../platform/clock/clock.ts";
import { recordEvent } from "../../../platform/live/events.ts";
import { fullName, personById, personEver } from "../../people/service.ts";
import { hostsIn } from "../../units/occupancy/homes.ts";
import { unitById } from "../../units/service.ts";
import { visitorsError } from "../errors.ts";
import { recordArrival } from "../gate/service.ts";
import { tellOfVisit } from "../service.ts";
import type { NewEntryRequest } from "./schema.ts";

/** A visitor whom nobody announced, while the gate waits for what their unit says. */
interface EntryRequest {
  id: string;
  unitId: string;
  unit: string;
  /** Empty if the guard did not ask for it. */
  visitorName: string;
  plate: string;
  askedAt: Instant;
  /** The people of the unit who may answer. */
  hostIds: readonly string[];
  answer: "admitted" | "refused" | null;
}

/**
 * The requests of the last minutes. They are not stored: nothing is left of who was not let in, and
 * after a restart the guard asks again.
 */
const requestsOf = new WeakMap<Db, EntryRequest[]>();

/** How long a request is open, and how long its answer is shown. */
const openMs = 10 * 60_000;
/** After so long without an answer the guard sees whom to phone. */
const ringsMs = 30_000;
/** The most at one time. */
const mostOpen = 100;

const ageOf = ({ askedAt }: EntryRequest, { at }: Moment) => Date.parse(at) - Date.parse(askedAt);

function openRequests(db: Db, now: Moment): EntryRequest[] {
  // One that is from later than now is from before the clock was set back.
  const isOpen = (request: EntryRequest) =>
    ageOf(request, now) >= 0 && ageOf(request, now) < openMs;
  const open = (requestsOf.get(db) ?? []).filter(isOpen).slice(-mostOpen);
  requestsOf.set(db, open);
  return open;
}

/** @throws entry.unknown */
function requestById(db: Db, id: string, now: Moment): EntryRequest {
  const request = openRequests(db, now).find((each) => each.id === id);
  if (!request) throw visitorsError("entry.unknown", { field: "entryRequestId" });
  return request;
}

/** Tells the gate and the unit, in the caller's transaction. */
function tell(db: Db, by: Actor, { id, hostIds }: EntryRequest, { at }: Moment): void {
  const event = { topic: "visit", about: id } as const;
  recordEvent(db, by, at, { ...event, audience: "gate" });
  for (const personId of hostIds)
    recordEvent(db, by, at, { ...event, audience: "person", personId });
}

/**
 * Asks a unit whether somebody may come in. Returns the request; for a visitor about whom the unit is
 * being asked already, that one.
 * @throws units.unknown, entry.nobody
 */
export function askUnit(db: Db, by: Actor, input: NewEntryRequest, now: Moment): { id: string } {
  const { unitId, visitorName = "", plate = "" } = input;
  const { label: unit } = unitById(db, unitId, now.today);
  const hostIds = hostsIn(db, unitId, now.today);
  if (hostIds.length === 0) throw visitorsError("entry.nobody", { field: "unitId" });
  const open = openRequests(db, now);
  const same = open.find(
    (each) =>
      each.unitId === unitId &&
      each.visitorName === visitorName &&
      each.plate === plate &&
      each.answer === null,
  );
  if (same) return { id: same.id };
  const times = { askedAt: now.at, answer: null };
  const request = { id: newId(), unitId, unit, visitorName, plate, hostIds, ...times };
  write(db, () => tell(db, by, request, now));
  requestsOf.set(db, [...open, request]);
  return { id: request.id };
}

/**
 * The requests of the gate, the last first, with whom to phone where nobody answers. After
 * `changesInMs` a request is different: there is somebody to phone, or it is over.
 */
export const requestsAtGate = (db: Db, now: Moment) =>
  openRequests(db, now)
    .map((request) => {
      const { hostIds, unitId: _, ...shown } = request;
      const age = ageOf(request, now);
      const rings = countAccounts(db, hostIds) > 0;
      const isRinging = shown.answer === null && rings && age < ringsMs;
      const contacts = shown.answer === null && !isRinging ? contactsOf(db, hostIds) : [];
      return { ...shown, rings, contacts, changesInMs: (isRinging ? ringsMs : openMs) - age };
    })
    .reverse();

/** How many of them may sign in, so that their devices ring. */
const countAccounts = (db: Db, ids: readonly string[]): number =>
  countRows(db, accounts, and(inArray(accounts.id, ids), isNull(accounts.removedAt)));

/** One row for each number, so that the guard may call them one after the other. */
const contactsOf = (db: Db, ids: readonly string[]) =>
  ids.flatMap((personId) => {
    const person = personEver(db, personId);
    if (!person || person.removedAt) return [];
    const numbers = [...new Set([person.cellPhone, person.telephone])].filter(Boolean);
    return numbers.map((number) => ({ personId, name: fullName(person), number }));
  });

/** The gate's requests that a person may answer. After `changesInMs` nobody waits for that. */
export const requestsFor = (db: Db, personId: string, now: Moment) =>
  openRequests(db, now)
    .filter(({ hostIds, answer }) => answer === null && hostIds.includes(personId))
    .map((request) => {
      const { id, unit, visitorName, plate } = request;
      return { id, unit, visitorName, plate, changesInMs: openMs - ageOf(request, now) };
    });

interface Answer {
  entryRequestId: string;
  admits: boolean;
  /** The person of the unit who answers. */
  personId: string;
}

/**
 * Lets somebody in who was not announced, or refuses them. The first answer counts.
 * @throws entry.unknown, entry.answered
 */
export function answerRequest(
  db: Db,
  by: Actor,
  { entryRequestId, admits, personId }: Answer,
  now: Moment,
): void {
  const request = requestById(db, entryRequestId, now);
  if (!request.hostIds.includes(personId))
    throw visitorsError("entry.unknown", { field: "entryRequestId" });
  if (request.answer) throw visitorsError("entry.answered");
  const { unitId, unit, visitorName, plate } = request;
  const after = { residentId: personId };
  write(db, () => {
    if (admits) {
      // Not the id of the request, of which others of the unit hear too.
      const id = newId();
      const arrival = { id, expectedId: null, visitorName, unit, plate, lastDay: now.today };
      recordArrival(db, arrival, personById(db, personId), now);
      recordChange(db, by, now.at, { action: "visitors.admit_asked", subjectId: id, after });
      tellOfVisit(db, by, id, personId, now);
    } else recordChange(db, by, now.at, { action: "visitors.refuse", subjectId: unitId, after });
    tell(db, by, request, now);
  });
  request.answer = admits ? "admitted" : "refused";
}

/** The gate waits no longer, or has seen the answer. @throws entry.unknown */
export function closeRequest(db: Db, by: Actor, entryRequestId: string, now: Moment): void {
  const request = requestById(db, entryRequestId, now);
  write(db, () => tell(db, by, request, now));
  const others = openRequests(db, now).filter((each) => each !== request);
  requestsOf.set(db, others);
}
