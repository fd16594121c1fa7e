import Papa from "papaparse";
import { guardFormulas, isPlainNumber } from "../../server/platform/csv/formulas.ts";
import type { Column } from "./column.ts";
import { textOf } from "./column.ts";

/** Excel takes a semicolon where the comma is the decimal sign, as in South Africa. */
export type Separator = "," | ";";

/** RFC 4180 with the byte order mark that Excel needs; quotes keep cells whole elsewhere. */
export const csvOf = (rows: readonly (readonly string[])[], delimiter: Separator): string =>
  `\ufeff${Papa.unparse(
    rows.map((row) => row.map(guardFormulas)),
    { delimiter, newline: "\r\n", quotes: true },
  )}\r\n`;

/** A list as on the screen: the headings, then one line per row, without columns of buttons. */
export function csvRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  separator: Separator,
): string[][] {
  const exported = columns.filter(({ value }) => value);
  const cell = (column: Column<Row>, row: Row) => {
    const text = column.csvValue?.(row) ?? textOf(column, row);
    const isFigure = column.right && isPlainNumber(text);
    return isFigure && separator === ";" ? text.replace(".", ",") : text;
  };
  return [
    exported.map(({ label }) => label),
    ...rows.map((row) => exported.map((column) => cell(column, row))),
  ];
}

/** Has the browser save a text as a file. */
export function saveCsv(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: fileName });
  link.click();
  // The browser reads it after this returns.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
