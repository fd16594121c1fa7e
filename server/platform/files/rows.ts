import type Database from "better-sqlite3";
import { eq } from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import type { Db } from "../../database/open.ts";
import { type Instant, plusDays } from "../clock/clock.ts";
import { removeFile, type StoredFile } from "./files.ts";
import { safeFileName } from "./names.ts";
import { files } from "./table.ts";

type Sqlite = Database.Database;

export interface NamedFile extends StoredFile {
  fileName: string;
}

/** In the transaction that refers to it. @param unnamed its name if its sender gave none */
export function addFile(
  db: Db,
  { storedName, fileName, mimeType, size, sha256 }: NamedFile,
  { by, at, unnamed }: { by: string; at: Instant; unnamed: string },
): string {
  const id = newId();
  db.insert(files)
    .values({
      id,
      storedName,
      fileName: safeFileName(fileName, storedName, unnamed),
      mimeType,
      size,
      sha256,
      uploadedBy: by,
      uploadedAt: at,
    })
    .run();
  return id;
}

/** Removes a person's own names for their files. Runs in the transaction that erases the person. */
export function forgetFileNames(db: Db, accountId: string): void {
  const theirs = db.select().from(files).where(eq(files.uploadedBy, accountId)).all();
  for (const { id, storedName } of theirs)
    db.update(files)
      .set({ fileName: safeFileName("", storedName) })
      .where(eq(files.id, id))
      .run();
}

export const isNoted = (db: Db, storedName: string): boolean =>
  db.select({ id: files.id }).from(files).where(eq(files.storedName, storedName)).get() !==
  undefined;

export type Upload = Pick<StoredFile, "storedName" | "size" | "sha256">;

/** An older Stoep, whose backup this may be, has them in a table of another name. */
export function uploadsIn(sqlite: Sqlite): Upload[] {
  const withFiles = sqlite.prepare<[], string>(
    `SELECT t.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
      WHERE t.type = 'table' AND c.name = 'stored_name'`,
  );
  const table = withFiles.pluck().get() ?? "files";
  return sqlite
    .prepare<[], Upload>(`SELECT stored_name AS storedName, size, sha256 FROM ${table} ORDER BY id`)
    .all();
}

/** Every column that refers to a file, read from the schema. */
function pointersIn(sqlite: Sqlite): { name: string; column: string }[] {
  const tables = sqlite.pragma("table_list") as { name: string; type: string }[];
  return tables.flatMap(({ name, type }) => {
    if (type !== "table") return [];
    const keys = sqlite.pragma(`foreign_key_list("${name}")`) as { table: string; from: string }[];
    return keys.flatMap(({ table, from }) => (table === "files" ? [{ name, column: from }] : []));
  });
}

/**
 * Removes the files that no row refers to, and then their rows; returns how many.
 * @param waitingDays how many days a file may wait for a row that refers to it
 */
export async function removeUnused(
  db: Db,
  folder: string,
  now: Instant,
  waitingDays = 1,
): Promise<number> {
  const pointed = pointersIn(db.$client).map(
    ({ name, column }) =>
      `NOT EXISTS (SELECT 1 FROM "${name}" WHERE "${name}"."${column}" = files.id)`,
  );
  const unused = db.$client
    .prepare<[string], { id: string; storedName: string }>(
      `SELECT id, stored_name AS storedName FROM files WHERE ${[...pointed, "uploaded_at < ?"].join(" AND ")}`,
    )
    .all(plusDays(now, -waitingDays));
  for (const { id, storedName } of unused) {
    await removeFile(folder, storedName);
    db.delete(files).where(eq(files.id, id)).run();
  }
  return unused.length;
}
