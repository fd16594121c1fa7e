import { expect, test } from "vitest";
import writeWorkbook from "write-excel-file/node";
import { ZipFile } from "yazl";
import { AppError } from "../../errors.ts";
import { unitNumber } from "../validation/keys.ts";
import { namesIn, saysNobody, saysNothing, saysOwner } from "./names.ts";
import { repairedDay } from "./repaired.ts";
import { readSheets } from "./sheets.ts";

const one = (name: string, surname: string) => ({ name, surname, juristic: false });
const company = (name: string) => ({ name, surname: "", juristic: true });

test.each([
  ["Anna Smit", [one("Anna", "Smit")]],
  ["Smit, Anna", [one("Anna", "Smit")]],
  ["Anna & Piet Smit", [one("Anna", "Smit"), one("Piet", "Smit")]],
  ["Smit, Anna & Piet", [one("Anna", "Smit"), one("Piet", "Smit")]],
  ["Anna Smit and Piet Nel", [one("Anna", "Smit"), one("Piet", "Nel")]],
  ["Smit, A; Nel, P", [one("A", "Smit"), one("P", "Nel")]],
  ["J & M van der Merwe", [one("J", "van der Merwe"), one("M", "van der Merwe")]],
  ["Mr Johan van der Merwe", [one("Johan", "van der Merwe")]],
  ["Dr. T Nkosi", [one("T", "Nkosi")]],
  ["Smit", [one("Smit", "")]],
  ["", []],
])("%j is read", (cell, people) => {
  expect(namesIn(cell)).toEqual(people);
});

test.each([
  // Two capitals are initials, and a word such as Church alone makes no company.
  ["CC Nkosi", [one("CC", "Nkosi")]],
  ["Nkosi CC", [one("CC", "Nkosi")]],
  ["Van Wyk CC", [one("CC", "Van Wyk")]],
  ["Naidoo, BK", [one("BK", "Naidoo")]],
  ["Anna Church", [one("Anna", "Church")]],
  ["Trust Moyo", [one("Trust", "Moyo")]],
  ["Baobab Trust", [company("Baobab Trust")]],
  ["Baobab Trust (IT 123/2001)", [company("Baobab Trust (IT 123/2001)")]],
  ["Sunrise Trading CC", [company("Sunrise Trading CC")]],
  ["Grace Bible Church", [company("Grace Bible Church")]],
  ["Smith & Sons (Pty) Ltd", [company("Smith & Sons (Pty) Ltd")]],
  ["Estate Late Anna Smit", [company("Estate Late Anna Smit")]],
  ["Sea Point Lets\n(Pty) Ltd", [company("Sea Point Lets (Pty) Ltd")]],
  ["Anna Smit; Baobab Trust", [one("Anna", "Smit"), company("Baobab Trust")]],
])("%j is a person or a company", (cell, people) => {
  expect(namesIn(cell)).toEqual(people);
});

test.each([
  // A surname comes first where initials, a title or brackets end the name.
  ["Van Wyk JP", [one("JP", "Van Wyk")]],
  ["van Wyk J.P.", [one("J.P.", "van Wyk")]],
  ["Smit A (Mrs)", [one("A", "Smit")]],
  ["Botha, Anna (Mev)", [one("Anna", "Botha")]],
  ["NKOSI T MR", [one("T", "NKOSI")]],
  ["Sipho Dube Jr", [one("Sipho", "Dube Jr")]],
  ["Ravi s/o Kumar", [one("Ravi s/o", "Kumar")]],
])("the surname in %j is found", (cell, people) => {
  expect(namesIn(cell)).toEqual(people);
});

test.each([
  ["Anna Smit\nPiet Nel", [one("Anna", "Smit"), one("Piet", "Nel")]],
  ["Anna Smit\r\nBaobab Trust", [one("Anna", "Smit"), company("Baobab Trust")]],
  ["Anna &\nPiet Smit", [one("Anna", "Smit"), one("Piet", "Smit")]],
  ["Anna\nSmit", [one("Anna", "Smit")]],
  ["Johan\nvan der Merwe", [one("Johan", "van der Merwe")]],
  ["MR. T NKOSI MRS. Z NKOSI", [one("T", "NKOSI"), one("Z", "NKOSI")]],
  ["NKOSI T MR NKOSI Z MRS", [one("T", "NKOSI"), one("Z", "NKOSI")]],
  ["MRS Z NKOSI & MR T NKOSI", [one("Z", "NKOSI"), one("T", "NKOSI")]],
])("%j is as many people as it names", (cell, people) => {
  expect(namesIn(cell)).toEqual(people);
});

test("a column of surnames, and one that says person or company, win over what a name looks like", () => {
  expect(namesIn("Anna", { surname: "Smit" })).toEqual([one("Anna", "Smit")]);
  expect(namesIn("Anna en Piet", { surname: "Smit" })).toEqual([
    one("Anna", "Smit"),
    one("Piet", "Smit"),
  ]);
  expect(namesIn("Anna", { surname: "Church" })).toEqual([one("Anna", "Church")]);
  expect(namesIn("Sea Point", { surname: "Lets (Pty) Ltd" })).toEqual([
    company("Sea Point Lets (Pty) Ltd"),
  ]);
  expect(namesIn("Olifant & Dogters", { juristic: true })).toEqual([company("Olifant & Dogters")]);
  expect(namesIn("Oak Family Trust", { juristic: false })).toEqual([one("Oak Family", "Trust")]);
  expect(namesIn("Anna & Bo", { surname: "Smit", juristic: false })).toEqual([
    one("Anna & Bo", "Smit"),
  ]);
});

test("words for nobody, for nothing and for the owner are no names", () => {
  for (const cell of ["N/A", "#N/A", "n.a.", "-", "TBC", "None", "Geen"]) {
    expect([cell, saysNothing(cell)]).toEqual([cell, true]);
    expect([cell, saysNobody(cell)]).toEqual([cell, true]);
  }
  for (const cell of ["Vacant", "vacant unit", "No tenant", "Leeg"]) {
    expect([cell, saysNothing(cell)]).toEqual([cell, false]);
    expect([cell, saysNobody(cell)]).toEqual([cell, true]);
  }
  for (const cell of ["Owner occupied", "OWNER-OCCUPIER", "Owner", "Self", "Eienaar"])
    expect([cell, saysOwner(cell)]).toEqual([cell, true]);
  for (const cell of ["", "Anna Smit", "Nonkululeko", "Owner's mother", "0"])
    expect([cell, saysNothing(cell), saysNobody(cell), saysOwner(cell)]).toEqual([
      cell,
      ...[false, false, false],
    ]);
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
