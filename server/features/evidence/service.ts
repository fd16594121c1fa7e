import { and, asc, eq, type SQL } from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import { type Db, write } from "../../database/open.ts";
import { type Actor, createOnce, recordChange } from "../../platform/audit/audit.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { addFile, type NamedFile } from "../../platform/files/rows.ts";
import { files } from "../../platform/files/table.ts";
import { fineById } from "../fines/service.ts";
import { fines } from "../fines/table.ts";
import { evidenceError } from "./errors.ts";
import { fineEvidence } from "./table.ts";

const columns = {
  id: fineEvidence.id,
  fineId: fineEvidence.fineId,
  fileName: files.fileName,
  mimeType: files.mimeType,
  size: files.size,
  addedAt: files.uploadedAt,
};

/** The most photos per fine, because disk space is limited. */
const mostPhotos = 10;

const selectPhotos = (db: Db, where: SQL | undefined) =>
  db
    .select({ ...columns, storedName: files.storedName })
    .from(fineEvidence)
    .innerJoin(files, eq(files.id, fineEvidence.fileId))
    .where(where)
    .orderBy(asc(fineEvidence.id));

/** The photos of a fine, oldest first. */
export const evidenceOf = (db: Db, fineId: string) =>
  selectPhotos(db, eq(fineEvidence.fineId, fineId))
    .all()
    .map(({ storedName: _, ...photo }) => photo);

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
      if (evidenceOf(db, fineId).length >= mostPhotos) throw evidenceError("evidence.too_many");
      const photo = newId();
      const fileId = addFile(db, file, { by: by.accountId, at: now.at, unnamed: "photo" });
      db.insert(fineEvidence).values({ id: photo, fineId, fileId }).run();
      const after = { fineId, size: file.size, sha256: file.sha256 };
      recordChange(db, by, now.at, { action: once.action, subjectId: photo, after });
      return photo;
    });
    return photoById(db, id, null);
  });
}

/**
 * @param residentId whose fine it is about; null for anybody
 * @throws evidence.unknown
 */
export function photoById(db: Db, id: string, residentId: string | null) {
  const photo = selectPhotos(db, eq(fineEvidence.id, id)).get();
  const isTheirs =
    residentId === null ||
    db
      .select({ id: fines.id })
      .from(fines)
      .where(and(eq(fines.id, photo?.fineId ?? ""), eq(fines.residentId, residentId)))
      .get() !== undefined;
  if (!photo || !isTheirs) throw evidenceError("evidence.unknown", { field: "evidenceId" });
  return photo;
}

/** Removes a photo from its fine; its file goes in a cleanup. @throws evidence.unknown */
export function removeEvidence(db: Db, by: Actor, id: string, now: Moment): void {
  write(db, () => {
    const { fineId, fileName } = photoById(db, id, null);
    db.delete(fineEvidence).where(eq(fineEvidence.id, id)).run();
    const change = { subjectId: id, before: { fineId, fileName } };
    recordChange(db, by, now.at, { action: "evidence.remove", ...change });
  });
}
