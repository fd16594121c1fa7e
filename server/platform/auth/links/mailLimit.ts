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

const receiverOf = ({ id, email }: { id: string; email: string }): Counter[] => [
  { kind: "mailbox", of: nameKey(email) },
  { kind: "mailPerson", of: id },
];

const networkOf = (by: Actor): Counter => ({ kind: "mailAddress", of: callerOf(by.origin) });

/** Counts a mail by a name, whether or not that person exists. @throws auth.too_many */
export function countRequestedMail(db: Db, by: Actor, name: string, now: Instant): void {
  const counters: Counter[] = [{ kind: "mail", of: nameKey(name) }, networkOf(by)];
  refuseWhileHeld(db, counters, now);
  countFailure(db, counters, now);
}

/** Whether it may be sent. The response must not show it: two names may be one person's. */
export function takesMail(db: Db, person: { id: string; email: string }, now: Instant): boolean {
  const counters = receiverOf(person);
  if (isHeld(db, counters, now)) return false;
  countFailure(db, counters, now);
  return true;
}

/** Counts a mail that a person causes to their present or wanted address. @throws auth.too_many */
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
