import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { dataOfFirstRelease, laterMigrations, parted, tablesOf } from "../fixtures/testing.ts";
import { trailTriggers } from "../platform/audit/chain.ts";
import { newFolder } from "../platform/backup/testing.ts";
import { openBuilding } from "../platform/installation/database.ts";
import { writeSetting } from "../platform/settings/settings.ts";
import { settings } from "../platform/settings/table.ts";

/** A closed database file of the current version in its own folder. */
function ofToday() {
  const folder = newFolder();
  const file = join(folder, "stoep.db");
  const db = openBuilding(file);
  writeSetting(db, "buildingName", "Acacia Court", "2026-11-20T09:26:24.123Z");
  db.$client.close();
  return { folder, file, backups: join(folder, "backups") };
}

function openAt(file: string, backups?: string, migrations?: string) {
  const db = openBuilding(file, { backups, migrations });
  onTestFinished(() => void db.$client.close());
  return db;
}

const nameIn = (db: ReturnType<typeof openAt>) => db.select().from(settings).get()?.value;

test("before a migration a whole copy is put aside, and only then", () => {
  const { folder, file, backups } = ofToday();
  openBuilding(file, { backups }).$client.close();
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
  for (let start = 0; start < 3; start += 1)
    openBuilding(file, { backups, migrations: later }).$client.close();
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
  expect(() => openBuilding(file, { backups, migrations: later })).toThrow(words);
  const db = openAt(file);
  expect(nameIn(db)).toBe("Acacia Court");
  expect(db.$client.prepare("SELECT name FROM sqlite_schema").pluck().all()).not.toContain("later");
});

test("a building of 0.1.0 keeps every row; its payment proofs are attachments of its fines", () => {
  const data = dataOfFirstRelease();
  const file = join(data, "stoep.db");
  const old = new Database(file, { readonly: true });
  const was = tablesOf(old);
  old.close();
  const { $client } = openAt(file);
  const is = tablesOf($client);

  const { payment_proofs: oldProofs = [], accounts = [], units = [], _totals, ...others } = was;
  // Indexes now provide the totals that triggers used to count.
  expect(_totals?.length).toBeGreaterThan(10);
  expect(is).not.toHaveProperty("_totals");
  const triggers = $client.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck();
  const ofSearch = (name: unknown) => /search/.test(String(name));
  expect(triggers.all().filter((name) => !ofSearch(name))).toEqual([...trailTriggers.keys()]);
  const people = accounts.map(parted);
  expect(people).toHaveLength(70);
  // Where somebody lives is read in the register since.
  const livesIn = (address: unknown) => units.find(({ label }) => label === address);
  const withoutCopies = people.map(({ person }) => {
    return { ...person, ...(livesIn(person.address) && { address: "" }) };
  });
  expect(is.people).toEqual(withoutCopies.map((person) => expect.objectContaining(person)));
  expect(is.accounts).toEqual(people.map(({ account }) => expect.objectContaining(account)));
  delete others.__drizzle_migrations;
  const quotas = units.map(({ id, participation_quota: quota }) => [id, quota]);
  expect(quotas).toHaveLength(40);
  expect(is.unit_quotas?.map(({ unit_id, quota }) => [unit_id, quota])).toEqual(quotas);
  expect(is.units).toEqual(
    units.map(({ participation_quota: _, ...unit }, index) =>
      expect.objectContaining({
        ...unit,
        kind: "primary",
        since: "",
        payment_reference: expect.stringMatching(
          new RegExp(`^JAC${String(index + 1).padStart(2, "0")}[A-Z]$`),
        ),
      }),
    ),
  );
  // Everybody whose address is a unit's label lives there since they were added.
  const living = people.flatMap(({ person: { id, address, created_at } }) => {
    const unit = livesIn(address);
    return unit ? [[unit.id, id, "occupant", String(created_at).slice(0, 10)]] : [];
  });
  expect(living.length).toBeGreaterThan(40);
  expect(
    new Set(
      is.unit_parties?.map((row) => [row.unit_id, row.person_id, row.role, row.since].join()),
    ),
  ).toEqual(new Set(living.map((row) => row.join())));
  // Later migrations may add tables and columns, but the old values must be there.
  for (const [name, rows] of Object.entries(others))
    expect(is[name], name).toEqual(rows.map((row) => expect.objectContaining(row)));
  // No fine of that time was withdrawn.
  expect(is.fines?.length).toBeGreaterThan(10);
  for (const fine of is.fines ?? [])
    expect(fine).toMatchObject({ withdrawn_reason: null, withdrawn_at: null });
  // The trail knows when each was paid.
  const settled = (is.audit_events ?? []).filter(
    ({ action, after }) => action === "fines.set_status" && String(after).includes('"Paid"'),
  );
  expect(settled.length).toBeGreaterThan(5);
  for (const { id, status, paid_at } of is.fines ?? []) {
    const last = settled.findLast(({ subject_id }) => subject_id === id)?.at ?? null;
    expect(paid_at).toBe(status === "Paid" ? last : null);
  }
  expect(oldProofs.length).toBeGreaterThan(10);
  expect(is.attachments).toHaveLength(oldProofs.length);
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
    const proof = is.attachments?.find((row) => row.id === id);
    const place = { kind: "proofs", subject_id: fine_id, added_by: uploaded_by };
    expect(proof).toEqual({ id, ...place, file_id: expect.any(String), stage: null });
    const { id: fileId, ...moved } = is.files?.find((row) => row.id === proof?.file_id) ?? {};
    expect(moved).toEqual({ ...file, uploaded_by, file_name: named[index] });
  });
});

test("the tokens of a building of 0.1.0 end a year after its upgrade", () => {
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
