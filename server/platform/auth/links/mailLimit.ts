import type { Db } from "../../../database/open.ts";
import type { Actor } from "../../audit/audit.ts";
import type { Instant } from "../../clock/clock.ts";
import { nameKey } from "../accounts.ts";
import {
  type Counter,
  callerOf,
  countFailure,
  isHeld,
  refuseWhileHeld,
} from "../passwords/throttle.ts";

/** The mailbox that a mail goes to, and the person whom it is about. */
const receiverOf = ({ id, email }: { id: string; email: string }): Counter[] => [
  { kind: "mailbox", of: nameKey(email) },
  { kind: "mailPerson", of: id },
];

const networkOf = (by: Actor): Counter => ({ kind: "mailAddress", of: callerOf(by.origin) });

/**
 * Counts a mail that somebody asks for by a name, whether or not there is such a person.
 * @throws auth.too_many when it was asked for too often, by that name or from that network address
 */
export function countRequestedMail(db: Db, by: Actor, name: string, now: Instant): void {
  const counters: Counter[] = [{ kind: "mail", of: nameKey(name) }, networkOf(by)];
  refuseWhileHeld(db, counters, now);
  countFailure(db, counters, now);
}

/**
 * Whether a mail that was asked for from outside may go to this person; it is counted. For who asks it
 * is the same either way, else they would learn that two names are one person's.
 */
export function takesMail(db: Db, person: { id: string; email: string }, now: Instant): boolean {
  const counters = receiverOf(person);
  if (isHeld(db, counters, now)) return false;
  countFailure(db, counters, now);
  return true;
}

/**
 * Counts a mail to an address that somebody has or wants, caused by that person.
 * @throws auth.too_many when there were too many, to that address, of that person or from that network address
 */
export function countOwnMail(
  db: Db,
  by: Actor,
  person: { id: string; email: string },
  now: Instant,
): void {
  const counters = [...receiverOf(person), networkOf(by)];
  refuseWhileHeld(db, counters, now);
  countFailure(db, counters, now);
}
