import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { intoFolder, newFolder, now, smallBuilding } from "../testing.ts";
import { makeArchive } from "./archive.ts";
import { archivesIn } from "./names.ts";
import { openCopy, readArchive } from "./read.ts";

const keepAll = { uploads: true };

/** The files that were flushed to the disk and the names that files were given, in order. */
const done = vi.hoisted((): string[] => []);

vi.mock(import("../../files/files.ts"), async (original) => {
  const real = await original();
  const flush: typeof real.flush = async (path) => {
    await real.flush(path);
    done.push(`flush ${path}`);
  };
  return { ...real, flush };
});

vi.mock(import("node:fs/promises"), async (original) => {
  const real = await original();
  const rename: typeof real.rename = async (from, to) => {
    await real.rename(from, to);
    done.push(`rename ${from} ${to}`);
  };
  return { ...real, rename };
});

test("an archive is on the disk before it gets its name, and its name is before it counts", async () => {
  const building = await smallBuilding();
  const to = newFolder();
  done.length = 0;
  const { path } = await makeArchive(building, to, "0.1.0", now);
  const [work] = /\.part-[^/]+/.exec(done.join("\n")) ?? [];
  const grown = join(to, work ?? "", "archive");
  expect(done).toEqual([`flush ${grown}`, `rename ${grown} ${path}`, `flush ${to}`]);
});

test("an archive holds the database and its uploads, and unpacks to the same", async () => {
  const building = await smallBuilding();
  const to = newFolder();
  writeFileSync(join(building.uploads, "arriving.part"), "half");
  writeFileSync(join(building.uploads, "stray.pdf"), "no row");
  writeFileSync(join(building.secrets, "authority.key"), "a key", { mode: 0o600 });
  writeFileSync(join(building.secrets, "authority.key.part"), "half a key");
  writeFileSync(join(building.secrets, "empty.key"), "");
  const { path, size, manifest } = await makeArchive(building, to, "0.1.0", now);

  expect(readdirSync(to)).toEqual(["stoep-2026-11-20T09-26-24Z.tar.gz"]);
  expect(await archivesIn(to)).toEqual(readdirSync(to));
  expect(statSync(path)).toMatchObject({ size, mode: 0o100600 });
  expect(manifest).toMatchObject({ format: 2, version: "0.1.0", madeAt: now, missing: [] });
  expect(manifest.rows).toMatchObject({ accounts: 1, fines: 1, attachments: 2, visits: 0 });
  expect(Object.keys(manifest.files)).toEqual([
    "stoep.db",
    ...building.files.map((name) => `uploads/${name}`),
    "secrets/authority.key",
    "secrets/empty.key",
    expect.stringMatching(/^secrets\/identity-[\da-f]{8}\.key$/),
  ]);

  const { into } = intoFolder();
  expect(await readArchive(path, into, keepAll)).toEqual(manifest);
  for (const name of building.files)
    expect(readFileSync(join(into, "uploads", name))).toEqual(
      readFileSync(join(building.uploads, name)),
    );
  // Only their owner may read keys.
  const key = join(into, "secrets/authority.key");
  expect(readFileSync(key, "utf8")).toBe("a key");
  expect(statSync(join(into, "secrets/empty.key"))).toMatchObject({ size: 0, mode: 0o100600 });
  const modes = [join(into, "secrets"), key].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
  const copy = openCopy(into);
  for (const table of ["accounts", "fines", "attachments", "audit_events"]) {
    const rows = `SELECT * FROM ${table} ORDER BY id`;
    expect(copy.$client.prepare(rows).all()).toEqual(building.db.$client.prepare(rows).all());
  }
  copy.$client.close();
});

test("rows written while it is made do not hold it up, and it is of one moment", async () => {
  const building = await smallBuilding();
  const { $client: sqlite } = building.db;
  sqlite.exec("CREATE TABLE ballast (a, b); CREATE TABLE pair (a, b)");
  const ballast = sqlite.prepare("INSERT INTO ballast VALUES (?, ?)");
  sqlite.transaction(() => {
    for (let row = 0; row < 3_000; row++) ballast.run(row, "x".repeat(1_000));
  })();
  const writer = new Database(building.database);
  const both = writer.transaction((round: number) => {
    writer.prepare("INSERT INTO pair VALUES (?, 1)").run(round);
    writer.prepare("UPDATE ballast SET a = ? WHERE rowid % 100 = ?").run(round, round % 100);
  });
  let writes = 0;
  both(writes++);
  const busy = setInterval(() => both(writes++), 1);
  const { path } = await makeArchive(building, newFolder(), "0.1.0", now);
  clearInterval(busy);
  writer.close();
  expect(writes).toBeGreaterThan(5);

  const { into } = intoFolder();
  await readArchive(path, into, keepAll);
  const copy = new Database(join(into, "stoep.db"));
  expect(copy.pragma("integrity_check", { simple: true })).toBe("ok");
  const last = copy.prepare<[], { a: number }>("SELECT max(a) AS a FROM pair").get()?.a ?? 0;
  const touched = copy.prepare("SELECT count(*) AS n FROM ballast WHERE a = ? AND rowid % 100 = ?");
  expect(touched.get(last, last % 100)).toEqual({ n: 30 });
  copy.close();
});

test("an upload without its file is reported, and everything else is restored", async () => {
  const building = await smallBuilding();
  const [lost = "", remaining = ""] = building.files;
  rmSync(join(building.uploads, lost));
  const { path, manifest } = await makeArchive(building, newFolder(), "0.1.0", now);
  expect(manifest.missing).toEqual([lost]);
  const { into } = intoFolder();
  await readArchive(path, into, keepAll);
  expect(readdirSync(join(into, "uploads"))).toEqual([remaining]);
});

test.each<[string, (file: string) => void, RegExp]>([
  ["is not there", (file) => rmSync(file), /no database at .*STOEP_DATA/],
  [
    "is no database",
    (file) => writeFileSync(file, "x".repeat(5_000)),
    /is damaged \(.*not a database/,
  ],
  ["is damaged", (file) => damage(file), /is damaged .*scripts\/stoep restore/],
  ["is another program's", (file) => foreign(file), /holds no Stoep/],
])("no backup is made when the database %s, and nothing is left behind", async (_, spoil, says) => {
  const { db, database, uploads, secrets } = await smallBuilding();
  db.$client.close();
  spoil(database);
  const to = newFolder();
  await expect(makeArchive({ database, uploads, secrets }, to, "0.1.0", now)).rejects.toThrow(says);
  expect(readdirSync(to)).toEqual([]);
});

function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4_096, 3 * 4_096);
  writeFileSync(file, bytes);
}

function foreign(file: string): void {
  rmSync(file);
  const sqlite = new Database(file);
  sqlite.exec("CREATE TABLE music (id)");
  sqlite.close();
}

test("a backup that fails half-way leaves nothing; one that was killed is swept a day later", async () => {
  const building = await smallBuilding();
  const [name = ""] = building.files;
  rmSync(join(building.uploads, name));
  mkdirSync(join(building.uploads, name));
  const to = newFolder();
  const [young, old] = [join(to, ".part-young1"), join(to, ".part-older1")];
  for (const folder of [young, old]) cpSync(building.data, folder, { recursive: true });
  const yesterday = new Date(Date.now() - 90_000_000);
  utimesSync(old, yesterday, yesterday);
  await expect(makeArchive(building, to, "0.1.0", now)).rejects.toThrow("EISDIR");
  expect(readdirSync(to)).toEqual([".part-young1"]);
});
