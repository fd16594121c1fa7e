import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../../platform/audit/audit.ts";
import type { Moment } from "../../../platform/clock/clock.ts";
import { addFile, type NamedFile } from "../../../platform/files/rows.ts";
import { files } from "../../../platform/files/table.ts";
import { finesError } from "../errors.ts";
import { withdrawn } from "../schema.ts";
import { fineById, fineOf } from "../service.ts";
import { fines } from "../table.ts";
import { fineEvidence } from "./table.ts";

const columns = {
  id: fineEvidence.id,
  fineId: fineEvidence.fineId,
  mimeType: files.mimeType,
  size: files.size,
  addedAt: files.uploadedAt,
};

/** The most photos per fine, because disk space is limited. */
const mostPhotos = 10;

/**
 * A photo's name for who was fined. The admin's own name for it may say who took it, or where. For
 * selects that join the files.
 */
const nameForResident = sql<string>`'photo-' || (
    SELECT count(*) FROM ${fineEvidence} AS earlier
    WHERE earlier.fine_id = ${fineEvidence.fineId} AND earlier.id <= ${fineEvidence.id}
  ) || substr(${files.storedName}, instr(${files.storedName}, '.'))`;

const selectPhotos = (db: Db, fileName: SQL<string> | typeof files.fileName, where?: SQL) =>
  db
    .select({ ...columns, fileName, storedName: files.storedName })
    .from(fineEvidence)
    .innerJoin(files, eq(files.id, fineEvidence.fileId))
    .innerJoin(fines, eq(fines.id, fineEvidence.fineId))
    .where(where)
    .orderBy(asc(fineEvidence.id));

const ofFine = (db: Db, fileName: Parameters<typeof selectPhotos>[1], fineId: string) =>
  selectPhotos(db, fileName, eq(fineEvidence.fineId, fineId))
    .all()
    .map(({ storedName: _, ...photo }) => photo);

/** The photos of a fine, oldest first. */
export const evidenceOf = (db: Db, fineId: string) => ofFine(db, files.fileName, fineId);

/** The same as the person who was fined gets them; none of a withdrawn fine. @throws fines.unknown */
export function evidenceFor(db: Db, residentId: string, fineId: string) {
  const { id, status } = fineOf(db, residentId, fineId);
  return status === withdrawn ? [] : ofFine(db, nameForResident, id);
}

/**
 * Records a photo whose file is completely on disk. A repeated upload adds nothing.
 * @throws fines.unknown, evidence.too_many
 */
export function addEvidence(
  db: Db,
  by: Actor & { accountId: string },
  fineId: string,
  file: NamedFile,
  now: Moment,
) {
  return write(db, () => {
    fineById(db, fineId);
    const once = { action: "evidence.add", input: { fineId, sha256: file.sha256 } };
    const id = createOnce(db, by, now.at, once, () => {
      if (evidenceOf(db, fineId).length >= mostPhotos) throw finesError("evidence.too_many");
      const photo = newId();
      const fileId = addFile(db, file, { by: by.accountId, at: now.at, unnamed: "photo" });
      db.insert(fineEvidence).values({ id: photo, fineId, fileId }).run();
      const after = { fineId, size: file.size, sha256: file.sha256 };
      recordChange(db, by, now.at, { action: once.action, subjectId: photo, after });
      return photo;
    });
    return photoById(db, id);
  });
}

/** @throws evidence.unknown */
export function photoById(db: Db, id: string) {
  const photo = selectPhotos(db, files.fileName, eq(fineEvidence.id, id)).get();
  if (!photo) throw finesError("evidence.unknown", { field: "evidenceId" });
  return photo;
}

/** A photo as the person who was fined gets it, until the fine is withdrawn. @throws evidence.unknown */
export function photoFor(db: Db, residentId: string, id: string) {
  const theirs = and(eq(fines.residentId, residentId), ne(fines.status, withdrawn));
  const photo = selectPhotos(db, nameForResident, and(eq(fineEvidence.id, id), theirs)).get();
  if (!photo) throw finesError("evidence.unknown", { field: "evidenceId" });
  return photo;
}

/** Removes a photo from its fine; its file goes in a cleanup. @throws evidence.unknown */
export function removeEvidence(db: Db, by: Actor, id: string, now: Moment): void {
  write(db, () => {
    const { fineId, fileName } = photoById(db, id);
    db.delete(fineEvidence).where(eq(fineEvidence.id, id)).run();
    const change = { subjectId: id, before: { fineId, fileName } };
    recordChange(db, by, now.at, { action: "evidence.remove", ...change });
  });
}
