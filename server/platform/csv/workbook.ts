import readWorkbook from "read-excel-file/node";
import { Parser } from "saxen";
import { fromBufferPromise } from "yauzl";
import { boundedRow, mostCells, mostColumns, mostRows } from "./bounds.ts";
import { columnLetter } from "./columns.ts";
import { csvError } from "./errors.ts";
import type { Sheet } from "./sheet.ts";

/** Whether a file is an Excel workbook: a zip that names the part which every workbook has. */
export const isWorkbook = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).toString("latin1") === "PK\u0003\u0004" && bytes.includes("xl/workbook.xml");

/** The most bytes of XML that are unpacked: 5 000 rows with 40 columns have about half of it. */
const maxUnpacked = 24 * 1024 * 1024;
/** The most parts in the zip. Workbooks have one for each sheet and some for styles and pictures. */
const maxParts = 500;
const refuse = (code: "imports.bomb" | "imports.macros" | "imports.workbook", message?: string) =>
  csvError(code, { field: "file", ...(message && { message }) });

/** None may be larger than it says. @throws imports.bomb, imports.macros, imports.workbook */
async function unpacked(bytes: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
  if (zip.entryCount > maxParts) throw refuse("imports.bomb");
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize } = entry;
    if (/vbaProject|macrosheets|\.xlm$/i.test(fileName)) throw refuse("imports.macros");
    if (!/\.(?:xml|rels)$/.test(fileName)) continue;
    size += uncompressedSize;
    if (size > maxUnpacked || parts.has(fileName)) throw refuse("imports.bomb");
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    parts.set(fileName, Buffer.concat(chunks).toString("utf8"));
  }
  if (/macroEnabled/i.test(parts.get("[Content_Types].xml") ?? "")) throw refuse("imports.macros");
  return parts;
}

const bareName = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * Calls `found` for each element of one of these names.
 * @param inside is called with the text that an element of any name begins with
 * @throws when it is no XML
 */
function eachElement(
  xml: string,
  names: readonly string[],
  found: (name: string, attributes: Readonly<Record<string, string>>) => void,
  inside?: (name: string, text: string) => void,
): void {
  const parser = new Parser();
  let open = "";
  parser.on("openTag", (prefixed, attributes) => {
    open = bareName(prefixed);
    if (names.includes(open)) found(open, attributes());
  });
  if (inside) {
    parser.on("closeTag", () => {
      open = "";
    });
    parser.on("text", (text) => inside(open, text));
  }
  if (xml) parser.parse(xml);
}

function sheetsIn(parts: ReadonlyMap<string, string>): string[] {
  const targets = new Map<string | undefined, string>();
  eachElement(parts.get("xl/_rels/workbook.xml.rels") ?? "", ["Relationship"], (_, link) => {
    targets.set(link.Id, link.Target ?? "");
  });
  const sheets: string[] = [];
  eachElement(parts.get("xl/workbook.xml") ?? "", ["sheet"], (_, sheet) => {
    const target = targets.get(sheet["r:id"]) ?? "";
    sheets.push(parts.get(target.startsWith("/") ? target.slice(1) : `xl/${target}`) ?? "");
  });
  return sheets;
}

/** The last row that Excel has. An empty one may be there, with the height of all rows. */
const lastRow = 1_048_576;

const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const cellName = /^([A-Z]{1,9})(\d{1,9})$/;

const farAway = (cell: string) =>
  refuse(
    "imports.workbook",
    `${cell} is far away from the list. Delete what is outside the list, then save the file again.`,
  );

/** A cell that holds an error such as `#N/A`; rows and columns from 1. */
interface ErrorCell {
  row: number;
  column: number;
  text: string;
}

/**
 * Looks through a sheet first, because the reader makes a table of all between the cells, and takes
 * those with an error for empty.
 * @returns why the sheet cannot be read as it is, "" if it can; and the cells with an error
 * @throws imports.too_many_rows; imports.workbook when a cell is far away from all others
 */
function lookedThrough(xml: string, maxRows: number) {
  let [problem, cell, isError] = ["", "", false];
  let [row, column, rows, current] = [0, 0, 0, 0];
  const errors: ErrorCell[] = [];
  const found = (name: string, attributes: Readonly<Record<string, string>>) => {
    // A row or a cell without a name is the one after the last.
    if (name === "row") [row, column] = [Number(attributes.r ?? row + 1), 0];
    if (row > lastRow) throw farAway(`Row ${row}`);
    if (name === "f")
      problem ||= `Cell ${cell} is a formula. Copy the list, paste it as values (Paste Special, Values), then save the file again.`;
    if (name === "mergeCell")
      problem ||= `Cells ${attributes.ref?.slice(0, 40).replace(":", " to ")} are merged. Select them, choose Unmerge Cells, then save the file again.`;
    if (name !== "c") return;
    const named = cellName.exec(attributes.r ?? "");
    if (attributes.r !== undefined && !named) throw refuse("imports.workbook");
    column = named ? columnNumber(named[1] ?? "") : column + 1;
    if (named) row = Number(named[2]);
    cell = `${columnLetter(column - 1)}${row}`;
    if (row !== current) rows += 1;
    current = row;
    const isFar = row > mostRows || column > mostColumns;
    if (rows > mostRows || (isFar && rows > maxRows))
      throw csvError("imports.too_many_rows", { field: "file" });
    if (isFar) throw farAway(`Cell ${cell}`);
    isError = attributes.t === "e";
  };
  eachElement(xml, ["row", "c", "f", "mergeCell"], found, (name, text) => {
    if (name === "v" && isError) errors.push({ row, column, text });
  });
  return { problem, errors };
}

/** The text of a cell as in CSV: days as `2026-03-01`, `TRUE`. A line break is one character. */
function textOfCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === "boolean") return String(value).toUpperCase();
  return String(value).replace(/\r\n?/g, "\n").trim();
}

/** How many cells the table of a sheet has, with those that have an error. */
function sizeOf(data: readonly (readonly unknown[])[], errors: readonly ErrorCell[]): number {
  let [rows, columns] = [data.length, data[0]?.length ?? 0];
  for (const { row, column } of errors)
    [rows, columns] = [Math.max(rows, row), Math.max(columns, column)];
  return rows * columns;
}

function textsOf(data: readonly (readonly unknown[])[], errors: readonly ErrorCell[]): string[][] {
  const rows = data.map((cells) => cells.map(textOfCell));
  for (const { row, column, text } of errors) {
    // The reader leaves out the last rows and columns if they have nothing else.
    while (rows.length < row) rows.push([]);
    const cells = rows[row - 1] ?? [];
    while (cells.length < column) cells.push("");
    cells[column - 1] = text;
  }
  return rows;
}

/** @throws imports.bomb, imports.macros, imports.workbook, imports.too_many_rows */
export async function workbookSheets(bytes: Buffer, maxRows: number): Promise<Sheet[]> {
  try {
    const looked = sheetsIn(await unpacked(bytes)).map((xml) => lookedThrough(xml, maxRows));
    const sheets = (await readWorkbook(bytes)).map(({ sheet: name, data }, index) => {
      const { problem = "", errors = [] } = looked[index] ?? {};
      return { name, data, problem, errors };
    });
    if (sheets.reduce((sum, { data, errors }) => sum + sizeOf(data, errors), 0) > mostCells)
      throw refuse("imports.bomb");
    return sheets.map(({ name, data, problem, errors }) => {
      const rows = textsOf(data, errors).map((cells, at) => {
        return { line: at + 1, cells: boundedRow(cells), problem: "" };
      });
      const filled = rows.filter(({ cells }) => cells.length > 0);
      return { name, rows: filled, problem };
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("imports."))
      throw error;
    throw refuse("imports.workbook", wordsFor(error));
  }
}

function wordsFor(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : "";
  if (/too many bytes|not enough bytes|entry size|uncompressed/i.test(message))
    return "This file is not what it says it is: its parts are larger than they claim. Open it, copy the list into a new workbook and save that.";
  const [, row, column] = /at row (\d+), col (\d+)/.exec(message) ?? [];
  if (row && column)
    return `The cell in row ${row}, column ${column} has an error. Correct or empty it, then save the file again.`;
  return undefined;
}
