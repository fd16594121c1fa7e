import { and, eq, gte, isNull, lte, or, type Placeholder, sql } from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import { listing } from "../../database/list.ts";
import { type Db, prepared } from "../../database/open.ts";
import type { Page } from "../../database/pagination.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../platform/audit/audit.ts";
import type { Day, Moment } from "../../platform/clock/clock.ts";
import { recordEvent } from "../../platform/live/events.ts";
import { attachmentsOf, removeAttachment } from "../attachments/service.ts";
import { announcementsError } from "./errors.ts";
import { tell } from "./notices/audience.ts";
import { postUndoMs, type Sender } from "./schema.ts";
import { announcementReads, announcements, announcementUnits } from "./table.ts";

/** For `where`: notices that are shown on a day, and were not withdrawn. */
export function holdsOn(day: Day | Placeholder) {
  const { firstDay, lastDay, withdrawnAt } = announcements;
  return and(
    isNull(withdrawnAt),
    or(isNull(firstDay), lte(firstDay, day)),
    or(isNull(lastDay), gte(lastDay, day)),
  );
}

/** The fields of an announcement in responses, for the procedures and the REST contract alike. */
const columns = {
  id: announcements.id,
  sender: announcements.sender,
  message: announcements.message,
  date: announcements.date,
};

/** A notice to everybody without a title. */
const isAnnouncement = and(eq(announcements.audience, "everybody"), eq(announcements.title, ""));
const newestFirst = listing(columns, {
  from: announcements,
  where: and(isAnnouncement, holdsOn(sql.placeholder("today"))),
});

/** All announcements that are shown on a day, newest first. */
export const allAnnouncements = (db: Db, page: Page, today: Day) =>
  newestFirst(db, page, { today });

const anyRow = prepared((db) => db.select({ id: announcements.id }).from(announcements).limit(1));

/** Whether anything was ever announced, to anybody and for any days. */
export const hasAnnounced = (db: Db): boolean => anyRow(db).get() !== undefined;

const byId = prepared((db) =>
  db
    .select(columns)
    .from(announcements)
    .where(eq(announcements.id, sql.placeholder("id"))),
);

/** Posts an announcement to everybody in the building. Returns it. */
export function postAnnouncement(
  db: Db,
  by: Actor & { accountId: string },
  { sender, message }: { sender: Sender; message: string },
  now: Moment,
) {
  const row = { id: newId(), sender, message, date: now.at };
  const once = { action: "announcements.post", input: { sender, message } };
  const id = createOnce(db, by, now.at, once, () => {
    db.insert(announcements)
      .values({ ...row, authorId: by.accountId })
      .run();
    // Everybody reads it, and after some seconds nobody can change it. The trail keeps the text to
    // prove that.
    recordChange(db, by, now.at, { action: once.action, subjectId: row.id, after: once.input });
    recordEvent(db, by, now.at, { topic: "announcement", about: row.id, audience: "everybody" });
    return row.id;
  });
  return byId(db).get({ id }) ?? row;
}

/**
 * Takes back what this person posted a moment ago.
 * @throws announcements.unknown, announcements.too_late
 */
export function undoPost(db: Db, by: Actor & { accountId: string }, id: string, now: Moment): void {
  const once = { action: "announcements.undo", input: { id } };
  createOnce(db, by, now.at, once, () => {
    const own = and(eq(announcements.id, id), eq(announcements.authorId, by.accountId));
    const posted = db.select().from(announcements).where(own).get();
    if (!posted) throw announcementsError("announcements.unknown");
    if (Date.parse(now.at) - Date.parse(posted.date) > postUndoMs + 10_000)
      throw announcementsError("announcements.too_late");
    // Before the units of the notice are forgotten.
    tell(db, by, posted, now);
    for (const file of attachmentsOf(db, "noticeFiles", id))
      removeAttachment(db, by, "noticeFiles", file.id, now);
    db.delete(announcementUnits).where(eq(announcementUnits.announcementId, id)).run();
    db.delete(announcementReads).where(eq(announcementReads.announcementId, id)).run();
    db.delete(announcements).where(own).run();
    recordChange(db, by, now.at, { action: once.action, subjectId: id });
    return id;
  });
}
