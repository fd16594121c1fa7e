import { and, asc, eq, inArray, isNotNull, lt } from "drizzle-orm";
import { newId } from "../../columns.ts";
import { type Db, write } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { type Actor, createOnce, recordChange } from "../../platform/audit/audit.ts";
import { accounts } from "../../platform/auth/table.ts";
import type { Instant, Moment } from "../../platform/clock/clock.ts";
import type { StoredFile } from "../../platform/files/files.ts";
import { fineOf, setFineStatus } from "../fines/service.ts";
import { paymentProofs } from "./table.ts";

const columns = {
  id: paymentProofs.id,
  fineId: paymentProofs.fineId,
  fileName: paymentProofs.fileName,
  mimeType: paymentProofs.mimeType,
  size: paymentProofs.size,
  uploadedAt: paymentProofs.uploadedAt,
};

/** So many proofs a fine may have: nobody needs more, and a disk is finite. */
const maxProofs = 20;

/** The proofs of a fine, oldest first. */
export const proofsOf = (db: Db, fineId: string) =>
  db
    .select(columns)
    .from(paymentProofs)
    .where(eq(paymentProofs.fineId, fineId))
    .orderBy(asc(paymentProofs.id))
    .all();

/**
 * Notes a proof whose file is whole on the disk. An Unpaid fine becomes Pending…; never Paid: that
 * is an admin's to say. `kept` is false when the same upload was noted before, under another file.
 * @throws fines.unknown when the fine is not this resident's; proofs.too_many
 */
export function addProof(
  db: Db,
  by: Actor,
  { residentId, fineId }: { residentId: string; fineId: string },
  file: StoredFile & { fileName: string },
  now: Moment,
) {
  return write(db, () => {
    const fine = fineOf(db, residentId, fineId);
    const once = { action: "proofs.add", input: { fineId, sha256: file.sha256 } };
    const proofId = createOnce(db, by, now.at, once, () => {
      if (proofsOf(db, fineId).length >= maxProofs) throw new AppError("proofs.too_many");
      const id = newId();
      db.insert(paymentProofs)
        .values({ ...file, id, fineId, uploadedBy: residentId, uploadedAt: now.at })
        .run();
      recordChange(db, by, now.at, {
        action: "proofs.add",
        subjectId: id,
        after: { fineId, size: file.size, sha256: file.sha256 },
      });
      if (fine.status === "Unpaid") setFineStatus(db, by, { fineId, status: "Pending..." }, now);
      return id;
    });
    const proof = proofById(db, proofId, null);
    return { ...proof, kept: proof.storedName === file.storedName };
  });
}

/** Whether a stored file is a proof's. */
export const isProof = (db: Db, storedName: string): boolean =>
  db.select().from(paymentProofs).where(eq(paymentProofs.storedName, storedName)).get() !==
  undefined;
/**
 * Forgets the proofs of erased persons that are older than the books want them. Answers the names of
 * their files, which may go once this is written.
 */
export function forgetErasedProofs(db: Db, by: Actor, before: Instant, now: Moment): string[] {
  return write(db, () => {
    // Not joined: SQLite would then begin with the proofs, and they are many.
    const erased = db
      .select({ id: accounts.id })
      .from(accounts)
      .where(isNotNull(accounts.erasedAt));
    const old = db
      .select({
        id: paymentProofs.id,
        storedName: paymentProofs.storedName,
        uploadedBy: paymentProofs.uploadedBy,
      })
      .from(paymentProofs)
      .where(and(inArray(paymentProofs.uploadedBy, erased), lt(paymentProofs.uploadedAt, before)))
      .all();
    for (const owner of new Set(old.map(({ uploadedBy }) => uploadedBy))) {
      const theirs = old.filter(({ uploadedBy }) => uploadedBy === owner).map(({ id }) => id);
      db.delete(paymentProofs).where(inArray(paymentProofs.id, theirs)).run();
      recordChange(db, by, now.at, {
        action: "proofs.forget",
        subjectId: owner,
        after: { proofs: theirs.length, sentBefore: before },
      });
    }
    return old.map(({ storedName }) => storedName);
  });
}

/** @param uploadedBy whose proof it must be; null: anybody's @throws proofs.unknown */
export function proofById(db: Db, proofId: string, uploadedBy: string | null) {
  const own = uploadedBy === null ? undefined : eq(paymentProofs.uploadedBy, uploadedBy);
  const proof = db
    .select()
    .from(paymentProofs)
    .where(and(eq(paymentProofs.id, proofId), own))
    .get();
  if (!proof) throw new AppError("proofs.unknown", { field: "proofId" });
  return proof;
}
