import { extname } from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "../../../database/open.ts";
import { files } from "../../../platform/files/table.ts";
import { type Personal, personalTable } from "../../../platform/privacy/personal.ts";
import { paymentProofs } from "./table.ts";

const books = "the books need it for PROOF_YEARS, without a name";

const proofsOf = (db: Db, id: string) =>
  db
    .select({
      id: paymentProofs.id,
      fineId: paymentProofs.fineId,
      fileId: paymentProofs.fileId,
      fileName: files.fileName,
      storedName: files.storedName,
    })
    .from(paymentProofs)
    .innerJoin(files, eq(files.id, paymentProofs.fileId))
    .where(eq(paymentProofs.uploadedBy, id))
    .orderBy(asc(paymentProofs.id))
    .all();

export const personal: Personal = {
  tables: [
    personalTable(
      paymentProofs,
      { uploadedBy: "id" },
      [{ exported: true, retained: books }, "id", "fineId", "fileId"],
      [{ notExported: "it is themselves", retained: books }, "uploadedBy"],
    ),
  ],
  names: [
    {
      id: paymentProofs.id,
      name: sql`(SELECT ${files.fileName} FROM ${files} WHERE ${files.id} = ${paymentProofs.fileId})`,
    },
  ],
  exportFilesFor: (db, id) =>
    new Map(
      proofsOf(db, id).map(({ storedName }, index) => [
        storedName,
        `files/proof-${index + 1}${extname(storedName)}`,
      ]),
    ),
  exportFor: (db, { id }, names) => ({
    paymentProofs: proofsOf(db, id).map(({ storedName, ...proof }) => ({
      ...proof,
      file: names.get(storedName),
    })),
  }),
};
