import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rememberFailure } from "./archive/notes.ts";
import { lacksFiles } from "./makeBackup.ts";
import { createBackups } from "./scheduler.ts";
import { newFolder, nightlyBuilding, prepared } from "./testing.ts";

test("a backup that only lacks lost files did not fail, and a warning and the preview say what it lacks", async () => {
  const { config, files, night } = await nightlyBuilding();
  rmSync(join(config.uploads, files[0] ?? ""));
  const { path } = await night("2026-11-19");
  expect(await prepared(path, config)).toMatchObject({ missing: 1 });
  // In the place of the command: what it ends with then.
  const program = join(newFolder(), "backup.cjs");
  writeFileSync(program, `console.error("These have no file."); process.exit(${lacksFiles});`);
  let now = new Date("2026-11-19T12:00:00.000Z");
  const backups = createBackups(config, () => now, program);
  now = new Date("2026-11-20T00:02:00.000Z");
  expect(await backups.runIfDue("2026-11-01T00:00:00.000Z")).toBeNull();
  expect(backups.known().failure).toBeNull();
  const said = "A file that somebody uploaded is lost, so the last backup lacks it.";
  expect(backups.warning(null)).toBe(said);
  rmSync(join(config.uploads, files[1] ?? ""));
  await night("2026-11-20");
  await backups.look();
  expect(backups.warning(null)).toContain("2 files that people uploaded are lost");
});

test("one that failed by hand is tried again within the hour, although the night's was made", async () => {
  const { config, night } = await nightlyBuilding();
  await night("2026-11-20");
  rememberFailure(config.backups, { at: "2026-11-20T10:00:00.000Z", why: "The disk is full." });
  const folder = newFolder();
  const [program, ran] = [join(folder, "backup.cjs"), join(folder, "ran")];
  writeFileSync(program, `require("node:fs").writeFileSync(${JSON.stringify(ran)}, "");`);
  let now = new Date("2026-11-20T09:00:00.000Z");
  const backups = createBackups(config, () => now, program);
  now = new Date("2026-11-20T10:59:00.000Z");
  await backups.runIfDue(null);
  expect(existsSync(ran)).toBe(false);
  now = new Date("2026-11-20T11:00:00.000Z");
  await backups.runIfDue(null);
  expect(existsSync(ran)).toBe(true);
});
