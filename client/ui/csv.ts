import Papa from "papaparse";
import type { Column } from "./column.ts";
import { textOf } from "./column.ts";

/**
 * Excel splits by the list separator of the machine's region: commas in most of the world, semicolons
 * where, as in South Africa, the comma is the decimal sign. LibreOffice asks.
 */
export type Separator = "," | ";";

/** What a spreadsheet would run as a formula (OWASP, CSV injection), full-width signs too. */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/;
const plainNumber = /^-?\d+(?:[.,]\d+)?$/;

/** The cell as text that no spreadsheet runs; reading it back takes one apostrophe off again. */
const guarded = (cell: string) =>
  formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;

/** Text as CSV of RFC 4180: UTF-8 with the mark Excel knows it by, CRLF. */
export const csvOf = (rows: readonly (readonly string[])[], delimiter: Separator): string =>
  `\ufeff${Papa.unparse(
    rows.map((row) => row.map(guarded)),
    { delimiter, newline: "\r\n" },
  )}\r\n`;

/** A list as it stands on the screen: the headings, then a row each. Columns of buttons are left out. */
export function csvRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  separator: Separator,
): string[][] {
  const exported = columns.filter(({ value }) => value);
  const cell = (column: Column<Row>, row: Row) => {
    const text = column.csvValue?.(row) ?? textOf(column, row);
    const isFigure = column.right && plainNumber.test(text);
    return isFigure && separator === ";" ? text.replace(".", ",") : text;
  };
  return [
    exported.map(({ label }) => label),
    ...rows.map((row) => exported.map((column) => cell(column, row))),
  ];
}

const plain = (name: string) =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();

/** `fines-jacaranda-court-2026-11-20.csv`; a part without a letter is left out. */
export const fileNameOf = (...parts: string[]) =>
  `${parts.map(plain).filter(Boolean).join("-")}.csv`;

/** Hands a text to the browser to be saved. */
export function saveCsv(text: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: fileName });
  link.click();
  // The browser reads it after this returns.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
