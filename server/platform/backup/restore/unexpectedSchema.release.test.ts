import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { expect, test } from "vitest";
import { readConfig } from "../../../config.ts";
import { emptyAt } from "../../../database/migrations.ts";
import { dataOfFirstRelease } from "../../../fixtures/testing.ts";
import { trailTriggers } from "../../audit/chain.ts";
import { migrationSteps, openBuilding } from "../../installation/database.ts";
import { migrationsFolder } from "../../installation/paths.ts";
import { makeArchive } from "../archive/archive.ts";
import { editedBackup, newFolder, nightlyBuilding, prepared } from "../testing.ts";
import { unexpectedParts } from "./unexpectedSchema.ts";

const deleting = "AFTER INSERT ON fines BEGIN DELETE FROM visits; END";

test.each([
  ["a trigger", `CREATE TRIGGER t ${deleting}`, "trigger t"],
  [
    "a trigger by the name of an older program's",
    `CREATE TRIGGER fines_counted ${deleting}`,
    "trigger fines_counted",
  ],
  ["a view", "CREATE VIEW residents AS SELECT * FROM accounts", "view residents"],
  ["a table", "CREATE TABLE loot (secret TEXT)", "table loot"],
  ["an index", "CREATE INDEX slow ON fines (reason)", "index slow"],
  ["a column", "ALTER TABLE fines ADD COLUMN paid_by TEXT DEFAULT 'nobody'", "table fines"],
  [
    "a trigger under SQLite's own name",
    `PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_stat1', 'fines', 0, 'CREATE TRIGGER sqlite_stat1 ${deleting}')`,
    "trigger sqlite_stat1",
  ],
])(
  "a backup with %s in it that is not ours is refused, and the night says so too",
  async (...of) => {
    const [, sql, says] = of;
    const { config, night, db } = await nightlyBuilding();
    const { path } = await night("2026-11-20");
    const edited = await editedBackup(path, (sqlite) => {
      sqlite.unsafeMode(true);
      sqlite.exec(sql);
    });
    await expect(prepared(edited, config)).rejects.toThrow(
      `database holds the ${says}, which no Stoep makes like that`,
    );
    if (sql.startsWith("PRAGMA")) return;
    db.$client.exec(sql);
    await expect(night("2026-11-21")).rejects.toThrow(/a restore would refuse it/);
  },
);

test("a missing index is reported, and a changed trigger of ours does not survive", async () => {
  const { config, night } = await nightlyBuilding();
  const { path } = await night("2026-11-20");
  const without = await editedBackup(path, (sqlite) => sqlite.exec("DROP INDEX links_token_hash"));
  await expect(prepared(without, config)).rejects.toThrow("lacks the index links_token_hash");
  const changed = await editedBackup(path, (sqlite) =>
    sqlite.exec(
      `DROP TRIGGER IF EXISTS audit_events_stay; CREATE TRIGGER audit_events_stay ${deleting}`,
    ),
  );
  const { work } = await prepared(changed, config);
  const copy = new Database(join(work, "stoep.db"), { readonly: true });
  const trigger = copy.prepare("SELECT sql FROM sqlite_schema WHERE name = 'audit_events_stay'");
  expect(trigger.pluck().get()).toBe(trailTriggers.get("audit_events_stay"));
  copy.close();
});

test("a backup of version 0.1.0 is restored with its files", async () => {
  const config = readConfig({ STOEP_DATA: dataOfFirstRelease() });
  const names = readdirSync(config.uploads).sort();
  const { path } = await makeArchive(config, newFolder(), "0.1.0", "2026-11-20T09:26:24.123Z");
  const { work, ...found } = await prepared(path, config);
  expect(found).toMatchObject({
    version: "0.1.0",
    files: names.length,
    lineage: { origin: "own", lost: 0 },
    trailProblem: null,
  });
  expect(readdirSync(join(work, "uploads")).sort()).toEqual(names);
});

test("a database of every earlier version is ours, with what Litestream and SQLite add to it", () => {
  const versions = readMigrationFiles({ migrationsFolder });
  versions.forEach((_, before) => {
    const sqlite = emptyAt(before + 1, migrationSteps);
    const note = sqlite.prepare(
      "INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, 1)",
    );
    for (const { hash } of versions.slice(0, before + 1)) note.run(hash);
    sqlite.exec("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)");
    sqlite.exec("CREATE TABLE _litestream_lock (id INTEGER)");
    sqlite.exec("ANALYZE");
    expect(unexpectedParts(sqlite)).toEqual([]);
    sqlite.close();
  });
  const { $client } = openBuilding(":memory:");
  expect(unexpectedParts($client)).toEqual([]);
  $client.close();
});
