import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { getTableColumns, sql } from "drizzle-orm";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { DatabaseError } from "../errors.ts";

import { type MigrationSteps, migrate } from "./migrations.ts";
import { cacheStatements } from "./statementCache.ts";

export type Db = BetterSQLite3Database & { $client: Database.Database };

/** The options for opening a database. The platform's `openBuilding` has Stoep's own. */
export interface Opening extends MigrationSteps {
  /** The folder for a copy of the file before a migration changes it. */
  backups?: string | undefined;
  /** Runs at every open, after the migrations. */
  afterOpen?: (sqlite: Database.Database) => void;
  /** How people call the command line, for messages. */
  command?: string;
}

/**
 * Opens the database file (or ":memory:"), checks it and applies pending migrations.
 * @throws DatabaseError if the file is damaged, no database, or written by a newer Stoep
 */
export function openDatabase(
  file: string,
  {
    backups = join(dirname(file), "backups"),
    afterOpen,
    command = "scripts/stoep",
    ...steps
  }: Opening,
): Db {
  const isNew = file === ":memory:" || !existsSync(file) || statSync(file).size === 0;
  if (!isNew) refuseUnsuitable(file);
  else if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
  const sqlite = openFile(file);
  try {
    if (!isNew) checkHealth(sqlite, file, command);
    configure(sqlite);
    migrate(sqlite, isNew ? null : backups, steps);
    afterOpen?.(sqlite);
  } catch (error) {
    sqlite.close();
    refuseUnusable(error, file);
    throw error;
  }
  return withDrizzle(sqlite);
}

export function withDrizzle(sqlite: Database.Database): Db {
  const db = drizzle({ client: cacheStatements(sqlite), casing: "snake_case" });
  db.$client = sqlite;
  return db;
}

function openFile(file: string): Database.Database {
  try {
    return new Database(file, { timeout: busyMs });
  } catch (error) {
    refuseUnusable(error, file);
    throw error;
  }
}

/**
 * How long a statement waits for another program's lock, in milliseconds. It is short, because
 * waiting blocks everyone.
 */
const busyMs = 250;

/**
 * With WAL, readers and the writer do not block each other. With FULL, each commit waits for the
 * disk and survives a power cut. Set at every open: SQLite reopens a WAL database with NORMAL.
 */
export function configure(sqlite: Database.Database): void {
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  // In KiB, half of better-sqlite3's default, because the operating system caches the file too.
  sqlite.pragma("cache_size = -8000");
  sqlite.pragma("foreign_keys = ON");
  // Deleted data are overwritten.
  sqlite.pragma("secure_delete = ON");
}

const foreign = (file: string) =>
  new DatabaseError(`${file} is not a Stoep database. Move it away, or restore a backup.`);

const forbidden = (file: string) =>
  new DatabaseError(
    `Stoep may not read and write ${file} and beside it. Give its user the right to do that.`,
  );

function refuseUnsuitable(file: string): void {
  if (statSync(file).isDirectory()) throw foreign(file);
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
  } catch {
    // SQLite would open the file and then refuse every change.
    throw forbidden(file);
  }
  const header = Buffer.alloc(16);
  const handle = openSync(file, "r");
  readSync(handle, header, 0, 16, 0);
  closeSync(handle);
  if (header.toString("latin1") !== "SQLite format 3\0") throw foreign(file);
}

/** Whether the disk lacks room for one more page of shared memory. */
function isFull(file: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize < 64 * 1024;
}

/** Throws a DatabaseError for what is no damage of the file: a lock, permissions, the disk. */
function refuseUnusable(error: unknown, file: string): void {
  const code = String((error as { code?: string }).code);
  if (code.startsWith("SQLITE_BUSY"))
    throw new DatabaseError(`${file} is in use by another program. Stop that first.`);
  if (/^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)/.test(code)) throw forbidden(file);
  // A full disk has no room for SQLite's shared memory either; then it only reports an I/O error.
  if (code === "SQLITE_FULL" || (code.startsWith("SQLITE_IOERR") && isFull(file)))
    throw new DatabaseError(`The disk is full, so ${file} cannot be used. Make room on it.`);
  if (code.startsWith("SQLITE_IOERR"))
    throw new DatabaseError(
      `The disk that holds ${file} is failing (${code}). Nothing was changed. Look at the disk, and keep a copy of the folder elsewhere.`,
    );
}

/** Only reads, so that a refused file stays as it is. */
function checkHealth(sqlite: Database.Database, file: string, command: string): void {
  let verdict: unknown;
  try {
    verdict = sqlite.pragma("quick_check(1)", { simple: true });
  } catch (error) {
    refuseUnusable(error, file);
    verdict = error instanceof Error ? error.message : error;
  }
  if (verdict !== "ok")
    throw new DatabaseError(
      `${file} is damaged (${String(verdict).replace(/\s+/g, " ")}). Nothing was changed. ` +
        `Restore the newest good backup with: ${command} restore FILE`,
    );
  const tables = sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all();
  if (tables.length > 0 && !tables.includes("__drizzle_migrations")) throw foreign(file);
}

/** Makes something once per database. */
export function oncePerDatabase<T>(make: (db: Db) => T): (db: Db) => T {
  const made = new WeakMap<Db, T>();
  return (db) => {
    let it = made.get(db);
    if (!it) {
      it = make(db);
      made.set(db, it);
    }
    return it;
  };
}

/**
 * Builds and prepares a query once per database, because building costs more than running. Its
 * values are `sql.placeholder("name")`.
 */
export const prepared = <T>(build: (db: Db) => { prepare: () => T }): ((db: Db) => T) =>
  oncePerDatabase((db) => build(db).prepare());

/** The values of an insert that is prepared: for each column a placeholder of its name. */
export const placeholdersOf = <Table extends SQLiteTable>(table: Table) =>
  Object.fromEntries(
    Object.keys(getTableColumns(table)).map((name) => [name, sql.placeholder(name)]),
  ) as Table["$inferInsert"];

/** Made once per database: the driver takes longer to make a transaction than to run it. */
const transactionOf = oncePerDatabase((db) =>
  db.$client.transaction((work: () => unknown) => work()),
);

/**
 * Runs `work` in one write transaction, which is on the disk when this returns; inside another `write` it
 * is a savepoint of that one. A deferred transaction that reads first would fail if another program
 * writes in between.
 */
export const write = <T>(db: Db, work: () => T): T => transactionOf(db).immediate(work) as T;
