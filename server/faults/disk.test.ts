import { chmodSync, chownSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { built, copyOf } from "../cli/testing.ts";
import { tinyPdf } from "../contract/samples.ts";
import { newFolder, smallDisk } from "../platform/backup/testing.ts";
import {
  announced,
  brittleDisk,
  caller,
  demoBuilding,
  fillUp,
  keepPosting,
  sabotage,
  signedIn,
  soundness,
  unhurried,
} from "./testing.ts";

// A disk that is full, fails, is read-only, or contains what it should not.

const program = await built();
const { stoep, serve } = program;
const { copy, people } = await demoBuilding(program);

const post = "POST /api/property/admin/announcements";
const health = async (origin: string) => (await caller(origin).ask("GET /api/health")).body;
const overview = async (admin: ReturnType<typeof caller>) =>
  (await admin.ask("GET /api/trpc/admin.dashboard.overview")).body.result.data;

test("a full disk: changes get a clear refusal, nothing is half done, reads work, the admin is warned, and it recovers by itself", async ({
  skip,
}) => {
  const disk = smallDisk("size=60m", skip);
  const data = copy(join(disk, "house"));
  const { origin, stop } = await serve(data, { env: unhurried });
  const anna = await signedIn(origin, people.admin);
  const thandi = await signedIn(origin, people.resident);
  expect(await health(origin)).toEqual({ status: "ok", version: expect.any(String) });
  expect(await overview(anna)).toMatchObject({ healthWarning: null });

  const makeRoom = fillUp(disk);
  const posting = keepPosting(anna, "into a full disk");
  await vi.waitUntil(() => posting.refused.length > 20, { timeout: 60_000 });
  await posting.stop();
  for (const { status, body } of posting.refused)
    expect({ status, code: body.code }).toEqual({ status: 507, code: "server.full" });
  const fines = await thandi.ask("GET /api/trpc/resident.fines.mine?input=%7B%7D");
  expect(fines.status).toBe(200);
  const [fine] = fines.body.result.data.rows;
  const large = Buffer.concat([tinyPdf(), Buffer.alloc(3_000_000, 32)]);
  expect(await thandi.upload(fine.id, large)).toMatchObject({
    status: 507,
    body: { code: "server.full", message: expect.stringContaining("disk") },
  });
  expect(await health(origin)).toMatchObject({
    status: "degraded",
    message: expect.stringContaining("disk is full"),
  });
  const { healthWarning } = await overview(anna);
  expect(healthWarning).toContain("disk is full");

  makeRoom();
  await vi.waitUntil(async () => (await health(origin)).status === "ok", { timeout: 20_000 });
  expect((await anna.ask(post, { message: "room again" })).status).toBe(201);
  expect((await thandi.upload(fine.id, large)).status).toBe(200);
  expect(await stop("SIGTERM")).toBe(0);
  const stored = announced(data);
  for (const message of [...posting.acknowledged, "room again"]) expect(stored).toContain(message);
  for (const message of stored)
    if (message.startsWith("into a full disk")) expect(posting.acknowledged).toContain(message);
  expect(soundness(data)).toEqual([]);
});

test("a start on a full disk says so in words and spoils nothing", async ({ skip }) => {
  const disk = smallDisk("size=60m", skip);
  const data = copy(join(disk, "house"));
  const before = announced(data);
  const makeRoom = fillUp(disk);
  const full = await serve(data).then(
    ({ stop }) => stop("SIGTERM").then(() => "served"),
    (error) => String(error),
  );
  expect(full).toMatch(/served|The disk is full, so .* cannot be used. Make room on it/);
  makeRoom();
  expect(announced(data)).toEqual(before);
  expect(soundness(data)).toEqual([]);
});

test.each([
  ["writing", "pwrite64:error=EIO"],
  ["making durable", "fsync,fdatasync:error=EIO"],
])(
  "a disk that fails at %s: no change is acknowledged, the admin is warned, and it recovers by itself",
  async (_, what) => {
    const data = copy();
    const { origin, pid, stop } = await serve(data, { env: unhurried });
    const anna = await signedIn(origin, people.admin);
    const repair = await sabotage(pid, what);
    for (let each = 0; each < 5; each += 1) {
      const { status, body } = await anna.ask(post, { message: `onto a failing disk ${each}` });
      expect({ status, code: body.code }).toEqual({ status: 503, code: "server.unwritable" });
      expect((await anna.ask("GET /api/property/announcements")).status).toBe(200);
    }
    expect(await health(origin)).toMatchObject({
      status: "degraded",
      message: expect.stringContaining("cannot be written to"),
    });
    expect((await overview(anna)).healthWarning).toContain("cannot be written to");
    await repair();
    await vi.waitUntil(async () => (await health(origin)).status === "ok", { timeout: 20_000 });
    expect((await anna.ask(post, { message: "after the repair" })).status).toBe(201);
    expect(await stop("SIGTERM")).toBe(0);
    const stored = announced(data);
    expect(stored).toContain("after the repair");
    expect([...stored].filter((message) => message.startsWith("onto"))).toEqual([]);
    expect(soundness(data)).toEqual([]);
  },
);

test("a disk that turns read-only while it is used: refused in words, reads go on, and after a check all is there", async (context) => {
  const disk = brittleDisk((why) => context.skip(why));
  const data = copy(join(disk.folder, "house"));
  const { origin, stop } = await serve(data, { env: unhurried });
  const anna = await signedIn(origin, people.admin);
  const thandi = await signedIn(origin, people.resident);
  const fines = await thandi.ask("GET /api/trpc/resident.fines.mine?input=%7B%7D");
  const [fine] = fines.body.result.data.rows;
  expect((await anna.ask(post, { message: "while it was well" })).status).toBe(201);
  disk.breakDown();
  const refused = { status: 503, body: { code: "server.unwritable" } };
  expect(await anna.ask(post, { message: "too late" })).toMatchObject(refused);
  expect(await thandi.upload(fine.id, tinyPdf())).toMatchObject(refused);
  expect((await anna.ask("GET /api/property/announcements")).status).toBe(200);
  expect(await health(origin)).toMatchObject({
    status: "degraded",
    message: expect.stringContaining("cannot be written to"),
  });
  expect((await overview(anna)).healthWarning).toContain("cannot be written to");
  expect(await stop("SIGTERM")).toBe(0);

  disk.mend();
  const again = await serve(data);
  expect(await health(again.origin)).toMatchObject({ status: "ok" });
  expect(await again.stop("SIGTERM")).toBe(0);
  const stored = announced(data);
  expect(stored).toContain("while it was well");
  expect(stored).not.toContain("too late");
  expect(soundness(data)).toEqual([]);
});

/** The uid of a user who may read only what everyone may. */
const nobody = 65_534;

test("a database that may not be written to is refused in words", async (context) => {
  if (process.getuid?.() !== 0) context.skip("Only root can start Stoep as somebody else.");
  const outer = newFolder();
  chmodSync(outer, 0o755);
  const data = copy(join(outer, "house"));
  for (const name of ["", ...(readdirSync(data, { recursive: true }) as string[])]) {
    chownSync(join(data, name), nobody, nobody);
    chmodSync(join(data, name), statSync(join(data, name)).isDirectory() ? 0o777 : 0o666);
  }
  chownSync(join(data, "stoep.db"), 0, 0);
  chmodSync(join(data, "stoep.db"), 0o444);
  const { code, err } = await stoep(data, ["try-out"], { uid: nobody });
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining("may not read and write"),
  });
  await expect(serve(data, { uid: nobody })).rejects.toThrow("may not read and write");
});

test("a torn WAL: what was acknowledged before the tear is there, and nothing half", async () => {
  const data = copy();
  const { origin, stop } = await serve(data, { env: unhurried });
  const anna = await signedIn(origin, people.admin);
  const messages = Array.from({ length: 30 }, (_, count) => `before the tear ${count}`);
  for (const message of messages) expect((await anna.ask(post, { message })).status).toBe(201);
  await stop("SIGKILL");
  const wal = join(data, "stoep.db-wal");
  const { size } = statSync(wal);
  // SQLite's checksums end the log at the torn write, wherever that is.
  for (const left of [size - 100, Math.floor(size * 0.7), Math.floor(size / 2), 40, 0]) {
    truncateSync(wal, left);
    rmSync(join(data, "stoep.db-shm"), { force: true });
    const torn = copyOf(data);
    const stored = [...announced(torn)].filter((message) => message.startsWith("before the tear"));
    const again = await serve(torn);
    expect((await caller(again.origin).ask("GET /api/health")).body.status).toBe("ok");
    expect(await again.stop("SIGTERM")).toBe(0);
    expect(soundness(torn)).toEqual([]);
    // The stored rows are whole transactions in order, up to the torn write.
    expect(new Set(stored)).toEqual(new Set(messages.slice(0, stored.length)));
  }
});
