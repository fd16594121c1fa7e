import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { messyFile } from "../contract/messyFile.ts";
import { newFolder } from "../platform/backup/testing.ts";
import { built, rowsOf } from "./testing.ts";

vi.setConfig({ testTimeout: 30_000 });
const { stoep } = await built();

/** A data folder, and a way to import a text into it. */
function building() {
  const data = newFolder();
  const path = join(newFolder(), "list.csv");
  const run = (content: string | Buffer, ...more: string[]) => {
    writeFileSync(path, content);
    return stoep(data, ["import", path, ...more]);
  };
  return { data, path, run };
}

test("500 residents out of Excel on Windows come in at the shell, after a dry run", async () => {
  const { data, run } = building();
  const { text } = messyFile({ rows: 500 });
  const file = Buffer.from(`\ufeff${text}`, "utf16le");
  const how = ["--make-units", "--as", "occupant"];
  const dry = await run(file, ...how, "--dry-run");
  expect(dry).toMatchObject({ code: 0, err: "" });
  expect(dry.out).toBe(
    "Nothing was changed. Without --dry-run: 200 units, 500 people and 500 other entries added.\n",
  );
  expect(rowsOf(data).people).toEqual([]);
  expect(await run(file, ...how)).toMatchObject({ code: 0, err: "" });
  expect(rowsOf(data).people).toHaveLength(500);
  expect(rowsOf(data).audit_events?.at(-1)).toMatchObject({
    action: "imports.run",
    origin: "shell",
  });
  const again = await run(file, ...how);
  expect(again.out).toBe("Everything in this list was here already. Nothing was changed.\n");
  expect(rowsOf(data).people).toHaveLength(500);
});

test("every refused row is reported, and nothing is stored", async () => {
  const { data, run } = building();
  const { text, faults } = messyFile({ rows: 60, wrong: 9 });
  const { code, out, err } = await run(text, "--make-units", "--as", "occupant");
  expect(code).toBe(1);
  expect(err).toBe("9 rows of 60 refused; nothing was imported.\n");
  for (const [line, expected] of faults) {
    const words = out.split("\n").filter((each) => each.startsWith(`Row ${line}, `));
    expect(words.map((each) => each.replace(/^Row \d+, .*?: /, "")).join("\n")).toMatch(expected);
  }
  expect(rowsOf(data).people).toEqual([]);
});

test("units are imported, and the sum of their PQs is shown", async () => {
  const { data, run } = building();
  expect((await run("Unit;Section;PQ\nUnit 1;1;60,5\nUnit 2;2;39,4\n", "--make-units")).out).toBe(
    "2 units added.\nThe participation quotas (PQ) of all units add up to 99.9000 %. In a whole scheme they add up to 100 %.\n",
  );
  expect((await run("Unit;PQ\nUnit 2;39,5\n")).out).toContain("1 unit changed.");
  expect(rowsOf(data).units).toMatchObject([{ label: "Unit 1" }, { label: "Unit 2" }]);
  expect(rowsOf(data).unit_quotas).toMatchObject([
    { quota: 605_000 },
    { quota: 394_000 },
    { quota: 395_000 },
  ]);
});

test("a list of staff says in its answer how many there are", async () => {
  const { data, run } = building();
  const list =
    "Name,Surname,Email,Cell,ID number,Trade\nGrace,Zulu,g@x.za,0824441018,8001015009087,Cleaning\n";
  expect(await run(list)).toMatchObject({
    code: 0,
    out: "Row 2: Grace Zulu logs in as grace.zulu, once invited.\n1 staff member added.\n",
  });
  expect(rowsOf(data).accounts).toMatchObject([{ role: "Staff", username: "grace.zulu" }]);
});

test.each([
  ["a workbook", `PK\u0003\u0004${"\0".repeat(99)}`, "save it as CSV first"],
  ["no column of units or names", "Balance,Due\n5,6\n", "No column seems to hold units or names"],
  ["2 MB and a byte", "x".repeat(2 * 1024 * 1024 + 1), "larger than 2 MB"],
])("%s is refused in words", async (_, content, says) => {
  const { run } = building();
  const { code, err } = await run(content);
  expect(code).toBe(1);
  expect(err).toContain(says);
});

test("a missing file is named", async () => {
  const { data, path } = building();
  expect(await stoep(data, ["import", path])).toMatchObject({
    code: 1,
    err: `There is no file ${path}.\n`,
  });
});

const register = [
  "Protea Court,,,,,",
  "Unit,Section,PQ,Name,Surname,Owner or tenant",
  "Unit 1,1,50,Thandi,Mokoena,owner",
  "Unit 2,2,50,Pieter,Botha,owner",
  "Unit 2,,,Lerato,Dube,tenant",
].join("\n");

test("what is not understood is asked, and nothing is stored", async () => {
  const { data, run } = building();
  const missing = await run(register);
  expect(missing.code).toBe(1);
  expect(missing.out + missing.err).toMatch(/Unit 1/);
  expect(rowsOf(data).units).toEqual([]);
  const role = await run(register, "--as", "boarder");
  expect(role).toMatchObject({ code: 2 });
  expect(role.err).toContain("Not boarder, but one of");
});
