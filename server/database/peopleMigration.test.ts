import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../config.ts";
import { ownIdNumber } from "../features/privacy/service.ts";
import { dataOfFirstRelease, earlierMigrations, parted, tablesOf } from "../fixtures/testing.ts";
import { checkCredentials } from "../platform/auth/passwords/credentials.ts";
import { hashToken } from "../platform/auth/secrets.ts";
import { accountOfBearer, accountOfSession } from "../platform/auth/sessions/sessions.ts";
import { unexpectedParts } from "../platform/backup/restore/unexpectedSchema.ts";
import { newFolder } from "../platform/backup/testing.ts";
import { openBuilding } from "../platform/installation/database.ts";
import { createServices } from "../services.ts";

test("of accounts from before, people get the names and contacts, also removed and erased ones", () => {
  const folder = newFolder();
  const file = join(folder, "stoep.db");
  const { $client: old } = openBuilding(file, { migrations: earlierMigrations(folder, 13) });
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
  const { $client } = openBuilding(file, { migrations: earlierMigrations(newFolder(), 14) });
  onTestFinished(() => void $client.close());
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

test("people of 0.1.0 stay signed in, and sign in as before", async () => {
  const data = dataOfFirstRelease();
  const old = new Database(join(data, "stoep.db"));
  const thandi = old.prepare("SELECT id FROM accounts WHERE username = 'thandi'").pluck().get();
  old
    .prepare(
      `INSERT INTO sessions (id, account_id, token_hash, created_at, last_seen_at, expires_at, user_agent)
        VALUES ('browser', ?, ?, '2026-11-20', '2026-11-20', '2999', '')`,
    )
    .run(thandi, hashToken("cookie"));
  old
    .prepare(
      "INSERT INTO tokens (id, account_id, label, token_hash, created_at) VALUES ('gate', ?, '', ?, '2026-11-20')",
    )
    .run(thandi, hashToken("bearer"));
  old.close();
  const services = createServices(readConfig({ STOEP_DATA: data, LOG_LEVEL: "silent" }));
  onTestFinished(() => void services.db.$client.close());
  const { db, config } = services;
  const now = services.now();
  expect(accountOfSession(db, "cookie", now.at, config.session)?.id).toBe(thandi);
  expect(accountOfBearer(db, "bearer", now.at)?.id).toBe(thandi);
  for (const [username, role] of [
    ["nomvula", "Admin"],
    ["thandi@jacaranda.example", "Resident"],
    ["sipho", "Staff"],
  ] as const) {
    const entry = { username, password: "jacaranda-court" };
    const by = { accountId: null, origin: "test" };
    const { account } = await checkCredentials(db, by, entry, null, now);
    expect(account.role).toBe(role);
    expect(ownIdNumber(db, account.id)).toMatch(/^\d{13}$/);
  }
});

test("copies of units' labels are no addresses any more; what was typed stays", () => {
  const folder = newFolder();
  const file = join(folder, "stoep.db");
  const { $client: old } = openBuilding(file, { migrations: earlierMigrations(folder, 31) });
  const at = "'2026-01-02T00:00:00.000Z'";
  const person = (id: string, address: string) =>
    `INSERT INTO people (id, name, surname, address, created_at) VALUES ('${id}', '${id}', 'Smit', '${address}', ${at});`;
  const party = (personId: string, role: string, until: string) =>
    `INSERT INTO unit_parties (id, unit_id, person_id, role, votes, since, until, created_at)
      VALUES ('${personId} ${role}', 'three', '${personId}', '${role}', 0, '2020-01-01', ${until}, ${at});`;
  old.exec(`INSERT INTO units (id, label, label_key, payment_reference, created_at)
      VALUES ('three', 'Unit 3', 'unit3', 'U03A', ${at});
    INSERT INTO settings (name, value, updated_at) VALUES ('addressesFilledUntil', '"2026-01-02"', ${at});
    ${person("lives", "Unit 3")} ${party("lives", "tenant", "NULL")}
    ${person("left", "unit 3")} ${party("left", "owner", "'2025-12-31'")}
    ${person("moved", "12 Long Street")} ${party("moved", "owner", "'2025-12-31'")}
    ${person("agent", "Unit 3")} ${party("agent", "agent", "NULL")}
    ${person("nowhere", "9 Short Street")}`);
  const was = tablesOf(old);
  old.close();
  const { $client } = openBuilding(file, { migrations: earlierMigrations(newFolder(), 32) });
  onTestFinished(() => void $client.close());
  const is = tablesOf($client);
  const addresses = Object.fromEntries((is.people ?? []).map(({ id, address }) => [id, address]));
  expect(addresses).toEqual({
    lives: "",
    left: "",
    moved: "12 Long Street",
    agent: "Unit 3",
    nowhere: "9 Short Street",
  });
  const withAddresses = (rows: typeof was.people = []) =>
    rows.map((row) => ({ ...row, address: addresses[String(row.id)] }));
  expect(is).toEqual({
    ...was,
    people: withAddresses(was.people),
    settings: [],
    __drizzle_migrations: is.__drizzle_migrations,
  });
});
