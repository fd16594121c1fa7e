import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import { accounts } from "../../platform/auth/table.ts";
import type { Day, Instant } from "../../platform/clock/clock.ts";
import { type Account, type Event, newestEvents } from "../../platform/live/events.ts";
import type { Topic } from "../../platform/live/table.ts";
import { isFor } from "../announcements/notices/audience.ts";
import type { Outage } from "../announcements/schema.ts";
import { announcements } from "../announcements/table.ts";
import type { OutageTimes } from "../announcements/words.ts";
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
  /** The amount of a fine, in cents. */
  amountCents?: number;
  /** The whole text of a notice. */
  message?: string;
  outage?: OutageTimes | null;
  isUrgent?: boolean;
  /** Null for a notice. */
  status: FineState | MaintenanceStatus | NoticeState | VisitStatus | null;
}

type VisitStatus = "Expected" | "In" | "Left" | "Assumed out";

/** The most things that are shown. */
const mostShown = 50;

const id = sql.placeholder("id");
/** The query for each kind of subject. A thing that was taken back is not there any more. */
const readOf = {
  fine: prepared((db) =>
    db
      .select({ text: fines.type, status: fines.status, amountCents: fines.amountCents })
      .from(fines)
      .where(eq(fines.id, id)),
  ),
  request: prepared((db) =>
    db
      .select({ text: maintenanceRequests.description, status: maintenanceRequests.status })
      .from(maintenanceRequests)
      .where(eq(maintenanceRequests.id, id)),
  ),
  visit: prepared((db) =>
    db
      .select({
        text: sql<string>`trim(${visits.visitorName} || ' ' || ${visits.visitorSurname})`,
        status: sql<VisitStatus>`CASE WHEN ${visits.arrivedAt} IS NULL THEN 'Expected'
          WHEN ${visits.assumedOut} THEN 'Assumed out'
          WHEN ${visits.signedOutAt} IS NULL THEN 'In' ELSE 'Left' END`,
      })
      .from(visits)
      // Who was to come and never did is no news.
      .where(and(eq(visits.id, id), or(isNotNull(visits.arrivedAt), isNull(visits.signedOutAt)))),
  ),
  change: prepared((db) =>
    db
      .select({ text: units.label, status: changeNotices.state })
      .from(changeNotices)
      .innerJoin(units, eq(units.id, changeNotices.unitId))
      .where(eq(changeNotices.id, id)),
  ),
};

const noticeById = prepared((db) =>
  db
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, id), isNull(announcements.withdrawnAt))),
);

const worksAgain: Record<Outage, string> = {
  Water: "The water is back",
  Electricity: "The electricity is back",
  Lift: "The lift works again",
};

/** A notice, unless it is over, or not for them any more. The end of an outage is not said in its words. */
function noticeNews(db: Db, account: Account, about: string, at: Instant, today: Day) {
  const row = noticeById(db).get({ id: about });
  if (!row || !isFor(db, account, row, today)) return undefined;
  const { title, message, urgent, outage, outageFrom, outageUntil } = row;
  const status = null;
  if (outage !== null && outageUntil !== null && outageUntil <= at)
    return { text: worksAgain[outage], status };
  if (row.lastDay !== null && row.lastDay < today) return undefined;
  const times =
    outage && outageFrom ? { what: outage, from: outageFrom, until: outageUntil } : null;
  return { text: title || message, message, outage: times, isUrgent: urgent, status };
}

const seenBy = prepared((db) =>
  db
    .select({ after: accounts.eventsSeen, since: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.id, id)),
);

/**
 * Changes by others after an event and since an instant, as one person hears of them, each thing
 * once: the newest first.
 * @returns `number`, of the newest event that was looked at
 */
export function newsAfter(
  db: Db,
  account: Account,
  { after, since, today }: { after: number; since: Instant; today: Day },
) {
  const fresh = newestEvents(db, after, since, account);
  const things = new Map<string, Event>();
  for (const event of fresh) {
    const thing = `${event.topic} ${event.about}`;
    if (!things.has(thing)) things.set(thing, event);
  }
  const rows = [...things.values()].flatMap(({ topic, about, at }): News[] => {
    if (topic === "register") return [];
    const now =
      topic === "announcement"
        ? noticeNews(db, account, about, at, today)
        : readOf[topic](db).get({ id: about });
    return now ? [{ topic, about, at, ...now }] : [];
  });
  return { number: fresh[0]?.number ?? after, rows };
}

/**
 * Changes by others in the last 30 days, since a person last said that they have seen them.
 * @returns `number`, up to which they have then seen everything, and whether there are `more`
 */
export function newsFor(db: Db, account: Account, today: Day) {
  const seen = seenBy(db).get({ id: account.id });
  const { number, rows } = seen
    ? newsAfter(db, account, { ...seen, today })
    : { number: 0, rows: [] };
  const shown = rows.slice(0, mostShown).map(({ message: _, outage: __, ...row }) => row);
  return { number, rows: shown, more: rows.length > mostShown };
}

/** Another device may have seen more already. */
export function noteSeen(db: Db, accountId: string, number: number): void {
  db.update(accounts)
    .set({ eventsSeen: number })
    .where(and(eq(accounts.id, accountId), lt(accounts.eventsSeen, number)))
    .run();
}
