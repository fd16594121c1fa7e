import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { handClock, openHouse } from "../../testing.ts";
import { firstEventAt } from "../audit/audit.ts";
import { holdData } from "../files/lock.ts";
import { archiveName } from "./archive/names.ts";
import { rememberFailure, type StoredArchive } from "./archive/notes.ts";
import { isDue, type Known, newest } from "./scheduler.ts";
import { newFolder } from "./testing.ts";

vi.setConfig({ testTimeout: 60_000 });

const zone = "Africa/Johannesburg";

// Half past two in the building is half past midnight in UTC.
test.each<[string, string | null, number, string, boolean]>([
  ["at the hour, the last one of yesterday", "2026-11-19T00:03Z", 2, "2026-11-20T00:00Z", true],
  ["a minute before the hour", "2026-11-19T00:03Z", 2, "2026-11-19T23:59Z", false],
  ["after the night's", "2026-11-20T00:03Z", 2, "2026-11-20T23:59Z", false],
  ["after the night's, at the next hour", "2026-11-20T00:03Z", 2, "2026-11-21T00:00Z", true],
  ["one made at noon, the same night", "2026-11-20T10:00Z", 2, "2026-11-21T00:00Z", true],
  ["off at the hour, on at noon", "2026-11-19T00:03Z", 2, "2026-11-20T10:00Z", true],
  ["off for a month", "2026-10-20T00:03Z", 2, "2026-11-20T10:00Z", true],
  ["at midnight as the hour", "2026-11-19T22:03Z", 0, "2026-11-20T21:59Z", false],
  ["at midnight as the hour, the next day", "2026-11-19T22:03Z", 0, "2026-11-20T22:00Z", true],
  ["a clock that was turned back", "2026-11-25T00:03Z", 2, "2026-11-20T10:00Z", false],
  ["a house in which nothing happened yet", null, 2, "2026-11-20T10:00Z", false],
])("%s", (_, last, hour, now, due) => {
  const since = last && new Date(last).toISOString();
  expect(isDue(new Date(now), since, hour, zone)).toBe(due);
});

/** A building at 11:26 on 20 November, with its data on the disk. */
function lived(env: Record<string, string> = {}) {
  const { clock, pass } = handClock();
  const inside = openHouse({ clock, env, onDisk: true });
  const { backups } = inside.services;
  const runIfDue = () => backups.runIfDue(firstEventAt(inside.db));
  const warning = () => backups.warning(firstEventAt(inside.db));
  const made = () => backups.known().archives.length;
  return { ...inside, backups, pass, runIfDue, warning, made };
}

test("the nightly one is made when it is due, and not in the first minute", async () => {
  const { backups, services, pass, runIfDue, made } = lived();
  await runIfDue();
  expect(made()).toBe(0);
  pass({ days: 1 });
  expect(await runIfDue()).toBeNull();
  expect(made()).toBe(1);
  const { archives, ...known } = backups.known();
  expect(known).toMatchObject({ running: null, failure: null });
  // The command went by the machine's clock, not the test's, which is set to it now.
  const madeAt = Date.parse(archives[0]?.madeAt ?? "");
  pass({ seconds: (madeAt - Date.parse(services.now().at)) / 1_000 });
  await runIfDue();
  expect(made()).toBe(1);
});

test("none is begun once Stoep ends, not even by a job that was looking meanwhile", async () => {
  const { backups, pass, runIfDue, made } = lived();
  pass({ days: 1 });
  const looking = runIfDue();
  await backups.close();
  expect(await looking).toBeNull();
  backups.begin();
  expect(backups.known().running).toBeNull();
  await backups.look();
  expect(made()).toBe(0);
});

test("while the folder of backups cannot be read none is made, and as soon as it can be again", async () => {
  const { backups, config, pass, runIfDue, made } = lived();
  rmSync(config.backups, { recursive: true, force: true });
  writeFileSync(config.backups, "not a folder");
  await expect(backups.look()).rejects.toThrow("ENOTDIR");
  backups.begin();
  expect(backups.known().running).not.toBeNull();
  await vi.waitFor(() => expect(backups.known().running).toBeNull(), 30_000);
  rmSync(config.backups);
  pass({ days: 1 });
  expect(await runIfDue()).toBeNull();
  expect(made()).toBe(1);
});

test("a backup of a clock that was years ahead does not end the nightly ones", () => {
  const made = (madeAt: string) =>
    ({ madeAt, rehearsal: { rehearsedAt: madeAt } }) as StoredArchive;
  const [ahead, night] = [made("2036-11-19T00:03:00.000Z"), made("2026-11-19T00:03:00.000Z")];
  const known = { archives: [ahead, night] } as Known;
  expect(newest(known, "2026-11-20T09:26:00.000Z")).toBe(night);
  expect(newest(known, "2036-11-20T09:26:00.000Z")).toBe(ahead);
});

test("a failure is reported, pauses for an hour, and is forgotten once a backup succeeds", async () => {
  const { backups, config, services, pass, runIfDue, warning, made } = lived();
  pass({ days: 1 });
  writeFileSync(join(config.secrets, "my key"), "");
  expect(await runIfDue()).toMatch(/name that cannot be backed up/);
  expect(warning()).toBe("The last backup failed.");
  expect(backups.known().failure?.why).toMatch(/name that cannot/);
  rmSync(join(config.secrets, "my key"));
  // Uses the real time, because the command goes by the machine's clock, not the test's.
  rememberFailure(config.backups, { at: services.now().at, why: "Just now." });
  await backups.look();
  await runIfDue();
  expect(made()).toBe(0);
  pass({ minutes: 61 });
  expect(await runIfDue()).toBeNull();
  expect([made(), warning()]).toEqual([1, null]);
});

test("while somebody makes one at the shell ours is left out, which is no failure", async () => {
  const { config, pass, runIfDue, warning, made } = lived();
  pass({ days: 1 });
  const release = holdData(config.data, "the shell's", "backup.lock");
  expect(await runIfDue()).toBeNull();
  expect([made(), warning()]).toEqual([0, null]);
  release();
  await runIfDue();
  expect(made()).toBe(1);
});

test("admins are warned after 3 days without a rehearsal, if the building is older than that", async () => {
  const { backups, config, pass, warning } = lived();
  expect(warning()).toBeNull();
  pass({ days: 2, minutes: 1_439 });
  expect(warning()).toBeNull();
  pass({ minutes: 2 });
  expect(warning()).toBe("No backup was made and tested in the last 3 days.");
  mkdirSync(config.backups);
  writeFileSync(join(config.backups, archiveName("2026-11-23T00:00:00.000Z")), "never rehearsed");
  await backups.look();
  expect(warning()).toBe("No backup was made and tested in the last 3 days.");
});

test("admins are warned of a missing second folder until it is back", async () => {
  const stick = join(newFolder(), "stick");
  const { backups, warning } = lived({ BACKUP_COPY_TO: stick });
  await backups.look();
  expect(warning()).toBe("Backups are not copied to the second folder.");
  expect(backups.known().offsiteCopy).toEqual({
    folder: stick,
    problem: expect.stringContaining("Plug the stick in"),
  });
  mkdirSync(stick);
  await backups.look();
  expect(warning()).toBeNull();
});

test("closed in the middle of a backup, nothing half is left and no failure is remembered", async () => {
  const { backups, config } = lived();
  backups.begin();
  expect(() => backups.begin()).toThrow("A backup is already being made");
  await vi.waitUntil(() => readdirSync(config.data).includes("backups"), { timeout: 30_000 });
  await backups.close();
  expect(readdirSync(config.backups)).toEqual([]);
  expect(backups.known().failure).toBeNull();
});
