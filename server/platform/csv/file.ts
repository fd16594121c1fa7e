import { createHash } from "node:crypto";
import { inChunks } from "../../database/chunks.ts";
import { headingsAt } from "./columns.ts";
import { textOf } from "./decode.ts";
import { csvError } from "./errors.ts";
import { type CsvTable, readLines, tableOf } from "./read.ts";
import { isWorkbook, type Sheet, workbookSheets } from "./workbook.ts";

/** A list from a spreadsheet: its table, and the hash of the file's bytes, which identifies it. */
export interface CsvFile {
  table: CsvTable;
  sha256: string;
}

/** The rows of a CSV file or of each sheet of a workbook, and the hash of the file's bytes. */
export interface SheetFile {
  sheets: Sheet[];
  sha256: string;
}

/**
 * Reads a CSV file or an .xlsx workbook.
 * @param most how many rows are wanted, headings and titles included; some more may come
 * @throws imports.… with what is wrong with the file as a whole
 */
export async function sheetFile(bytes: Buffer, most: number): Promise<SheetFile> {
  const sha256 = createHash("sha256").update(bytes).digest("base64url");
  if (isWorkbook(bytes)) return { sheets: await workbookSheets(bytes, most), sha256 };
  const rows = await inChunks(readLines(await textOf(bytes), most));
  return { sheets: [{ name: "", rows, problem: "" }], sha256 };
}

/** The sheet's rows, unless it has formulas or merged cells. @throws imports.formula */
export function rowsOfSheet({ rows, problem }: Sheet) {
  if (problem) throw csvError("imports.formula", { field: "file", message: problem });
  return rows;
}

/**
 * Reads a list: a CSV file, or the first sheet with content of a workbook.
 * @param isKnown whether a cell is a heading, which finds them under titles; else they come first
 * @throws imports.… with what is wrong with the file as a whole
 */
export async function csvFile(
  bytes: Buffer,
  maxRows: number,
  isKnown: (heading: string) => boolean = () => false,
): Promise<CsvFile> {
  const { sheets, sha256 } = await sheetFile(bytes, maxRows + 2);
  const sheet = sheets.find(({ rows }) => rows.length > 0);
  if (!sheet) throw csvError("imports.empty", { field: "file" });
  const rows = rowsOfSheet(sheet);
  return { table: await inChunks(tableOf(rows, headingsAt(rows, isKnown), maxRows)), sha256 };
}
