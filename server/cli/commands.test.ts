import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { newFolder } from "../platform/backup/testing.ts";
import { root } from "../platform/installation/paths.ts";
import { inDatabase, inThisProcess, restoredRowsOf, rowsOf, smallData } from "./testing.ts";

// The commands without a process of their own. As processes they are tried in the release suite.

test("without a command, or asked for help, it lists the commands", async () => {
  for (const words of [[], ["--help"], ["help"]]) {
    const { code, out } = await inThisProcess(newFolder(), words);
    expect(code).toBe(0);
    for (const command of ["create-admin", "reset-password", "backup", "restore", "verify", "demo"])
      expect(out).toContain(command);
  }
});

test.each([
  ["create-admin", "--password-stdin"],
  ["reset-password", "--username"],
  ["backup", "--to"],
  ["restore", "--yes"],
  ["verify", "FILE"],
  ["import", "Usage: scripts/stoep import FILE [--dry-run]"],
  ["demo", "Usage: scripts/stoep demo"],
  ["doctor", "Usage: scripts/stoep doctor"],
])("%s --help says how it is used and touches nothing", async (command, says) => {
  const data = join(newFolder(), "not-made");
  const { code, out, err } = await inThisProcess(data, [command, "--help"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain(says);
  expect(existsSync(data)).toBe(false);
});

test("README's table of commands and the commands are the same", async () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const [, chapter = ""] = /^## Looking after it\n([\s\S]*?)^## /m.exec(readme) ?? [];
  const rows = [...chapter.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  const { out } = await inThisProcess(newFolder(), []);
  const commands = [...out.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(commands.sort());
});

test.each([
  [["teleport"], /no command "teleport"[\s\S]*create-admin/],
  [["backup", "--speed"], /Unknown option '--speed'[\s\S]*--to FOLDER/],
  [["backup", "--to"], /'--to <value>' argument missing/],
  [["backup", "extra"], /Unexpected argument 'extra'/],
  [["restore"], /Missing: FILE/],
  [["restore", ""], /Missing: FILE/],
  [["verify", ""], /Missing: FILE/],
  [["backup", "--to", ""], /Missing: --to\./],
  [["restore", "a", "b"], /One file only/],
  [["restore", "a", "--yes=1"], /'--yes' does not take an argument/],
  [["import"], /Missing: FILE[\s\S]*Usage/],
  [["import", "a.csv", "b.csv"], /One file only, not 2/],
  [["reset-password"], /Missing: --username/],
  [["create-admin", "--username", "--email", "x"], /^Option '--username' has no value\.\n/],
  [["create-admin", "--username", "x"], /Missing: --email, --name, --surname/],
])("%j is called wrongly: exit 2, and it says what there is", async (words, says) => {
  const data = join(newFolder(), "not-made");
  const { code, out, err } = await inThisProcess(data, words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(says);
  expect(existsSync(data)).toBe(false);
});

test("reset-password says in the building's day and hour until when the link works", async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ now: new Date("2026-11-20T22:30:00Z"), toFake: ["Date"] });
  const { out } = await inThisProcess(await smallData(), [
    "reset-password",
    "--username",
    "thandi",
  ]);
  expect(out).toContain("until Saturday, 28 November 2026 at 00:30, and earlier ones");
});

test("a backup is made, found whole, and brings every row and file back", async () => {
  const data = await smallData();
  const before = restoredRowsOf(data);
  const to = newFolder();
  expect(await inThisProcess(data, ["backup", "--to", to])).toMatchObject({ code: 0, err: "" });
  const archive = join(to, readdirSync(to).find((name) => name.endsWith(".gz")) ?? "");
  expect((await inThisProcess(data, ["verify", archive])).out).toMatch(/All is well\.\n$/);

  inDatabase(data, (sqlite) => sqlite.exec("UPDATE people SET name = 'Changed'"));
  for (const name of readdirSync(join(data, "uploads"))) rmSync(join(data, "uploads", name));
  expect(await inThisProcess(data, ["verify"])).toMatchObject({ code: 1 });
  expect(await inThisProcess(data, ["restore", archive, "--yes"])).toMatchObject({ code: 0 });
  expect(restoredRowsOf(data)).toEqual(before);
  expect(await inThisProcess(data, ["verify"])).toMatchObject({ code: 0, err: "" });
});

test("a file that is no backup changes nothing", async () => {
  const data = await smallData();
  const before = restoredRowsOf(data);
  const file = join(newFolder(), "letter.txt");
  writeFileSync(file, "Dear neighbours");
  for (const words of [
    ["verify", file],
    ["restore", file, "--yes"],
  ])
    expect(await inThisProcess(data, words)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/\S/),
    });
  const folder = newFolder();
  expect((await inThisProcess(data, ["verify", folder])).err).toContain(
    `${folder} is not a complete Stoep backup: it is a folder. Use another one.`,
  );
  expect(restoredRowsOf(data)).toEqual(before);
});

test("a list is tried, asked about, refused and imported, and who imported it is in the trail", async () => {
  const data = await smallData();
  const list = join(newFolder(), "list.csv");
  const run = (text: string, ...more: string[]) => {
    writeFileSync(list, `Unit,Section,PQ,Name,Surname,Owner or tenant\n${text}`);
    return inThisProcess(data, ["import", list, ...more]);
  };
  const row = "Unit 1,1,100,Thandi,Mokoena,owner\n";
  expect(await run(row, "--make-units", "--dry-run")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Nothing was changed\. Without --dry-run: 1 unit, 1 person/),
  });
  const asked = await run(row);
  expect(asked.code).toBe(1);
  expect(asked.out + asked.err).toContain("Unit 1");
  const refused = await run(`${row}Unit 2,2,50,Pieter,,owner\n`, "--make-units");
  expect(refused).toMatchObject({ code: 1, out: expect.stringMatching(/^Row 3, .*surname/) });
  expect(refused.err).toBe("1 row of 2 refused; nothing was imported.\n");
  expect(await run(row, "--as", "boarder")).toMatchObject({ code: 2 });
  expect(rowsOf(data).units ?? []).toEqual([]);
  expect(await run(row, "--make-units")).toMatchObject({ code: 0, err: "" });
  const { units, audit_events } = rowsOf(data);
  expect(units).toHaveLength(1);
  expect(audit_events?.at(-1)).toMatchObject({ action: "imports.run", origin: "shell" });
  expect(await inThisProcess(data, ["import", `${list}.lost`])).toMatchObject({
    code: 1,
    err: `There is no file ${list}.lost.\n`,
  });
});

test("a person or a list that is for a building makes no new one where there is none", async () => {
  const data = join(newFolder(), "not-made");
  const list = join(newFolder(), "list.csv");
  writeFileSync(list, "Unit,Name,Surname\nUnit 1,Thandi,Nkosi\n");
  for (const words of [
    ["import", list],
    ["reset-password", "--username", "thandi"],
  ])
    expect(await inThisProcess(data, words)).toMatchObject({
      code: 1,
      err: `There is no database at ${data}/stoep.db. Is STOEP_DATA the right folder?\n`,
    });
  expect(existsSync(data)).toBe(false);
});

test("every question of a list is answered at the shell, with yes or no", async () => {
  const data = await smallData();
  const list = join(newFolder(), "list.csv");
  const run = (rows: string[], ...answers: string[]) => {
    writeFileSync(list, `Unit,PQ,Owner,Email,Cell\n${rows.join("\n")}\n`);
    return inThisProcess(data, ["import", list, "--make-units", ...answers]);
  };
  await run(["Unit 1,50,Thandi Mokoena,,"]);
  const rows = [
    "Unit 2,0.05,Thandi Mokoena,,",
    "Unit 3,0.06,Ann Botha,a@x.za,0824441018",
    "Unit 4,0.07,Ann Botha,b@x.za,0824441018",
  ];
  expect(await run(rows)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/parts of the whole.*different emails.*the same name/),
  });
  const answers = ["--no-namesakes", "--no-quota-parts", "--no-same-people"];
  expect(await run(rows, ...answers, "--dry-run")).toMatchObject({
    out: expect.stringContaining("3 units, 3 people and 3 owners added."),
  });
  const others = ["--namesakes", "--quota-parts", "--same-people"];
  expect(await run(rows, ...others)).toMatchObject({
    code: 0,
    out: expect.stringContaining("3 units, 1 person and 3 owners added."),
  });
  const quotas = (rowsOf(data).unit_quotas ?? []).map((row) => (row as { quota: number }).quota);
  expect(quotas).toContain(50_000);
});

test("doctor says what to mend, and changes nothing", async () => {
  const data = await smallData();
  const before = rowsOf(data);
  const fine = await inThisProcess(data, ["doctor"]);
  expect(fine.out).toContain("The database is sound.");
  for (const name of readdirSync(join(data, "uploads"))) rmSync(join(data, "uploads", name));
  const { code, out } = await inThisProcess(data, ["doctor"]);
  expect(code).toBe(1);
  expect(out).toMatch(/^bad .*upload/m);
  expect(rowsOf(data)).toEqual(before);
});
