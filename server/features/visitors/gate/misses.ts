import type { Db } from "../../../database/open.ts";
import type { Instant } from "../../../platform/clock/clock.ts";
import { visitorsError } from "../errors.ts";

const windowMs = 10 * 60_000;
/** The most codes that nobody has within ten minutes: of one account, and of all. */
const mostOfOne = 20;
const mostOfAll = 60;

/** The tries that missed, and when in ms. They are not stored: a restart is no way to guess. */
const missesOf = new WeakMap<Db, { accountId: string; at: number }[]>();

function recentMisses(db: Db, now: number) {
  // One that is from later than now was noted before the clock was set back.
  const recent = (missesOf.get(db) ?? []).filter(({ at }) => at > now - windowMs && at <= now);
  missesOf.set(db, recent);
  return recent;
}

/** @throws gate.too_many after too many codes that nobody has */
export function refuseGuessing(db: Db, accountId: string, at: Instant): void {
  const now = Date.parse(at);
  const all = recentMisses(db, now);
  const own = all.filter((miss) => miss.accountId === accountId);
  const over = own.length >= mostOfOne ? own : all.length >= mostOfAll ? all : null;
  if (!over) return;
  const until = (over[0]?.at ?? now) + windowMs;
  throw visitorsError("gate.too_many", { retryAfter: Math.ceil((until - now) / 1000) });
}

/** Notes that somebody tried a code that nobody has. */
export function noteMiss(db: Db, accountId: string, at: Instant): void {
  const now = Date.parse(at);
  recentMisses(db, now).push({ accountId, at: now });
}
