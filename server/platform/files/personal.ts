import { extname } from "node:path";
import { asc, eq } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import { type Personal, personalTable } from "../privacy/personal.ts";
import { forgetFileNames } from "./rows.ts";
import { files } from "./table.ts";

const stays = "the file stays as long as what points to it";

const filesOf = (db: Db, id: string) =>
  db.select().from(files).where(eq(files.uploadedBy, id)).orderBy(asc(files.id)).all();

export const filesPersonal: Personal = {
  tables: [
    personalTable(
      files,
      { uploadedBy: "id" },
      [{ exported: true, erased: "replaced" }, "fileName"],
      [{ exported: true, retained: stays }, "id", "mimeType", "size", "sha256", "uploadedAt"],
      [{ notExported: "a name of ours", retained: stays }, "storedName"],
      [
        { notExported: "it is themselves", retained: "an id that leads to no name any more" },
        "uploadedBy",
      ],
    ),
  ],
  // Our own name. The person's name for it is in the export, but may be invalid on other systems.
  exportFilesFor: (db, id) =>
    new Map(
      filesOf(db, id).map(({ storedName }, index) => [
        storedName,
        `files/file-${index + 1}${extname(storedName)}`,
      ]),
    ),
  exportFor: (db, { id }, names) => ({
    files: filesOf(db, id).map(({ storedName, uploadedBy: _, ...file }) => ({
      ...file,
      file: names.get(storedName),
    })),
  }),
  erase: (db, { id }) => forgetFileNames(db, id),
};
