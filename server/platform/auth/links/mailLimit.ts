import type { Db } from "../../../database/open.ts";
import type { Actor } from "../../audit/actor.ts";
import type { Instant } from "../../clock/clock.ts";
import { nameKey } from "../../validation/keys.ts";
import {
  type Counter,
  callerOf,
  countFailure,
  isHeld,
  refuseWhileHeld,
} from "../passwords/throttle.ts";

/** The mailbox that receives a mail, and the person it is about. */
const receiverOf = ({ id, email }: { id: string; email: string }): Counter[] => [
  { kind: "mailbox", of: nameKey(email) },
  { kind: "mailPerson", of: id },
];

const networkOf = (by: Actor): Counter => ({ kind: "mailAddress", of: callerOf(by.origin) });

/**
 * Counts a mail that somebody requests by a name, whether or not that person exists.
 * @throws auth.too_many when there were too many, for that name or from that network address
 */
export function countRequestedMail(db: Db, by: Actor, name: string, now: Instant): void {
  const counters: Counter[] = [{ kind: "mail", of: nameKey(name) }, networkOf(by)];
  refuseWhileHeld(db, counters, now);
  countFailure(db, counters, now);
}

/**
 * Counts a mail requested from outside, and returns whether it may be sent. The response must be
 * the same either way: otherwise it would show that two names belong to one person.
 */
export function takesMail(db: Db, person: { id: string; email: string }, now: Instant): boolean {
  const counters = receiverOf(person);
  if (isHeld(db, counters, now)) return false;
  countFailure(db, counters, now);
  return true;
}

/**
 * Counts a mail that a person causes to their present or wanted address.
 * @throws auth.too_many when there were too many, to that address, by that person or network
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
