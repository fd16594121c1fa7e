import { hash } from "node:crypto";
import { and, eq, like, lt, or, sql } from "drizzle-orm";
import { mapped, type Work } from "../../database/chunks.ts";
import { newId } from "../../database/columns.ts";
import { adding, type Db, prepared, write } from "../../database/open.ts";
import { AppError } from "../../errors.ts";
import { type Instant, plusDays } from "../clock/clock.ts";
import { appender, appenderOfAll } from "./chain.ts";
import { refuseTooMuch } from "./creationLimit.ts";
import { auditEvents, requestKeys } from "./table.ts";
import { ownDoings } from "./verify.ts";

/** Who does something, as services take it. */
export interface Actor {
  accountId: string | null;
  /** The network address the call came from, "shell" or "job". */
  origin: string;
  /** What the caller's browser or program calls itself, in few words. */
  device?: string | null | undefined;
  /** How much of one kind they may create in 24 hours; left out, as much as they like. */
  creationsPerDay?: number | undefined;
  /** The caller's idempotency key, if one was sent. */
  requestKey?: string | undefined;
  /** The row that the same request without this key made a moment ago. */
  sameAs?: string;
}

/** When the first thing was noted, which is when the house began; null before anything was. */
export const firstEventAt = (db: Db): Instant | null =>
  db.select({ at: auditEvents.at }).from(auditEvents).orderBy(auditEvents.id).limit(1).get()?.at ??
  null;

export interface Change {
  action: string;
  subjectId: string;
  before?: unknown;
  after?: unknown;
}

const append = prepared((db) => appender(db.$client));
const appendAll = prepared((db) => appenderOfAll(db.$client));

const asJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

/**
 * Notes a change at the end of the chain. Call inside the transaction that makes it; never put
 * passwords or id numbers in.
 */
export function recordChange(db: Db, by: Actor, at: Instant, change: Change): void {
  // A savepoint of the caller's transaction; where there is none, the row and the head still go together.
  write(db, () => append(db)(entryOf(by, at, change)));
}

function entryOf(by: Actor, at: Instant, { action, subjectId, before, after }: Change) {
  const { accountId: actorId, origin, device = null } = by;
  const what = { action, subjectId, before: asJson(before), after: asJson(after) };
  return { id: newId(), at, actorId, origin, device, ...what };
}

/**
 * Makes thousands of changes ready to be noted, and answers what notes them, to be called inside the
 * transaction that makes them.
 */
export function* recordingAll(
  db: Db,
  by: Actor,
  at: Instant,
  changes: readonly Change[],
): Work<() => void> {
  return yield* appendAll(db)(yield* mapped(changes, (change) => entryOf(by, at, change)));
}

/**
 * Takes out of the trail what it says of a person who is being erased: where they were, and what was
 * changed of them. Call inside the transaction, after the erasure itself was noted, which explains the
 * gaps to `verify`; the chain stays whole, because it holds digests only.
 */
export function eraseTrailOf(db: Db, accountId: string): void {
  const theirs = eq(auditEvents.actorId, accountId);
  const before = lt(auditEvents.seq, sql`(SELECT seq FROM audit_head)`);
  db.update(auditEvents)
    .set({ origin: "", device: null, originSalt: null })
    .where(and(theirs, before))
    .run();
  const own = or(...ownDoings.map((kind) => like(auditEvents.action, `${kind}.%`)));
  db.update(auditEvents)
    .set({ before: null, after: null, contentSalt: null })
    .where(and(or(eq(auditEvents.subjectId, accountId), and(theirs, own)), before))
    .run();
}

interface Once {
  action: string;
  input: unknown;
}

const byRequestKey = prepared((db) =>
  db
    .select()
    .from(requestKeys)
    .where(eq(requestKeys.requestKey, sql.placeholder("requestKey")))
    .prepare(),
);

const addRequestKey = adding(requestKeys);

const keyOf = (by: Actor, action: string) => `${by.accountId} ${action} ${by.requestKey}`;

/**
 * The row that was made under the caller's key already, for what takes long before it is written.
 * @throws request.key_reused when the key came before with another input
 */
export function madeBefore(db: Db, by: Actor, { action, input }: Once): string | undefined {
  const done = by.requestKey && byRequestKey(db).get({ requestKey: keyOf(by, action) });
  if (!done) return undefined;
  if (done.inputHash !== hashOf(input)) throw new AppError("request.key_reused");
  return done.rowId;
}

const hashOf = (input: unknown) => hash("sha256", JSON.stringify(input), "base64url");

/**
 * Creates a row once per idempotency key: a double click or a repeat after a lost answer gets the id
 * of the row made the first time.
 * @param change how it is written: `writeTogether` where `create` touches the database alone
 * @throws request.key_reused when the key came before with another input; request.too_many_today
 */
export function createOnce(
  db: Db,
  by: Actor,
  at: Instant,
  once: Once,
  create: () => string,
  change = write,
): string {
  return change(db, () => {
    const createOne = () => {
      refuseTooMuch(db, by, once.action, at);
      return create();
    };
    if (!by.requestKey) return createOne();
    const done = madeBefore(db, by, once);
    if (done !== undefined) return done;
    const rowId = by.sameAs ?? createOne();
    const [requestKey, inputHash] = [keyOf(by, once.action), hashOf(once.input)];
    addRequestKey(db, { id: newId(), requestKey, inputHash, rowId, at });
    return rowId;
  });
}

/** Housekeeping: a key is honoured for two days, far longer than any retry. */
export function sweepRequestKeys(db: Db, now: Instant): void {
  db.delete(requestKeys)
    .where(lt(requestKeys.at, plusDays(now, -2)))
    .run();
}
