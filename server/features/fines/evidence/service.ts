import { and, eq, inArray, ne } from "drizzle-orm";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import type { Moment } from "../../../platform/clock/clock.ts";
import {
  attachmentById,
  attachmentsOf,
  numbered,
  removeAttachment,
} from "../../attachments/service.ts";
import { attachments } from "../../attachments/table.ts";
import { withdrawn } from "../schema.ts";
import { fineById, fineOf, tellOfFine } from "../service.ts";
import { fines } from "../table.ts";

/**
 * The photos of a fine as the person who was fined gets them; none of a withdrawn fine. The admin's own
 * names for them may say who took them, or where.
 * @throws fines.unknown
 */
export function evidenceFor(db: Db, residentId: string, fineId: string) {
  const { id, status } = fineOf(db, residentId, fineId);
  return status === withdrawn ? [] : numbered("evidence", attachmentsOf(db, "evidence", id));
}

/** One of these photos. @throws attachments.unknown */
export function photoFor(db: Db, residentId: string, id: string) {
  const theirs = db
    .select({ id: fines.id })
    .from(fines)
    .where(and(eq(fines.residentId, residentId), ne(fines.status, withdrawn)));
  const photo = attachmentById(db, "evidence", id, inArray(attachments.subjectId, theirs));
  const { fileName } =
    evidenceFor(db, residentId, photo.subjectId).find((each) => each.id === id) ?? photo;
  return { ...photo, fileName };
}

/** @throws attachments.unknown */
export function removePhoto(db: Db, by: Actor, id: string, now: Moment): void {
  write(db, () => {
    const { subjectId } = attachmentById(db, "evidence", id);
    removeAttachment(db, by, "evidence", id, now);
    tellOfFine(db, by, fineById(db, subjectId), now);
  });
}
