import { isIPv6 } from "node:net";
import { and, eq, gt, inArray, isNotNull, lt, lte } from "drizzle-orm";
import { type Db, write } from "../../../database/open.ts";
import { AppError, type ErrorCode } from "../../../errors.ts";
import type { Instant } from "../../clock/clock.ts";
import { inQueue } from "../../rateLimit/queue.ts";
import { nameKey } from "../../validation/keys.ts";
import { authError } from "../errors.ts";
import { hashToken } from "../secrets.ts";
import { throttles } from "../table.ts";

/**
 * After `free` failed attempts, more are blocked for `first` seconds, then twice as long after
 * each, up to `most`. The count ends after `memory` seconds without a failure.
 */
type Rule = Record<"free" | "first" | "most" | "memory", number>;

const minute = 60;
const hour = 60 * minute;

const rules = {
  /** An entered name, existing or not, from browsers that have not signed in with it before. */
  name: { free: 5, first: 30, most: 15 * minute, memory: 24 * hour },
  /** A browser that has signed in as this person before. */
  device: { free: 10, first: 30, most: 15 * minute, memory: 24 * hour },
  /** A person's own password, required again while they are signed in. */
  password: { free: 5, first: 30, most: 15 * minute, memory: 24 * hour },
  /** Second-factor codes have only six digits, so fewer attempts are allowed. */
  code: { free: 5, first: minute, most: hour, memory: 7 * 24 * hour },
  /** A network address with any names. A whole building mistypes more than one person. */
  address: { free: 30, first: minute, most: 15 * minute, memory: hour },
  link: { free: 30, first: minute, most: 15 * minute, memory: hour },
  /** Requests for mails with a link. Each one counts. */
  mail: { free: 3, first: 5 * minute, most: hour, memory: 24 * hour },
  mailAddress: { free: 10, first: minute, most: 15 * minute, memory: hour },
  /** Mails to one mailbox that people other than admins cause, for any reason. */
  mailbox: { free: 3, first: 5 * minute, most: hour, memory: 24 * hour },
  /** Such mails about one person, to any address. */
  mailPerson: { free: 3, first: 5 * minute, most: hour, memory: 24 * hour },
  /** Attempts to change one's email address to one that another person has. */
  takenEmail: { free: 5, first: 30, most: 15 * minute, memory: 24 * hour },
} as const satisfies Record<string, Rule>;

export interface Counter {
  kind: keyof typeof rules;
  of: string;
  accountId?: string | null | undefined;
}

/** Identifies one client. For IPv6 it is the network, in which a device has many addresses. */
export function callerOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = (plain.split("%")[0] ?? "").toLowerCase().split("::");
  const front = head.split(":").filter(Boolean);
  const back = (tail ?? "").split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0");
  return [...front, ...zeros, ...back].slice(0, 4).join(":");
}

/** A person's username and email count as one. Unknown names are compared as for sign-in. */
export const nameCounter = (name: string, accountId: string | undefined): Counter => ({
  kind: "name",
  of: accountId === undefined ? nameKey(name) : `account ${accountId}`,
  accountId,
});

const keyOf = ({ kind, of }: Counter): string => hashToken(`${kind} ${of}`);
const plusSeconds = (at: Instant, seconds: number): Instant =>
  new Date(Date.parse(at) + seconds * 1000).toISOString();

/** "in 30 seconds", "in 4 minutes": rounded up, so that it is long enough. */
function wait(seconds: number): string {
  if (seconds <= 90) return `in ${seconds} seconds`;
  return `in ${Math.ceil(seconds / minute)} minutes`;
}

/** For how many more seconds it is blocked, or 0. Setting the clock back must not extend this. */
function secondsHeld(db: Db, counter: Counter, now: Instant): number {
  const row = db
    .select({ heldUntil: throttles.heldUntil })
    .from(throttles)
    .where(eq(throttles.key, keyOf(counter)))
    .get();
  if (!row?.heldUntil) return 0;
  const seconds = Math.ceil((Date.parse(row.heldUntil) - Date.parse(now)) / 1000);
  return seconds > rules[counter.kind].most ? 0 : Math.max(0, seconds);
}

export const isHeld = (db: Db, counters: readonly Counter[], now: Instant): boolean =>
  counters.some((counter) => secondsHeld(db, counter, now) > 0);

/** @throws auth.too_many while any of them is blocked, with the remaining time */
export function refuseWhileHeld(db: Db, counters: readonly Counter[], now: Instant): void {
  const waits = counters
    .map((counter) => ({ kind: counter.kind, seconds: secondsHeld(db, counter, now) }))
    .filter((held) => held.seconds > 0);
  const seconds = Math.max(0, ...waits.map((held) => held.seconds));
  if (seconds === 0) return;
  const isMailLimit = waits.some(({ kind }) => kind.startsWith("mail"));
  // An admin can unblock a person, but not an address.
  const own = waits.some(({ kind }) => kind !== "address" && kind !== "link");
  const [where, help] = own ? ["", ", or ask an admin"] : [" from here", ""];
  const message = isMailLimit
    ? `You have asked for mail too often. Look in your mail, or try again ${wait(seconds)}.`
    : `There were too many wrong tries${where}. Try again ${wait(seconds)}${help}.`;
  throw authError("auth.too_many", { message, retryAfter: seconds });
}

/** Waiting attempts can be counted some seconds out of order. More means the clock was set back. */
const disorder = minute;

export function countFailure(db: Db, counters: readonly Counter[], now: Instant): void {
  write(db, () => {
    for (const counter of counters) {
      const key = keyOf(counter);
      const { free, first, most, memory } = rules[counter.kind];
      const before = db.select().from(throttles).where(eq(throttles.key, key)).get();
      const isFresh =
        before &&
        before.lastAt > plusSeconds(now, -memory) &&
        before.lastAt <= plusSeconds(now, disorder);
      const failures = isFresh ? before.failures + 1 : 1;
      const over = failures - free;
      const seconds = Math.min(most, first * 2 ** Math.min(over, 20));
      const set = {
        accountId: counter.accountId ?? null,
        failures,
        lastAt: now,
        heldUntil: over < 0 ? null : plusSeconds(now, seconds),
      };
      db.insert(throttles)
        .values({ key, ...set })
        .onConflictDoUpdate({ target: throttles.key, set })
        .run();
    }
  });
}

/**
 * Runs `work` unless a counter is blocked, and counts it if it fails.
 * @param codes the errors that count; by default all of ours
 * @throws auth.too_many, and what `work` throws
 */
export function counting<T>(
  db: Db,
  counters: readonly Counter[],
  now: Instant,
  work: () => T,
  codes?: readonly ErrorCode[],
): T {
  refuseWhileHeld(db, counters, now);
  try {
    return work();
  } catch (error) {
    const counts = error instanceof AppError && (!codes || codes.includes(error.code));
    if (counts) countFailure(db, counters, now);
    throw error;
  }
}

export function forgive(db: Db, counters: readonly Counter[]): void {
  db.delete(throttles)
    .where(inArray(throttles.key, counters.map(keyOf)))
    .run();
}

export function forgiveAllOf(db: Db, accountId: string): void {
  db.delete(throttles).where(eq(throttles.accountId, accountId)).run();
}

const longestWait = Math.max(...Object.values(rules).map(({ most }) => most));

/** The people who have to wait. Nobody does for longer: then the clock was set back. */
export const blockedAccounts = (db: Db, now: Instant): string[] =>
  db
    .selectDistinct({ accountId: throttles.accountId })
    .from(throttles)
    .where(
      and(
        isNotNull(throttles.accountId),
        gt(throttles.heldUntil, now),
        lte(throttles.heldUntil, plusSeconds(now, longestWait)),
      ),
    )
    .all()
    .flatMap(({ accountId }) => accountId ?? []);

/** Removes counters that no rule needs any more. */
export function sweepThrottles(db: Db, now: Instant): void {
  const longest = Math.max(...Object.values(rules).map(({ memory }) => memory));
  db.delete(throttles)
    .where(lt(throttles.lastAt, plusSeconds(now, -longest)))
    .run();
}

/** The tries from one address. Others have one: parallel ones would run before one is counted. */
const triesAtOnce = 3;

/** Runs `work` after earlier attempts. @throws auth.too_many; server.busy when too many wait */
export function tryInTurn<T>(
  db: Db,
  counters: readonly Counter[],
  now: Instant,
  work: () => Promise<T>,
): Promise<T> {
  const enter = async (left: readonly Counter[]): Promise<T> => {
    const [counter, ...others] = left;
    if (counter) {
      const atOnce = counter.kind === "address" ? triesAtOnce : 1;
      return inQueue(keyOf(counter), atOnce, () => enter(others));
    }
    refuseWhileHeld(db, counters, now);
    return work();
  };
  return enter(counters);
}
