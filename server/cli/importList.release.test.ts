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
  const run = (kind: string, content: string | Buffer, ...more: string[]) => {
    writeFileSync(path, content);
    return stoep(data, ["import", kind, path, ...more]);
  };
  return { data, path, run };
}

test("import says how it is used", async () => {
  const { out, code } = await stoep(newFolder(), ["import", "--help"]);
  expect(code).toBe(0);
  expect(out).toContain("Usage: scripts/stoep import residents|staff|units FILE [--dry-run]");
});

test.each([
  [["import"], /Missing: one of residents, staff, units[\s\S]*Usage/],
  [["import", "people", "list.csv"], /Not people, but one of residents, staff, units/],
  [["import", "units"], /Missing: FILE/],
  [["import", "units", "a.csv", "b.csv"], /One file only, not 2/],
])("%j is a misuse", async (words, says) => {
  const { code, err } = await stoep(newFolder(), words);
  expect(code).toBe(2);
  expect(err).toMatch(says);
});

test("500 residents out of Excel on Windows come in at the shell, after a dry run", async () => {
  const { data, run } = building();
  const { text } = messyFile({ rows: 500 });
  const file = Buffer.from(`\ufeff${text}`, "utf16le");
  const dry = await run("residents", file, "--dry-run");
  expect(dry).toMatchObject({ code: 0, err: "" });
  expect(dry.out).toBe("Nothing was changed. Without --dry-run: 500 residents added.\n");
  expect(rowsOf(data).accounts).toEqual([]);
  expect(await run("residents", file)).toMatchObject({ code: 0, err: "" });
  expect(rowsOf(data).accounts).toHaveLength(500);
  expect(rowsOf(data).audit_events?.at(-1)).toMatchObject({
    action: "imports.run",
    origin: "shell",
  });
  const again = await run("residents", file);
  expect(again.out).toBe("0 residents added, 500 were already there.\n");
  expect(rowsOf(data).accounts).toHaveLength(500);
});

test("every refused line is reported, and nothing is stored", async () => {
  const { data, run } = building();
  const { text, faults } = messyFile({ rows: 60, wrong: 11 });
  const { code, out, err } = await run("residents", text);
  expect(code).toBe(1);
  expect(err).toBe("11 rows of 60 refused; nothing was imported.\n");
  for (const [line, expected] of faults) {
    const words = out.split("\n").filter((each) => each.startsWith(`Line ${line}, `));
    expect(words.map((each) => each.replace(/^Line \d+, .*?: /, "")).join("\n")).toMatch(expected);
  }
  expect(rowsOf(data).accounts).toEqual([]);
});

test("units are imported, and the sum of their PQs is shown", async () => {
  const { data, run } = building();
  expect((await run("units", "Unit;Section;PQ\nUnit 1;1;60,5\nUnit 2;2;39,4\n")).out).toBe(
    "2 units added.\nThe participation quotas (PQ) of all units add up to 99.9000 %. In a whole scheme they add up to 100 %.\n",
  );
  expect((await run("units", "Unit;PQ\nUnit 2;39,5\n")).out).toContain("0 units added, 1 changed.");
  expect(rowsOf(data).units).toMatchObject([{ label: "Unit 1" }, { label: "Unit 2" }]);
  expect(rowsOf(data).unit_quotas).toMatchObject([
    { quota: 605_000 },
    { quota: 394_000 },
    { quota: 395_000 },
  ]);
});

test.each([
  ["a workbook", `PK\u0003\u0004${"\0".repeat(99)}`, "save it as CSV first"],
  ["a column too few", "Name,Surname\nA,B\n", "No column seems to hold Email, Cell phone, ID"],
  ["2 MB and a byte", "x".repeat(2 * 1024 * 1024 + 1), "larger than 2 MB"],
])("%s is refused in words", async (_, content, says) => {
  const { run } = building();
  const { code, err } = await run("residents", content);
  expect(code).toBe(1);
  expect(err).toContain(says);
});

test("a missing file is named", async () => {
  const { data, path } = building();
  expect(await stoep(data, ["import", "units", path])).toMatchObject({
    code: 1,
    err: `There is no file ${path}.\n`,
  });
});
