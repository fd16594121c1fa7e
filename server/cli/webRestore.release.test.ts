import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test, vi } from "vitest";
import { multipart } from "../contract/samples.ts";
import { demoPassword } from "./demo/fill.ts";
import { built, copyOf, inDatabase, rowsOf, uploadsOf } from "./testing.ts";

// Restoring from the admin's page: the server closes the data and serves again by itself.

vi.setConfig({ testTimeout: 120_000 });
const { stoep, serve, demo, folder } = await built();

const original = join(folder, "house");
await demo(original);
await stoep(original, ["backup"]);
const [archive = ""] = readdirSync(join(original, "backups"));

/** The tables that a restore does not bring back, and those to which it adds. */
const fleeting = ["sessions", "oidc_attempts", "audit_events", "audit_head", "devices"];
const contents = (data: string) => ({ rows: rowsOf(data, fleeting), uploads: uploadsOf(data) });
const then = contents(original);

/** A building with changes since its backup. */
function livedIn(): string {
  const data = copyOf(original);
  inDatabase(data, (db) => db.exec("UPDATE people SET name = 'Since'; DELETE FROM visits"));
  writeFileSync(join(data, "uploads", "since.pdf"), "since");
  return data;
}

/** The part of the page's state that is compared. */
interface Overview {
  restore: { phase: string; id: string; why?: string };
  undo: unknown;
}

interface Answer {
  result?: { data: unknown };
  error?: { message: string };
}

/** An admin at the page, who signs in again when needed. */
function adminAt(origin: string) {
  let cookie = "";
  const ask = async (path: string, input?: unknown): Promise<Answer> => {
    const isQuery = path.endsWith("overview");
    const response = await fetch(`${origin}/api/trpc/${path}`, {
      headers: { cookie, "content-type": "application/json" },
      ...(!isQuery && { method: "POST", body: input === undefined ? null : JSON.stringify(input) }),
    });
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return (await response.json()) as Answer;
  };
  const signIn = () =>
    ask("public.session.signIn", { username: "nomvula", password: demoPassword });
  const overview = async () => (await ask("admin.backups.overview")).result?.data as Overview;
  const until = <T>(read: () => Promise<T>) =>
    vi.waitUntil(() => read().catch(() => null), { timeout: 60_000, interval: 100 });
  /** Previews a backup to restore; returns its state. */
  const look = async (source: object) => {
    await ask("admin.backups.preview", { source });
    const settled = async () => {
      const { restore } = await overview();
      return restore.phase === "reading" ? null : restore;
    };
    return (await until(settled)) as Overview["restore"];
  };
  /** Confirms the restore, and waits until the server serves again; then nobody is signed in. */
  const confirm = async ({ id }: { id: string }) => {
    expect(await ask("admin.backups.restore", { id })).toHaveProperty("result");
    await until(async () => (await ask("admin.backups.overview")).error);
    expect((await signIn()).result).toBeDefined();
  };
  const upload = async (file: string) => {
    const response = await fetch(`${origin}/api/property/admin/backups/upload`, {
      method: "POST",
      headers: { cookie, "content-type": "multipart/form-data" },
      body: multipart(readFileSync(file), "backup.tar.gz"),
    });
    const { sent, fileName } = (await response.json()) as Record<string, string>;
    return { sent, fileName };
  };
  return { ask, signIn, overview, look, confirm, upload, until };
}

const restoresIn = (data: string) =>
  inDatabase(data, (db) =>
    db.prepare("SELECT actor_id, origin FROM audit_events WHERE action = 'backups.restore'").all(),
  );
const isThen = (data: string) => isDeepStrictEqual(contents(data), then);

test("restore, undo, and undo the undo: same process, same port, everybody signs in again", async () => {
  const data = livedIn();
  const before = contents(data);
  const { origin, stop } = await serve(data);
  const admin = adminAt(origin);
  await admin.signIn();
  const ready = await admin.look(await admin.upload(join(original, "backups", archive)));
  expect(ready).toMatchObject({
    phase: "ready",
    kinds: expect.arrayContaining([{ kind: "Visits", coming: 900, now: 0 }]),
  });
  expect(isDeepStrictEqual(contents(data), before)).toBe(true);
  await admin.confirm(ready);
  expect(isThen(data)).toBe(true);
  // The restored audit trail says who restored it.
  expect(restoresIn(data)).toEqual([{ actor_id: expect.any(String), origin: "127.0.0.1" }]);
  expect(existsSync(join(data, "incoming"))).toBe(false);

  for (const wanted of [before, then, before]) {
    expect((await admin.overview()).undo).toEqual(expect.any(String));
    await admin.confirm(await admin.look({ before: "last restore" }));
    expect(isDeepStrictEqual(contents(data), wanted)).toBe(true);
  }
  expect(readdirSync(data).filter((name) => name.startsWith("before-restore-"))).toHaveLength(1);
  expect(await stop("SIGTERM")).toBe(0);
});

/** Spoils the database that a restore has just put in place. */
const spy = join(folder, "spy.mjs");
writeFileSync(
  spy,
  `import fs from "node:fs/promises";
  import { writeFileSync } from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const real = fs.rename;
  fs.rename = async (from, to) => {
    await real(from, to);
    if (!String(from).endsWith(".restoring/stoep.db")) return;
    writeFileSync(to, "not a database");
    fs.rename = real;
    syncBuiltinESMExports();
  };
  syncBuiltinESMExports();`,
);

test("what turns out unreadable in place is taken back by itself, and the page says so", async () => {
  const data = livedIn();
  const before = contents(data);
  const { origin, stop } = await serve(data, { node: ["--import", spy] });
  const admin = adminAt(origin);
  await admin.signIn();
  const { id } = await admin.look({ archive });
  await admin.ask("admin.backups.restore", { id });
  // Nothing was restored, so people stay signed in.
  const state = await admin.until(async () => {
    const { restore } = await admin.overview();
    return restore.phase === "failed" && restore;
  });
  expect(isDeepStrictEqual(contents(data), before)).toBe(true);
  expect(state).toMatchObject({
    why: expect.stringMatching(/could not be opened .* What was there before is back\./),
  });
  expect(await stop("SIGTERM")).toBe(0);
});
