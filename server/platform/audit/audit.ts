import { hash } from "node:crypto";
import { and, eq, like, lt, max, or, sql } from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import { type Db, oncePerDatabase, write } from "../../database/open.ts";
import { requestError } from "../../errors.ts";
import { type Instant, plusDays } from "../clock/clock.ts";
import { recordEvent } from "../live/events.ts";
import type { Actor } from "./actor.ts";
import { appender } from "./chain.ts";
import { refuseTooMuch } from "./creationLimit.ts";
import { deviceIn } from "./device.ts";
import { auditEvents, requestKeys } from "./table.ts";
import { ownActions } from "./verify.ts";

/** When the first entry was made, which is when the building's data began; null before. */
export const firstEventAt = (db: Db): Instant | null =>
  db.select({ at: auditEvents.at }).from(auditEvents).orderBy(auditEvents.id).limit(1).get()?.at ??
  null;

/** The time of the newest entry; null before the first. */
export const lastEventAt = (db: Db): Instant | null =>
  db
    .select({ at: max(auditEvents.at) })
    .from(auditEvents)
    .get()?.at ?? null;

export interface Change {
  action: string;
  subjectId: string;
  before?: unknown;
  after?: unknown;
}

const append = oncePerDatabase((db) => appender(db.$client));

/** Actions that change what others see of people and units. Fines and others have own events. */
const ofRegister =
  /^(people|profile|corrections|merges|imports|register|units|areas|parties|quotas|transfers|trustees|weights|sheets|invites|building|privacy\.erase)(\.|$)/;

const asJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

/**
 * Adds a change to the chain, in its transaction; what is as before is none. Never include
 * passwords or ID numbers.
 * @throws request.too_many_today, because an entry can never be removed again
 */
export function recordChange(db: Db, by: Actor, at: Instant, change: Change): void {
  const entry = entryOf(by, at, change);
  if (entry.before !== null && entry.before === entry.after) return;
  refuseTooMuch(db, by, change.action, at);
  // A savepoint in the caller's transaction, or else a transaction for row and head.
  write(db, () => {
    append(db)(entry);
    if (by.isToldAsOne || !ofRegister.test(change.action)) return;
    // Without what it is about: everybody hears of it, and fetches what they may see.
    recordEvent(db, by, at, { topic: "register", about: "", audience: "everybody" });
  });
}

/** Ending access is never refused, or a thief could use up the day's entries first. */
export const recordAlways = (db: Db, by: Actor, at: Instant, change: Change): void =>
  recordChange(db, { ...by, creationsPerDay: undefined }, at, change);

function entryOf(by: Actor, at: Instant, { action, subjectId, before, after }: Change) {
  const { accountId: actorId, origin, userAgent = "" } = by;
  const what = { action, subjectId, before: asJson(before), after: asJson(after) };
  return { id: newId(), at, actorId, origin, device: deviceIn(userAgent), ...what };
}

/**
 * Erases a person's addresses and devices, and changes of their data. Call it in the transaction,
 * after recording the erasure, which explains the gaps to `verify`. The chain has digests, so it
 * stays valid.
 */
export function eraseTrailOf(db: Db, accountId: string): void {
  const theirs = eq(auditEvents.actorId, accountId);
  const before = lt(auditEvents.seq, sql`(SELECT seq FROM audit_head)`);
  db.update(auditEvents)
    .set({ origin: "", device: null, originSalt: null })
    .where(and(theirs, before))
    .run();
  const own = or(...ownActions.map((kind) => like(auditEvents.action, `${kind}.%`)));
  db.update(auditEvents)
    .set({ before: null, after: null, contentSalt: null })
    .where(and(or(eq(auditEvents.subjectId, accountId), and(theirs, own)), before))
    .run();
}

interface Once {
  action: string;
  input: unknown;
}

const keyOf = (by: Actor, action: string) => `${by.accountId} ${action} ${by.requestKey}`;

/** The row that was already made with the client's key. @throws request.key_reused */
function madeBefore(db: Db, by: Actor, { action, input }: Once): string | undefined {
  const isKey = eq(requestKeys.requestKey, keyOf(by, action));
  const done = by.requestKey && db.select().from(requestKeys).where(isKey).get();
  if (!done) return undefined;
  if (done.inputHash !== hashOf(input)) throw requestError("request.key_reused");
  return done.rowId;
}

const hashOf = (input: unknown) => hash("sha256", JSON.stringify(input), "base64url");

/**
 * Creates a row once per idempotency key: a repetition gets its id.
 * @throws request.key_reused when the input is another; request.too_many_today
 */
export function createOnce(
  db: Db,
  by: Actor,
  at: Instant,
  once: Once,
  create: () => string,
): string {
  return write(db, () => {
    if (!by.requestKey) return create();
    const done = madeBefore(db, by, once);
    if (done !== undefined) return done;
    const rowId = by.sameAs ?? create();
    const [requestKey, inputHash] = [keyOf(by, once.action), hashOf(once.input)];
    db.insert(requestKeys).values({ id: newId(), requestKey, inputHash, rowId, at }).run();
    return rowId;
  });
}

/** Keys are valid for two days, far longer than any retry. */
export function sweepRequestKeys(db: Db, now: Instant): void {
  db.delete(requestKeys)
    .where(lt(requestKeys.at, plusDays(now, -2)))
    .run();
}
