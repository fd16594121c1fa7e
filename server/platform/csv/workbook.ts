import readWorkbook from "read-excel-file/node";
import { fromBufferPromise } from "yauzl";
import { csvError } from "./errors.ts";

/** A sheet of a workbook, or the text of a CSV file. */
export interface Sheet {
  /** Empty for a CSV file. */
  name: string;
  rows: SheetRow[];
  /** Why the sheet cannot be imported, with what to do, or "". */
  problem: string;
}

export interface SheetRow {
  /** The number of the row, or of the line in a CSV file, from 1. */
  line: number;
  cells: string[];
  /** Why the row cannot be read, in words, or "". */
  problem: string;
}

/** Whether a file is an Excel workbook: a zip that names the part which every workbook has. */
export const isWorkbook = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).toString("latin1") === "PK\u0003\u0004" && bytes.includes("xl/workbook.xml");

/** The most bytes of XML that are unpacked: 5 000 rows with 40 columns have about half of it. */
const maxUnpacked = 24 * 1024 * 1024;
/** The most parts in the zip. Workbooks have one for each sheet and some for styles and pictures. */
const maxParts = 500;
/** The last row and column that may have a cell, so that one far away does not make a huge table. */
const lastRow = 20_000;
const lastColumn = 1_000;

const refuse = (code: "imports.bomb" | "imports.macros" | "imports.workbook", message?: string) =>
  csvError(code, { field: "file", ...(message && { message }) });

/**
 * Unpacks the XML parts, and checks that none is larger than it says.
 * @throws imports.bomb, imports.macros, imports.workbook
 */
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

/** The attributes of each element with this name. */
function attributesOf(xml: string, element: string): Map<string, string>[] {
  const tags = xml.matchAll(new RegExp(`<(?:\\w+:)?${element}\\s([^>]*)>`, "g"));
  return Array.from(tags, ([, text = ""]) => {
    const pairs = text.matchAll(/([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
    return new Map(Array.from(pairs, ([, name = "", one, other]) => [name, one ?? other ?? ""]));
  });
}

/** The XML of each sheet, in the workbook's order. */
function sheetsIn(parts: ReadonlyMap<string, string>): string[] {
  const links = attributesOf(parts.get("xl/_rels/workbook.xml.rels") ?? "", "Relationship");
  const targets = new Map(links.map((link) => [link.get("Id"), link.get("Target") ?? ""]));
  return attributesOf(parts.get("xl/workbook.xml") ?? "", "sheet").map((sheet) => {
    const target = targets.get(sheet.get("r:id")) ?? "";
    const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
    return parts.get(path) ?? "";
  });
}

/** A column's number from its letters, from 1. */
const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

/** @throws imports.too_many_rows; imports.workbook when a cell is far away from all others */
function refuseHuge(xml: string, maxRows: number): void {
  let rows = 0;
  let current = "";
  for (const [, cell = "", letters = "", row = ""] of xml.matchAll(
    /<(?:\w+:)?c\s[^>]*?\br="(([A-Z]+)(\d+))"/g,
  )) {
    const isFar = Number(row) > lastRow || columnNumber(letters) > lastColumn;
    if (row !== current) rows += 1;
    current = row;
    if (rows > lastRow || (isFar && rows > maxRows))
      throw csvError("imports.too_many_rows", { field: "file" });
    if (isFar)
      throw refuse(
        "imports.workbook",
        `Cell ${cell} is far away from the list. Delete what is outside the list, then save the file again.`,
      );
  }
}

/** Why a sheet cannot be read as it is; "" if it can. */
function problemIn(xml: string): string {
  const formula = /<(?:\w+:)?f[\s>/]/.exec(xml);
  if (formula) {
    const cells = [
      ...xml.slice(0, formula.index).matchAll(/<(?:\w+:)?c\s[^>]*?\br="([A-Z]+\d+)"/g),
    ];
    const cell = cells.at(-1)?.[1] ?? "A1";
    return `Cell ${cell} is a formula. Copy the list, paste it as values (Paste Special, Values), then save the file again.`;
  }
  const [merged] = attributesOf(xml, "mergeCell");
  if (merged)
    return `Cells ${merged.get("ref")?.replace(":", " to ")} are merged. Select them, choose Unmerge Cells, then save the file again.`;
  return "";
}

/** A cell's content as it would be in a CSV file: days as `2026-03-01`. */
function textOfCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return String(value).trim();
}

/**
 * Reads all sheets of an .xlsx file. Rows without content are left out.
 * @throws imports.bomb, imports.macros, imports.workbook, imports.too_many_rows
 */
export async function workbookSheets(bytes: Buffer, maxRows: number): Promise<Sheet[]> {
  try {
    const xml = sheetsIn(await unpacked(bytes));
    for (const sheet of xml) refuseHuge(sheet, maxRows);
    const sheets = await readWorkbook(bytes);
    return sheets.map(({ sheet: name, data }, index) => {
      const rows = data.map((cells, row) => {
        return { line: row + 1, cells: cells.map(textOfCell), problem: "" };
      });
      const filled = rows.filter(({ cells }) => cells.some(Boolean));
      return { name, rows: filled, problem: problemIn(xml[index] ?? "") };
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("imports."))
      throw error;
    throw refuse("imports.workbook", wordsFor(error));
  }
}

/** What a zip or a workbook that cannot be read says, in words for the person who chose it. */
function wordsFor(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : "";
  if (/too many bytes|not enough bytes|entry size|uncompressed/i.test(message))
    return "This file is not what it says it is: its parts are larger than they claim. Open it, copy the list into a new workbook and save that.";
  const [, row, column] = /at row (\d+), col (\d+)/.exec(message) ?? [];
  if (row && column)
    return `The cell in row ${row}, column ${column} has an error. Correct or empty it, then save the file again.`;
  return undefined;
}
