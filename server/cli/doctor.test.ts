import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../config.ts";
import { noteName, rememberFailure } from "../platform/backup/notes.ts";
import { newFolder } from "../platform/backup/testing.ts";
import { checkBackups, checkDatabase } from "./doctor/data.ts";
import { checkNode } from "./doctor/machine.ts";
import { built, filesOf, inDatabase } from "./testing.ts";

vi.setConfig({ testTimeout: 60_000 });
const { stoep, serve, folder } = await built();

const original = join(folder, "house");
await stoep(original, ["demo"]);

function house(): string {
  const data = newFolder();
  cpSync(original, data, { recursive: true });
  return data;
}

/** A port nobody listens on. */
async function freePort(): Promise<string> {
  const { port, server } = await listen();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listen(): Promise<{ port: string; server: Server }> {
  const server = createServer((_, answer) => answer.end("something else"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { port: String((server.address() as AddressInfo).port), server };
}

/** What the doctor says, and that it left the folder as it was. */
async function examine(data: string, env: Record<string, string> = {}) {
  const before = filesOf(data);
  const { code, out, err } = await stoep(data, ["doctor"], {
    env: { PORT: await freePort(), ...env },
  });
  expect(err).toBe("");
  expect(filesOf(data)).toEqual(before);
  return { code, out };
}

test("a new machine: nothing is bad, and nothing is made", async () => {
  const data = join(newFolder(), "not-made");
  const { code, out } = await examine(data);
  expect(code).toBe(0);
  expect(out).toContain(`warn  The data folder ${data} is not there yet.`);
  expect(out).toContain("is free; no server is running.");
  expect(out).not.toContain("bad ");
});

test("a sound house with a fresh backup: all is ok", async () => {
  const data = house();
  await stoep(data, ["backup"]);
  const { code, out } = await examine(data, { SMTP_URL: "smtp://127.0.0.1:25" });
  expect(code).toBe(0);
  for (const line of out.trim().split("\n")) expect(line).toMatch(/^ok /);
  expect(out).toContain("The database is sound.");
  expect(out).toContain("Mail is set up.");
  expect(out).toMatch(/The newest rehearsed backup is stoep-.*, made today\./);
});

test("our own server on the port is fine, another program's is not", async () => {
  const data = house();
  const { origin } = await serve(data);
  const own = await stoep(data, ["doctor"], { env: { PORT: new URL(origin).port } });
  expect(own).toMatchObject({ code: 0 });
  expect(own.out).toMatch(/ok {4}Stoep \S+ answers on port/);
  const { port } = await listen();
  const other = await stoep(data, ["doctor"], { env: { PORT: port } });
  expect(other).toMatchObject({ code: 1 });
  expect(other.out).toContain(`bad   Port ${port} is taken by another program.`);
});

test("a server that was killed leaves a -wal: the rows in it count, and it stays", async () => {
  const data = house();
  const server = await serve(data);
  inDatabase(data, (db) =>
    db.exec(`INSERT INTO outgoing_mail (id, "to", subject, text, status, last_error, created_at)
      VALUES ('m', 'a@b.example', 's', '', 'failed', 'no such mailbox', '2026')`),
  );
  await server.stop("SIGKILL");
  const { code, out } = await examine(data);
  expect(code).toBe(0);
  expect(out).toContain("warn  1 mail could not be sent at all (no such mailbox).");
});

test.each<[string, (file: string) => void, RegExp]>([
  [
    "damaged",
    (file) => writeFileSync(file, readFileSync(file).fill(0xff, 8_192, 65_536)),
    /bad {3}\S+ is damaged/,
  ],
  ["no database", (file) => writeFileSync(file, "x".repeat(9_000)), /bad {3}\S+ is damaged/],
])("a database that is %s is bad, and the cure is named", async (_, spoil, says) => {
  const data = house();
  spoil(join(data, "stoep.db"));
  const { code, out } = await examine(data);
  expect(code).toBe(1);
  expect(out).toMatch(says);
  expect(out).toContain("→ scripts/stoep restore FILE, with the newest good backup");
});

test("a database of a newer Stoep is bad", async () => {
  const data = house();
  inDatabase(data, (db) =>
    db.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('of-tomorrow', 1)"),
  );
  const { code, out } = await examine(data);
  expect(code).toBe(1);
  expect(out).toContain("bad   A newer Stoep wrote the database.");
});

test("a clock that is behind what was noted, or behind this program, is bad", () => {
  const config = readConfig({ STOEP_DATA: original });
  const says = (now: Date) => checkDatabase(config, now).find(({ says }) => says.includes("clock"));
  expect(says(new Date())).toMatchObject({ verdict: "ok" });
  expect(says(new Date(Date.now() - 86_400_000))).toMatchObject({
    verdict: "bad",
    says: expect.stringContaining("something was noted at"),
  });
  expect(says(new Date(0))).toMatchObject({
    verdict: "bad",
    says: expect.stringContaining("before this program was written"),
    mend: "sudo timedatectl set-ntp true",
  });
});

test.each([
  ["20.19.0", "ok"],
  ["22.1.0", "ok"],
  ["20.18.3", "bad"],
  ["18.20.0", "bad"],
])("Node %s is %s", (running, verdict) => {
  expect(checkNode(running)).toMatchObject({ verdict });
});

const dated = (day: string) => `stoep-${day}T09-26-24Z.tar.gz`;

/** A backups folder with an archive of each day, rehearsed or not. */
async function backupsOf(days: Record<string, "rehearsed" | "not">, second?: string) {
  const config = readConfig({ STOEP_DATA: newFolder(), BACKUP_COPY_TO: second });
  mkdirSync(join(config.backups, ".part-abc"), { recursive: true });
  for (const [day, how] of Object.entries(days)) {
    const path = join(config.backups, dated(day));
    writeFileSync(path, "");
    const rehearsedAt = `${day}T09:26:30.000Z`;
    const note = { rehearsedAt, version: "0.1.0", rows: {}, files: 0, size: 0, sha256: "" };
    if (how === "rehearsed") writeFileSync(noteName(path), JSON.stringify(note));
  }
  return config;
}

test.each([
  ["2026-11-20T12:00:00Z", "ok", "made today"],
  ["2026-11-23T08:00:00Z", "ok", "2 days old"],
  ["2026-11-29T12:00:00Z", "warn", "9 days old"],
])("a backup of 20 November is, on %s, %s: %s", async (today, verdict, says) => {
  const config = await backupsOf({ "2026-11-01": "rehearsed", "2026-11-20": "rehearsed" });
  expect(await checkBackups(config, new Date(today))).toEqual([
    expect.objectContaining({ verdict, says: expect.stringContaining(says) }),
  ]);
});

test("an archive that was not rehearsed does not count, and a failure is bad until one passes", async () => {
  const config = await backupsOf({ "2026-11-10": "rehearsed", "2026-11-20": "not" });
  await rememberFailure(config.backups, {
    at: "2026-11-20T00:00:00.000Z",
    why: "The disk is full.",
  });
  expect(await checkBackups(config, new Date("2026-11-20T12:00:00Z"))).toMatchObject([
    { verdict: "warn", says: expect.stringContaining("10 days old"), mend: "scripts/stoep backup" },
    { verdict: "bad", says: expect.stringContaining("The disk is full.") },
  ]);
});

test("a second folder that is not there is named with what to do", async () => {
  const stick = join(newFolder(), "stick");
  const config = await backupsOf({ "2026-11-20": "rehearsed" }, stick);
  const now = new Date("2026-11-20T12:00:00Z");
  expect((await checkBackups(config, now)).at(-1)).toMatchObject({
    ...{ verdict: "warn", mend: expect.stringContaining("scripts/stoep backup") },
    says: `Backups are not copied: ${stick} is not there. Plug the stick in, or mount the folder.`,
  });
  mkdirSync(stick);
  expect((await checkBackups(config, now)).at(-1)).toMatchObject({ verdict: "ok" });
});
