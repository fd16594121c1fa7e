import { mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { createServices } from "../../services.ts";
import { newFolder, nightlyBuilding } from "../backup/testing.ts";

const start = (data: string) => createServices(readConfig({ STOEP_DATA: data })).db.$client.close();

const backup = "backups/stoep-2026-11-20T09-26-24Z.tar.gz";

test.each([
  ["uploads", "uploads/proof.pdf", /is missing, .*stoep restore FILE/],
  [
    "a backup",
    backup,
    /is missing, .*stoep restore \/.*\/backups\/stoep-2026-11-20T09-26-24Z\.tar\.gz/,
  ],
])("without its database, a building that has %s is no new one", (_, file, says) => {
  const data = newFolder();
  mkdirSync(dirname(join(data, file)));
  writeFileSync(join(data, file), "");
  expect(() => start(data)).toThrow(says);
  expect(() => start(data)).toThrow("To begin with a new building, move");
  expect(readdirSync(data)).toEqual([dirname(file)]);
});

test("an empty database beside a backup is refused too, and a new building begins in an empty folder", async () => {
  const { config, db, night } = await nightlyBuilding();
  db.$client.close();
  const { path } = await night("2026-11-20");
  start(config.data);
  truncateSync(config.database);
  expect(() => start(config.data)).toThrow(`is empty, `);
  expect(() => start(config.data)).toThrow(`stoep restore ${path}`);
  start(newFolder());
});
