import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { newFolder } from "../platform/backup/testing.ts";
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

test("settings that cannot be used are named", async () => {
  const { code, err } = await stoep(newFolder(), ["backup"], { env: { PORT: "many" } });
  expect(code).toBe(1);
  expect(err).toContain("PORT");
});

test("create-admin makes the first admin of a new folder, and another one", async () => {
  const data = join(newFolder(), "deep", "data");
  const first = await stoep(data, thandi, { stdin: `${password}\n` });
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toContain("Thandi Nkosi is an admin now and signs in as thandi");
  expect(first.out).toContain("Enter the building's name there");
  const pieter = thandi.map((word) => word.replace("thandi", "pieter"));
  const phone = ["--cell-phone", "082 123 4567", "--id-number", "8001015009087"];
  const second = await stoep(data, [...pieter, ...phone], { stdin: password });
  expect(second.code).toBe(0);
  expect(second.out).not.toContain("Enter the building's name");
  const { out } = await stoep(data, ["address", "--set-up"]);
  expect(out).toContain("\nIt is set up already: log in there.\n");
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
  ["no password", thandi, "", "The password must be at least 8 characters."],
  ["a password that nobody can type", thandi, `${password}\n\n`, "The password must be one line."],
  [
    "an email that is none",
    thandi.map((word) => word.replace("thandi@example.co.za", "thandi")),
    password,
    "--email must be an email address such as thandi@example.co.za.",
  ],
])("create-admin refuses %s and makes nothing", async (_, words, stdin, says) => {
  const data = join(newFolder(), "not-made");
  expect(await stoep(data, words, { stdin })).toEqual({ code: 1, out: "", err: `${says}\n` });
  expect(existsSync(data)).toBe(false);
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

test("the shell takes no easy password either", async () => {
  const data = newFolder();
  expect(await stoep(data, thandi, { stdin: "Password123!" })).toEqual({
    code: 1,
    out: "",
    err: "Many people use this password, so burglars try it first. Choose another.\n",
  });
});

test("reset-password for an unknown person says so", async () => {
  const data = newFolder();
  await stoep(data, thandi, { stdin: password });
  for (const how of [[], ["--password-stdin"]]) {
    const words = ["reset-password", "--username", "nobody", ...how];
    const { code, err } = await stoep(data, words, { stdin: password });
    expect(code).toBe(1);
    expect(err).toContain("Nobody signs in as nobody.");
  }
});

test("demo fills an empty folder, and only once", async () => {
  const data = newFolder();
  mkdirSync(join(data, "uploads"), { recursive: true });
  const { code, out } = await stoep(data, ["demo"]);
  expect(code).toBe(0);
  expect(out).toContain("nomvula (an admin)");
  const rows = rowsOf(data);
  expect(Object.keys(uploadsOf(data))).toHaveLength(rows.attachments?.length ?? -1);
  expect(rows.accounts).toHaveLength(70);
  const mustChange = (rows.credentials as { must_change: number }[]).map((row) => row.must_change);
  expect(new Set(mustChange)).toEqual(new Set([0]));

  const again = await stoep(data, ["demo"]);
  expect(again.code).toBe(1);
  expect(again.err).toContain("There are people in");
  expect(rowsOf(data).accounts).toHaveLength(70);
  const { origin } = await serve(data);
  const roles = { nomvula: "admin", thandi: "resident", sipho: "staff" };
  for (const [name, userRole] of Object.entries(roles)) {
    const answer = await signIn(origin, name, "jacaranda-court");
    expect(await answer.json()).toMatchObject({ userRole });
  }
});
