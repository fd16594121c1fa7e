import Database from "better-sqlite3";
import { compareMigrations } from "../../../database/migrations.ts";
import type { Upload } from "../../files/rows.ts";
import { migrationsFolder } from "../../installation/paths.ts";
import type { FileFacts } from "./manifest.ts";

export { type Upload, uploadsIn } from "../../files/rows.ts";

type Sqlite = Database.Database;

export function inDatabase<T>(file: string, look: (sqlite: Sqlite) => T): T {
  const sqlite = new Database(file, { readonly: true, timeout: 5_000 });
  try {
    return look(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Writes what is in the -wal file into the database, so that one file has everything. */
export function mergeWal(file: string): void {
  const sqlite = new Database(file, { fileMustExist: true });
  try {
    sqlite.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    sqlite.close();
  }
}

export function rowCounts(sqlite: Sqlite): Record<string, number> {
  const tables = sqlite
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all();
  const count = (name: string) =>
    sqlite.prepare<[], { n: number }>(`SELECT count(*) AS n FROM "${name}"`).get()?.n ?? 0;
  return Object.fromEntries(tables.map(({ name }) => [name, count(name)]));
}

/** The disk, a lock or permissions, which say nothing about the file. One that was cut off does. */
export const notOfTheFile = /^SQLITE_(FULL|IOERR(?!_SHORT_READ)|CANTOPEN|READONLY|BUSY)/;

/** @param check integrity_check also compares the indices with their tables, and takes longer */
export function damageIn(sqlite: Sqlite, check: "quick_check" | "integrity_check"): string[] {
  try {
    const found = sqlite.pragma(`${check}(10)`) as Record<string, string>[];
    return found.flatMap((row) => Object.values(row)).filter((line) => line !== "ok");
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (notOfTheFile.test(String(code))) throw error;
    return [message];
  }
}

/** Rows that refer to a row that does not exist, counted by table: "3 rows of fines". */
export function lostParents(sqlite: Sqlite): string[] {
  const found = sqlite.pragma("foreign_key_check") as { table: string }[];
  const tables = [...new Set(found.map(({ table }) => table))];
  return tables.map((name) => {
    const rows = found.filter(({ table }) => table === name).length;
    return `${rows} ${rows === 1 ? "row" : "rows"} of ${name}`;
  });
}

/** Whether this, an older, a newer or no Stoep at all ("foreign") last changed the tables. */
export function levelOf(sqlite: Sqlite): "current" | "older" | "newer" | "foreign" {
  const table = sqlite
    .prepare("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'")
    .get();
  if (!table) return "foreign";
  const { isNewer, pending } = compareMigrations(sqlite, migrationsFolder);
  if (isNewer) return "newer";
  return pending.length > 0 ? "older" : "current";
}

/** @param facts the files by stored name @param where such as "in the uploads folder" */
export function uploadProblems(
  uploads: Upload[],
  facts: ReadonlyMap<string, FileFacts>,
  where: string,
): string[] {
  const problems = uploads.flatMap(({ storedName, size, sha256 }) => {
    const file = facts.get(storedName);
    if (!file)
      return `${storedName} is missing ${where}. Take it from a backup, or ask whoever sent it to send it again.`;
    if (file.size === size && file.sha256 === sha256) return [];
    return `${storedName} ${where} is not what was uploaded. Take it from a backup, or ask whoever sent it to send it again.`;
  });
  const known = new Set(uploads.map(({ storedName }) => storedName));
  const orphans = [...facts.keys()].filter((name) => !known.has(name));
  return [
    ...problems,
    ...orphans.map((name) => `${name} ${where} belongs to no row. Look at it and move it away.`),
  ];
}
