import { eq, isNull } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import type { Role } from "../../platform/auth/schema.ts";
import { accounts } from "../../platform/auth/table.ts";
import { type Instant, type Moment, plusDays } from "../../platform/clock/clock.ts";
import { pushesAtOnce, type Subscription, sendPush } from "../../platform/push/push.ts";
import type { LockScreen, PushMessage } from "../../platform/push/schema.ts";
import { pushSubscriptions } from "../../platform/push/table.ts";
import { inQueue } from "../../platform/rateLimit/queue.ts";
import { readSetting } from "../../platform/settings/settings.ts";
import { requestsFor } from "../visitors/entryRequests/service.ts";
import { newsAfter } from "./news.ts";
import { isTold, wordsOf } from "./newsWords.ts";

/** Older changes are not pushed to phones: Stoep was off, or could not reach the internet. */
const newsDays = 1;
/** Most things that are taken back are within this time. What is urgent does not wait. */
const waitMs = 60_000;
/** The longest wait for changes that follow. */
const longestWaitMs = 5 * 60_000;
/** A phone shows some lines, and a push service takes 4 KB. */
const mostLetters = 300;
/** After a failure, as without the internet, a browser is left alone for so long. */
const pauseMs = 60_000;
/** A phone that was off is told later, but not that somebody was at the gate. */
const newsKeptSeconds = 12 * 3_600;
const gateKeptSeconds = 60;

const subscriptions = prepared((db) =>
  db
    .select({
      subscription: pushSubscriptions,
      role: accounts.role,
      maintenanceType: accounts.maintenanceType,
      seen: accounts.eventsSeen,
    })
    .from(pushSubscriptions)
    .innerJoin(accounts, eq(accounts.id, pushSubscriptions.accountId))
    .where(isNull(accounts.removedAt)),
);

const home: Record<Role, string> = {
  Admin: "/admin/dashboard",
  Resident: "/resident/dashboard",
  Staff: "/staff/dashboard",
};

/** Sends a message to a browser. */
type Push = (
  subscription: Subscription,
  message: PushMessage,
  sending: { keptSeconds: number; isUrgent: boolean },
) => Promise<"taken" | "gone" | "failed">;

interface Sender {
  db: Db;
  origin: () => string;
}

/** @param end once it is aborted, what is being sent is the last */
export const pusher =
  ({ db, origin }: Sender, at: Instant, end: AbortSignal): Push =>
  (subscription, message, sending) =>
    inQueue(
      `push ${new URL(subscription.endpoint).host}`,
      pushesAtOnce,
      async () =>
        end.aborted
          ? "failed"
          : sendPush(db, subscription, message, { ...sending, origin: origin() }, at),
      Number.POSITIVE_INFINITY,
    );

/** The last failures, by the subscription's id. After a restart each is tried at once. */
const failures = new WeakMap<Db, Map<string, Instant>>();

/**
 * Tells each browser that wants it what is new and was not seen yet: what is urgent or the newest in
 * words, and the others as a number. What could not be sent is sent the next time, for a day.
 */
export async function pushNews(
  db: Db,
  push: Push,
  { at, today }: Moment,
  timeZone: string,
): Promise<void> {
  const since = plusDays(at, -newsDays);
  const age = ({ at: then }: { at: Instant }) => Date.parse(at) - Date.parse(then);
  const before = failures.get(db);
  const failed = new Map<string, Instant>();
  failures.set(db, failed);
  const sends = subscriptions(db)
    .all()
    .map(async ({ subscription, role, maintenanceType, seen }) => {
      const { id, accountId, eventsPushed } = subscription;
      const last = before?.get(id);
      if (last && age({ at: last }) < pauseMs) return void failed.set(id, last);
      const account = { id: accountId, role, maintenanceType };
      const after = Math.max(seen, eventsPushed);
      const { number, rows: all } = newsAfter(db, account, { after, since, today });
      const rows = all.filter(isTold);
      const [newest] = rows;
      const oldest = rows.at(-1);
      if (!newest || !oldest) return;
      const urgent = rows.find(({ isUrgent }) => isUrgent);
      if (!urgent && age(newest) < waitMs && age(oldest) < longestWaitMs) return;
      const { head, body = "" } = wordsOf(urgent ?? newest, timeZone);
      const others = rows.length === 1 ? "" : ` And ${rows.length - 1} more.`;
      const what = `${head} ${body}`.trim().slice(0, mostLetters) + others;
      const message = messageOf(db, subscription, { what, that: "Something is new." });
      const sent = await push(
        subscription,
        { ...message, path: home[role], tag: "news" },
        { keptSeconds: newsKeptSeconds, isUrgent: urgent !== undefined },
      );
      if (sent === "taken") notePushed(db, id, number);
      if (sent === "failed") failed.set(id, at);
    });
  await Promise.all(sends);
}

const messageOf = (
  db: Db,
  { lockScreen }: Pick<Subscription, "lockScreen">,
  words: Record<LockScreen, string>,
) => ({ title: readSetting(db, "buildingName"), body: words[lockScreen] });

const notePushed = (db: Db, id: string, number: number): void =>
  void db
    .update(pushSubscriptions)
    .set({ eventsPushed: number })
    .where(eq(pushSubscriptions.id, id))
    .run();

/** The open requests of the gate, each with a browser that was told of it. */
const rung = new WeakMap<Db, Set<string>>();

/** Tells the browsers of a unit, once, that the gate asks whether somebody may come in. */
export async function pushEntryRequests(db: Db, push: Push, now: Moment): Promise<void> {
  const before = rung.get(db) ?? new Set();
  const open = new Set<string>();
  rung.set(db, open);
  const sends = subscriptions(db)
    .all()
    .flatMap(({ subscription, role }) =>
      requestsFor(db, subscription.accountId, now).map(async ({ id, unit, visitorName }) => {
        const key = `${id} ${subscription.id}`;
        open.add(key);
        if (before.has(key)) return;
        const what = `${visitorName || "Somebody"} is at the gate for ${unit}.`;
        const message = messageOf(db, subscription, { what, that: "Somebody is at the gate." });
        const sending = { keptSeconds: gateKeptSeconds, isUrgent: true };
        await push(subscription, { ...message, path: home[role], tag: id }, sending);
      }),
    );
  await Promise.all(sends);
}
