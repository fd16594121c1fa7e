// Cells that no spreadsheet runs as a formula (OWASP, CSV injection). A program that separates cells by
// another character than the file does begins a cell inside of one, so that each place after a separator
// or the end of a line is guarded like the beginning.

const sign = "[=+\\-@＝＋－＠]";
const guardable = new RegExp(
  `^(?='*(?:${sign}|[\\t\\r\\n]))|(?<=[,;\\t\\r\\n])(?=['"]*${sign})`,
  "g",
);
const guarded = new RegExp(
  `^'(?='*(?:${sign}|[\\t\\r\\n]))|(?<=[,;\\t\\r\\n])'(?=['"]*${sign})`,
  "g",
);
const plainNumber = /^-?\d+(?:[.,]\d+)?$/;

/** The cell as text that no spreadsheet runs, with an apostrophe before each sign, as Excel puts one. */
export const guardFormulas = (cell: string): string =>
  plainNumber.test(cell) ? cell : cell.replace(guardable, "'");

export const withoutGuards = (cell: string): string => cell.replace(guarded, "");

export const isPlainNumber = (cell: string): boolean => plainNumber.test(cell);
