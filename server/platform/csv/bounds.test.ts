import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, inject, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { ZipFile } from "yazl";
import { AppError } from "../../errors.ts";
import { listReader } from "./file.ts";
import { readSheets } from "./sheets.ts";

// Files of strangers: small ones that unpack to much, or that take long to look through.

const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const link = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

/** A workbook with one sheet, whose XML may be anything. */
const workbook = (sheet: string) =>
  zipOf({
    "[Content_Types].xml": `<Types><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/></Types>`,
    "xl/workbook.xml": `<workbook xmlns:r="${link}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="${link}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": sheet,
  });

const listOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const first = "<row r='1'><c r='A1' t='inlineStr'><is><t>Unit</t></is></c></row>";

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "read",
    (error) => (error instanceof AppError ? `${error.code}: ${error.message}` : String(error)),
  );

test("a workbook's cells are read as a CSV file has them, with their rows", async () => {
  const when = new Date("2021-03-01T00:00:00Z");
  const rows = [["Title"], [], ["Unit", "Since", "PQ"], [7, when, 2.5]];
  const file = await writeWorkbook(rows, { dateFormat: "yyyy/mm/dd", sheet: "Owners" }).toBuffer();
  const { sheets } = await readSheets(file, 100);
  expect(sheets).toMatchObject([{ name: "Owners", problem: "" }]);
  expect(sheets[0]?.rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, "Title"],
    [3, "Unit", "Since", "PQ"],
    [4, "7", "2021-03-01", "2.5"],
  ]);
});

test.each([
  ["a row far away", listOf(`${first}<row r="3000000"/>`), /workbook: Row 3000000 is far away/],
  [
    "a cell far away, in single quotes",
    listOf(`${first}<row r='3'><c r='ZZZZZZ3'><v>1</v></c></row>`),
    /workbook: Cell ZZZZZZ3 is far away/,
  ],
  [
    "a cell far away without a name",
    listOf(`${first}<row r="2">${"<c/>".repeat(300)}</row>`),
    /workbook: Cell GS2 is far away/,
  ],
  ["cells that do not end", `<worksheet>${"<c ".repeat(500_000)}`, /imports.workbook/],
  [
    "more rows than a list has",
    listOf(
      Array.from({ length: 20_001 }, (_, at) => `<row><c r="A${at + 1}"><v>1</v></c></row>`).join(
        "",
      ),
    ),
    /too_many_rows/,
  ],
])("a workbook with %s is refused", async (_, sheet, said) => {
  expect(await outcome(readSheets(await workbook(sheet), 100))).toMatch(said);
});

test.each([
  ["macros", { "xl/workbook.xml": "x", "xl/vbaProject.bin": "x" }, /^imports.macros/],
  ["a zip bomb", { "xl/workbook.xml": Buffer.alloc(60_000_000, " ") }, /^imports.bomb/],
  ["a workbook without sheets", { "xl/workbook.xml": "<x/>" }, /^imports.workbook/],
])("%s: refused", async (_, parts, said) => {
  expect(await outcome(readSheets(await zipOf(parts), 100))).toMatch(said);
});

test("a workbook that is larger than it says, or that ends within, is refused", async () => {
  const file = await zipOf({ "xl/workbook.xml": Buffer.alloc(30_000_000, " ") });
  // The sizes in the directory and before the part say 10 bytes.
  for (let at = 0; at < file.length - 4; at += 1)
    if (file.readUInt32LE(at) === 30_000_000) file.writeUInt32LE(10, at);
  expect(await outcome(readSheets(file, 100))).toMatch(/^imports.workbook/);
  const whole = await writeWorkbook([["Unit"], ["1"]]).toBuffer();
  const cut = Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.from("xl/workbook.xml")]);
  expect(await outcome(readSheets(cut, 100))).toMatch(/^imports.workbook/);
});

test("a workbook's last row of no cells, as some programs write one, does no harm", async () => {
  const file = await workbook(listOf(`${first}<row r="1048576" ht="15"/>`));
  const { sheets } = await readSheets(file, 100);
  expect(sheets[0]?.rows).toEqual([{ line: 1, cells: ["Unit"], problem: "" }]);
});

test("cells with an error are read as Excel shows them, also where nothing else is", async () => {
  const error = (at: string, text: string) => `<c r="${at}" t="e"><v>${text}</v></c>`;
  const rows = [
    first,
    `<row r="2">${error("A2", "#N/A")}<c r="B2"><v>7</v></c>${error("D2", "#DIV/0!")}</row>`,
    `<row r="4">${error("B4", "#REF!")}${error("C4", "#VALUE!")}</row>`,
    `<row r="5"><c r="A5" t="e"/>${error("B5", "#NAME?")}</row>`,
  ];
  const footer = "<headerFooter><oddFooter>Page 1</oddFooter></headerFooter>";
  const file = await workbook(
    listOf(rows.join("\n")).replace("</worksheet>", `${footer}</worksheet>`),
  );
  const { sheets } = await readSheets(file, 100);
  expect(sheets[0]?.rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, "Unit"],
    [2, "#N/A", "7", "", "#DIV/0!"],
    [4, "", "#REF!", "#VALUE!"],
    [5, "", "#NAME?"],
  ]);
});

test("line breaks within cells are kept, however they were written", async () => {
  const text = (at: string, of: string) => `<c r="${at}" t="inlineStr"><is><t>${of}</t></is></c>`;
  const breaks = ["\n", "\r\n", "&#10;", "&#13;&#10;", "_x000D_\n", "_x000D_", "\r"];
  const cells = breaks.map((each, at) => text(`${"ABCDEFG"[at]}1`, `one${each}two${each}`));
  const { sheets } = await readSheets(
    await workbook(listOf(`<row r="1">${cells.join("")}</row>`)),
    9,
  );
  expect(sheets[0]?.rows[0]?.cells).toEqual(breaks.map(() => "one\ntwo"));
  for (const each of ["\n", "\r\n", "\r"]) {
    const list = await readSheets(Buffer.from(`"Unit${each}number",Owner\n"1${each}2",Ann\n`), 9);
    expect(list.sheets[0]?.rows.map((row) => row.cells[0])).toEqual(["Unit\nnumber", "1\n2"]);
  }
});

test("a workbook takes no entity from another file, and none that grows", async () => {
  const entities = `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname"><!ENTITY b "lol">]>`;
  const cell = "<c r='A1' t='inlineStr'><is><t>&a;&b;</t></is></c>";
  const file = await workbook(entities + listOf(`<row r='1'>${cell}</row>`));
  const { sheets } = await readSheets(file, 100);
  expect(sheets[0]?.rows.map(({ cells }) => cells)).toEqual([["&a;&b;"]]);
});

test.each([
  ["semicolons", ";".repeat(100_000), /read/],
  ["cells", "a;".repeat(50_000), /too_many_columns/],
  ["quotation marks", '"'.repeat(300_000), /read/],
  ["one cell", `Unit\n${"1/".repeat(1_000_000)}`, /read/],
])("a text of %s is looked through", async (_, text, said) => {
  expect(await outcome(readSheets(Buffer.from(text), 100))).toMatch(said);
});

const program = join(inject("programs"), "sheetWorker.js");
const readList = listReader(program);

test("a file is read in another thread, with the same rows and the same refusals", async () => {
  const list = Buffer.from("Unit,Owner\n1,Anna Smit\n");
  expect(await readList(list, 100)).toEqual(await readSheets(list, 100));
  const refused = await outcome(readList(Buffer.from("a;".repeat(500)), 100));
  expect(refused).toBe(await outcome(readSheets(Buffer.from("a;".repeat(500)), 100)));
});

test("a file that takes too long is given up", async () => {
  const read = listReader(program, { patienceMs: 1 });
  expect(await outcome(read(Buffer.from("Unit\n1\n"), 100))).toMatch(/too_slow/);
});

test("a file that needs more memory than a list is given up, and the next one is read", async () => {
  // Each row is made, whatever is in it.
  const file = await workbook(listOf("<row/>".repeat(300_000)));
  const read = listReader(program, { maxMemoryMb: 24 });
  // Whatever comes first: the end of the memory, or of the time while it is looked for.
  expect(await outcome(read(file, 100))).toMatch(/imports\.(?:bomb|too_slow)/);
  expect(await outcome(read(Buffer.from("Unit\n1\n"), 100))).toBe("read");
});
