import { AppError } from "../../errors.ts";
import type { CsvRow, CsvTable } from "./read.ts";

/** A row by its fields' names; a field without a column is an empty cell. */
export interface FieldRow {
  line: number;
  problem: string;
  cell: (field: string) => string;
}

/** An email address, or nothing but digits and what goes with them: no heading, but somebody's data. */
const value = /@|^[\d\s.,+%/()-]+$/;

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** A column as spreadsheets call it: A to Z, then AA. */
export const columnLetter = (index: number): string =>
  (index < 26 ? "" : columnLetter(Math.floor(index / 26) - 1)) + letters[index % 26];

/**
 * Which field each column holds, guessed from the headings; null: none.
 * @param known the field's name a heading stands for
 * @throws imports.no_headings, imports.same_heading
 */
export function guessColumns(
  headings: readonly string[],
  known: (heading: string) => string | undefined,
): (string | null)[] {
  const fields = headings.map((heading) => known(heading) ?? null);
  if (fields.every((field) => field === null) && headings.some((each) => value.test(each)))
    throw new AppError("imports.no_headings", { field: "file" });
  const firstWith = firsts(headings.map((heading) => heading.toLowerCase()));
  for (const [index, first] of firstWith.entries()) {
    if (first === index || fields[index] === null) continue;
    const both = `${columnLetter(first)} and ${columnLetter(index)}`;
    throw new AppError("imports.same_heading", {
      field: "file",
      message: `Columns ${both} both have the heading ${headings[index]}. Rename or delete one.`,
    });
  }
  // Of "Cell" and "Phone" the first is taken; the other can be chosen instead.
  const firstOf = firsts(fields);
  return fields.map((field, index) => (firstOf[index] === index ? field : null));
}

/** Where each of a list stands for the first time. */
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
 * @throws imports.bad_columns when a field or a column is not there, or two fields want one column
 */
export function chosenColumns(
  headings: readonly string[],
  fields: readonly string[],
  chosen: Readonly<Record<string, number>>,
): (string | null)[] {
  const refuse = (message: string) =>
    new AppError("imports.bad_columns", { field: "columns", message });
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

/** The rows of a table by the fields their columns hold. */
export function rowsByField(table: CsvTable, columns: readonly (string | null)[]): FieldRow[] {
  const at = new Map(columns.map((field, index) => [field, index]));
  return table.rows.map(({ line, cells, problem }: CsvRow) => ({
    line,
    problem,
    cell: (field) => cells[at.get(field) ?? -1] ?? "",
  }));
}
