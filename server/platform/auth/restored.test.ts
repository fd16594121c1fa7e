import { join } from "node:path";
import Database from "better-sqlite3";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { nightlyBuilding, prepared } from "../backup/testing.ts";
import { openBuilding } from "../installation/database.ts";
import { emptiedByRestore, retainedByRestore } from "./restored.ts";
import * as tables from "./table.ts";

const namesOf = (list: readonly SQLiteTable[]) => list.map((table) => getTableConfig(table).name);

interface Column {
  name: string;
  type: string;
  notnull: 0 | 1;
}

const columnsOf = (sqlite: Database.Database, table: string) =>
  sqlite.pragma(`table_info("${table}")`) as Column[];

test("every sign-in table is listed as kept or emptied by a restore", () => {
  const { $client } = openBuilding(":memory:");
  const declared = [...namesOf(retainedByRestore), ...namesOf(emptiedByRestore)];
  const ofSigningIn = Object.values(tables).filter((each) => is(each, SQLiteTable));
  expect([...declared].sort()).toEqual(namesOf(ofSigningIn).sort());
  // The same for any other table with tokens or an expiry.
  const all = $client
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all();
  const signInTables = all.filter((table) =>
    columnsOf($client, table).some(({ name }) =>
      /^(token|code|password|state|challenge)_hash$|^expires_at$|^held_until$/.test(name),
    ),
  );
  expect(signInTables.length).toBeGreaterThan(5);
  expect(signInTables.filter((table) => !declared.includes(table))).toEqual([]);
  $client.close();
});

test("what was ended since a backup stays ended after a restore: every such table is empty", async () => {
  const { config, night, db } = await nightlyBuilding();
  const { $client: sqlite } = db;
  const account = sqlite.prepare("SELECT id FROM accounts").pluck().get();
  const fill = (table: string) => {
    const columns = columnsOf(sqlite, table).filter(
      ({ notnull, name }) => notnull || name === "id",
    );
    const values = columns.map(({ name, type }) =>
      name === "account_id" ? account : type === "INTEGER" ? 1 : `${table} of then`,
    );
    sqlite
      .prepare(
        `INSERT INTO ${table} (${columns.map(({ name }) => name)}) VALUES (${columns.map(() => "?")})`,
      )
      .run(...values);
  };
  const emptied = namesOf(emptiedByRestore);
  emptied.forEach(fill);
  sqlite
    .prepare(
      "INSERT INTO push_subscriptions VALUES ('p', ?, 'sessions of then', 'e', 'k', 'a', 'that', 0, '2026')",
    )
    .run(account);
  sqlite
    .prepare(
      "INSERT INTO outgoing_mail VALUES ('m', 'a@b.c', 's', 't', 'waiting', 0, '2026', NULL, '2026', NULL, NULL)",
    )
    .run();
  const { path, manifest } = await night("2026-11-20");
  for (const table of emptied) expect(manifest.rows[table], table).toBe(1);

  const { work } = await prepared(path, config);
  const copy = new Database(join(work, "stoep.db"), { readonly: true });
  for (const table of [...emptied, "outgoing_mail", "push_subscriptions"])
    expect(copy.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0);
  expect(copy.prepare("SELECT count(*) FROM accounts").pluck().get()).toBe(1);
  copy.close();
});
