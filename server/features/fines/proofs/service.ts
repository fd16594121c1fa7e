import { and, asc, eq, exists, inArray, isNotNull, lt, min, sql } from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import { counting } from "../../../database/counting.ts";
import { type Db, prepared, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import type { Instant, Moment } from "../../../platform/clock/clock.ts";
import { addFile, type NamedFile } from "../../../platform/files/rows.ts";
import { files } from "../../../platform/files/table.ts";
import { people } from "../../people/table.ts";
import { finesError } from "../errors.ts";
import { withdrawn } from "../schema.ts";
import { fineOf, isPending, setFineStatus } from "../service.ts";
import { fines } from "../table.ts";
import { paymentProofs } from "./table.ts";

const columns = {
  id: paymentProofs.id,
  fineId: paymentProofs.fineId,
  fileName: files.fileName,
  mimeType: files.mimeType,
  size: files.size,
  uploadedAt: files.uploadedAt,
};

const notOwed = "This fine was withdrawn. You do not owe it any more, so it needs no proof.";

/** The most proofs per fine, because disk space is limited. */
const maxProofs = 20;

/** The proofs of a fine, oldest first. */
export const proofsOf = (db: Db, fineId: string) =>
  db
    .select(columns)
    .from(paymentProofs)
    .innerJoin(files, eq(files.id, paymentProofs.fileId))
    .where(eq(paymentProofs.fineId, fineId))
    .orderBy(asc(paymentProofs.id))
    .all();

/**
 * Records a proof whose file is completely on disk. An Unpaid fine becomes Pending…; only an admin
 * sets Paid. A repeated upload adds nothing.
 * @throws fines.unknown if the fine is not this resident's; proofs.too_many
 */
export function addProof(
  db: Db,
  by: Actor,
  { residentId, fineId }: { residentId: string; fineId: string },
  file: NamedFile,
  now: Moment,
) {
  return write(db, () => {
    const fine = fineOf(db, residentId, fineId);
    if (fine.status === withdrawn) throw finesError("fines.unknown", { message: notOwed });
    const once = { action: "proofs.add", input: { fineId, sha256: file.sha256 } };
    const proofId = createOnce(db, by, now.at, once, () => {
      if (proofsOf(db, fineId).length >= maxProofs) throw finesError("proofs.too_many");
      const id = newId();
      const noted = { by: residentId, at: now.at, unnamed: "payment proof" };
      const fileId = addFile(db, file, noted);
      db.insert(paymentProofs).values({ id, fineId, fileId, uploadedBy: residentId }).run();
      const after = { fineId, size: file.size, sha256: file.sha256 };
      recordChange(db, by, now.at, { action: "proofs.add", subjectId: id, after });
      if (fine.status === "Unpaid") setFineStatus(db, by, { fineId, status: "Pending..." }, now);
      return id;
    });
    return proofById(db, proofId, null);
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
      .where(and(eq(files.id, paymentProofs.fileId), lt(files.uploadedAt, before)));
    const old = db
      .select({ id: paymentProofs.id, uploadedBy: paymentProofs.uploadedBy })
      .from(paymentProofs)
      .where(and(inArray(paymentProofs.uploadedBy, erased), exists(isOld)))
      .all();
    for (const owner of new Set(old.map(({ uploadedBy }) => uploadedBy))) {
      const theirs = old.filter(({ uploadedBy }) => uploadedBy === owner).map(({ id }) => id);
      db.delete(paymentProofs).where(inArray(paymentProofs.id, theirs)).run();
      const after = { proofs: theirs.length, sentBefore: before };
      recordChange(db, by, now.at, { action: "proofs.forget", subjectId: owner, after });
    }
    return old.length;
  });
}

/**
 * @param uploadedBy the person who uploaded it; null for anybody
 * @throws proofs.unknown
 */
export function proofById(db: Db, proofId: string, uploadedBy: string | null) {
  const own = uploadedBy === null ? undefined : eq(paymentProofs.uploadedBy, uploadedBy);
  const proof = db
    .select({ ...columns, storedName: files.storedName })
    .from(paymentProofs)
    .innerJoin(files, eq(files.id, paymentProofs.fileId))
    .where(and(eq(paymentProofs.id, proofId), own))
    .get();
  if (!proof) throw finesError("proofs.unknown", { field: "proofId" });
  return proof;
}

const oldestPending = prepared((db) =>
  db
    .select({ at: min(files.uploadedAt) })
    .from(fines)
    .innerJoin(paymentProofs, eq(paymentProofs.fineId, fines.id))
    .innerJoin(files, eq(files.id, paymentProofs.fileId))
    .where(isPending)
    .prepare(),
);

/** When the oldest proof was sent of the fines whose payment an admin has yet to check. */
export const oldestPendingProof = (db: Db): Instant | null => oldestPending(db).get()?.at ?? null;

const byUploader = counting(
  paymentProofs,
  eq(paymentProofs.uploadedBy, sql.placeholder("uploadedBy")),
);

/** How many proofs a resident has uploaded. */
export const countProofsOf = (db: Db, uploadedBy: string) => byUploader(db, { uploadedBy });
