import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrationsFolder } from "./paths.ts";

export type Db = BetterSQLite3Database & { $client: Database.Database };

/** The database cannot be used, said in words for the person at the machine. */
export class DatabaseError extends Error {}

/**
 * Opens the database file (or ":memory:"), checks it and brings it up to this program's migrations.
 * @param backups where a copy of the file is put aside before a migration changes it
 * @param migrations the folder they are read from: the program's own, but for tests
 * @throws DatabaseError when the file is damaged, no database, or written by a newer Stoep
 */
export function openDatabase(
  file: string,
  backups = join(dirname(file), "backups"),
  migrations = migrationsFolder,
): Db {
  const isNew = file === ":memory:" || !existsSync(file) || statSync(file).size === 0;
  if (!isNew) refuseForeignFile(file);
  else if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
  const sqlite = new Database(file, { timeout: busyMs });
  try {
    if (!isNew) checkHealth(sqlite, file);
    configure(sqlite);
    migrate(sqlite, isNew ? null : backups, migrations);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return drizzle({ client: sqlite, casing: "snake_case" });
}

/** How long a statement waits for another program's lock: short, because waiting blocks everyone. */
const busyMs = 250;

/**
 * WAL lets readers and the one writer work side by side. FULL makes each commit wait for the disk,
 * so that an answered write survives a power cut; it must be said at every open, because SQLite
 * reopens a WAL database with NORMAL.
 */
function configure(sqlite: Database.Database): void {
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
}

const foreign = (file: string) =>
  new DatabaseError(`${file} is not a Stoep database. Move it away, or restore a backup.`);

function refuseForeignFile(file: string): void {
  const header = Buffer.alloc(16);
  const handle = openSync(file, "r");
  readSync(handle, header, 0, 16, 0);
  closeSync(handle);
  if (header.toString("latin1") !== "SQLite format 3\0") throw foreign(file);
}

/** Only reads: a file that is refused stays as it is. */
function checkHealth(sqlite: Database.Database, file: string): void {
  let verdict: unknown;
  try {
    verdict = sqlite.pragma("quick_check(1)", { simple: true });
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY"))
      throw new DatabaseError(`${file} is in use by another program. Stop that first.`);
    verdict = error instanceof Error ? error.message : error;
  }
  if (verdict !== "ok")
    throw new DatabaseError(
      `${file} is damaged (${String(verdict).replace(/\s+/g, " ")}). Nothing was changed. ` +
        "Restore the newest good backup with: scripts/stoep restore FILE",
    );
  const tables = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all();
  if (tables.length > 0 && !tables.includes("__drizzle_migrations")) throw foreign(file);
}

/** All pending migrations in one transaction: either every one is applied or the file is as before. */
function migrate(sqlite: Database.Database, backups: string | null, migrations: string): void {
  const known = readMigrationFiles({ migrationsFolder: migrations });
  sqlite.exec(
    "CREATE TABLE IF NOT EXISTS __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at NUMERIC)",
  );
  const applied = sqlite
    .prepare<[], { hash: string }>("SELECT hash FROM __drizzle_migrations ORDER BY id")
    .all();
  if (applied.some(({ hash }, position) => hash !== known[position]?.hash))
    throw new DatabaseError(
      "This database was written by a newer Stoep than this one. Start the newer program, or restore a backup made by this one.",
    );
  const pending = known.slice(applied.length);
  if (pending.length === 0) return;
  if (backups && applied.length > 0) putAside(sqlite, backups, applied.length);

  // SQLite cannot switch foreign keys inside a transaction, and rebuilding a table needs them off.
  sqlite.pragma("foreign_keys = OFF");
  const note = sqlite.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)");
  sqlite
    .transaction(() => {
      for (const migration of pending) {
        for (const statement of migration.sql) sqlite.exec(statement);
        note.run(migration.hash, migration.folderMillis);
      }
      const broken = sqlite.pragma("foreign_key_check") as unknown[];
      if (broken.length > 0)
        throw new DatabaseError(
          "A migration would have left rows without their parents; nothing was changed.",
        );
    })
    .immediate();
  sqlite.pragma("foreign_keys = ON");
}

/** A whole copy of the database beside the backups; renamed into place so that half a copy never counts. */
function putAside(sqlite: Database.Database, backups: string, level: number): void {
  mkdirSync(backups, { recursive: true });
  const stamp = new Date().toISOString().replace(/[:.]/g, "-");
  const copy = join(backups, `before-migration-${level}-${stamp}.db`);
  sqlite.prepare("VACUUM INTO ?").run(`${copy}.part`);
  renameSync(`${copy}.part`, copy);
}

/**
 * Runs `work` in one write transaction (BEGIN IMMEDIATE: a deferred one that reads before it writes
 * fails when somebody else wrote between). Inside another `write` it is a savepoint of that one.
 */
export const write = <T>(db: Db, work: () => T): T => db.$client.transaction(work).immediate();

/**
 * A query prepared once per database, because preparing costs more than running.
 * Values go in as `sql.placeholder("name")`.
 */
export function prepared<T>(build: (db: Db) => T): (db: Db) => T {
  const kept = new WeakMap<Db, T>();
  return (db) => {
    let query = kept.get(db);
    if (!query) {
      query = build(db);
      kept.set(db, query);
    }
    return query;
  };
}
