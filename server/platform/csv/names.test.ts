import { expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { ZipFile } from "yazl";
import { AppError } from "../../errors.ts";
import { unitNumber } from "../validation/keys.ts";
import { namesIn } from "./names.ts";
import { repairedDay } from "./repaired.ts";
import { readSheets } from "./sheets.ts";

const one = (name: string, surname: string) => ({ name, surname, juristic: false });
const company = (name: string) => ({ name, surname: "", juristic: true });

test.each([
  ["Anna Smit", "", [one("Anna", "Smit")]],
  ["Smit, Anna", "", [one("Anna", "Smit")]],
  ["Anna", "Smit", [one("Anna", "Smit")]],
  ["Anna & Piet Smit", "", [one("Anna", "Smit"), one("Piet", "Smit")]],
  ["Anna en Piet", "Smit", [one("Anna", "Smit"), one("Piet", "Smit")]],
  ["Smit, Anna & Piet", "", [one("Anna", "Smit"), one("Piet", "Smit")]],
  ["Anna Smit and Piet Nel", "", [one("Anna", "Smit"), one("Piet", "Nel")]],
  ["Mr Johan van der Merwe", "", [one("Johan", "van der Merwe")]],
  ["Dr. T Nkosi", "", [one("T", "Nkosi")]],
  ["Baobab Trust", "", [company("Baobab Trust")]],
  ["Smith & Sons (Pty) Ltd", "", [company("Smith & Sons (Pty) Ltd")]],
  ["Smit", "", [one("Smit", "")]],
  ["", "", []],
])("%j with the surname %j", (cell, surname, people) => {
  expect(namesIn(cell, surname)).toEqual(people);
});

test.each([
  ["2021-03-01", "2021-03-01"],
  ["2021/3/1", "2021-03-01"],
  ["01/03/2021", "2021-03-01"],
  ["1.3.2021", "2021-03-01"],
  ["1 March 2021", "2021-03-01"],
  ["1 Mrt 2021", "2021-03-01"],
  ["1 Maart 2021", "2021-03-01"],
  ["1-Dec-2021", "2021-12-01"],
  ["44256", "2021-03-01"],
  ["2021-03-01T00:00:00.000Z", "2021-03-01"],
  ["30/02/2021", undefined],
  ["soon", undefined],
])("the day %s", (cell, day) => {
  const read = repairedDay(cell);
  expect("value" in read ? read.value : undefined).toBe(day);
});

test.each([
  ["Unit 1", "1"],
  ["Flat 01", "1"],
  ["No. 12B", "12b"],
  ["Loft", "loft"],
])("%s is numbered %s", (label, number) => {
  expect(unitNumber(label)).toBe(number);
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "read",
    (error) => (error instanceof AppError ? error.code : String(error)),
  );

/** A real workbook with more parts in it, which refuse it before anything else is read. */
async function zipOf(parts: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(content, name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

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
  [
    "macros",
    { "xl/workbook.xml": Buffer.from("x"), "xl/vbaProject.bin": Buffer.from("x") },
    "imports.macros",
  ],
  ["a zip bomb", { "xl/workbook.xml": Buffer.alloc(60_000_000, " ") }, "imports.bomb"],
  ["a workbook without sheets", { "xl/workbook.xml": Buffer.from("<x/>") }, "imports.workbook"],
])("%s: refused", async (_, parts, code) => {
  expect(await codeOf(zipOf(parts).then((file) => readSheets(file, 100)))).toBe(code);
});

test("a workbook that is larger than it says is refused", async () => {
  const file = await zipOf({ "xl/workbook.xml": Buffer.alloc(30_000_000, " ") });
  // The sizes in the directory and before the part say 10 bytes.
  for (let at = 0; at < file.length - 4; at += 1)
    if (file.readUInt32LE(at) === 30_000_000) file.writeUInt32LE(10, at);
  expect(await codeOf(readSheets(file, 100))).toBe("imports.workbook");
});

test("a workbook that ends within is refused", async () => {
  const file = await writeWorkbook([["Unit"], ["1"]]).toBuffer();
  const cut = Buffer.concat([file.subarray(0, file.length / 2), Buffer.from("xl/workbook.xml")]);
  expect(await codeOf(readSheets(cut, 100))).toBe("imports.workbook");
});
