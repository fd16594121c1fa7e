import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { DatabaseError } from "../errors.ts";
import { newId } from "./columns.ts";

const notes =
  "__drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at NUMERIC)";

/** The migrations, and what they need. */
export interface MigrationSteps {
  /** The folder with the migrations. */
  migrations: string;
  /** The functions that they call, by their names in SQL. The same values give the same result. */
  functions?: Readonly<Record<string, (...values: string[]) => string>>;
}

/** An empty database after the first `applied` migrations. The caller closes it. */
export function emptyAt(applied: number, steps: MigrationSteps): Database.Database {
  const sqlite = new Database(":memory:");
  sqlite.exec(`CREATE TABLE ${notes}`);
  readyForMigrations(sqlite, steps);
  const files = readMigrationFiles({ migrationsFolder: steps.migrations });
  for (const { sql } of files.slice(0, applied))
    for (const statement of sql) sqlite.exec(statement);
  return sqlite;
}

function readyForMigrations(sqlite: Database.Database, { functions = {} }: MigrationSteps): void {
  sqlite.function("new_id", newId);
  for (const [name, run] of Object.entries(functions))
    sqlite.function(name, { deterministic: true, varargs: true }, (...values) =>
      run(...values.map(String)),
    );
  // SQLite cannot switch foreign keys inside a transaction, and rebuilding a table needs them off.
  sqlite.pragma("foreign_keys = OFF");
}

/** Compares a database with our migrations; `isNewer`: it has some that are unknown here. */
export function compareMigrations(sqlite: Database.Database, migrations: string) {
  const known = readMigrationFiles({ migrationsFolder: migrations });
  const applied = sqlite
    .prepare<[], { hash: string }>("SELECT hash FROM __drizzle_migrations ORDER BY id")
    .all();
  const isNewer = applied.some(({ hash }, position) => hash !== known[position]?.hash);
  return { applied: applied.length, isNewer, pending: known.slice(applied.length) };
}

/**
 * Applies all pending migrations in one transaction, so either all or none.
 * @param backups the folder for a copy of the file beforehand; null if there are no data yet
 * @throws DatabaseError if a newer Stoep wrote the database
 */
export function migrate(
  sqlite: Database.Database,
  backups: string | null,
  steps: MigrationSteps,
): void {
  sqlite.exec(`CREATE TABLE IF NOT EXISTS ${notes}`);
  const { applied, isNewer, pending } = compareMigrations(sqlite, steps.migrations);
  if (isNewer)
    throw new DatabaseError(
      "This database was written by a newer Stoep than this one. Start the newer program, or restore a backup made by this one.",
    );
  if (pending.length === 0) return;
  if (backups && applied > 0) putAside(sqlite, backups, applied);

  readyForMigrations(sqlite, steps);
  const note = sqlite.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)");
  sqlite
    .transaction(() => {
      for (const migration of pending) {
        for (const statement of migration.sql) apply(sqlite, statement);
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

/** @throws DatabaseError with SQLite's message, unless the cause is the disk or a lock */
function apply(sqlite: Database.Database, statement: string): void {
  try {
    sqlite.exec(statement);
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (/^SQLITE_(BUSY|FULL|READONLY|IOERR)/.test(code ?? "")) throw error;
    throw new DatabaseError(
      `The database could not be brought up to this version (${message}). Nothing was changed; the older program still works with it.`,
    );
  }
}

/** Copies the database to the backups folder. The rename ensures that no partial copy counts. */
function putAside(sqlite: Database.Database, backups: string, level: number): void {
  mkdirSync(backups, { recursive: true });
  const stamp = new Date().toISOString().replace(/[:.]/g, "-");
  const copy = join(backups, `before-migration-${level}-${stamp}.db`);
  sqlite.prepare("VACUUM INTO ?").run(`${copy}.part`);
  renameSync(`${copy}.part`, copy);
}
