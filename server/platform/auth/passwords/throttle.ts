import { isIPv6 } from "node:net";
import { and, eq, gt, inArray, isNotNull, lt } from "drizzle-orm";
import { type Db, write } from "../../../database/open.ts";
import { AppError, type ErrorCode } from "../../../errors.ts";
import type { Instant } from "../../clock/clock.ts";
import { inQueue } from "../../rateLimit/queue.ts";
import { nameKey } from "../accounts.ts";
import { hashToken } from "../secrets.ts";
import { throttles } from "../table.ts";

/**
 * After `free` wrong tries the door stays shut for `first` seconds, after each further one for twice
 * as long, up to `most`. It is forgotten when nothing was wrong for `memory` seconds.
 */
interface Rule {
  free: number;
  first: number;
  most: number;
  memory: number;
}

const minute = 60;
const hour = 60 * minute;

const rules = {
  /** What was typed as a name, whether anybody has it or not, by browsers that never signed in as them. */
  name: { free: 5, first: 30, most: 15 * minute, memory: 24 * hour },
  /** A browser that has signed in as this person before. */
  device: { free: 10, first: 30, most: 15 * minute, memory: 24 * hour },
  /** A person's own password, asked for again while signed in. */
  password: { free: 5, first: 30, most: 15 * minute, memory: 24 * hour },
  /** Codes of the second step have six digits: fewer tries. */
  code: { free: 5, first: minute, most: hour, memory: 7 * 24 * hour },
  /** A network address with whatever names. A building behind one address mistypes more than a person. */
  address: { free: 30, first: minute, most: 15 * minute, memory: hour },
  /** A network address with links and codes from paper. */
  link: { free: 30, first: minute, most: 15 * minute, memory: hour },
  /** Mails with a link: each one asked for counts. */
  mail: { free: 3, first: 5 * minute, most: hour, memory: 24 * hour },
  mailAddress: { free: 10, first: minute, most: 15 * minute, memory: hour },
  /** Mails to one mailbox that people cause who are no admins, whatever they are about. */
  mailbox: { free: 3, first: 5 * minute, most: hour, memory: 24 * hour },
  /** Such mails about one person, whichever address they have. */
  mailPerson: { free: 3, first: 5 * minute, most: hour, memory: 24 * hour },
  /** Email addresses that somebody wanted for themselves and that are another's. */
  takenEmail: { free: 5, first: 30, most: 15 * minute, memory: 24 * hour },
} as const satisfies Record<string, Rule>;

/** One thing that wrong tries are counted of. */
export interface Counter {
  kind: keyof typeof rules;
  of: string;
  /** Whose door it is, where it is somebody's. */
  accountId?: string | null | undefined;
}

/** An address that stands for one caller: of IPv6 the network, since a device has countless in it. */
export function callerOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = (plain.split("%")[0] ?? "").toLowerCase().split("::");
  const front = head.split(":").filter(Boolean);
  const back = (tail ?? "").split(":").filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => "0");
  return [...front, ...zeros, ...back].slice(0, 4).join(":");
}

/** The two names of a person are one; others are compared as sign-in compares them. */
const oneOf = (name: string, accountId: string | undefined): string =>
  accountId === undefined ? nameKey(name) : `account ${accountId}`;

/** Tries with a username or an email. */
export const nameCounter = (name: string, accountId: string | undefined): Counter => ({
  kind: "name",
  of: oneOf(name, accountId),
  accountId,
});

const keyOf = ({ kind, of }: Counter): string => hashToken(`${kind} ${of}`);
const plusSeconds = (at: Instant, seconds: number): Instant =>
  new Date(Date.parse(at) + seconds * 1000).toISOString();

/** "in 30 seconds", "in 4 minutes": rounded up, so that it is true. */
function wait(seconds: number): string {
  if (seconds <= 90) return `in ${seconds} seconds`;
  return `in ${Math.ceil(seconds / minute)} minutes`;
}

/** How many seconds it is still shut; 0: it is not. A clock that was set back shuts nothing for longer. */
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

/** Whether one of them is shut. */
export const isHeld = (db: Db, counters: readonly Counter[], now: Instant): boolean =>
  counters.some((counter) => secondsHeld(db, counter, now) > 0);

/** @throws auth.too_many while one of them is shut, saying for how long */
export function refuseWhileHeld(db: Db, counters: readonly Counter[], now: Instant): void {
  const waits = counters
    .map((counter) => ({ kind: counter.kind, seconds: secondsHeld(db, counter, now) }))
    .filter((held) => held.seconds > 0);
  const seconds = Math.max(0, ...waits.map((held) => held.seconds));
  if (seconds === 0) return;
  const isMailLimit = waits.some(({ kind }) => kind.startsWith("mail"));
  // An admin opens a person's door; an address opens by itself only.
  const own = waits.some(({ kind }) => kind !== "address" && kind !== "link");
  const [where, help] = own ? ["", ", or ask an admin"] : [" from here", ""];
  const message = isMailLimit
    ? `You have asked for mail too often. Look in your mail, or try again ${wait(seconds)}.`
    : `There were too many wrong tries${where}. Try again ${wait(seconds)}${help}.`;
  throw new AppError("auth.too_many", { message, retryAfter: seconds });
}

/** Tries that wait for others are counted out of order by some seconds; more is a clock set back. */
const disorder = minute;

/** Counts a wrong try, and shuts what had too many. */
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
      const fresh = isFresh ? before : null;
      const failures = (fresh?.failures ?? 0) + 1;
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
 * Does `work` unless too much was wrong before, and counts it if it is refused.
 * @param codes which refusals count; left out, all of ours
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

/** Forgets what was wrong, because somebody showed that it is theirs. */
export function forgive(db: Db, counters: readonly Counter[]): void {
  db.delete(throttles)
    .where(inArray(throttles.key, counters.map(keyOf)))
    .run();
}

/** Opens a person's door again: names, devices, passwords and codes. */
export function forgiveAllOf(db: Db, accountId: string): void {
  db.delete(throttles).where(eq(throttles.accountId, accountId)).run();
}

/** The people who are kept out for now, on some browser at least. */
export const whoIsHeld = (db: Db, now: Instant): string[] =>
  db
    .selectDistinct({ accountId: throttles.accountId })
    .from(throttles)
    .where(and(isNotNull(throttles.accountId), gt(throttles.heldUntil, now)))
    .all()
    .flatMap(({ accountId }) => accountId ?? []);

/** The longest that any kind is remembered. */
const longest = Math.max(...Object.values(rules).map(({ memory }) => memory));

/** Housekeeping: forgets what no rule looks at any more. */
export function sweepThrottles(db: Db, now: Instant): void {
  db.delete(throttles)
    .where(lt(throttles.lastAt, plusSeconds(now, -longest)))
    .run();
}

/**
 * So many tries of one network address are checked at the same time; everything else is counted one
 * after the other. More would all be checked before the first is counted.
 */
const triesAtOnce = 3;

/**
 * Does `work` when the tries before it have been counted, unless they shut the door.
 * @throws auth.too_many; server.busy when too many wait
 */
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
