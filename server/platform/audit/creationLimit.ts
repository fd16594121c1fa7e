import { and, desc, eq, sql } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import { requestError } from "../../errors.ts";
import type { Instant } from "../clock/clock.ts";
import type { Actor } from "./actor.ts";
import { auditEvents } from "./table.ts";

const nthNewest = prepared((db) =>
  db
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.actorId, sql.placeholder("accountId")),
        eq(auditEvents.action, sql.placeholder("action")),
      ),
    )
    .orderBy(desc(auditEvents.seq))
    .limit(1)
    .offset(sql.placeholder("others")),
);

const dayMs = 24 * 3_600_000;

/** How many more rows people may create before the trail is read again, by person and action. */
const free = new WeakMap<Db, Map<string, number>>();

/**
 * Refuses when the oldest of the allowed number is less than a day old. A wrong clock does not
 * extend this.
 * @param more how many are to be created
 * @throws request.too_many_today
 */
export function refuseTooMuch(db: Db, by: Actor, action: string, at: Instant, more = 1): void {
  const { accountId, creationsPerDay: most } = by;
  if (!accountId || !most || more === 0) return;
  if (more > most)
    throw requestError("request.too_many_today", {
      message: `These are ${more}, and you may add ${most} within 24 hours; add some of them today and the rest tomorrow.`,
    });
  /** Milliseconds since their latest such entry, not counting the newest `others`. */
  const ageBut = (others: number) => {
    const event = nthNewest(db).get({ accountId, action, others });
    return event ? Date.parse(at) - Date.parse(event.at) : dayMs;
  };
  const isFree = (many: number) => Math.abs(ageBut(most - many)) >= dayMs;
  // Skipping thousands of entries costs more than writing one, so this checks a tenth ahead.
  const tenth = Math.floor(most / 10);
  const known = free.get(db) ?? new Map<string, number>();
  free.set(db, known);
  const name = `${accountId} ${action}`;
  let left = known.get(name) ?? 0;
  if (left < more) left = tenth >= more && isFree(tenth) ? tenth : 0;
  known.set(name, Math.max(left - more, 0));
  if (left >= more || isFree(more)) return;
  const age = ageBut(most - more);
  const retryAfter = Math.ceil((dayMs - Math.max(age, 0)) / 1_000);
  const hours = Math.ceil(retryAfter / 3_600);
  const what =
    more === 1
      ? `You have done this ${most} times within 24 hours, which is the most one person may`
      : `With these ${more} you would have added more than ${most} within 24 hours`;
  throw requestError("request.too_many_today", {
    retryAfter,
    message: `${what}. You can carry on in ${hours === 1 ? "an hour" : `${hours} hours`}.`,
  });
}
