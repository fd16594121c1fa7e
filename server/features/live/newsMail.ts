import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { type Db, prepared, write } from "../../database/open.ts";
import { accountById } from "../../platform/auth/accounts.ts";
import type { MailChoice } from "../../platform/auth/schema.ts";
import { accounts } from "../../platform/auth/table.ts";
import { type Moment, momentOf, plusDays } from "../../platform/clock/clock.ts";
import { numbersOf } from "../../platform/live/events.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { newsMail } from "../../platform/mail/messages.ts";
import { readSetting, writeSetting } from "../../platform/settings/settings.ts";
import { people } from "../people/table.ts";
import { type News, newsAfter } from "./news.ts";
import { isTold, wordsOf } from "./newsWords.ts";

/** Older changes are not mailed: Stoep was off, or the building had no mail yet. */
const newsDays = 2;
/**
 * Most things that are taken back are within this time, and what follows comes in one mail. What is
 * urgent does not wait.
 */
const waitMs = 2 * 60_000;
/** The longest wait for changes that follow. */
const longestWaitMs = 10 * 60_000;
/** The hour of the building's day at which the daily mails go out. */
const dailyHour = 17;

/** The recipients of such mails: people whose address is proven to be theirs. */
const readers = prepared((db) =>
  db
    .select({
      id: accounts.id,
      role: accounts.role,
      maintenanceType: accounts.maintenanceType,
      createdAt: accounts.createdAt,
      after: sql<number>`max(${accounts.eventsSeen}, ${accounts.eventsMailed})`,
      name: people.name,
      email: people.email,
    })
    .from(accounts)
    .innerJoin(people, eq(people.id, accounts.id))
    .where(
      and(
        isNull(accounts.removedAt),
        isNotNull(accounts.emailKey),
        isNotNull(accounts.emailVerifiedAt),
        eq(accounts.emailUnproven, false),
        eq(accounts.newsByMail, sql.placeholder("choice")),
      ),
    ),
);

const profiles = {
  Admin: "/admin/profile",
  Resident: "/resident/profile",
  Staff: "/staff/staffprofile",
};

interface Post {
  db: Db;
  origin: () => string;
}

/** Queues a mail for each person who wants news so often and has not seen all of it. */
export function mailNews(
  { db, origin }: Post,
  choice: Exclude<MailChoice, "never">,
  { at, today }: Moment,
  timeZone: string,
) {
  const since = plusDays(at, -newsDays);
  const age = ({ at: then }: News) => Date.parse(at) - Date.parse(then);
  for (const { name, email, after, createdAt, ...reader } of readers(db).all({ choice })) {
    const asked = { after, since: createdAt > since ? createdAt : since, today };
    const { number, rows: all } = newsAfter(db, reader, asked);
    const rows = all.filter(isTold);
    const [newest] = rows;
    const oldest = rows.at(-1);
    if (!newest || !oldest) continue;
    const canWait = choice === "at once" && !rows.some(({ isUrgent }) => isUrgent);
    if (canWait && age(newest) < waitMs && age(oldest) < longestWaitMs) continue;
    const addresses = { home: origin(), profile: `${origin()}${profiles[reader.role]}` };
    const news = rows.map((row) => wordsOf(row, timeZone));
    const mail = newsMail(readSetting(db, "buildingName"), name, news, choice, addresses);
    write(db, () => {
      queueMail(db, { personId: reader.id, to: email, ...mail }, at);
      noteMailed(db, reader.id, number);
    });
  }
}

const noteMailed = (db: Db, accountId: string, number: number): void =>
  void db.update(accounts).set({ eventsMailed: number }).where(eq(accounts.id, accountId)).run();

/** Queues the daily mails, once a day in the late afternoon. The first day there are none. */
export function mailDailyNews(post: Post, now: Moment, timeZone: string): void {
  const { at } = now;
  const { today } = momentOf(new Date(Date.parse(at) - dailyHour * 3_600_000), timeZone);
  const last = readSetting(post.db, "newsMailedFor");
  if (last === today) return;
  if (last !== null) mailNews(post, "daily", now, timeZone);
  writeSetting(post.db, "newsMailedFor", today, at);
}

/** A person's choice of news by mail, and whether the address is theirs for sure. */
export function mailChoiceOf(db: Db, accountId: string) {
  const account = accountById(db, accountId);
  const isProven =
    !!account?.emailKey && account.emailVerifiedAt !== null && !account.emailUnproven;
  return { choice: account?.newsByMail ?? "never", isProven };
}

/** Changes before the choice are not mailed afterwards. */
export function chooseMail(db: Db, accountId: string, choice: MailChoice): void {
  const { last } = numbersOf(db);
  db.update(accounts)
    .set({ newsByMail: choice, ...(choice !== "never" && { eventsMailed: last }) })
    .where(eq(accounts.id, accountId))
    .run();
}
