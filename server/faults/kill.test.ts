import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { built, inDatabase } from "../cli/testing.ts";
import { tinyPdf } from "../contract/samples.ts";
import { root } from "../platform/installation/paths.ts";
import { announced, demoBuilding, keepPosting, signedIn, soundness, unhurried } from "./testing.ts";

// Killed without a warning in the middle of work, as by a power switch or the kernel.
// Tests in server/cli/*.test.ts kill backups and restores at each step, and those in
// scripts/machine kill upgrades.

const program = await built();
const { stoep, serve, folder } = program;
const { copy, people } = await demoBuilding(program);

test("killed while many write: every acknowledged row is there, and none is half", async () => {
  const data = copy();
  const acknowledged: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const { origin, stop } = await serve(data, { env: unhurried });
    const anna = await signedIn(origin, people.admin);
    const posting = keepPosting(anna, `round ${round}`);
    await pause(100 + round * 70);
    await stop("SIGKILL");
    await posting.stop();
    acknowledged.push(...posting.acknowledged);
    expect(posting.refused).toEqual([]);
    const stored = announced(data);
    expect(acknowledged.filter((message) => !stored.has(message))).toEqual([]);
    expect(soundness(data)).toEqual([]);
  }
  expect(acknowledged.length).toBeGreaterThan(50);
});

/** A fine of the resident who signs in. */
async function withFine(data: string) {
  const { residentId } = inDatabase(data, (db) =>
    db.prepare("SELECT id AS residentId FROM accounts WHERE username = ?").get(people.resident),
  ) as { residentId: string };
  return async (origin: string) => {
    const anna = await signedIn(origin, people.admin);
    const { body } = await anna.ask("POST /api/trpc/admin.fines.issue", {
      residentId,
      type: "Late Rent",
      amountCents: 100,
      dueDate: "2099-01-01",
      reason: "x",
    });
    return body.result.data.id as string;
  };
}

/**
 * Kills the process right before the n-th step of storing a file, or right after its row is
 * written.
 */
const trap = join(folder, "upload-trap.mjs");
writeFileSync(
  trap,
  `import fs from "node:fs/promises";
  import { syncBuiltinESMExports } from "node:module";
  let left = Number(process.env.DIE_AT);
  let armed = false;
  for (const name of ["open", "rename"]) {
    const real = fs[name];
    fs[name] = (...given) => {
      armed ||= String(given[0]).endsWith(".part");
      if (armed && left-- <= 0) process.kill(process.pid, "SIGKILL");
      return real(...given);
    };
  }
  syncBuiltinESMExports();`,
);

test("killed at any step of an upload: after the next start a file and its row are both there or both not", async () => {
  const data = copy();
  const issue = await withFine(data);
  const seen = { stored: 0, lost: 0 };
  for (let step = 0, answered = false; !answered; step += 1) {
    const trapped = { env: { DIE_AT: String(step) }, node: ["--import", trap] };
    const { origin, stop } = await serve(data, trapped);
    const fineId = await issue(origin);
    const thandi = await signedIn(origin, people.resident);
    answered = await thandi
      .upload(fineId, tinyPdf(String(step)))
      .then(({ status }) => status === 200)
      .catch(() => false);
    await stop("SIGKILL");
    const again = await serve(data);
    expect(soundness(data), `step ${step}`).toEqual([]);
    const rows = inDatabase(data, (db) =>
      db.prepare("SELECT count(*) FROM attachments WHERE subject_id = ?").pluck().get(fineId),
    );
    seen[rows === 1 ? "stored" : "lost"] += 1;
    if (answered) expect(rows).toBe(1);
    await again.stop("SIGTERM");
  }
  expect(seen.lost).toBeGreaterThan(2);
  expect(seen.stored).toBeGreaterThan(1);
});

/**
 * A later release with one more migration; kills the process right before the n-th SQL text it
 * runs.
 */
const later = join(folder, "later.mjs");
writeFileSync(
  later,
  `import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  import Database from ${JSON.stringify(join(root, "node_modules/better-sqlite3/lib/index.js"))};
  const statements = [
    "CREATE TABLE later (id text);",
    "INSERT INTO later SELECT id FROM accounts;",
    "ALTER TABLE announcements ADD later text;",
    "UPDATE announcements SET message = 'changed', later = 'new';",
    "CREATE INDEX later_id ON later (id);",
  ];
  const read = fs.readFileSync;
  fs.readFileSync = (path, ...how) => {
    if (String(path).endsWith("9999_later.sql")) return statements.join("--> statement-breakpoint");
    const text = read(path, ...how);
    if (!String(path).endsWith("_journal.json")) return text;
    const journal = JSON.parse(text);
    journal.entries.push({ idx: 9999, version: "6", when: 4e12, tag: "9999_later", breakpoints: true });
    return JSON.stringify(journal);
  };
  syncBuiltinESMExports();
  let left = Number(process.env.DIE_AT);
  const exec = Database.prototype.exec;
  Database.prototype.exec = function (...given) {
    if (this.name.endsWith("stoep.db") && left-- <= 0) process.kill(process.pid, "SIGKILL");
    return exec.apply(this, given);
  };`,
);

test("killed at any statement of a migration: the older program still starts, the next try makes all of it", async () => {
  const data = copy();
  const before = announced(data);
  const upgrade = (step: number) =>
    stoep(data, ["try-out"], { env: { DIE_AT: String(step) }, node: ["--import", later] });
  let killed = 0;
  while ((await upgrade(killed)).code !== 0) {
    killed += 1;
    expect(soundness(data), `step ${killed}`).toEqual([]);
    expect(announced(data)).toEqual(before);
    expect((await stoep(data, ["try-out"])).code).toBe(0);
  }
  expect(killed).toBeGreaterThan(4);
  expect([...announced(data)]).toEqual(["changed"]);
  const copies = readdirSync(join(data, "backups"));
  expect(copies.filter((name) => !/^before-migration-.*\.db$/.test(name))).toEqual([]);
  // The only way back to the older program is a backup.
  const older = await stoep(data, ["try-out"]);
  expect(older).toMatchObject({
    code: 1,
    err: expect.stringContaining("written by a newer Stoep"),
  });
});
