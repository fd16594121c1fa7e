import { csvError } from "./errors.ts";
import type { CsvTable } from "./read.ts";
import type { SheetRow } from "./sheet.ts";

/** A row's cells by field name. A field without a column has an empty cell. */
export interface FieldRow {
  line: number;
  problem: string;
  cell: (field: string) => string;
}

/** Looks like data and not like a heading: an email address, or only digits and punctuation. */
const value = /@|^[\d\s.,+%/()-]+$/;

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** A column's name in a spreadsheet: A to Z, then AA. */
export const columnLetter = (index: number): string =>
  (index < 26 ? "" : columnLetter(Math.floor(index / 26) - 1)) + letters[index % 26];

/** How many rows at the top may be titles, the headings among them. */
const titleRows = 10;

/**
 * The place of the headings: of the first ten rows the one with the most known headings, if it has
 * two; else the first row.
 */
export function headingsAt(
  rows: readonly SheetRow[],
  isKnown: (heading: string) => boolean,
): number {
  const known = rows.slice(0, titleRows).map(({ cells }) => cells.filter(isKnown).length);
  const most = Math.max(0, ...known);
  return most < 2 ? 0 : known.indexOf(most);
}

/**
 * Guesses each column's field from its heading; null where none fits.
 * @param known returns the name of the field that a heading stands for
 * @throws imports.no_headings, imports.same_heading
 */
export function guessColumns(
  headings: readonly string[],
  known: (heading: string) => string | undefined,
): (string | null)[] {
  const fields = headings.map((heading) => known(heading) ?? null);
  if (fields.every((field) => field === null) && headings.some((each) => value.test(each)))
    throw csvError("imports.no_headings", { field: "file" });
  const firstWith = firsts(headings.map((heading) => heading.toLowerCase()));
  for (const [index, first] of firstWith.entries()) {
    if (first === index || fields[index] === null) continue;
    const both = `${columnLetter(first)} and ${columnLetter(index)}`;
    throw csvError("imports.same_heading", {
      field: "file",
      message: `Columns ${both} both have the heading ${headings[index]}. Rename or delete one.`,
    });
  }
  // Of "Cell" and "Phone" the first one is used. People can choose the other instead.
  const firstOf = firsts(fields);
  return fields.map((field, index) => (firstOf[index] === index ? field : null));
}

/** For each item of a list, the index of its first occurrence. */
function firsts(list: readonly unknown[]): number[] {
  const seen = new Map<unknown, number>();
  return list.map((each, index) => {
    const first = seen.get(each) ?? index;
    seen.set(each, first);
    return first;
  });
}

/**
 * The columns as somebody chose them, field → column from 0.
 * @throws imports.bad_columns when a field or column does not exist, or two fields have one column
 */
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

/** The rows of a table with cells by field. */
export function rowsByField(table: CsvTable, columns: readonly (string | null)[]): FieldRow[] {
  const at = new Map(columns.map((field, index) => [field, index]));
  return table.rows.map(({ line, cells, problem }: SheetRow) => ({
    line,
    problem,
    cell: (field) => cells[at.get(field) ?? -1] ?? "",
  }));
}
