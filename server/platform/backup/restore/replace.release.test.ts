import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { makeArchive } from "../archive/archive.ts";
import { readArchive } from "../archive/read.ts";
import { newFolder, now, smallBuilding } from "../testing.ts";
import { finishReplacing, replaceData } from "./replace.ts";

/** Simulates a failing disk: which steps fail, and whether the disk supports hard links. */
const disk = vi.hoisted(() => ({ steps: 0, failsAt: [] as number[], knowsLinks: true }));

vi.mock(import("node:fs/promises"), async (original) => {
  const real = await original();
  const failing = <Step extends (...given: never[]) => unknown>(step: Step) =>
    ((...given: Parameters<Step>) => {
      disk.steps += 1;
      if (disk.failsAt.includes(disk.steps)) throw new Error("ENOSPC: the test's disk is full");
      return step(...given);
    }) as unknown as Step;
  const link: typeof real.link = async (from, to) => {
    if (!disk.knowsLinks) throw new Error("EPERM: no second names here");
    await real.link(from, to);
  };
  const { copyFile, mkdir, open, rename, rm, writeFile } = real;
  return {
    ...real,
    copyFile: failing(copyFile),
    link: failing(link),
    mkdir: failing(mkdir),
    open: failing(open),
    rename: failing(rename),
    rm: failing(rm),
    writeFile: failing(writeFile),
  };
});

beforeEach(() => {
  Object.assign(disk, { steps: 0, failsAt: [], knowsLinks: true });
});

/** A building, and the unpacked data of another one that is to replace it. */
async function twoBuildings() {
  const [building, other] = [await smallBuilding(), await smallBuilding()];
  for (const { db } of [building, other]) db.$client.close();
  const { path } = await makeArchive(other, newFolder(), "0.1.0", now);
  const work = join(building.data, ".part-work");
  mkdirSync(work);
  await readArchive(path, work, { uploads: true });
  return { building, other, work, safety: join(building.data, "before-restore-x") };
}

test("what was set aside before a power cut is not copied twice: it is still the same file", async () => {
  const { building, work, safety } = await twoBuildings();
  mkdirSync(join(safety, "uploads"), { recursive: true });
  const [first = ""] = building.files;
  // As an interrupted run left it.
  writeFileSync(join(safety, "uploads", first), "kept before");
  const inode = statSync(join(safety, "uploads", first)).ino;
  await replaceData(work, building, safety);
  expect(statSync(join(safety, "uploads", first)).ino).toBe(inode);
  expect(readFileSync(join(safety, "uploads", first), "utf8")).toBe("kept before");
  expect(readdirSync(join(safety, "uploads")).sort()).toEqual([...building.files].sort());
});

/** All files of a data folder, except the pending restore and SQLite's index of the -wal file. */
function contentsOf(data: string): Record<string, string> {
  const names = readdirSync(data, { recursive: true, encoding: "utf8" });
  const files = names.filter(
    (name) => !/^\.part-|-shm$/.test(name) && statSync(join(data, name)).isFile(),
  );
  return Object.fromEntries(
    files.sort().map((name) => [name, readFileSync(join(data, name), "base64")]),
  );
}

const damaged = "no database ".repeat(1_000);

/**
 * A building with a damaged database, and one secret and one file whose names the other building
 * has too. Includes a way to replace it with the other building while some steps fail.
 */
async function damagedBuilding() {
  const { building, other } = await twoBuildings();
  const [both = ""] = other.files;
  const live = new Database(building.database);
  live.exec("DELETE FROM settings; UPDATE people SET name = 'Changed'");
  const wal = readFileSync(`${building.database}-wal`);
  live.close();
  writeFileSync(building.database, damaged);
  writeFileSync(`${building.database}-wal`, wal);
  writeFileSync(join(building.secrets, "authority.pem"), "a secret");
  writeFileSync(join(building.uploads, both), "of the first house");
  const before = contentsOf(building.data);
  const attempt = async (...failsAt: number[]) => {
    const data = newFolder();
    cpSync(building.data, data, { recursive: true });
    const place = (name: string) => join(data, name);
    const places = {
      database: place("stoep.db"),
      uploads: place("uploads"),
      secrets: place("secrets"),
    };
    Object.assign(disk, { steps: 0, failsAt });
    const failure = await replaceData(place(".part-work"), places, place("before-restore-x")).then(
      () => null,
      (error: Error) => error,
    );
    const { steps } = disk;
    disk.failsAt = [];
    if (failure && !failure.message.startsWith("ENOSPC")) throw failure;
    rmSync(place(".part-work"), { recursive: true, force: true });
    return { data, places, hasFailed: failure !== null, steps };
  };
  const isAsBefore = (data: string) =>
    readFileSync(join(data, "stoep.db"), "utf8") === damaged &&
    isDeepStrictEqual(contentsOf(data), before);
  /** Whether the other building's data are in place, with the first one's kept beside them. */
  const isReplaced = (data: string) =>
    isDeepStrictEqual(readdirSync(join(data, "uploads")).sort(), [...other.files].sort()) &&
    existsSync(join(data, "before-restore-x", "secrets", "authority.pem")) &&
    readFileSync(join(data, "before-restore-x", "stoep.db"), "utf8") === damaged &&
    readFileSync(join(data, "before-restore-x", "stoep.db-wal")).equals(wal);
  return { attempt, isAsBefore, isReplaced };
}

describe.each([
  ["knows second names", true],
  ["knows none", false],
])("on a disk that %s", (_, knowsLinks) => {
  beforeEach(() => {
    disk.knowsLinks = knowsLinks;
  });

  test("whichever step fails, all is as before, or the next start does the rest", async () => {
    const { attempt, isAsBefore, isReplaced } = await damagedBuilding();
    const outcomes = { before: 0, after: 0 };
    for (let step = 1; ; step += 1) {
      const { data, places, hasFailed } = await attempt(step);
      if (!hasFailed) break;
      if (isAsBefore(data)) outcomes.before += 1;
      else {
        await finishReplacing(places);
        expect(isReplaced(data), `step ${step}`).toBe(true);
        outcomes.after += 1;
      }
    }
    expect(outcomes.before).toBeGreaterThan(15);
    expect(outcomes.after).toBeGreaterThan(2);
  });

  test("whichever step of the way back fails, the next start goes on with it", async () => {
    const { attempt, isAsBefore, isReplaced } = await damagedBuilding();
    let last = 1;
    while (isAsBefore((await attempt(last + 1)).data)) last += 1;
    for (let later = 1; ; later += 1) {
      const { data, places, steps } = await attempt(last, last + later);
      if (steps < last + later) break;
      await finishReplacing(places);
      // If even the way back could not begin, the restore is finished instead.
      const isWell = later === 1 ? isReplaced(data) : isAsBefore(data);
      expect(isWell, `step ${last} and ${last + later}`).toBe(true);
    }
  });
});
