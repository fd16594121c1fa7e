import { and, eq, exists, inArray, isNotNull, lt, min } from "drizzle-orm";
import { countRows } from "../../../database/counting.ts";
import { type Db, prepared, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import type { Instant, Moment } from "../../../platform/clock/clock.ts";
import type { NamedFile } from "../../../platform/files/rows.ts";
import { files } from "../../../platform/files/table.ts";
import { type Attachment, addAttachment } from "../../attachments/service.ts";
import { attachments } from "../../attachments/table.ts";
import { people } from "../../people/table.ts";
import { finesError } from "../errors.ts";
import { withdrawn } from "../schema.ts";
import { fineOf, isPending, setFineStatus, tellOfFine } from "../service.ts";
import { fines } from "../table.ts";

const isProof = eq(attachments.kind, "proofs");

const notOwed = "This fine was withdrawn. You do not owe it any more, so it needs no proof.";

/**
 * Records a proof whose file is completely on disk. An Unpaid fine becomes Pending…; only an admin
 * sets Paid. A repeated upload adds nothing.
 * @throws fines.unknown if the fine is not this resident's; attachments.too_many
 */
export function addProof(
  db: Db,
  by: Actor,
  { residentId, fineId }: { residentId: string; fineId: string },
  file: NamedFile,
  now: Moment,
): Attachment {
  return write(db, () => {
    const { status } = fineOf(db, residentId, fineId);
    if (status === withdrawn) throw finesError("fines.unknown", { message: notOwed });
    const place = { kind: "proofs", subjectId: fineId, addedBy: residentId } as const;
    return addAttachment(db, by, place, file, now, () => {
      if (status === "Unpaid") setFineStatus(db, by, { fineId, status: "Pending..." }, now);
      else tellOfFine(db, by, { id: fineId, residentId }, now);
    });
  });
}

/** Deletes and counts erased people's proofs that the books need no more; files go in a cleanup. */
export function forgetErasedProofs(db: Db, by: Actor, before: Instant, now: Moment): number {
  return write(db, () => {
    // No join: SQLite would scan all proofs first, and there are many.
    const erased = db.select({ id: people.id }).from(people).where(isNotNull(people.erasedAt));
    const isOld = db
      .select({ id: files.id })
      .from(files)
      .where(and(eq(files.id, attachments.fileId), lt(files.uploadedAt, before)));
    const old = db
      .select({ id: attachments.id, addedBy: attachments.addedBy })
      .from(attachments)
      .where(and(inArray(attachments.addedBy, erased), isProof, exists(isOld)))
      .all();
    for (const owner of new Set(old.map(({ addedBy }) => addedBy))) {
      const theirs = old.filter(({ addedBy }) => addedBy === owner).map(({ id }) => id);
      db.delete(attachments).where(inArray(attachments.id, theirs)).run();
      const after = { proofs: theirs.length, sentBefore: before };
      recordChange(db, by, now.at, { action: "proofs.forget", subjectId: owner, after });
    }
    return old.length;
  });
}

const oldestPending = prepared((db) =>
  db
    .select({ at: min(files.uploadedAt) })
    .from(fines)
    .innerJoin(attachments, and(eq(attachments.subjectId, fines.id), isProof))
    .innerJoin(files, eq(files.id, attachments.fileId))
    .where(isPending),
);

/** The time of the oldest proof for a fine whose payment an admin has yet to check. */
export const oldestPendingProof = (db: Db): Instant | null => oldestPending(db).get()?.at ?? null;

/** The number of proofs that a resident has uploaded. */
export const countProofsOf = (db: Db, addedBy: string) =>
  countRows(db, attachments, and(eq(attachments.addedBy, addedBy), isProof));
