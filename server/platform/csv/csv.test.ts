import { array, assert, constantFrom, property, record, string, uniqueArray } from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { AppError } from "../../errors.ts";
import { textOf } from "./decode.ts";
import { readLines, tableOf } from "./read.ts";

const read = (text: string, most = 100) => tableOf(readLines(text, most + 2), 0, most);
const cellsOf = (text: string) => read(text).rows.map(({ cells }) => cells);
const linesOf = (text: string) => read(text).rows.map(({ line }) => line);

const siobhan = "Name,Surname\r\nSiobhán,Bénézet\r\n";
const windows = (text: string) =>
  Buffer.from(text.replace(/€/g, "\u0080").replace(/’/g, "\u0092"), "latin1");

test.each([
  ["UTF-8", Buffer.from(siobhan), siobhan],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${siobhan}`), siobhan],
  ["UTF-16 as Excel's Unicode text", Buffer.from(`\ufeff${siobhan}`, "utf16le"), siobhan],
  ["UTF-16 the other way round", Buffer.from(`\ufeff${siobhan}`, "utf16le").swap16(), siobhan],
  ["Windows-1252", windows("Name\nD’Arcy Müller €5\n"), "Name\nD’Arcy Müller €5\n"],
])("%s is read as it was meant", async (_, bytes, text) => {
  expect(await textOf(bytes)).toEqual({ text, isMac: false });
});

test.each([
  ["nothing", "", "imports.empty"],
  ["blanks only", "\u00ef\u00bb\u00bf \r\n\t", "imports.empty"],
  ["a zip, which xlsx is too", `PK\u0003\u0004${"\0".repeat(60)}`, "save it as CSV"],
  [
    "an old Excel workbook",
    `\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1${"\0".repeat(600)}`,
    "save it as CSV",
  ],
  ["a PDF", "%PDF-1.4\n1 0 obj", "This is a PDF"],
  ["a web page that calls itself a spreadsheet", "<html><table>", "save it as CSV"],
  ["a picture", `\u0089PNG\r\n\u001a\n${"\0".repeat(40)}`, "text file"],
])("%s is refused with what to do", async (_, bytes, says) => {
  const error = await textOf(Buffer.from(bytes, "latin1")).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(`${error.code} ${error.message}`).toContain(says);
});

test("a stray NUL is a matter of its cell, not of the file", async () => {
  const bytes = Buffer.from(`Name,Surname\n${"Thandi,Nkosi\n".repeat(9)}A\0,B`);
  expect((await textOf(bytes)).text).toContain("A\0");
});

test("a text that begins like a picture is a text", async () => {
  expect((await textOf(Buffer.from("BM unit,PQ\n1,2\n"))).text).toContain("BM unit");
});

test.each([",", ";", "\t"])("cells are separated by %j", (separator) => {
  const text = `Name${separator}Unit\nThandi${separator}"3${separator} left"\n`;
  expect(read(text).headings).toEqual(["Name", "Unit"]);
  expect(cellsOf(text)).toEqual([["Thandi", `3${separator} left`]]);
});

test("the first line may name the separator, and is counted", () => {
  const text = "sep=;\r\nName, first;Unit\r\nThandi;3\r\n";
  expect(read(text)).toMatchObject({ headings: ["Name, first", "Unit"], rows: [{ line: 3 }] });
  expect(cellsOf('"sep=|"\nName|Unit\nThandi|3')).toEqual([["Thandi", "3"]]);
});

test("lines are counted as an editor counts them, whatever ends them", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const text = ["Name,Unit", "", 'Thandi,"one', 'two"', ",,", "Pieter,4", ""].join(end);
    expect(linesOf(text)).toEqual([3, 6]);
    expect(cellsOf(text)[0]?.[1]).toBe("one\ntwo");
  }
});

test.each([
  ["spaces around", "  Thandi \u00a0", "Thandi"],
  ["doubled quotes", '"Johannes ""Kobus"""', 'Johannes "Kobus"'],
  ["an apostrophe that guards a sign", "'+27 82 123 4567", "+27 82 123 4567"],
  ["the apostrophe of a name", "'n Huis", "'n Huis"],
  ["guarded twice, because it was one itself", "''=1", "'=1"],
])("%s: the cell is read without them", (_, cell, expected) => {
  expect(cellsOf(`Name,Unit\n${cell},3`)).toEqual([[expected, "3"]]);
});

test("empty columns at the end are ignored; more cells than headings are refused", () => {
  expect(read("Name,Unit,,\nThandi,3,,\n")).toEqual({
    headings: ["Name", "Unit"],
    rows: [{ line: 2, cells: ["Thandi", "3"], problem: "" }],
  });
  expect(read("Name,Unit\nThandi\nNkosi, Thandi,3\n").rows).toMatchObject([
    { cells: ["Thandi", ""], problem: "" },
    { line: 3, problem: expect.stringContaining("more cells than there are headings") },
  ]);
});

test.each([
  ["that is not closed", 'Name,Unit\nA,1\n"Thandi,3\nB,2\n'],
  ["with letters after it", 'Name,Unit\nA,1\n"Thandi" N,3\nB,2\n'],
])("a quotation mark %s is named by its line", (_, text) => {
  const broken = read(text).rows.filter(({ problem }) => problem.includes("quotation mark"));
  expect(broken).toMatchObject([{ line: 3 }]);
});

test.each([
  ["only headings", "Name,Unit\n\n,,\n", "imports.no_rows"],
  ["101 rows where 100 may be", `Name\n${"x\n".repeat(101)}`, "imports.too_many_rows"],
  ["20 000 rows", `Name\n${"x\n".repeat(20_000)}`, "imports.too_many_rows"],
  ["1 001 columns", `${"x,".repeat(1_001)}\n1\n`, "imports.too_many_columns"],
])("%s are refused", (_, text, code) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code }));
});

test("100 rows are taken where 100 may be, and 200 columns with empty ones behind them", () => {
  expect(read(`Name\n${"x\n\n".repeat(100)}`).rows).toHaveLength(100);
  const { headings, rows } = read(`${"x,".repeat(200)}${",".repeat(16_000)}\n1\n`);
  expect([headings.length, rows[0]?.cells.length]).toEqual([200, 200]);
});

test("nothing of a long file is lost, doubled or miscounted", () => {
  for (const start of ["\ufeff", "", '"', "\n", "\n\n\n"]) {
    const end = start === '"' ? '"' : "";
    const line = (n: number) => `${start}Thandi ${n}${end},"one\ntwo ${n}"`;
    const lines = Array.from({ length: 650 }, (_, n) => line(n));
    const { rows } = read(["Name,Unit", ...lines].join("\n"), 650);
    expect(rows.map(({ cells }) => cells)).toEqual(
      lines.map((_, n) => [`Thandi ${n}`, `one\ntwo ${n}`]),
    );
    const empty = start.split("\n").length - 1;
    expect(rows.map((row) => row.line)).toEqual(lines.map((_, n) => 2 + empty + n * (2 + empty)));
  }
});

test("a long cell is one cell, and the next line has its number", () => {
  const long = `"${"a line, and another\n".repeat(5_000)}"`;
  const rows = read(`Unit,Note\n1,${long}\n2,short\n`).rows;
  expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
    [2, ""],
    [5_003, ""],
  ]);
  expect(rows[0]?.cells[1]).toHaveLength(2_001);
});

test("empty lines, however many, are passed over", () => {
  const empty = 200_000;
  expect(linesOf(`Unit\n1\n${",,,\n".repeat(empty)}2\n`)).toEqual([2, empty + 3]);
});

test("whatever a spreadsheet writes is read back", () => {
  const cell = string({ unit: "grapheme", maxLength: 12 }).map((text) => `x${text}x`);
  const tables = record({
    rows: array(array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
    headings: uniqueArray(string({ unit: constantFrom(..."abcdef"), minLength: 1, maxLength: 5 }), {
      minLength: 3,
      maxLength: 3,
    }),
    delimiter: constantFrom(",", ";", "\t"),
    newline: constantFrom("\n", "\r\n", "\r"),
    quotes: constantFrom(true, false),
  });
  assert(
    property(tables, ({ rows, headings, ...how }) => {
      const text = Papa.unparse([headings, ...rows], how);
      const found = read(text);
      expect(found.headings).toEqual(headings);
      const oneEnd = (each: string) => each.replace(/\r\n?/g, "\n");
      expect(found.rows.map(({ cells }) => cells)).toEqual(rows.map((row) => row.map(oneEnd)));
      expect(found.rows.every(({ problem }) => problem === "")).toBe(true);
    }),
  );
});
