import { eq } from "drizzle-orm";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import type { Day, Moment } from "../../../platform/clock/clock.ts";
import { attachmentById, removeAttachment } from "../../attachments/service.ts";
import { attachments } from "../../attachments/table.ts";
import type { NoticeFile } from "../schema.ts";
import { type Reader, tell } from "./audience.ts";
import { noticeFor, noticeToChange } from "./service.ts";

const ofNotice = (announcementId: string) => eq(attachments.subjectId, announcementId);

/** A file of a notice that somebody may see. @throws announcements.unknown, attachments.unknown */
export function fileFor(db: Db, reader: Reader, { announcementId, fileId }: NoticeFile, day: Day) {
  noticeFor(db, reader, announcementId, day);
  return attachmentById(db, "noticeFiles", fileId, ofNotice(announcementId));
}

/**
 * Takes a file of a notice away.
 * @throws announcements.unknown, announcements.not_yours, attachments.unknown
 */
export function removeFile(
  db: Db,
  by: Actor,
  reader: Reader,
  { announcementId, fileId }: NoticeFile,
  now: Moment,
): void {
  write(db, () => {
    const notice = noticeToChange(db, reader, announcementId, now.today);
    attachmentById(db, "noticeFiles", fileId, ofNotice(announcementId));
    removeAttachment(db, by, "noticeFiles", fileId, now);
    tell(db, by, notice, now);
  });
}
