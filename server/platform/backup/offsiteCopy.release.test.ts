import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noteName } from "./archive/notes.ts";
import { nameOf, newFolder, nightlyBuilding, smallDisk } from "./testing.ts";

test("what was made is copied to the second folder, by the same rule", async () => {
  const stick = newFolder();
  const { config, night } = await nightlyBuilding({ BACKUP_COPY_TO: stick });
  for (const day of ["2026-11-18", "2026-11-19"]) expect((await night(day)).copying).toBeNull();
  expect(readdirSync(stick)).toEqual(
    readdirSync(config.backups).filter((name) => name.startsWith("stoep")),
  );
  // Archives only in the second folder count for retention. Foreign files there stay.
  const note = JSON.parse(readFileSync(join(stick, noteName(nameOf("2026-11-19"))), "utf8"));
  for (const day of ["01", "02", "03", "04", "05", "06"]) {
    const name = nameOf(`2026-11-${day}`);
    writeFileSync(join(stick, name), "");
    writeFileSync(join(stick, noteName(name)), JSON.stringify({ ...note, size: 0 }));
  }
  writeFileSync(join(stick, "holiday.jpg"), "sand");
  writeFileSync(join(stick, `.part-${nameOf("2026-11-07")}`), "pulled out");
  await night("2026-11-20");
  const there = readdirSync(stick).filter((name) => !name.endsWith(".json"));
  expect(there).toEqual([
    "holiday.jpg",
    ...["01", "03", "04", "05", "06", "18", "19", "20"].map((day) => nameOf(`2026-11-${day}`)),
  ]);
});

test("a stick that is away is no failure; it is not made up for, and gets everything when it is back", async () => {
  const stick = join(newFolder(), "stick");
  const { night } = await nightlyBuilding({ BACKUP_COPY_TO: stick });
  const { copying } = await night("2026-11-18");
  expect(copying).toBe(`${stick} is not there. Plug the stick in, or mount the folder.`);
  expect(existsSync(stick)).toBe(false);
  mkdirSync(stick);
  expect((await night("2026-11-19")).copying).toBeNull();
  const archives = readdirSync(stick).filter((name) => !name.endsWith(".json"));
  expect(archives).toEqual([nameOf("2026-11-18"), nameOf("2026-11-19")]);
});

test("a full stick is reported, and has no incomplete file afterwards", async ({ skip }) => {
  const stick = smallDisk("size=8k", skip);
  const { night } = await nightlyBuilding({ BACKUP_COPY_TO: stick });
  expect((await night("2026-11-18")).copying).toBe(`${stick} is full. Make room there.`);
  expect(readdirSync(stick).filter((name) => !name.endsWith(".json"))).toEqual([]);
});

test("a folder without write access is named", async ({ skip }) => {
  if (process.getuid?.() === 0) skip("Root may write everywhere.");
  const stick = newFolder();
  chmodSync(stick, 0o500);
  const { night } = await nightlyBuilding({ BACKUP_COPY_TO: stick });
  expect((await night("2026-11-18")).copying).toContain("may not be written to");
  rmSync(stick, { recursive: true, force: true });
});
