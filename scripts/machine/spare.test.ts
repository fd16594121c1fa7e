import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { built, inDatabase, rowsOf } from "../../server/cli/testing.ts";
import { announced, caller, demoBuilding, signedIn } from "../../server/faults/testing.ts";
import { newFolder } from "../../server/platform/backup/testing.ts";
import { root } from "../../server/platform/installation/paths.ts";
import { spareMachine } from "../growing/testing.ts";
import { tool } from "../tool.ts";

// The spare machine of docs/growing.md, with the real Litestream, rsync and ssh.

vi.setConfig({ testTimeout: 180_000 });
for (const [command, pack] of [
  ["sqlite3", "sqlite3"],
  ["rsync", "rsync"],
  ["ssh", "openssh-client"],
] as const)
  tool(command, pack);
const script = (name: string) => join(root, "scripts/growing/spare", name);
const program = await built();
const { stoep, serve } = program;
const demo = await demoBuilding(program);

const wait = { timeout: 60_000, interval: 200 };
const trailOf = (data: string) =>
  inDatabase(data, (db) => db.prepare("SELECT max(seq) FROM audit_events").pluck().get()) as number;

/** A building that is copied, an admin in it, and the commands of the spare machine. */
async function twoMachines() {
  const data = demo.copy();
  const main = await serve(data);
  const spare = await spareMachine(data);
  const admin = await signedIn(main.origin, demo.people.admin);
  const post = async (message: string) => {
    const { status } = await admin.ask("POST /api/property/admin/announcements", { message });
    expect(status).toBe(201);
  };
  const home = join(newFolder(), "stoep");
  mkdirSync(home);
  writeFileSync(join(home, "before"), "what was on the spare machine");
  const takeOver = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(script("take-over"), [...words, "127.0.0.1"], {
      encoding: "utf8",
      env: {
        PATH: `${fakeStoep()}:${spare.path}`,
        REPLICA: spare.replica,
        STOEP_DATA: home,
        PORT: new URL(main.origin).port,
      },
    });
    return { status, stdout, stderr };
  };
  /** Waits until the copy reports everything that the building has by now. */
  const copied = () => {
    const wanted = trailOf(data);
    return vi.waitUntil(() => spare.noted() >= wanted, wait);
  };
  /** On a busy machine Litestream may need longer for a change than `replicate` allows. */
  const rehearsed = () => vi.waitUntil(() => takeOver("--rehearse").status === 0, wait);
  return { data, main, spare, admin, post, home, takeOver, copied, rehearsed };
}

/**
 * A folder with a fake `stoep` that records its arguments, because a test cannot start a service.
 */
function fakeStoep(lines = "exit 0"): string {
  const bin = newFolder();
  writeFileSync(join(bin, "stoep"), `#!/bin/sh\n${lines}\n`);
  chmodSync(join(bin, "stoep"), 0o755);
  return bin;
}

const besides = (home: string) => readdirSync(join(home, "..")).filter((name) => name !== "stoep");

test("takes over with everything that was answered, over a line that went quiet and was cut", async () => {
  const { data, main, spare, post, home, takeOver, copied, rehearsed, admin } = await twoMachines();
  await copied();
  await post("Said before the line went quiet");
  spare.connection.setQuiet(true);
  await post("Said while nothing came through");
  await vi.waitUntil(() => spare.output().includes("The spare machine cannot be reached"), wait);
  spare.connection.setQuiet(false);
  spare.connection.cut();
  await post("Said after the line was cut");
  await copied();
  expect(spare.output()).toContain("The spare machine can be reached again.");

  const early = takeOver();
  expect(early).toMatchObject({ status: 1 });
  expect(early.stderr).toContain("127.0.0.1 still answers, and only one machine may serve.");
  await rehearsed();
  expect(readdirSync(home)).toEqual(["before"]);

  await main.stop("SIGKILL");
  spare.kill();
  // A leftover of an interrupted take-over.
  mkdirSync(join(home, "..", "taking-over.older"));
  const done = takeOver();
  expect(done).toMatchObject({ status: 0, stderr: "" });
  const [aside = "", ...others] = besides(home);
  expect(aside).toMatch(/^stoep\.before-/);
  expect(others).toEqual([]);
  expect(readdirSync(join(home, "..", aside))).toEqual(["before"]);
  // The old machine cannot write there any more.
  expect(existsSync(spare.replica)).toBe(false);

  expect([...announced(home)].sort()).toEqual([...announced(data)].sort());
  expect(announced(home)).toContain("Said after the line was cut");
  const again = await serve(home);
  const there = caller(again.origin, admin.cookie);
  expect((await there.ask("GET /api/auth/session")).status).toBe(200);
  expect((await stoep(home, ["verify"])).code).toBe(0);
});

test("a restore on the page begins a new copy, which can take over", async () => {
  const { data, main, spare, post, home, takeOver, copied, rehearsed } = await twoMachines();
  expect((await stoep(data, ["backup"])).code).toBe(0);
  const [archive = ""] = readdirSync(join(data, "backups"));
  for (let count = 0; count < 30; count += 1) await post(`Only before the restore ${count}`);
  await copied();

  const admin = await signedIn(main.origin, demo.people.admin);
  const preview = { source: { archive } };
  expect((await admin.ask("POST /api/trpc/admin.backups.preview", preview)).status).toBe(200);
  const ready = () =>
    vi.waitUntil(async () => {
      const { body } = await admin.ask("GET /api/trpc/admin.backups.overview");
      const { restore } = body.result.data;
      return restore.phase === "ready" && restore;
    }, wait);
  const { id } = await ready();
  expect((await admin.ask("POST /api/trpc/admin.backups.restore", { id })).status).toBe(200);
  await vi.waitUntil(() => spare.output().includes("The database was replaced."), wait);
  const later = await vi.waitUntil(
    () => signedIn(main.origin, demo.people.admin).catch(() => null),
    wait,
  );
  for (let count = 0; count < 30; count += 1)
    await later.ask("POST /api/property/admin/announcements", { message: `Since ${count}` });
  // The trail is shorter than before the restore, so only a note made after it can match.
  await vi.waitUntil(() => spare.noted() === trailOf(data), wait);

  await main.stop("SIGTERM");
  await vi.waitUntil(() => spare.noted() === trailOf(data), wait);
  await rehearsed();
  expect(takeOver()).toMatchObject({ status: 0, stderr: "" });
  const except = ["_litestream_seq", "_litestream_lock"];
  expect(rowsOf(home, except)).toEqual(rowsOf(data, except));
});

test("a copy that is old, behind or not all there is refused in words, and leaves nothing", async () => {
  const { main, spare, home, takeOver, copied, rehearsed } = await twoMachines();
  await copied();
  await rehearsed();
  await main.stop("SIGTERM");
  spare.kill();
  const newest = join(spare.replica, "newest");
  const [at, count] = readFileSync(newest, "utf8").trim().split(" ").map(Number) as [
    number,
    number,
  ];
  const refusedWith = (words: string, ...flags: string[]) => {
    const { status, stderr } = takeOver(...flags);
    expect(stderr).toContain(words);
    expect(status).toBe(1);
    expect(readdirSync(home)).toEqual(["before"]);
    expect(besides(home)).toEqual([]);
  };

  writeFileSync(newest, `${at - 7200} ${count}\n`);
  refusedWith("120 minutes ago");
  refusedWith("take-over --accept-loss 127.0.0.1", "--rehearse");
  expect(takeOver("--rehearse", "--accept-loss").status).toBe(0);

  writeFileSync(newest, `${at} ${count + 20}\n`);
  refusedWith(`the other machine had ${count + 20} entries in its trail, the copy has ${count}`);

  writeFileSync(newest, `${at} ${count}\n`);
  const damaged = join(spare.replica, "database", "generations");
  const [generation = ""] = readdirSync(damaged);
  const snapshots = join(damaged, generation, "snapshots");
  for (const name of readdirSync(snapshots)) writeFileSync(join(snapshots, name), "spoiled");
  refusedWith("The copy of the database cannot be put together:");
  refusedWith("Usage: take-over", "--reherse");
});

test("erased while the database is copied: it leaves the -wal file, and the copying goes on", async () => {
  const { data, spare, admin, post, copied } = await twoMachines();
  const name = { name: "Zacharias", surname: "Ngcobo-Erasmus" };
  const made = await admin.ask("POST /api/trpc/admin.people.signUp", {
    ...name,
    role: "Resident",
    username: "zacharias",
    email: "zacharias@example.co.za",
    cellPhone: "082 123 4567",
    idNumber: "8001015009087",
    password: "a chair in the shade",
    confirmPassword: "a chair in the shade",
  });
  expect(made.status).toBe(200);
  const { id } = made.body.result.data;
  const inFiles = () =>
    ["stoep.db", "stoep.db-wal"].filter((file) =>
      readFileSync(join(data, file), "latin1").includes(name.surname),
    );
  expect(inFiles()).toContain("stoep.db-wal");
  await copied();
  expect((await admin.ask("POST /api/trpc/admin.people.remove", { id })).status).toBe(200);
  const confirmation = `${name.name} ${name.surname}`;
  const erased = await admin.ask("POST /api/trpc/admin.privacy.erase", { id, confirmation });
  expect(erased.status).toBe(200);
  await vi.waitUntil(() => inFiles().length === 0, wait);
  await vi.waitUntil(
    () =>
      inDatabase(
        data,
        (db) => !db.prepare("SELECT 1 FROM settings WHERE name = ?").get("erasureUnfinishedSince"),
      ),
    wait,
  );
  await post("Said after somebody was erased");
  await copied();
  expect(spare.output()).toContain("Litestream pauses");
});

test.each(["replicate", "take-over"])("%s refuses another Litestream before it starts", (name) => {
  const bin = newFolder();
  writeFileSync(join(bin, "litestream"), `#!/bin/sh\necho v0.5.8\ntouch ${bin}/ran-$1\n`);
  chmodSync(join(bin, "litestream"), 0o755);
  const { status, stderr } = spawnSync(script(name), ["main.lan"], {
    encoding: "utf8",
    env: { PATH: `${bin}:${process.env.PATH}`, SPARE: "nobody@127.0.0.1", STATE_DIRECTORY: bin },
  });
  expect(status).toBe(1);
  expect(stderr).toContain("This is Litestream v0.5.8");
  expect(stderr).toContain("v0.3.13");
  expect(readdirSync(bin).sort()).toEqual(["litestream", "ran-version"]);
});
