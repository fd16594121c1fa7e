import { extname } from "node:path";
import { and, asc, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "../../database/open.ts";
import { files } from "../../platform/files/table.ts";
import { type Personal, personalTable } from "../../platform/privacy/personal.ts";
import { attachmentKinds, type KindName, kindOf } from "./schema.ts";
import { attachments } from "./table.ts";

const stays = "it stays as long as what it belongs to";

const select = (db: Db, where: SQL | undefined) =>
  db
    .select({
      id: attachments.id,
      kind: attachments.kind,
      subjectId: attachments.subjectId,
      stage: attachments.stage,
      fileId: attachments.fileId,
      fileName: files.fileName,
      storedName: files.storedName,
      addedAt: files.uploadedAt,
    })
    .from(attachments)
    .innerJoin(files, eq(files.id, attachments.fileId))
    .where(where)
    .orderBy(asc(attachments.id))
    .all();

type Found = ReturnType<typeof select>;

const inExport = (found: Found, called: (file: Found[number]) => string) =>
  new Map(
    found.map((file, index) => [
      file.storedName,
      `files/${called(file)}-${index + 1}${extname(file.storedName)}`,
    ]),
  );

const kinds = Object.keys(attachmentKinds) as KindName[];
const internal = kinds.filter((kind) => kindOf(kind).internal);

const addedBy = (db: Db, id: string) =>
  select(db, and(eq(attachments.addedBy, id), notInArray(attachments.kind, internal)));

/** The files of every kind that is not internal, for those who added them. */
export const personal: Personal = {
  tables: [
    personalTable(
      attachments,
      { addedBy: "id" },
      [{ exported: true, retained: stays }, "id", "kind", "subjectId", "fileId"],
      [{ exported: true, retained: stays }, "stage"],
      [{ notExported: "it is themselves", retained: stays }, "addedBy"],
    ),
  ],
  names: [
    {
      id: attachments.id,
      name: sql`(SELECT ${files.fileName} FROM ${files} WHERE ${files.id} = ${attachments.fileId})`,
    },
  ],
  exportFilesFor: (db, id) => inExport(addedBy(db, id), ({ kind }) => kind),
  exportFor: (db, { id }, names) => ({
    attachments: addedBy(db, id).map(({ storedName, ...file }) => ({
      ...file,
      file: names.get(storedName),
    })),
  }),
};

/** Things of people that may have files: their ids, and whose they are. */
interface Subjects {
  id: SQLiteColumn;
  person: SQLiteColumn;
  /** How the files are called in the person's data, if not as the kind's. */
  fileName?: string;
  /** The condition for those whose files the person may see; by default all. */
  shown?: SQL;
}

/**
 * For a kind whose files others made about a person: they get them, and erasing the person deletes
 * them. The files themselves go right after that, because nothing points to them any more.
 */
export function personalAbout(kind: KindName, { id, person, fileName, shown }: Subjects): Personal {
  const about = (db: Db, personId: string, which?: SQL) => {
    const theirs = db
      .select({ id })
      .from(id.table)
      .where(and(eq(person, personId), which));
    return and(eq(attachments.kind, kind), inArray(attachments.subjectId, theirs));
  };
  const found = (db: Db, personId: string) => select(db, about(db, personId, shown));
  return {
    tables: [],
    exportFilesFor: (db, personId) =>
      inExport(found(db, personId), () => fileName ?? kindOf(kind).called),
    exportFor: (db, subject, names) => ({
      [kind]: found(db, subject.id).map(({ storedName, subjectId, ...file }) => ({
        id: file.id,
        [kindOf(kind).subject]: subjectId,
        ...(file.stage && { stage: file.stage }),
        fileId: file.fileId,
        addedAt: file.addedAt,
        file: names.get(storedName),
      })),
    }),
    erase: (db, leaver) => void db.delete(attachments).where(about(db, leaver.id)).run(),
  };
}
