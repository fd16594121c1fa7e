import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { readConfig } from "../config.ts";
import { noteName, rememberFailure } from "../platform/backup/archive/notes.ts";
import { newFolder } from "../platform/backup/testing.ts";
import { inDays, send } from "../platform/https/testing.ts";
import { mailServer } from "../platform/mail/testing.ts";
import { checkBackups } from "./doctor/data.ts";
import { agedNode, openPractice } from "./doctor/testing.ts";
import { inDatabase } from "./testing.ts";

vi.setConfig({ testTimeout: 60_000 });
const { stoep, serve, copyBuilding, listen, examine } = await openPractice();

test("a new machine: nothing is bad, and nothing is made", async () => {
  const data = join(newFolder(), "not-made");
  const { code, out } = await examine(data);
  expect(code).toBe(0);
  expect(out).toContain(`warn  The data folder ${data} is not there yet.`);
  expect(out).toContain("is free; no server is running.");
  expect(out).not.toContain("bad ");
  expect(out).not.toContain("rehearsed backup");
  expect(out).toMatch(/\n\nNothing to mend, \d things to look at\.\n$/);
});

test("healthy data with a fresh backup and a mail server: all is well", async () => {
  const data = copyBuilding();
  await stoep(data, ["backup"]);
  const { port } = await mailServer();
  const { code, out } = await examine(data, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  expect(code).toBe(0);
  const [lines = "", ...others] = out.split("\n\n");
  for (const line of lines.split("\n")) expect(line).toMatch(/^ok {4}\S.*\.$/);
  if (agedNode === 0) expect(others).toEqual(["All is well.\n"]);
  else
    expect(others).toEqual([
      expect.stringMatching(/^warn {2}Node [\d.]+ has had no security fixes since .*\n {6}→ .*$/),
      "Nothing to mend, 1 thing to look at.\n",
    ]);
  expect(lines).toContain("The database is sound.");
  expect(lines).toContain("takes mails from us.");
  expect(lines).toMatch(/\d+ uploaded files in their place\./);
  expect(lines).toMatch(/The clock says \w+day, .* in Africa\/Johannesburg/);
  expect(lines).toMatch(/The newest rehearsed backup is stoep-.*, made today\./);
});

test("ID numbers whose key is lost are counted, with the file that mends it", async () => {
  const data = copyBuilding();
  const name =
    readdirSync(join(data, "secrets")).find((each) => each.startsWith("identity-")) ?? "";
  rmSync(join(data, "secrets", name));
  const { out } = await examine(data);
  expect(out).toMatch(/warn {2}\d+ ID numbers cannot be read: their key is not there\./);
  expect(out).toContain(`Put the file ${name} from a backup into ${join(data, "secrets")}.`);
});

test("what is found stands together by how bad it is, the worst last, each with what mends it", async () => {
  const data = copyBuilding();
  chmodSync(data, 0o755);
  const { port } = await listen();
  const { code, out } = await examine(data, { PORT: port, SMTP_URL: "smtp://127.0.0.1:1" });
  expect(code).toBe(1);
  const groups = out.trim().split("\n\n");
  expect(groups.at(-1)).toBe(`2 things to mend, ${2 + agedNode} to look at.`);
  const [good = "", warnings = "", worst = ""] = groups;
  for (const line of good.split("\n")) expect(line).toMatch(/^ok /);
  expect(warnings).toMatch(/^(warn .*\n {6}→ \S.*(\n(?=w)|$)){2,3}$/);
  expect(worst).toMatch(/^bad .*\n {6}→ \S.*\nbad .*\n {6}→ \S.*$/);
});

test("our own server on the port is fine, another program's is named", async () => {
  const data = copyBuilding();
  const { origin } = await serve(data);
  const own = await stoep(data, ["doctor"], { env: { PORT: new URL(origin).port } });
  expect(own).toMatchObject({ code: 0 });
  expect(own.out).toMatch(/ok {4}Stoep \S+ answers on port/);
  const { port } = await listen();
  const other = await stoep(data, ["doctor"], { env: { PORT: port } });
  expect(other).toMatchObject({ code: 1 });
  expect(other.out).toMatch(
    new RegExp(`bad {3}Port ${port} is taken by .+ \\(process ${process.pid}\\)\\.`),
  );
  expect(other.out).toContain(`→ kill ${process.pid} stops it; or choose another port with PORT`);
});

test("refused host names are reported until they are allowed", async () => {
  const data = copyBuilding();
  const { origin } = await serve(data);
  await send(Number(new URL(origin).port), "/login", { headers: { host: "gate.example" } });
  const { out } = await examine(data);
  expect(out).toContain("tried names that Stoep does not answer to: gate.example.");
  expect(out).toContain("ALLOWED_HOSTS=gate.example");
  const allowed = await examine(data, { ALLOWED_HOSTS: "gate.example" });
  expect(allowed.out).not.toContain("gate.example");
});

test("an address that this machine does not have is bad", async () => {
  const { code, out } = await examine(copyBuilding(), { HOST: "192.0.2.1" });
  expect(code).toBe(1);
  expect(out).toContain("bad   This machine does not have the address 192.0.2.1.");
  expect(out).toContain("→ unset HOST; scripts/start");
});

test("a server that answers for another folder, and none for this one, is bad", async () => {
  const [data, elsewhere] = [copyBuilding(), copyBuilding()];
  const { origin, pid } = await serve(elsewhere);
  const { port } = new URL(origin);
  const { code, out } = await examine(data, { PORT: port });
  expect(code).toBe(1);
  expect(out).toContain(
    `bad   The Stoep that answers on port ${port} (process ${pid}) uses the data in ${elsewhere}, and no Stoep uses those in ${data}.`,
  );
  // As if it were too busy to answer.
  process.kill(pid, "SIGSTOP");
  expect((await examine(data, { PORT: port })).out).toContain(
    `bad   The Stoep on port ${port} (process ${pid}) uses the data in ${elsewhere}, and no Stoep`,
  );
  expect((await examine(elsewhere, { PORT: port })).out).toContain(
    `bad   The server runs, but does not answer on port ${port}.\n      → kill ${pid} stops it, then: scripts/start`,
  );
});

test("a server that was killed leaves a -wal: the rows in it count, and it stays", async () => {
  const data = copyBuilding();
  const server = await serve(data);
  withSql(`INSERT INTO outgoing_mail (id, "to", subject, text, status, last_error, created_at)
    VALUES ('m', 'a@b.example', 's', '', 'failed', 'no such mailbox', '2026')`)(data);
  await server.stop("SIGKILL");
  const warning = "warn  1 mail could not be sent at all (no such mailbox).";
  expect((await examine(data)).out).toContain(warning);
  // A copy made by hand can have a -wal without its -shm.
  rmSync(join(data, "stoep.db-shm"));
  expect(await examine(data)).toMatchObject({ code: 0, out: expect.stringContaining(warning) });
});

const restore = "→ scripts/stoep restore FILE, with the newest good backup";
const database = (data: string) => join(data, "stoep.db");
const withSql = (sql: string) => (data: string) => inDatabase(data, (db) => void db.exec(sql));
const uploads = (data: string) =>
  readdirSync(join(data, "uploads")).map((name) => join(data, "uploads", name));

/** Each row damages a data folder, then names what the doctor says and what mends it. */
const faults: [string, (data: string) => void, says: RegExp, mend: string][] = [
  [
    "a damaged database",
    (data) => writeFileSync(database(data), readFileSync(database(data)).fill(0xff, 8_192, 65_536)),
    /bad {3}\S+ is damaged/,
    restore,
  ],
  [
    "a lost database",
    (data) => rmSync(database(data)),
    /bad {3}\S+ is missing, but there are other data of a building in \S+\./,
    "→ scripts/stoep restore FILE, with the newest good backup",
  ],
  [
    "a database of a newer Stoep",
    withSql("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('of-tomorrow', 1)"),
    /bad {3}A newer Stoep wrote the database\./,
    "→ Start the newer program.",
  ],
  [
    "uploads that are lost or cut off",
    (data) => {
      const [first = "", second = ""] = uploads(data);
      rmSync(first);
      truncateSync(second, 1);
    },
    /bad {3}Of \d+ uploaded files, 2 missing or cut off in \S+uploads\./,
    "→ scripts/stoep verify names them",
  ],
  [
    "an event from tomorrow",
    withSql(
      `DROP TRIGGER audit_events_as_written; UPDATE audit_events SET at = '${inDays(1).toISOString()}' WHERE id = (SELECT max(id) FROM audit_events)`,
    ),
    /bad {3}The clock says .*, but something was noted on \w+day, .* already\./,
    "→ sudo timedatectl set-ntp true",
  ],
];

test.each(faults)("%s is bad, and its cure is named", async (_, spoil, says, mend) => {
  const data = copyBuilding();
  spoil(data);
  const { code, out } = await examine(data);
  expect(code).toBe(1);
  expect(out).toMatch(says);
  expect(out).toContain(mend);
});

test("several settings that cannot be used are all named, and no secret is", async () => {
  const env = { PORT: "high", SMTP_URL: "http://me:secret@mail.example", SESSION_IDLE_DAYS: "0" };
  const { out } = await examine(copyBuilding(), env);
  expect(out).toMatch(/^bad {3}The setting PORT must be a number\.\n {6}→ unset PORT/m);
  expect(out).toContain("bad   The setting SMTP_URL must be an address such as smtp://");
  expect(out).toContain("bad   The setting SESSION_IDLE_DAYS must be at least 1.");
  expect(out).not.toContain("secret");
  // The rest is looked at.
  expect(out).toContain("The database is sound.");
});

test("a data folder that is a file, or is below one, gives an error and no crash", async () => {
  const file = join(newFolder(), "data");
  writeFileSync(file, "");
  const { out } = await stoep(file, ["doctor"]);
  expect(out).toContain(`bad   ${file} is a file, not a folder.`);
  expect((await stoep(file, ["backup"])).err).toBe(
    `${file} is a file, but a folder must be there. Move the file away.\n`,
  );
  expect((await examine(join(file, "data"))).out).toContain("because part of its path is a file.");
  const link = join(newFolder(), "unmounted");
  symlinkSync("/nowhere/at/all", link);
  const unmounted = `${link} is a link to a place that is not there. Is its disk mounted?\n`;
  expect((await stoep(link, ["doctor"])).out).toContain(
    `bad   ${unmounted}      → ls -l '${link}'`,
  );
  expect((await stoep(link, ["verify"])).err).toBe(unmounted);
});

const dated = (day: string) => `stoep-${day}T09-26-24Z.tar.gz`;

/** A backups folder with an archive for each day, rehearsed or not. */
async function backupsOf(days: Record<string, "rehearsed" | "not">) {
  const config = readConfig({ STOEP_DATA: newFolder() });
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
  const config = await backupsOf({
    "2026-11-01": "rehearsed",
    "2026-11-20": "rehearsed",
    // Of a clock that was ahead.
    "2027-11-20": "rehearsed",
  });
  expect(await checkBackups(config, new Date(today))).toEqual([
    expect.objectContaining({ verdict, says: expect.stringContaining(says) }),
  ]);
});

test("an archive that was not rehearsed does not count, and a failure is bad until one passes", async () => {
  const config = await backupsOf({ "2026-11-10": "rehearsed", "2026-11-20": "not" });
  rememberFailure(config.backups, { at: "2026-11-20T00:00:00.000Z", why: "The disk is full." });
  expect(await checkBackups(config, new Date("2026-11-20T12:00:00Z"))).toMatchObject([
    { verdict: "warn", says: expect.stringContaining("10 days old"), mend: "scripts/stoep backup" },
    { verdict: "bad", says: expect.stringContaining("The disk is full.") },
  ]);
});

test("an erasure that another program keeps from being finished is named, with the day", async () => {
  const data = copyBuilding();
  const at = "2026-11-22T08:00:00.000Z";
  withSql(`INSERT INTO settings VALUES ('erasureUnfinishedSince', '"${at}"', '${at}')`)(data);
  const { code, out } = await examine(data);
  expect(code).toBe(0);
  expect(out).toContain("warn  What was erased on 2026-11-22 can still be read in the file");
});
