import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { root } from "../platform/installation/paths.ts";
import { built, livedInCopy, restoredRowsOf, rowsOf, uploadsOf } from "./testing.ts";

vi.setConfig({ testTimeout: 600_000 });
const { stoep, serve, demo, folder } = await built();

// A building full of people and a backup of it, made once; the tests work on copies.
const original = join(folder, "house");
await demo(original);
await stoep(original, ["backup", "--to", folder]);
const archive = join(folder, readdirSync(folder).find((name) => name.endsWith(".gz")) ?? "");
const before = { rows: restoredRowsOf(original), uploads: uploadsOf(original) };

const contents = (data: string) => ({ rows: restoredRowsOf(data), uploads: uploadsOf(data) });

const livedIn = () => livedInCopy(original);

const safetyOf = (data: string) =>
  join(data, readdirSync(data).find((name) => name.startsWith("before-restore-")) ?? "missing");

test("it asks before replacing data; without a terminal it refuses and changes nothing", async () => {
  const data = livedIn();
  const present = contents(data);
  const { code, out, err } = await stoep(data, ["restore", archive], { stdin: "yes\n" });
  expect(code).toBe(1);
  expect(out).toMatch(
    /This replaces the database .*stoep\.db \(.*MB, last written .*\) and \d+ uploaded files/,
  );
  expect(err).toBe(
    "Nobody can be asked here, so nothing was changed. Add --yes to go on without asking.\n",
  );
  expect(contents(data)).toEqual(present);
  expect(readdirSync(data).filter((name) => name.startsWith("."))).toEqual([]);
});

test("it refuses while a server runs there, and works once that has ended", async () => {
  const data = livedIn();
  const present = contents(data);
  const server = await serve(data);
  const { code, err } = await stoep(data, ["restore", "--yes", archive]);
  expect(code).toBe(1);
  expect(err).toContain(`Another Stoep is running on ${data}. Stop it first`);
  expect(contents(data)).toEqual(present);
  await server.stop("SIGTERM");
  expect((await stoep(data, ["restore", "--yes", archive])).code).toBe(0);
  expect(contents(data)).toEqual(before);
});

/** Leaves a -wal with rows behind, as a killed server does. */
async function withLiveWal(data: string): Promise<void> {
  const killed = `const D = require(${JSON.stringify(join(root, "node_modules/better-sqlite3"))});
    const db = new D(${JSON.stringify(join(data, "stoep.db"))});
    db.pragma("wal_autocheckpoint = 0");
    db.exec("UPDATE people SET surname = 'Only in the wal'; DELETE FROM announcements");
    process.kill(process.pid, "SIGKILL");`;
  await stoep(data, ["--help"], { node: ["-e", killed, "--"] });
}

test("an old -wal neither gets into the new database nor is lost for the old one", async () => {
  const data = livedIn();
  await withLiveWal(data);
  expect(existsSync(join(data, "stoep.db-wal"))).toBe(true);
  const { code, out } = await stoep(data, ["restore", "--yes", archive]);
  expect(code).toBe(0);
  expect(out).toContain(`What was there before is in ${safetyOf(data)}.`);
  expect(existsSync(join(data, "stoep.db-wal"))).toBe(false);
  expect(contents(data)).toEqual(before);
  const replacedRows = rowsOf(safetyOf(data));
  expect(replacedRows.announcements).toEqual([]);
  expect(replacedRows.people?.[0]).toMatchObject({ name: "Changed", surname: "Only in the wal" });
});

test("over a database that cannot be read, with its -wal beside it", async () => {
  const data = livedIn();
  await withLiveWal(data);
  writeFileSync(join(data, "stoep.db"), "not a database any more");
  expect((await stoep(data, ["restore", "--yes", archive])).code).toBe(0);
  expect(contents(data)).toEqual(before);
  expect(readFileSync(join(safetyOf(data), "stoep.db"), "utf8")).toBe("not a database any more");
  expect(existsSync(join(safetyOf(data), "stoep.db-wal"))).toBe(true);
});
