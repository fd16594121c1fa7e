import { csvError } from "./errors.ts";

// A list of strangers is bounded before anything looks into its cells, so that nothing that does takes
// long: a building of 200 units has lists of some hundred rows and thirty columns.

/** The last row of a sheet that may have a cell. */
export const mostRows = 20_000;
export const mostColumns = 200;
const mostLetters = 2_000;
/** The most cells of all sheets together, also those that are empty. */
export const mostCells = mostRows * mostColumns;
/** The most letters of all cells together. A workbook may have one text in many cells. */
const mostLettersInAll = 8_000_000;

/** Whether a cell had more than 2 000 characters, of which the others were cut off. */
export const isCut = (cell: string): boolean => cell.length > mostLetters;

/**
 * Without the empty cells at its end, which spreadsheets add, and with no cell much longer than any
 * field takes.
 * @throws imports.too_many_columns
 */
export function boundedRow(cells: readonly string[]): string[] {
  const filled = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
  if (filled.length > mostColumns) throw csvError("imports.too_many_columns", { field: "file" });
  return filled.map((cell) => cell.slice(0, mostLetters + 1));
}

export function refuseMuchText(rows: Iterable<{ cells: readonly string[] }>): void {
  let letters = 0;
  for (const { cells } of rows) for (const cell of cells) letters += cell.length;
  if (letters > mostLettersInAll) throw csvError("imports.bomb", { field: "file" });
}
