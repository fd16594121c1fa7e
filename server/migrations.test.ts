import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "./db.ts";
import { DatabaseError } from "./errors.ts";
import { migrationsFolder } from "./paths.ts";
import { writeSetting } from "./platform/settings/settings.ts";
import { settings } from "./platform/settings/table.ts";

/** A database file that the program as it is now made, closed, in a folder of its own. */
function ofToday() {
  const folder = mkdtempSync(join(tmpdir(), "stoep-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "stoep.db");
  const db = openDatabase(file);
  writeSetting(db, "buildingName", "Acacia Court", "2026-11-20T09:26:24.123Z");
  db.$client.close();
  return { folder, file, backups: join(folder, "backups") };
}

/** The program's migrations and one more, as a later version has them. */
function laterMigrations(folder: string, statements: string[]): string {
  const later = join(folder, "migrations");
  cpSync(migrationsFolder, later, { recursive: true });
  const path = join(later, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(path, "utf8"));
  const tag = "9999_later";
  journal.entries.push({ idx: 9999, version: "6", when: 4e12, tag, breakpoints: true });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(later, `${tag}.sql`), statements.join("\n--> statement-breakpoint\n"));
  return later;
}

function openAt(file: string, backups?: string, migrations?: string) {
  const db = openDatabase(file, backups, migrations);
  onTestFinished(() => void db.$client.close());
  return db;
}

const nameIn = (db: ReturnType<typeof openAt>) => db.select().from(settings).get()?.value;

test("a database of a newer Stoep is refused", () => {
  const { file } = ofToday();
  const newer = new Database(file);
  newer.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 4e12)").run();
  newer.close();
  expect(() => openDatabase(file)).toThrow(DatabaseError);
  expect(() => openDatabase(file)).toThrow("written by a newer Stoep");
});

test("before a migration a whole copy is put aside, and only then", () => {
  const { folder, file, backups } = ofToday();
  openDatabase(file, backups).$client.close();
  expect(existsSync(backups)).toBe(false);
  const later = laterMigrations(folder, ["ALTER TABLE settings ADD note text;"]);
  const db = openAt(file, backups, later);
  db.$client.prepare("UPDATE settings SET note = 'new'").run();
  expect(db.$client.pragma("foreign_keys", { simple: true })).toBe(1);
  const copies = readdirSync(backups);
  expect(copies).toEqual([expect.stringMatching(/^before-migration-\d+-.*\.db$/)]);
  // The program before can open it.
  const restored = join(folder, "restored.db");
  copyFileSync(join(backups, copies[0] ?? ""), restored);
  expect(nameIn(openAt(restored))).toBe("Acacia Court");
});

test("a migration is made once", () => {
  const { folder, file, backups } = ofToday();
  const later = laterMigrations(folder, ["CREATE TABLE later (id text);"]);
  for (let start = 0; start < 3; start += 1) openDatabase(file, backups, later).$client.close();
  expect(readdirSync(backups)).toHaveLength(1);
});

test("a new database gets all migrations and puts nothing aside", () => {
  const { folder, backups } = ofToday();
  const later = laterMigrations(folder, ["CREATE TABLE later (id text);"]);
  const db = openAt(join(folder, "new.db"), backups, later);
  expect(db.$client.prepare("SELECT count(*) FROM later").pluck().get()).toBe(0);
  expect(existsSync(backups)).toBe(false);
});

test.each([
  [
    "stops half-way",
    ["CREATE TABLE later (id text);", "DELETE FROM settings;", "CREATE TABLE accounts (id text);"],
    "already exists",
  ],
  [
    "leaves rows without their parents",
    [
      "CREATE TABLE later (owner text REFERENCES accounts(id));",
      "INSERT INTO later VALUES ('nobody');",
    ],
    "rows without their parents",
  ],
])("one that %s is undone whole, and the program before still opens", (_, statements, words) => {
  const { folder, file, backups } = ofToday();
  const later = laterMigrations(folder, statements);
  expect(() => openDatabase(file, backups, later)).toThrow(words);
  const db = openAt(file);
  expect(nameIn(db)).toBe("Acacia Court");
  expect(db.$client.prepare("SELECT name FROM sqlite_schema").pluck().all()).not.toContain("later");
});
