import { extname } from "node:path";
import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import { files } from "../../platform/files/table.ts";
import { type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { fines } from "../fines/table.ts";
import { fineEvidence } from "./table.ts";

/** The photos about one person's fines. */
const about = (db: Db, id: string) =>
  db
    .select({
      id: fineEvidence.id,
      fineId: fineEvidence.fineId,
      fileId: fineEvidence.fileId,
      storedName: files.storedName,
      addedAt: files.uploadedAt,
    })
    .from(fineEvidence)
    .innerJoin(files, eq(files.id, fineEvidence.fileId))
    .innerJoin(fines, eq(fines.id, fineEvidence.fineId))
    .where(eq(fines.residentId, id))
    .all()
    .sort((a, b) => (a.id < b.id ? -1 : 1));

export const personal: Personal = {
  tables: [
    personalTable(fineEvidence, {}, [
      { exported: true, erased: "deleted" },
      "id",
      "fineId",
      "fileId",
    ]),
  ],
  names: [
    {
      id: fineEvidence.id,
      name: sql`(SELECT ${files.fileName} FROM ${files} WHERE ${files.id} = ${fineEvidence.fileId})`,
    },
  ],
  exportFilesFor: (db, id) =>
    new Map(
      about(db, id).map(({ storedName }, index) => [
        storedName,
        `files/photo-${index + 1}${extname(storedName)}`,
      ]),
    ),
  exportFor: (db, { id }, names) => ({
    evidence: about(db, id).map(({ storedName, ...photo }) => ({
      ...photo,
      file: names.get(storedName),
    })),
  }),
  // The files themselves go in the nightly cleanup, because nothing points to them any more.
  erase: (db, { id }) => {
    const photos = about(db, id).map((photo) => photo.id);
    db.delete(fineEvidence).where(inArray(fineEvidence.id, photos)).run();
  },
};
