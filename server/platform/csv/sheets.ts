import { createHash } from "node:crypto";
import { refuseMuchText } from "./bounds.ts";
import { textOf } from "./decode.ts";
import { readLines } from "./read.ts";
import type { Sheet } from "./sheet.ts";
import { isWorkbook, workbookSheets } from "./workbook.ts";

/** The rows of a CSV file or of each sheet of a workbook, and the hash of the file's bytes. */
export interface SheetFile {
  sheets: Sheet[];
  sha256: string;
  /** Whether it is CSV that an old Mac saved in Mac Roman, which is a guess: names may need a look. */
  isMac: boolean;
}

/**
 * The server uses `listReader`.
 * @param most how many rows are wanted, headings and titles included; some more may come
 * @throws imports.… with what is wrong with the file as a whole
 */
export async function readSheets(bytes: Buffer, most: number): Promise<SheetFile> {
  const text = isWorkbook(bytes) ? undefined : await textOf(bytes);
  const sheets = text
    ? [{ name: "", rows: readLines(text.text, most), problem: "" }]
    : await workbookSheets(bytes, most);
  refuseMuchText(sheets.flatMap(({ rows }) => rows));
  const sha256 = createHash("sha256").update(bytes).digest("base64url");
  return { sheets, sha256, isMac: text?.isMac ?? false };
}
