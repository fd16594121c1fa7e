import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { DatabaseError } from "../errors.ts";
import { dataOfFirstRelease, earlierMigrations, laterMigrations } from "../fixtures/testing.ts";
import { trailTriggers } from "../platform/audit/chain.ts";
import { unexpectedParts } from "../platform/backup/restore/unexpectedSchema.ts";
import { writeSetting } from "../platform/settings/settings.ts";
import { settings } from "../platform/settings/table.ts";
import { openDatabase } from "./open.ts";

/** A closed database file of the current version in its own folder. */
function ofToday() {
  const folder = mkdtempSync(join(tmpdir(), "stoep-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "stoep.db");
  const db = openDatabase(file);
  writeSetting(db, "buildingName", "Acacia Court", "2026-11-20T09:26:24.123Z");
  db.$client.close();
  return { folder, file, backups: join(folder, "backups") };
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
  // The previous version can open it.
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

type Row = Record<string, string | number | null>;

/** All rows of all tables. */
const tablesOf = (sqlite: Database.Database): Record<string, Row[]> =>
  Object.fromEntries(
    sqlite
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all()
      .map((name) => [
        name,
        sqlite.prepare<[], Row>(`SELECT * FROM "${name}" ORDER BY 1, 2`).all(),
      ]),
  );

/** The two rows that one of the accounts from before the table of people became. */
const parted = ({ name, surname, email, cell_phone, address, id_number, ...account }: Row) => {
  const { erased_at = null, email_key, ...signIn } = account;
  const { id, created_at, removed_at } = account;
  const contacts = { name, surname, email, cell_phone, address, id_number };
  return {
    person: { id, ...contacts, created_at, removed_at, erased_at },
    account: { ...signIn, email_key: erased_at === null ? email_key : null },
  };
};

test("a house of 0.1.0 keeps every row; its payment proofs point to one table of files", () => {
  const data = dataOfFirstRelease();
  const file = join(data, "stoep.db");
  const old = new Database(file, { readonly: true });
  const was = tablesOf(old);
  old.close();
  const { $client } = openAt(file);
  const is = tablesOf($client);

  const { payment_proofs: oldProofs = [], accounts = [], _totals, ...others } = was;
  // Indexes now provide the totals that triggers used to count.
  expect(_totals?.length).toBeGreaterThan(10);
  expect(is).not.toHaveProperty("_totals");
  const triggers = $client.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck();
  expect(triggers.all()).toEqual([...trailTriggers.keys()]);
  const people = accounts.map(parted);
  expect(people).toHaveLength(70);
  expect(is.people).toEqual(people.map(({ person }) => person));
  expect(is.accounts).toEqual(people.map(({ account }) => expect.objectContaining(account)));
  delete others.__drizzle_migrations;
  // Later migrations may add tables and columns, but the old values must be there.
  for (const [name, rows] of Object.entries(others))
    expect(is[name], name).toEqual(rows.map((row) => expect.objectContaining(row)));
  expect(oldProofs.length).toBeGreaterThan(10);
  expect(is.payment_proofs).toHaveLength(oldProofs.length);
  expect(is.files).toHaveLength(oldProofs.length);
  const safe: Record<string, string> = {
    "slip.pdf.hta": "slip.pdf",
    "con.pdf": "_con.pdf",
    "photo.exe": "photo.png",
    "Receipt 12.50": "Receipt 12.50.png",
  };
  const named = oldProofs.map(({ file_name }) => safe[String(file_name)] ?? file_name);
  expect(named).toEqual(expect.arrayContaining(Object.values(safe)));
  oldProofs.forEach(({ id, fine_id, uploaded_by, ...file }, index) => {
    const proof = is.payment_proofs?.find((row) => row.id === id);
    expect(proof).toEqual({ id, fine_id, uploaded_by, file_id: expect.any(String) });
    const { id: fileId, ...moved } = is.files?.find((row) => row.id === proof?.file_id) ?? {};
    expect(moved).toEqual({ ...file, uploaded_by, file_name: named[index] });
  });
});

test("of accounts from before, people get the names and contacts, also removed and erased ones", () => {
  const folder = mkdtempSync(join(tmpdir(), "stoep-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "stoep.db");
  const { $client: old } = openDatabase(file, undefined, earlierMigrations(folder, 13));
  const day = "'2026-01-02T00:00:00.000Z'";
  old.exec(`INSERT INTO accounts (id, role, name, surname, username, username_key, email, email_key,
      email_verified_at, email_unproven, address, cell_phone, id_number, maintenance_type,
      created_at, removed_at, erased_at) VALUES
    ('a', 'Admin', 'Anna', 'Smit', 'Anna', 'anna', 'Anna@x.za', 'anna@x.za', ${day}, 0, 'Unit 1', '1', 'v1.', NULL, ${day}, NULL, NULL),
    ('b', 'Staff', 'Sipho', 'Dube', 's', 's', 's@x.za', 's@x.za', NULL, 1, '', '2', '', 'Cleaning', ${day}, NULL, NULL),
    ('c', 'Resident', 'Thandi', 'Mokoena', 't', 't', 'a@x.za', 'anna@x.za', NULL, 0, 'Unit 3', '3', '', NULL, ${day}, ${day}, NULL),
    ('d', 'Resident', 'Erased', 'person', 'erased-d', 'erased-d', '', 'erased-d', NULL, 0, '', '', '', NULL, ${day}, ${day}, ${day});
  INSERT INTO sessions (id, account_id, token_hash, created_at, last_seen_at, expires_at, user_agent) VALUES ('s', 'a', 'h', '1', '1', '9', '');
  INSERT INTO files VALUES ('g', 'g.pdf', 'g.pdf', 'application/pdf', 1, 'x', 'd', ${day});
  INSERT INTO fines VALUES ('f', 'd', 'Late Rent', 'Paid', 1, 'r', ${day}, '2026-01-02', 'Unit 3', 'F-1');
  INSERT INTO payment_proofs VALUES ('p', 'f', 'g', 'd');
  INSERT INTO maintenance_requests VALUES ('m', 'c', 'Cleaning', '3', '2026-01-02', 'd', 'Open', ${day});
  INSERT INTO maintenance_status_changes VALUES ('n', 'm', 'Open', 'b', ${day});
  INSERT INTO visits VALUES ('v', 'c', 'Sleepover', '3', 'T M', 't@x.za', 'J', 'K', 'j@x.za', '2026-01-02', NULL, ${day}, NULL, NULL);
  INSERT INTO announcements VALUES ('o', 'Admin', 'a', 'm', ${day});`);
  const { accounts = [], __drizzle_migrations: _, ...others } = tablesOf(old);
  old.close();
  const { $client } = openAt(file);
  const { people, accounts: signIns, __drizzle_migrations: __, ...rest } = tablesOf($client);
  expect(people).toEqual(accounts.map((each) => parted(each).person));
  expect(signIns).toEqual(accounts.map((each) => parted(each).account));
  expect(signIns?.map(({ email_key }) => email_key)).toEqual([
    "anna@x.za",
    "s@x.za",
    "anna@x.za",
    null,
  ]);
  expect(rest).toEqual(others);
  const parents = Object.keys(rest).flatMap((table) =>
    ($client.pragma(`foreign_key_list("${table}")`) as { table: string; from: string }[])
      .filter((key) => key.table === "people")
      .map(({ from }) => `${table}.${from}`),
  );
  expect(parents.sort()).toEqual([
    "announcements.author_id",
    "fines.resident_id",
    "maintenance_requests.resident_id",
    "maintenance_status_changes.changed_by",
    "payment_proofs.uploaded_by",
    "visits.resident_id",
  ]);
  expect(unexpectedParts($client)).toEqual([]);
});

test("the tokens of a house of 0.1.0 end a year after its upgrade", () => {
  const file = join(dataOfFirstRelease(), "stoep.db");
  const old = new Database(file);
  old.exec(
    "INSERT INTO tokens (id, account_id, label, token_hash, created_at) SELECT 't', id, 'gate', 'h', '2020-01-01T00:00:00.000Z' FROM accounts LIMIT 1",
  );
  old.close();
  const sql = "SELECT expires_at FROM tokens WHERE id = 't'";
  const end = String(openAt(file).$client.prepare(sql).pluck().get());
  expect(end).toBe(new Date(end).toISOString());
  const days = (Date.parse(end) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(364.9);
  expect(days).toBeLessThan(366.1);
});
