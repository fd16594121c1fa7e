import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import type { SignedIn } from "../../platform/auth/sessions/sessions.ts";
import { accounts } from "../../platform/auth/table.ts";
import type { Instant } from "../../platform/clock/clock.ts";
import { type Event, newestEvents } from "../../platform/live/events.ts";
import { hears } from "../../platform/live/live.ts";
import type { Topic } from "../../platform/live/table.ts";
import { announcements } from "../announcements/table.ts";
import type { NoticeState } from "../changes/notices/schema.ts";
import { changeNotices } from "../changes/notices/table.ts";
import type { FineState } from "../fines/schema.ts";
import { fines } from "../fines/table.ts";
import type { MaintenanceStatus } from "../maintenance/schema.ts";
import { maintenanceRequests } from "../maintenance/table.ts";
import { units } from "../units/table.ts";
import { visits } from "../visitors/table.ts";

/** Something that has changed, as it is now. */
export interface News {
  topic: Exclude<Topic, "register">;
  /** Its id. */
  about: string;
  at: Instant;
  /** The notice, the kind of fine, what is broken, the visitor, or the unit that changes hands. */
  text: string;
  /** Of a fine, in cents. */
  amountCents?: number;
  /** Of a notice. */
  isUrgent?: boolean;
  /** Null for a notice. */
  status: FineState | MaintenanceStatus | NoticeState | "In" | "Left" | null;
}

/** The most things that are shown. */
const mostShown = 50;

const id = sql.placeholder("id");
/** How to read what an event is about; a thing that was taken back is not there any more. */
const readOf = {
  announcement: prepared((db) =>
    db
      .select({
        text: sql<string>`iif(${announcements.title} = '', ${announcements.message}, ${announcements.title})`,
        isUrgent: announcements.urgent,
        status: sql<null>`NULL`,
      })
      .from(announcements)
      .where(and(eq(announcements.id, id), isNull(announcements.withdrawnAt)))
      .prepare(),
  ),
  fine: prepared((db) =>
    db
      .select({ text: fines.type, status: fines.status, amountCents: fines.amountCents })
      .from(fines)
      .where(eq(fines.id, id))
      .prepare(),
  ),
  request: prepared((db) =>
    db
      .select({ text: maintenanceRequests.description, status: maintenanceRequests.status })
      .from(maintenanceRequests)
      .where(eq(maintenanceRequests.id, id))
      .prepare(),
  ),
  visit: prepared((db) =>
    db
      .select({
        text: sql<string>`trim(${visits.visitorName} || ' ' || ${visits.visitorSurname})`,
        status: sql<"In" | "Left">`iif(${visits.signedOutAt} IS NULL, 'In', 'Left')`,
      })
      .from(visits)
      .where(eq(visits.id, id))
      .prepare(),
  ),
  change: prepared((db) =>
    db
      .select({ text: units.label, status: changeNotices.state })
      .from(changeNotices)
      .innerJoin(units, eq(units.id, changeNotices.unitId))
      .where(eq(changeNotices.id, id))
      .prepare(),
  ),
};

const seenBy = prepared((db) =>
  db
    .select({ after: accounts.eventsSeen, since: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.id, id))
    .prepare(),
);

/**
 * What others have changed after an event and since an instant, as one person hears of it, each
 * thing once: the newest first.
 * @returns `number`, of the newest event that was looked at
 */
export function newsAfter(
  db: Db,
  account: Parameters<typeof hears>[0],
  { after, since }: { after: number; since: Instant },
) {
  const fresh = newestEvents(db, after, since, account.id);
  const things = new Map<string, Event>();
  for (const event of fresh) {
    const thing = `${event.topic} ${event.about}`;
    if (hears(account, event) && !things.has(thing)) things.set(thing, event);
  }
  const rows = [...things.values()].flatMap(({ topic, about, at }): News[] => {
    const now = topic !== "register" && readOf[topic](db).get({ id: about });
    return now ? [{ topic, about, at, ...now }] : [];
  });
  return { number: fresh[0]?.number ?? after, rows };
}

/**
 * What others have changed since a person last said that they have seen it, in the last 30 days.
 * @returns `number`, up to which they have then seen everything, and whether there are `more`
 */
export function newsFor(db: Db, account: SignedIn) {
  const seen = seenBy(db).get({ id: account.id });
  const { number, rows } = seen ? newsAfter(db, account, seen) : { number: 0, rows: [] };
  return { number, rows: rows.slice(0, mostShown), more: rows.length > mostShown };
}

/** Another device may have seen more already. */
export function noteSeen(db: Db, accountId: string, number: number): void {
  db.update(accounts)
    .set({ eventsSeen: number })
    .where(and(eq(accounts.id, accountId), lt(accounts.eventsSeen, number)))
    .run();
}
