import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { unguarded } from "../platform/audit/testing.ts";
import { newFolder, smallDisk } from "../platform/backup/testing.ts";
import { built, copyOf, inDatabase, livedInCopy } from "./testing.ts";

vi.setConfig({ testTimeout: 60_000 });
const { stoep, demo, folder } = await built();

const original = join(folder, "house");
await demo(original);
await stoep(original, ["backup", "--to", folder]);
const archive = join(folder, readdirSync(folder).find((name) => name.endsWith(".gz")) ?? "");

test("verify finds nothing wrong with a good archive and with good data", async () => {
  for (const words of [["verify", archive], ["verify"]]) {
    const { code, out, err } = await stoep(original, words);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/All is well\.\n$/);
  }
  expect(readdirSync(original).sort()).toEqual(["backup.lock", "secrets", "stoep.db", "uploads"]);
});

test("a backup sealed with the passphrase as 0.1.0 read it is opened with the whole of it", async () => {
  const to = newFolder();
  await stoep(original, ["backup", "--to", to], { env: { BACKUP_PASSPHRASE: "winter" } });
  const sealed = join(to, readdirSync(to).find((name) => name.endsWith(".age")) ?? "");
  const env = { BACKUP_PASSPHRASE: "winter#storm 7" };
  for (const how of [{ env }, { stdin: "winter#storm 7\n" }]) {
    const words = ["verify", sealed, ...("stdin" in how ? ["--passphrase-stdin"] : [])];
    const { code, out } = await stoep(newFolder(), words, how);
    expect({ code, isNoted: out.includes("opened with only the part of the passphrase") }).toEqual({
      code: 0,
      isNoted: true,
    });
  }
  const wrong = await stoep(newFolder(), ["verify", sealed], { env: { BACKUP_PASSPHRASE: "a#b" } });
  expect(wrong).toMatchObject({ code: 1, out: "" });
});

test("verify names each upload that is missing, changed, or unreferenced", async () => {
  const data = livedInCopy(original);
  const { code, err } = await stoep(data, ["verify"]);
  expect(code).toBe(1);
  expect(err).toMatch(/^3 problems:\n/);
  for (const says of ["is missing in the uploads folder", "is not what was uploaded", "since.pdf"])
    expect(err).toContain(says);
  const backup = await stoep(data, ["backup"]);
  expect(backup.code).toBe(3);
  expect(backup.err).toContain("have no file");
  const [name = ""] = readdirSync(join(data, "backups"));
  const archived = await stoep(data, ["verify", join(data, "backups", name)]);
  for (const says of [/^2 problems:/, /missing in the archive/, /not what was uploaded/])
    expect(archived.err).toMatch(says);
});

test("verify names accounts without a person, in the data and in a backup", async () => {
  const data = copyOf(original);
  const orphan =
    "INSERT INTO accounts (id, role, username, username_key, created_at) SELECT 'x', role, 'x', 'x', created_at FROM accounts LIMIT 1";
  inDatabase(data, (db) => db.exec(orphan));
  await stoep(data, ["backup"]);
  const [name = ""] = readdirSync(join(data, "backups"));
  for (const words of [["verify"], ["verify", join(data, "backups", name)]]) {
    const { code, err } = await stoep(data, words);
    expect(code).toBe(1);
    expect(err).toMatch(/^1 problem:\n- 1 account without the person it belongs to\./);
  }
});

test.each<[string, (file: string) => void, RegExp]>([
  [
    "damaged",
    (file) => writeFileSync(file, readFileSync(file).fill(0xff, 8_192, 65_536)),
    /is damaged/,
  ],
  ["empty", (file) => truncateSync(file), /is not a Stoep database/],
  ["missing", (file) => rmSync(file), /There is no database at/],
])("verify says that the database is %s, and what to do", async (_, spoil, says) => {
  const data = copyOf(original);
  spoil(join(data, "stoep.db"));
  const { code, err } = await stoep(data, ["verify"]);
  expect(code).toBe(1);
  expect(err).toMatch(says);
  expect(err).toMatch(/scripts\/stoep restore FILE|Is STOEP_DATA the right folder/);
  expect(err).not.toContain("belongs to no row");
});

test("a full disk, or one that cannot be written to, is no damage of the database", async ({
  skip,
}) => {
  const disk = smallDisk("size=100m,mode=700", skip);
  const data = copyOf(original, join(disk, "house"));
  const said = async () => {
    const verified = await stoep(data, ["verify"]);
    const examined = await stoep(data, ["doctor"], { env: { PORT: "0" } });
    expect([verified.code, examined.code]).toEqual([1, 1]);
    expect(verified.err + examined.out).not.toMatch(/damaged|belongs to no row|should not have/);
    return verified.err;
  };
  const fill = () => writeFileSync(join(disk, "filler"), Buffer.alloc(100 * 2 ** 20));
  expect(fill).toThrow("ENOSPC");
  expect(await said()).toMatch(/^The disk is full or failing/);
  const to = newFolder();
  const backup = await stoep(data, ["backup", "--to", to]);
  for (const place of [join(data, "stoep.db"), to]) expect(backup.err).toContain(place);
  // Without those of SQLite, which it cannot make again there.
  for (const name of ["filler", "house/stoep.db-wal", "house/stoep.db-shm"])
    rmSync(join(disk, name), { force: true });
  spawnSync("mount", ["-o", "remount,ro", disk]);
  expect(await said()).toMatch(/^The database cannot be opened/);
});

const tamper = (data: string, sql: string) => inDatabase(data, (db) => unguarded(db).exec(sql));

test("verify names the entry of the audit trail that was edited, and in a backup too", async () => {
  const data = copyOf(original);
  tamper(data, `UPDATE audit_events SET "after" = '{"role":"Admin"}' WHERE seq = 5`);
  const { code, err } = await stoep(data, ["verify"]);
  expect(code).toBe(1);
  expect(err).toMatch(/^1 problem:\n- Entry 5 /);
  await stoep(data, ["backup"]);
  const [name = ""] = readdirSync(join(data, "backups")).filter((each) => each.endsWith(".gz"));
  const archived = await stoep(data, ["verify", join(data, "backups", name)]);
  expect(archived.code).toBe(1);
  expect(archived.err).toContain("Entry 5 ");
});

test("entries cut off at the end are found by a backup, also when the database was changed to hide it", async () => {
  const data = copyOf(original);
  await stoep(data, ["backup"]);
  tamper(
    data,
    "DELETE FROM audit_events WHERE seq > 40; UPDATE audit_head SET seq = 40, hash = (SELECT hash FROM audit_events WHERE seq = 40)",
  );
  const { code, err } = await stoep(data, ["verify"]);
  expect(code).toBe(1);
  expect(err).toMatch(/The backup stoep-\S+ noted \d+ entries .* Somebody removed the last ones/);
});
