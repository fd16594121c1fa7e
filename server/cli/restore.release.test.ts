import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { entriesOf, forge, newFolder } from "../platform/backup/testing.ts";
import { root } from "../platform/installation/paths.ts";
import {
  built,
  inDatabase,
  livedInCopy,
  restoredRowsOf,
  rowsOf,
  smallData,
  uploadsOf,
} from "./testing.ts";

vi.setConfig({ testTimeout: 600_000 });
const { stoep, serve, demo, folder } = await built();

// A building full of people and a backup of it, made once; the tests work on copies.
const original = join(folder, "house");
await demo(original);
inDatabase(original, (db) =>
  db.exec(`INSERT INTO sessions SELECT 's', id, 'hash', '2026', '2026', '2027', '', '', NULL FROM accounts LIMIT 1;
    INSERT INTO oidc_attempts VALUES ('o', 'hash', 'v', 'n', '2027')`),
);
await stoep(original, ["backup", "--to", folder]);
const archive = join(folder, readdirSync(folder).find((name) => name.endsWith(".gz")) ?? "");
const before = { rows: restoredRowsOf(original), uploads: uploadsOf(original) };

const contents = (data: string) => ({ rows: restoredRowsOf(data), uploads: uploadsOf(data) });

const livedIn = () => livedInCopy(original);

const safetyOf = (data: string) =>
  join(data, readdirSync(data).find((name) => name.startsWith("before-restore-")) ?? "missing");

test("a backup says what it made, and goes to the folder that is given, relative to the current one", async () => {
  const cwd = newFolder();
  const { code, out, err } = await stoep(original, ["backup", "--to", "usb/stick"], { cwd });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const [name = ""] = readdirSync(join(cwd, "usb/stick"));
  expect(name).toMatch(/^stoep-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/);
  expect(out).toContain(`Made ${join(cwd, "usb/stick", name)} (`);
  expect(out).toMatch(/70 accounts.*120 fines.*900 visits.*and \d+ uploaded files\.\n$/);
});

test("backup, everything lost, restore: every row and every file is back, all are signed out", async () => {
  const data = join(newFolder(), "new");
  const { code, out, err } = await stoep(data, ["restore", archive]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("The backup is whole.");
  expect(out).not.toContain("What was there before");
  expect(contents(data)).toEqual(before);
  expect(rowsOf(data)).toMatchObject({ sessions: [], oidc_attempts: [] });
  expect(readdirSync(data).sort()).toEqual(["in-use.lock", "secrets", "stoep.db", "uploads"]);
  expect((await stoep(data, ["verify"])).code).toBe(0);
});

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

test("with --yes it replaces the data and keeps a copy of what was there", async () => {
  const data = livedIn();
  const present = contents(data);
  const { code, out } = await stoep(data, ["restore", "--yes", archive]);
  expect(code).toBe(0);
  expect(contents(data)).toEqual(before);
  expect(out).toContain(`What was there before is in ${safetyOf(data)}.`);
  expect(contents(safetyOf(data))).toEqual(present);
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
  expect((await stoep(data, ["restore", "--yes", archive])).code).toBe(0);
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

test("killed at any step, either the old data are complete or the new ones", async () => {
  // Kills the process right before the n-th change to the file system.
  const trap = join(folder, "trap.mjs");
  writeFileSync(
    trap,
    `import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    let left = Number(process.env.DIE_AT);
    const steps = ["rename", "link", "copyFile", "mkdir", "rm"].map((name) => [fs.promises, name]);
    for (const [owner, name] of [...steps, [fs, "renameSync"]]) {
      const real = owner[name];
      owner[name] = (...given) => (left-- <= 0 ? process.kill(process.pid, "SIGKILL") : real(...given));
    }
    syncBuiltinESMExports();`,
  );
  const old = await smallData();
  const backups = newFolder();
  await stoep(old, ["backup", "--to", backups]);
  const small = join(backups, readdirSync(backups)[0] ?? "");
  const wanted = contents(old);
  for (const name of ["a.pdf", "b.pdf", "c.pdf"]) writeFileSync(join(old, "uploads", name), name);
  rmSync(join(old, "uploads", Object.keys(wanted.uploads)[0] ?? ""));
  inDatabase(old, (db) => db.exec("UPDATE people SET name = 'Changed'"));
  const oldUploads = uploadsOf(old);
  await withLiveWal(old);

  const seen = { old: 0, new: 0 };
  let code: number | null = null;
  for (let step = 0; code !== 0; step++) {
    const data = newFolder();
    cpSync(old, data, { recursive: true });
    const how = { env: { DIE_AT: String(step) }, node: ["--import", trap] };
    ({ code } = await stoep(data, ["restore", "--yes", small], how));
    const rows = restoredRowsOf(data);
    const isOld = (rows.people as { name: string }[])[0]?.name === "Changed";
    seen[isOld ? "old" : "new"] += 1;
    if (isOld) expect(rows.announcements).toEqual([]);
    else expect(rows).toEqual(wanted.rows);
    expect(uploadsOf(data)).toMatchObject(isOld ? oldUploads : wanted.uploads);

    const again = await stoep(data, ["restore", "--yes", small]);
    expect(again.code, `again after step ${step}`).toBe(0);
    expect(contents(data), `again after step ${step}`).toEqual(wanted);
    expect(readdirSync(data).filter((file) => file.startsWith("."))).toEqual([]);
  }
  expect(seen.old).toBeGreaterThan(10);
  expect(seen.new).toBeGreaterThan(3);
});

const evil = Buffer.from("evil");

test.each<[string, (file: string) => void, RegExp]>([
  [
    "tampered with",
    (file) => {
      const entries = entriesOf(archive);
      const last = entries.findLast(({ path }) => path.startsWith("uploads/"));
      forge(
        file,
        entries.map((each) => (each === last ? { path: each.path, content: evil } : each)),
      );
    },
    /uploads\/\S+ in the archive is not what was backed up/,
  ],
  [
    "with ../ in it",
    (file) => void forge(file, [...entriesOf(archive), { path: "../evil", content: evil }]),
    /"\.\.\/evil", which no Stoep backup contains/,
  ],
  [
    "cut off",
    (file) => writeFileSync(file, readFileSync(archive).subarray(0, 90_000)),
    /not a complete/,
  ],
  ["that is not there", () => undefined, /There is no file/],
])("an archive %s: verify and restore say why, and nothing changes", async (_, spoil, says) => {
  const data = livedIn();
  const present = contents(data);
  const file = join(newFolder(), "spoiled.tar.gz");
  spoil(file);
  for (const words of [
    ["verify", file],
    ["restore", "--yes", file],
  ]) {
    const { code, err } = await stoep(data, words);
    expect(code).toBe(1);
    expect(err).toMatch(says);
  }
  expect(contents(data)).toEqual(present);
  expect(readdirSync(data).filter((name) => /^\.|before|evil/.test(name))).toEqual([]);
});

test("a backup of a newer Stoep is refused in words", async () => {
  const data = newFolder();
  cpSync(original, data, { recursive: true });
  inDatabase(data, (db) =>
    db.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('of-tomorrow', 1)"),
  );
  await stoep(data, ["backup"]);
  const [name = ""] = readdirSync(join(data, "backups"));
  const { code, err } = await stoep(newFolder(), ["restore", join(data, "backups", name)]);
  expect(code).toBe(1);
  expect(err).toBe(
    "This database was written by a newer Stoep than this one. Start the newer program, or restore a backup made by this one.\n",
  );
});
