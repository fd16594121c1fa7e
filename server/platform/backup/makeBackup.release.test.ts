import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../../config.ts";
import { systemErrorInWords } from "../health/systemErrors.ts";
import { openCertificates } from "../https/certificates.ts";
import { archivesWithNotes, lastFailure, noteName } from "./archive/notes.ts";
import { readArchive } from "./archive/read.ts";
import { backUp } from "./makeBackup.ts";
import { letGoOfReplaced, safetyCopyName } from "./restore/prepare.ts";
import {
  at,
  intoFolder,
  nameOf,
  newFolder,
  nightlyBuilding,
  prepared,
  smallDisk,
} from "./testing.ts";

/** How much room the disk seems to have, in bytes; null for what it really has. */
let room: number | null = null;
beforeEach(() => {
  room = null;
});

vi.mock(import("../files/diskSpace.ts"), async (original) => {
  const real = await original();
  return { ...real, roomIn: (...asked) => room ?? real.roomIn(...asked) };
});

test("a backup is refused before it fills the disk that the database needs", async () => {
  const { config, night } = await nightlyBuilding();
  writeFileSync(join(config.uploads, "film.pdf"), Buffer.alloc(3e6));
  room = 6e6;
  await expect(night("2026-11-18")).rejects.toThrow(
    /^The disk is full: a backup into .*backups needs \d+ MB, and 20 MB must stay free\. No backup was made\. Make room on it\.$/,
  );
  expect(readdirSync(config.backups)).toEqual(["last-failure.json"]);
  room = 100e6;
  await night("2026-11-19");
});

/** Breaks a reference until it is repaired. integrity_check misses that, a restore refuses it. */
function orphan({ db }: Awaited<ReturnType<typeof nightlyBuilding>>) {
  const { id } = db.$client.prepare("SELECT id FROM accounts").get() as { id: string };
  const point = (to: string) => {
    db.$client.pragma("foreign_keys = OFF");
    db.$client.prepare("UPDATE fines SET resident_id = ?").run(to);
  };
  point("nobody");
  return () => point(id);
}

test("a backup counts once it was restored and compared, and its note says what was found", async () => {
  const { config, night } = await nightlyBuilding();
  const { path, size } = await night("2026-11-20");
  expect(readdirSync(config.backups)).toEqual([
    nameOf("2026-11-20"),
    noteName(nameOf("2026-11-20")),
  ]);
  const [stored] = await archivesWithNotes(config.backups);
  expect(stored).toMatchObject({ name: nameOf("2026-11-20"), madeAt: at("2026-11-20")(), size });
  const sha256 = execFileSync("sha256sum", [path], { encoding: "utf8" }).split(" ")[0];
  expect(stored?.rehearsal).toMatchObject({
    rehearsedAt: at("2026-11-20")(),
    version: "0.1.0",
    files: 2,
    size,
    sha256,
    rows: expect.objectContaining({ accounts: 1, fines: 1, attachments: 2 }),
  });
  expect(statSync(noteName(path)).mode & 0o777).toBe(0o600);
});

test("a rehearsal that fails keeps no archive but the older ones, and is remembered until one passes", async () => {
  const inside = await nightlyBuilding();
  const { config, night } = inside;
  await night("2026-11-18");
  const mend = orphan(inside);
  await expect(night("2026-11-19")).rejects.toThrow(
    /The backup did not pass its test, so it was not kept\.\n1 row of fines point to rows that are not there/,
  );
  expect(readdirSync(config.backups)).toEqual([
    ...["last-failure.json", nameOf("2026-11-18"), noteName(nameOf("2026-11-18"))],
  ]);
  expect(await lastFailure(config.backups)).toMatchObject({
    at: at("2026-11-19")(),
    why: expect.stringContaining("did not pass its test"),
  });
  mend();
  await night("2026-11-20");
  expect(await lastFailure(config.backups)).toBeNull();
  expect(await archivesWithNotes(config.backups)).toHaveLength(2);
});

test("what a restore or a migration replaced goes after 31 days; nothing else does, and no backup lets it go", async () => {
  const { config, night } = await nightlyBuilding();
  const before = (day: string) => safetyCopyName(`${day}T09:00:00.000Z`);
  const folders = [before("2026-10-19"), before("2026-10-21"), "before-restore-of-mine"];
  const failed = (day: string) => `failed-restore-${day}T09-00-00-000Z`;
  for (const day of ["2026-10-19", "2026-10-21"]) mkdirSync(join(config.data, failed(day)));
  for (const folder of folders)
    mkdirSync(join(config.data, folder, "uploads"), { recursive: true });
  const aside = (day: string) => `before-migration-3-${day}T09-00-00-000Z.db`;
  const copies = [aside("2026-10-19"), aside("2026-10-21"), "before-migration-of-mine.db"];
  mkdirSync(config.backups, { recursive: true });
  for (const copy of copies) writeFileSync(join(config.backups, copy), "a database");
  // Made while the clock is years ahead.
  await night("2036-11-20");
  expect(readdirSync(config.data)).toEqual(expect.arrayContaining(folders));
  await letGoOfReplaced(config, at("2026-11-20")());
  expect(readdirSync(config.backups).filter((name) => name.startsWith("before"))).toEqual(
    copies.slice(1),
  );
  expect(readdirSync(config.data).filter((name) => name.startsWith("before"))).toEqual(
    folders.slice(1),
  );
  expect(readdirSync(config.data).filter((name) => name.startsWith("failed"))).toEqual([
    failed("2026-10-21"),
  ]);
});

test("an archive without a note, or with another one's, neither counts nor is it touched", async () => {
  const { config, night } = await nightlyBuilding();
  await night("2026-11-18");
  for (const day of ["2026-11-10", "2026-11-11"])
    writeFileSync(join(config.backups, nameOf(day)), `not rehearsed on ${day}`);
  const note = readFileSync(join(config.backups, noteName(nameOf("2026-11-18"))));
  writeFileSync(join(config.backups, noteName(nameOf("2026-11-11"))), note);
  writeFileSync(join(config.backups, noteName(nameOf("2026-11-12"))), note);
  await night("2026-11-19");
  const stored = await archivesWithNotes(config.backups);
  expect(stored.map(({ name, rehearsal }) => [name, rehearsal !== null])).toEqual([
    [nameOf("2026-11-10"), false],
    [nameOf("2026-11-11"), false],
    [nameOf("2026-11-18"), true],
    [nameOf("2026-11-19"), true],
  ]);
  expect(existsSync(join(config.backups, noteName(nameOf("2026-11-12"))))).toBe(false);
});

test("what the rule no longer keeps goes, with its note", async () => {
  const { config, night } = await nightlyBuilding();
  const days = ["01", "02", "03", "04", "05", "06", "07", "08", "09"].map(
    (day) => `2026-12-${day}`,
  );
  for (const day of days) await night(day);
  const [first = "", second = "", ...last] = days;
  expect(second).toBe("2026-12-02");
  const names = last.map((day) => nameOf(day));
  expect(readdirSync(config.backups)).toEqual(
    names.flatMap((name) => [name, noteName(name)]).sort(),
  );
  expect(readdirSync(config.backups)).not.toContain(nameOf(first));
});

test("after a clock that was some hours ahead the backup that was just made stays, in both folders", async () => {
  const stick = newFolder();
  const { config, night } = await nightlyBuilding({ BACKUP_COPY_TO: stick });
  await backUp(config, config.backups, "0.1.0", () => "2026-11-20T10:00:00.000Z");
  const { path } = await night("2026-11-20");
  for (const folder of [config.backups, stick])
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([basename(path)]));
});

test.each([
  ["not in one in the clear, and who restores that is told", null],
  ["in an encrypted one", "three owls on the roof"],
])("the key of the machine's authority is %s", async (_, passphrase) => {
  const { config, night } = await nightlyBuilding(
    passphrase ? { BACKUP_PASSPHRASE: passphrase } : {},
  );
  await openCertificates(readConfig({ STOEP_DATA: config.data, HTTPS: "local" }));
  const { path, manifest } = await night("2026-11-20");
  const keys = Object.keys(manifest.files).filter((name) => name.endsWith(".pem"));
  expect(keys).toEqual(passphrase ? ["secrets/authority.pem", "secrets/server.pem"] : []);
  const losesAuthority = async (data: string) =>
    (await prepared(path, readConfig({ STOEP_DATA: data }), passphrase)).losesAuthority;
  expect(await losesAuthority(newFolder())).toBe(passphrase === null);
  // Where the key is still there, nothing changes.
  expect(await losesAuthority(config.data)).toBe(false);
  const other = readConfig({ STOEP_DATA: newFolder(), HTTPS: "local" });
  await openCertificates(other);
  expect(await losesAuthority(other.data)).toBe(true);
});

test("a secret whose name no archive can hold stops the backup in words", async () => {
  const { config, night } = await nightlyBuilding();
  writeFileSync(join(config.secrets, "my key"), "");
  await expect(night("2026-11-20")).rejects.toThrow(/my key has a name that cannot be backed up/);
});

const passphrase = "three owls on the roof";

test("with a passphrase the archive is encrypted, rehearsed, and opens with nothing else", async () => {
  const { night } = await nightlyBuilding({ BACKUP_PASSPHRASE: passphrase });
  const { path } = await night("2026-11-20");
  expect(path).toContain(nameOf("2026-11-20", true));
  const bytes = readFileSync(path);
  expect(bytes.subarray(0, 22).toString()).toBe("age-encryption.org/v1\n");
  const read = (given: string | null, file = path) =>
    readArchive(file, intoFolder().into, { uploads: true, passphrase: given });
  expect((await read(passphrase)).rows).toMatchObject({ fines: 1 });
  await expect(read(null)).rejects.toThrow(/is encrypted\. Give the passphrase/);
  await expect(read("two owls")).rejects.toThrow(/passphrase does not open/);
  const spoiled = join(newFolder(), "spoiled.age");
  for (const spoil of [
    bytes.subarray(0, -9),
    Buffer.concat([bytes.subarray(0, -9), Buffer.alloc(9)]),
  ]) {
    writeFileSync(spoiled, spoil);
    await expect(read(passphrase, spoiled)).rejects.toThrow(/not a complete Stoep backup/);
  }
});

test("Debian's age opens an encrypted archive", async ({ skip }) => {
  for (const program of ["age", "script"])
    if (spawnSync("which", [program]).status !== 0)
      skip(`The program ${program} is not installed.`);
  const { night } = await nightlyBuilding({ BACKUP_PASSPHRASE: passphrase });
  const { path, manifest } = await night("2026-11-20");
  const plain = join(newFolder(), "plain.tar.gz");
  // age asks for the passphrase on a terminal only.
  spawnSync("script", ["-qec", `age -d -o ${plain} ${path}`, "/dev/null"], {
    input: `${passphrase}\n`,
  });
  expect((await readArchive(plain, intoFolder().into, { uploads: true })).files).toEqual(
    manifest.files,
  );
});

test("a disk that gets full at any step: no half archive, words, and the older ones stay", async ({
  skip,
}) => {
  const { config } = await nightlyBuilding();
  const disk = smallDisk("size=5m", skip);
  const night = (day: string) => backUp({ ...config, backups: disk }, disk, "0.1.0", at(day));
  // Something else takes the room while the backup is made.
  room = Number.POSITIVE_INFINITY;
  await night("2026-11-18");
  const whole = readdirSync(disk);
  let steps = 0;
  for (let size = 60_000; ; size += 40_000) {
    spawnSync("mount", ["-o", `remount,size=${size}`, disk]);
    const why = await night("2026-11-19").then(
      () => null,
      (error) => systemErrorInWords(error) ?? (error as Error).message,
    );
    if (why === null) break;
    steps += 1;
    expect(why).toMatch(/The disk is full/);
    expect(readdirSync(disk).filter((name) => !name.startsWith("last-failure"))).toEqual(whole);
  }
  expect(steps).toBeGreaterThan(5);
  expect((await archivesWithNotes(disk)).map(({ name }) => name)).toEqual([
    ...[nameOf("2026-11-18"), nameOf("2026-11-19")],
  ]);
  expect(await lastFailure(disk)).toBeNull();
});
