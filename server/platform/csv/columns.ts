import { csvError } from "./errors.ts";
import type { SheetRow } from "./sheet.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** A column's name in a spreadsheet: A to Z, then AA. */
export const columnLetter = (index: number): string =>
  (index < 26 ? "" : columnLetter(Math.floor(index / 26) - 1)) + letters[index % 26];

const titleRows = 10;

/** The row with the most known headings, if it has two; else the first row. */
export function headingsAt(
  rows: readonly SheetRow[],
  isKnown: (heading: string) => boolean,
): number {
  const known = rows.slice(0, titleRows).map(({ cells }) => cells.filter(isKnown).length);
  const most = Math.max(0, ...known);
  return most < 2 ? 0 : known.indexOf(most);
}

/** The columns as somebody chose them, field → column from 0. @throws imports.bad_columns */
export function chosenColumns(
  headings: readonly string[],
  fields: readonly string[],
  chosen: Readonly<Record<string, number>>,
): (string | null)[] {
  const refuse = (message: string) =>
    csvError("imports.bad_columns", { field: "columns", message });
  const columns: (string | null)[] = headings.map(() => null);
  for (const [field, index] of Object.entries(chosen)) {
    if (!fields.includes(field))
      throw refuse(`${field} is not a field here. The fields are ${fields.join(", ")}.`);
    if (columns[index] === undefined)
      throw refuse(`The file has no column ${index} for ${field}. The first column is number 0.`);
    if (columns[index] !== null)
      throw refuse(`Column ${index} cannot be both ${columns[index]} and ${field}.`);
    columns[index] = field;
  }
  return columns;
}

/** The part of a text that fits in a list, in one line and without unprintable characters. */
export function shown(text: string): string {
  const clean = text.replace(/\s+/g, " ").replace(/[\p{Cc}\p{Cf}]/gu, "");
  return clean.length > 80 ? `${clean.slice(0, 79)}…` : clean;
}
