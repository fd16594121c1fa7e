import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { newFolder } from "../platform/backup/testing.ts";
import { root } from "../platform/installation/paths.ts";
import { built, inDatabase, rowsOf, uploadsOf } from "./testing.ts";

vi.setConfig({ testTimeout: 30_000 });
const { stoep, serve } = await built();

const thandi = [
  ...["create-admin", "--username", "thandi", "--email", "thandi@example.co.za"],
  ...["--name", "Thandi", "--surname", "Nkosi", "--password-stdin"],
];
const password = "correct horse battery";

const signIn = async (origin: string, username: string, word: string) =>
  fetch(`${origin}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password: word }),
  });

test("without a command, or asked for help, it lists the commands", async () => {
  for (const words of [[], ["--help"], ["help"]]) {
    const { code, out } = await stoep(newFolder(), words);
    expect(code).toBe(0);
    for (const command of ["create-admin", "reset-password", "backup", "restore", "verify", "demo"])
      expect(out).toContain(command);
  }
});

test("README's table of commands and the commands are the same", async () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, chapter = ""] = /^## Looking after it\n([\s\S]*?)^## /m.exec(readme) ?? [];
  const rows = [...chapter.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  const { out } = await stoep(newFolder(), []);
  const commands = [...out.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(commands.sort());
});

test.each([
  ["create-admin", "--password-stdin"],
  ["reset-password", "--username"],
  ["backup", "--to"],
  ["restore", "--yes"],
  ["verify", "FILE"],
  ["demo", "Usage: scripts/stoep demo"],
  ["doctor", "Usage: scripts/stoep doctor"],
])("%s --help says how it is used and touches nothing", async (command, says) => {
  const data = join(newFolder(), "not-made");
  const { code, out, err } = await stoep(data, [command, "--help"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain(says);
  expect(existsSync(data)).toBe(false);
});

test.each([
  [["teleport"], /no command "teleport"[\s\S]*create-admin/],
  [["backup", "--speed"], /Unknown option '--speed'[\s\S]*--to FOLDER/],
  [["backup", "--to"], /'--to <value>' argument missing/],
  [["backup", "extra"], /Unexpected argument 'extra'/],
  [["restore"], /Missing: FILE/],
  [["restore", "a", "b"], /One file only/],
  [["restore", "a", "--yes=1"], /'--yes' does not take an argument/],
  [["reset-password"], /Missing: --username/],
  [["create-admin", "--username", "x"], /Missing: --email, --name, --surname/],
  [thandi.slice(0, -1), /standard input/],
])("%j is called wrongly: exit 2, and it says what there is", async (words, says) => {
  const data = join(newFolder(), "not-made");
  const { code, out, err } = await stoep(data, words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(says);
  expect(existsSync(data)).toBe(false);
});

test("settings that cannot be used are named", async () => {
  const { code, err } = await stoep(newFolder(), ["backup"], { env: { PORT: "many" } });
  expect(code).toBe(1);
  expect(err).toContain("PORT");
});

/** The entry each command writes to the audit trail, or why it writes none. */
const entries: Record<string, string> = {
  "create-admin": "people.add",
  "reset-password": "invites.reset_link",
  import: "imports.run",
  restore: "backups.restore",
  demo: "people.add",
  backup: "nothing: it only reads, and the archive itself says when it was made",
  verify: "nothing: it only reads",
  doctor: "nothing: it only reads",
  address: "nothing: it only reads",
  upgrade: "nothing: it changes the program; its journal has it",
  recover: "nothing: it ends an upgrade; its journal has it",
  "try-out": "nothing: it only opens the data, as a start does",
};

test("every command is listed with what it records in the audit trail", async () => {
  const { out } = await stoep(newFolder(), []);
  const commands = [...out.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name]) => name);
  expect(Object.keys(entries).sort()).toEqual(commands.sort());

  const data = newFolder();
  await stoep(data, thandi, { stdin: password });
  await stoep(data, ["reset-password", "--username", "thandi"]);
  expect(rowsOf(data).audit_events).toMatchObject([
    { action: entries["create-admin"], origin: "shell", seq: 1 },
    { action: entries["reset-password"], origin: "shell", seq: 2 },
  ]);
});

test("create-admin makes the first admin of a new folder, and another one", async () => {
  const data = join(newFolder(), "deep", "data");
  const first = await stoep(data, thandi, { stdin: `${password}\n` });
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toContain("Thandi Nkosi is an admin now and signs in as thandi");
  const pieter = thandi.map((word) => word.replace("thandi", "pieter"));
  const phone = ["--cell-phone", "082 123 4567", "--id-number", "8001015009087"];
  const second = await stoep(data, [...pieter, ...phone], { stdin: password });
  expect(second.code).toBe(0);
  expect(rowsOf(data).accounts).toMatchObject([
    { role: "Admin", username: "thandi" },
    { role: "Admin", username: "pieter" },
  ]);
  expect(rowsOf(data).people).toMatchObject([
    { cell_phone: "", id_number: "" },
    { cell_phone: "082 123 4567", id_number: expect.stringMatching(/^v1\./) },
  ]);
  expect(rowsOf(data).credentials).toMatchObject([{ must_change: 0 }, { must_change: 0 }]);
  expect(rowsOf(data).audit_events).toMatchObject([{ origin: "shell" }, { origin: "shell" }]);
});

test.each([
  [
    "a password that is too short",
    thandi,
    "1234567",
    "The password must be at least 8 characters.",
  ],
  ["no password at all", thandi, "", "The password must be at least 8 characters."],
  ["one that is too long", thandi, "x".repeat(129), "The password must be at most 128 characters."],
  [
    "an email that is none",
    thandi.map((word) => word.replace("thandi@example.co.za", "thandi")),
    password,
    "--email must be an email address such as thandi@example.co.za.",
  ],
  [
    "a telephone number that is none",
    [...thandi, "--cell-phone", "later"],
    password,
    "--cell-phone must be a telephone number such as 082 123 4567.",
  ],
  [
    "an empty name",
    thandi.map((word) => word.replace(/^Thandi$/, " ")),
    password,
    "--name must not be empty.",
  ],
])("create-admin refuses %s and makes nothing", async (_, words, stdin, says) => {
  const data = join(newFolder(), "not-made");
  expect(await stoep(data, words, { stdin })).toEqual({ code: 1, out: "", err: `${says}\n` });
  expect(existsSync(data)).toBe(false);
});

test("a username or an email that is taken, whatever the case, is refused", async () => {
  const data = newFolder();
  await stoep(data, thandi, { stdin: password });
  const email = thandi.map((word) =>
    word === "thandi" ? "other" : word.replace("thandi@", "THANDI@"),
  );
  expect(await stoep(data, email, { stdin: password })).toMatchObject({
    code: 1,
    err: "This address cannot be used here\n",
  });
  const username = thandi.map((word) =>
    word.replace("thandi@", "other@").replace(/^thandi$/, "Thandi"),
  );
  expect(await stoep(data, username, { stdin: password })).toMatchObject({
    code: 1,
    err: "Somebody already uses this username. Choose another.\n",
  });
  expect(rowsOf(data).accounts).toHaveLength(1);
});

test("while the server runs: make an admin, sign in, set the password, sign in with the new one", async () => {
  const data = newFolder();
  const { origin } = await serve(data);
  expect((await stoep(data, thandi, { stdin: `${password}\r\n` })).code).toBe(0);
  expect((await signIn(origin, "thandi", password)).status).toBe(200);
  expect(rowsOf(data).sessions).toHaveLength(1);

  const reset = ["reset-password", "--username", "THANDI@example.co.za", "--password-stdin"];
  const { code, out } = await stoep(data, reset, { stdin: "another long one\n" });
  expect({ code, out }).toEqual({
    code: 0,
    out: "Thandi Nkosi has the new password; their sessions are ended.\n",
  });
  expect(rowsOf(data).sessions).toEqual([]);
  expect((await signIn(origin, "thandi", password)).status).toBe(401);
  expect((await signIn(origin, "thandi", "another long one")).status).toBe(200);
});

test("reset-password prints a link at the address people know; the one before it dies", async () => {
  const data = newFolder();
  await stoep(data, thandi, { stdin: password });
  const env = { STOEP_ORIGIN: "https://acacia.example" };
  for (const round of [1, 2]) {
    const { code, out } = await stoep(data, ["reset-password", "--username", "thandi"], { env });
    expect(code, `round ${round}`).toBe(0);
    expect(out).toMatch(/ {2}https:\/\/acacia\.example\/link#[\w-]{43}\n/);
  }
  const links = rowsOf(data).links as { purpose: string; replaced_at: string | null }[];
  expect(links.map(({ purpose }) => purpose)).toEqual(["reset", "reset"]);
  expect(links.filter(({ replaced_at }) => replaced_at === null)).toHaveLength(1);
});

test("reset-password says how many passkeys remain, and removes them on request", async () => {
  const data = newFolder();
  await stoep(data, thandi, { stdin: password });
  const reset = ["reset-password", "--username", "thandi"];
  const fromStdin = [...reset, "--password-stdin"];
  const none = await stoep(data, [...fromStdin, "--remove-passkeys"], { stdin: password });
  expect(none.out).toContain("There are no passkeys of Thandi Nkosi to remove.\n");
  for (const number of [1, 2])
    inDatabase(data, (db) =>
      db.exec(`INSERT INTO passkeys
        (id, account_id, credential_id, public_key, counter, transports, label, created_at)
        SELECT '${number}', id, 'key ${number}', x'00', 0, '[]', 'Phone ${number}', '2026' FROM accounts`),
    );
  const remain =
    "2 passkeys of Thandi Nkosi remain and still log in without the password. To remove them, use --remove-passkeys.\n";
  expect((await stoep(data, reset)).out).toContain(remain);
  expect((await stoep(data, fromStdin, { stdin: password })).out).toContain(remain);
  expect(rowsOf(data).passkeys).toHaveLength(2);
  const { code, out } = await stoep(data, [...reset, "--remove-passkeys"]);
  expect(code).toBe(0);
  expect(out).toContain("Removed: 2 passkeys of Thandi Nkosi. No passkeys remain.\n");
  expect(rowsOf(data).passkeys).toEqual([]);
  const removed = { action: "passkeys.remove", origin: "shell" };
  expect(rowsOf(data).audit_events?.slice(-2)).toMatchObject([removed, removed]);
});

test("reset-password takes away a second step, and leaves the password as it is", async () => {
  const data = newFolder();
  await stoep(data, thandi, { stdin: password });
  inDatabase(data, (db) =>
    db.exec("INSERT INTO second_factors SELECT id, 'ABCD', '2026', '2026', 0 FROM accounts"),
  );
  const remove = ["reset-password", "--username", "thandi", "--remove-second-step"];
  const before = rowsOf(data).credentials;
  const { code, out } = await stoep(data, remove);
  expect({ code, out }).toEqual({
    code: 0,
    out: "Thandi Nkosi logs in with only the password now.\n",
  });
  expect(rowsOf(data)).toMatchObject({ second_factors: [], links: [], credentials: before });
  expect(rowsOf(data).audit_events?.at(-1)).toMatchObject({
    action: "factors.reset",
    origin: "shell",
  });
  expect((await stoep(data, [...remove, "--password-stdin"], { stdin: password })).code).toBe(2);
});

test.each([
  ["Password123!", "Many people use this password, so burglars try it first. Choose another.\n"],
  [
    "thandi-nkosi-1",
    "This password is made of names that everybody here knows. Add words of your own.\n",
  ],
])("the shell takes no easy password either: %s", async (easy, err) => {
  const data = newFolder();
  expect(await stoep(data, thandi, { stdin: easy })).toEqual({ code: 1, out: "", err });
  await stoep(data, thandi, { stdin: password });
  const reset = ["reset-password", "--username", "thandi", "--password-stdin"];
  expect(await stoep(data, reset, { stdin: easy })).toEqual({ code: 1, out: "", err });
});

test("reset-password for an unknown person says so", async () => {
  const data = newFolder();
  for (const how of [[], ["--password-stdin"]]) {
    const words = ["reset-password", "--username", "nobody", ...how];
    const { code, err } = await stoep(data, words, { stdin: password });
    expect(code).toBe(1);
    expect(err).toContain("Nobody signs in as nobody.");
  }
});

test("demo fills an empty folder, the same each time, and only once", async () => {
  const counts = [];
  const data = newFolder();
  for (const folder of [data, newFolder()]) {
    mkdirSync(join(folder, "uploads"), { recursive: true });
    const { code, out } = await stoep(folder, ["demo"]);
    expect(code).toBe(0);
    expect(out).toContain("nomvula (an admin)");
    const tables = Object.entries(rowsOf(folder));
    counts.push(Object.fromEntries(tables.map(([table, rows]) => [table, rows.length])));
    expect(Object.keys(uploadsOf(folder))).toHaveLength(rowsOf(folder).attachments?.length ?? -1);
  }
  expect(counts[0]).toMatchObject({
    people: 78,
    accounts: 70,
    units: 40,
    unit_quotas: 40,
    fines: 120,
    maintenance_requests: 400,
    visits: 900,
  });
  expect(counts[1]).toEqual(counts[0]);

  const again = await stoep(data, ["demo"]);
  expect(again.code).toBe(1);
  expect(again.err).toContain("There are people in");
  expect(inDatabase(data, (db) => db.prepare("SELECT count(*) AS n FROM accounts").get())).toEqual({
    n: 70,
  });
  const { origin } = await serve(data);
  const roles = { nomvula: "admin", thandi: "resident", sipho: "staff" };
  for (const [name, userRole] of Object.entries(roles)) {
    const answer = await signIn(origin, name, "jacaranda-court");
    expect(await answer.json()).toMatchObject({ userRole });
  }
  expect(
    rowsOf(data).credentials?.some((row) => (row as { must_change: number }).must_change),
  ).toBe(false);
});
