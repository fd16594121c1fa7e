import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { expect, test, vi } from "vitest";
import { newFolder } from "../platform/backup/testing.ts";
import {
  built,
  copyOf,
  filesOf,
  inDatabase,
  restoredRowsOf,
  smallData,
  uploadsOf,
} from "./testing.ts";

// A backup from start to end, with the programs as they are shipped.

vi.setConfig({ testTimeout: 600_000 });
const { stoep, demo, folder } = await built();

const original = join(folder, "house");
await demo(original);
for (const name of ["authority.key", "authority.crt"])
  writeFileSync(join(original, "secrets", name), `the ${name}`, { mode: 0o600 });

const secretsOf = (data: string) =>
  Object.fromEntries(
    readdirSync(join(data, "secrets")).map((name) => [
      name,
      readFileSync(join(data, "secrets", name), "utf8"),
    ]),
  );
const contents = (data: string) => ({
  rows: restoredRowsOf(data),
  uploads: uploadsOf(data),
  secrets: secretsOf(data),
});
const archivesOf = (backups: string) =>
  existsSync(backups) ? readdirSync(backups).filter((name) => /\.(gz|age)$/.test(name)) : [];
/** Makes a backup. Returns its path. */
async function backUp(data: string, env: Record<string, string> = {}): Promise<string> {
  await stoep(data, ["backup"], { env });
  return join(data, "backups", archivesOf(join(data, "backups"))[0] ?? "");
}

test.each([
  ["", {}],
  [", encrypted", { BACKUP_PASSPHRASE: "three owls on the roof" }],
])(
  "backup%s, the whole machine lost, restore into nothing: everything is back",
  async (words, env) => {
    const data = copyOf(original);
    const before = contents(data);
    const made = await stoep(data, ["backup"], { env });
    expect(made).toMatchObject({ code: 0, err: "" });
    expect(made.out).toContain(`${words}).\nTested: it was restored into a temporary folder`);
    const [name = ""] = archivesOf(join(data, "backups"));
    const stick = join(newFolder(), name);
    cpSync(join(data, "backups", name), stick);
    rmSync(data, { recursive: true });

    const restored = await stoep(data, ["restore", stick], { env });
    expect(restored).toMatchObject({ code: 0, err: "" });
    expect(restored.out).toContain("The backup is whole.");
    expect(restored.out).not.toContain("What was there before");
    expect(isDeepStrictEqual(contents(data), before)).toBe(true);
    expect(statSync(join(data, "secrets")).mode & 0o777).toBe(0o700);
    for (const secret of readdirSync(join(data, "secrets")))
      expect(statSync(join(data, "secrets", secret)).mode & 0o777).toBe(0o600);
    expect((await stoep(data, ["verify"])).code).toBe(0);
  },
);

test("an encrypted backup wants its passphrase: from the setting or standard input, and says so", async () => {
  const data = copyOf(original);
  const env = { BACKUP_PASSPHRASE: "three owls on the roof" };
  const file = await backUp(data, env);
  const present = contents(data);
  const into = join(newFolder(), "new");
  for (const [command, folder] of [
    ["verify", data],
    ["restore", into],
  ] as const) {
    const without = await stoep(folder, [command, file]);
    expect(without).toMatchObject({ code: 1, out: "" });
    expect(without.err).toContain(
      "is encrypted. Give the passphrase that was set when it was made. Set BACKUP_PASSPHRASE, or add --passphrase-stdin.",
    );
    const wrong = await stoep(folder, [command, file, "--passphrase-stdin"], {
      stdin: "two owls\n",
    });
    expect(wrong).toMatchObject({ code: 1, out: "" });
    expect(wrong.err).toContain("The passphrase does not open");
  }
  expect(existsSync(join(into, "stoep.db"))).toBe(false);
  const stdin = `${env.BACKUP_PASSPHRASE}\n`;
  expect((await stoep(data, ["verify", file, "--passphrase-stdin"], { stdin })).out).toMatch(
    /All is well/,
  );
  expect((await stoep(into, ["restore", file, "--passphrase-stdin"], { stdin })).code).toBe(0);
  expect(isDeepStrictEqual(contents(into), present)).toBe(true);
});

test("a backup without secrets leaves those of the machine, one with some replaces them all", async () => {
  const data = copyOf(original);
  const withSecrets = await backUp(data);
  const bare = copyOf(original);
  rmSync(join(bare, "secrets"), { recursive: true });
  const without = await backUp(bare);

  writeFileSync(join(data, "secrets", "since.key"), "made since");
  await stoep(data, ["restore", "--yes", without]);
  expect(Object.keys(secretsOf(data))).toEqual([...Object.keys(secretsOf(original)), "since.key"]);
  await stoep(data, ["restore", "--yes", withSecrets]);
  expect(secretsOf(data)).toEqual(secretsOf(original));
  const safetyCopy =
    readdirSync(data)
      .filter((name) => name.startsWith("before-restore-"))
      .at(-1) ?? "";
  expect(readdirSync(join(data, safetyCopy, "secrets"))).toContain("since.key");
});

test("a backup from before HTTPS brings its key of ID numbers and leaves the certificates", async () => {
  const plain = copyOf(original);
  for (const name of ["authority.crt", "authority.key"]) rmSync(join(plain, "secrets", name));
  const [identity = ""] = readdirSync(join(plain, "secrets"));
  expect(identity).toMatch(/^identity-[\da-f]{8}\.key$/);
  const archive = await backUp(plain);

  const data = copyOf(original);
  rmSync(join(data, "secrets", identity));
  writeFileSync(join(data, "secrets", "identity-00000000.key"), "another house's");
  expect((await stoep(data, ["restore", "--yes", archive])).code).toBe(0);
  expect(secretsOf(data)).toEqual(secretsOf(original));
});

/** Kills the process right before the n-th change to the file system; `DIE_AT` is n. */
const trap = join(folder, "trap.mjs");
writeFileSync(
  trap,
  `import fs from "node:fs/promises";
  import { syncBuiltinESMExports } from "node:module";
  let left = Number(process.env.DIE_AT);
  for (const name of ["rename", "link", "copyFile", "mkdir", "mkdtemp", "rm", "symlink", "writeFile", "open", "chmod", "stat"]) {
    const real = fs[name];
    fs[name] = (...given) => (left-- <= 0 ? process.kill(process.pid, "SIGKILL") : real(...given));
  }
  syncBuiltinESMExports();`,
);
const killedAt = (step: number) => ({ env: { DIE_AT: String(step) }, node: ["--import", trap] });

test("killed at any step of a backup or its rehearsal: no incomplete one counts, and the next one is made", async () => {
  const data = await smallData();
  await stoep(data, ["backup"]);
  const backups = join(data, "backups");
  const [made = ""] = archivesOf(backups);
  // From another day, so that newer ones do not replace it.
  const first = "stoep-2026-01-10T00-00-00Z.tar.gz";
  for (const ending of ["", ".rehearsed.json"])
    renameSync(join(backups, made + ending), join(backups, first + ending));
  const filesBefore = filesOf(backups);
  let code: number | null = null;
  let unfinished = 0;
  for (let step = 0; code !== 0; step += 2) {
    ({ code } = await stoep(data, ["backup"], killedAt(step)));
    const now = filesOf(backups);
    for (const name of [first, `${first}.rehearsed.json`])
      expect(now[name] === filesBefore[name], `step ${step}`).toBe(true);
    if (code === 0) break;
    if (readdirSync(backups).some((name) => name.startsWith(".part-"))) unfinished += 1;
    // An archive under its final name also has its note, and is complete.
    for (const name of archivesOf(backups).filter((each) => each !== first)) {
      expect(existsSync(join(backups, `${name}.rehearsed.json`)), `step ${step}`).toBe(true);
      expect((await stoep(data, ["verify", join(backups, name)])).code).toBe(0);
      for (const ending of ["", ".rehearsed.json"]) rmSync(join(backups, name + ending));
    }
  }
  expect(unfinished).toBeGreaterThan(8);
  expect(readdirSync(backups).filter((name) => name.startsWith("."))).toEqual([]);
});

/** Sends the process a signal, instead of removing what was unpacked or copied. */
const ender = join(folder, "ender.mjs");
writeFileSync(
  ender,
  `import fs from "node:fs/promises";
  import { syncBuiltinESMExports } from "node:module";
  fs.rm = () => (process.kill(process.pid, process.env.SIGNAL), new Promise(() => setInterval(() => {}, 1_000)));
  syncBuiltinESMExports();`,
);

test.each([
  ["SIGINT", 130],
  ["SIGHUP", 129],
  ["SIGTERM", 143],
])(
  "ended by %s, neither a backup nor a look at one leaves a building's data behind",
  async (SIGNAL, code) => {
    const data = await smallData();
    const archive = await backUp(data);
    const [to, TMPDIR] = [newFolder(), newFolder()];
    const how = { env: { SIGNAL, TMPDIR }, node: ["--import", ender] };
    for (const words of [
      ["backup", "--to", to],
      ["verify", archive],
    ]) {
      expect(await stoep(data, words, how)).toMatchObject({ code });
      expect([...readdirSync(to), ...readdirSync(TMPDIR)]).toEqual([]);
    }
  },
);

test("killed at any step of a restore: the next start has all of the old data or all of the new", async () => {
  const fresh = await smallData();
  const old = copyOf(fresh);
  const archive = await backUp(fresh);
  const wanted = contents(fresh);
  for (const name of readdirSync(join(old, "uploads")).slice(1)) rmSync(join(old, "uploads", name));
  writeFileSync(join(old, "secrets", "authority.key"), "another key");
  inDatabase(old, (db) => db.exec("UPDATE people SET name = 'Changed'"));
  const present = contents(old);

  const seen = { old: 0, new: 0 };
  let code: number | null = null;
  for (let step = 0; code !== 0; step += 2) {
    const data = copyOf(old);
    ({ code } = await stoep(data, ["restore", "--yes", archive], killedAt(step)));
    // Any command that changes the data first finishes an interrupted restore; this one then
    // refuses.
    await stoep(data, ["restore", "--yes", trap]);
    const now = contents(data);
    const isOld = (now.rows.people as { name: string }[])[0]?.name === "Changed";
    seen[isOld ? "old" : "new"] += 1;
    expect(isDeepStrictEqual(now, isOld ? present : wanted), `step ${step}`).toBe(true);
    expect(existsSync(join(data, ".restoring"))).toBe(false);
  }
  expect(seen.old).toBeGreaterThan(5);
  expect(seen.new).toBeGreaterThan(3);
});
