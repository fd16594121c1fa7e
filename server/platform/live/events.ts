import { and, asc, desc, eq, gt, isNull, lt, lte, max, min, ne, or, sql } from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import { type Db, placeholdersOf, prepared, write } from "../../database/open.ts";
import type { Actor } from "../audit/actor.ts";
import { isGuard } from "../auth/accounts.ts";
import type { Role } from "../auth/schema.ts";
import type { SignedIn } from "../auth/sessions/sessions.ts";
import { type Instant, plusDays } from "../clock/clock.ts";
import { readSetting, writeSetting } from "../settings/settings.ts";
import { events } from "./table.ts";

export type Event = typeof events.$inferSelect;

type NewEvent = Pick<Event, "topic" | "about" | "audience"> & Partial<Pick<Event, "personId">>;

const { number: _, ...cells } = placeholdersOf(events);
const insertEvent = prepared((db) => db.insert(events).values(cells));

/** Adds an event in the transaction of the change, so that there is none without the other. */
export const recordEvent = (db: Db, by: Actor, at: Instant, event: NewEvent): void =>
  void insertEvent(db).run({ personId: null, byId: by.accountId, ...event, at });

/** The most events of one answer. Whoever missed more fetches everything again. */
export const mostMissed = 1_000;

const between = prepared((db) =>
  db
    .select()
    .from(events)
    .where(
      and(
        gt(events.number, sql.placeholder("after")),
        lte(events.number, sql.placeholder("until")),
      ),
    )
    .orderBy(asc(events.number))
    .limit(mostMissed + 1),
);

/** The events after a number, up to another. */
export const eventsBetween = (db: Db, after: number, until: number): Event[] =>
  between(db).all({ after, until });

// Each by itself, because SQLite finds only one end of the numbers without reading them all.
const endOf = (end: typeof min) =>
  prepared((db) => db.select({ number: end(events.number) }).from(events));
const oldest = endOf(min);
const newest = endOf(max);
const newestBefore = prepared((db) =>
  db
    .select({ number: events.number })
    .from(events)
    .where(lt(events.at, sql.placeholder("at")))
    .orderBy(desc(events.number))
    .limit(1),
);

/** The number of the newest event, and of the oldest one from which on none is missing. */
export function numbersOf(db: Db): { first: number; last: number } {
  const last = newest(db).get()?.number ?? 0;
  return { first: oldest(db).get()?.number ?? 1, last };
}

/** The part of an account that decides which events it hears of. */
export type Account = Pick<SignedIn, "id" | "role" | "maintenanceType">;

const heardBy: Record<Role, readonly Event["audience"][]> = {
  Resident: ["everybody"],
  Staff: ["everybody", "staff", "staffScreens"],
  Admin: ["everybody", "staff", "gate", "admins", "staffScreens", "gateScreens", "adminScreens"],
};
const heardByGuards = [...heardBy.Staff, "gate", "gateScreens"] as const;

/** For which audiences somebody hears of events, besides their own. */
export const audiencesOf = (account: Account): readonly Event["audience"][] =>
  isGuard(account) ? heardByGuards : heardBy[account.role];

const newestAfter = prepared((db) =>
  db
    .select()
    .from(events)
    .where(
      and(
        gt(events.number, sql.placeholder("after")),
        gt(events.at, sql.placeholder("since")),
        or(isNull(events.byId), ne(events.byId, sql.placeholder("personId"))),
        // The register is too much, and so are others' visitors.
        ne(events.topic, "register"),
        or(ne(events.topic, "visit"), eq(events.personId, sql.placeholder("personId"))),
        or(
          eq(events.personId, sql.placeholder("personId")),
          sql`${events.audience} in (select value from json_each(${sql.placeholder("audiences")}))`,
        ),
        sql`${events.audience} not like '%Screens'`,
      ),
    )
    .orderBy(desc(events.number))
    .limit(mostMissed),
);

/**
 * The events by others after a number and since an instant that are news for somebody, newest
 * first: at most `mostMissed`.
 */
export const newestEvents = (db: Db, after: number, since: Instant, account: Account): Event[] =>
  newestAfter(db).all({
    after,
    since,
    personId: account.id,
    audiences: JSON.stringify(audiencesOf(account)),
  });

/** The number of the newest event before an instant; if there is none, that before the oldest. */
export const lastBefore = (db: Db, at: Instant): number =>
  newestBefore(db).get({ at })?.number ?? numbersOf(db).first - 1;

/** The numbers count within an epoch. A restore ends it, because the numbers go back with the data. */
export function epochOf(db: Db, at: Instant): string {
  return write(db, () => {
    const known = readSetting(db, "eventsEpoch");
    if (known !== null) return known;
    const epoch = newId();
    writeSetting(db, "eventsEpoch", epoch, at);
    return epoch;
  });
}

const keptDays = 30;

/** All but the newest, from which the numbers go on. */
export const sweepEvents = (db: Db, now: Instant): void =>
  void db
    .delete(events)
    .where(and(lt(events.at, plusDays(now, -keptDays)), lt(events.number, numbersOf(db).last)))
    .run();
