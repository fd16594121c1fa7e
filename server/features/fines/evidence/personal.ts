import { extname } from "node:path";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Db } from "../../../database/open.ts";
import { files } from "../../../platform/files/table.ts";
import { type Personal, personalTable } from "../../../platform/privacy/personal.ts";
import { withdrawn } from "../schema.ts";
import { fines } from "../table.ts";
import { fineEvidence } from "./table.ts";

/** The photos about one person's fines that stand. */
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
    .where(and(eq(fines.residentId, id), ne(fines.status, withdrawn)))
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
  // Somebody else took the photos.
  exportsWithoutMetadata: true,
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
    const theirs = db.select({ id: fines.id }).from(fines).where(eq(fines.residentId, id));
    db.delete(fineEvidence).where(inArray(fineEvidence.fineId, theirs)).run();
  },
};
