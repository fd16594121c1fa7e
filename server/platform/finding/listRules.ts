import { isIn, searchTextOf, termsOf } from "./words.ts";

// What a list's columns and chips mean. The browser and the server follow the same rules, so that a
// list of a million rows answers like one of fifty.

/** A column, as far as it sorts and is found. */
export interface ListColumn<Row> {
  key: string;
  /** The column is sorted and filtered by this; without it, it is neither (an Action column). */
  value?: (row: Row) => string | number;
  /** The value as text for people. */
  text?: (row: Row) => string;
  /** What else in the cell, beside the text, the filter finds: "yesterday", "12 days late". */
  find?: (row: Row) => string;
}

/** A cell as text. */
export const textOf = <Row>(
  { text, value }: Pick<ListColumn<Row>, "text" | "value">,
  row: Row,
): string => text?.(row) ?? String(value?.(row) ?? "");

/** The text of a row's cells that a filter looks in, for `isIn`. */
export const filterText = <Row>(columns: readonly ListColumn<Row>[], row: Row): string =>
  searchTextOf(columns.flatMap((each) => [textOf(each, row), each.find?.(row) ?? ""]));

/** Whether a row's text, made by `filterText`, has every word of what was typed. */
export function matcher(filter: string): (text: string) => boolean {
  const terms = termsOf(filter);
  return (text) => terms.every((term) => isIn(text, term));
}

const { compare } = new Intl.Collator("en-ZA", { numeric: true, sensitivity: "base" });

/** Orders two values of a column: figures as figures, other values as people do. */
export const byValue = (one: string | number, other: string | number): number =>
  typeof one === "number" && typeof other === "number"
    ? one - other
    : compare(String(one), String(other));

/** A chip above a list, as far as it chooses rows. */
export interface ListChip<Row> {
  group: string;
  value: string;
  has: (row: Row) => boolean;
}

/** The chips that are pressed. */
export const pressedOf = <Chip extends { group: string; value: string }>(
  chips: readonly Chip[],
  pressed: Readonly<Record<string, unknown>>,
): Chip[] => chips.filter(({ group, value }) => pressed[group] === value);

/** How a number is added up over the rows that are shown, for each key by itself. */
export interface ListSum<Row> {
  key: (row: Row) => string;
  amount: (row: Row) => number;
}

export type Sums = Readonly<Record<string, number>>;

export function sumsOf<Row>({ key, amount }: ListSum<Row>, rows: readonly Row[]): Sums {
  const sums: Record<string, number> = {};
  for (const row of rows) sums[key(row)] = (sums[key(row)] ?? 0) + amount(row);
  return sums;
}

/** For the server: the fields that a rule reads, if it reads no others. */
export interface Reads<Row> {
  of: readonly (keyof Row & string)[];
}

/**
 * - "instant": the one field is an instant, of which nearly every row has its own; only its minute shows.
 * - "text": free text, which stays in the database.
 */
type FieldKind = "instant" | "text";

export type ListField<Row> = ListColumn<Row> & Reads<Row> & { kind?: FieldKind };

/** All rules of a list. */
export interface ListRules<Row> {
  fields: readonly ListField<Row>[];
  chips: readonly (ListChip<Row> & Reads<Row>)[];
  sum?: ListSum<Row> & Reads<Row>;
}

/** What one column of a list is sorted and found by, for the screen that shows it. */
export function columnRule<Row>(
  fields: readonly ListField<Row>[],
  wanted: string,
): ListColumn<Row> {
  const { key, value, text, find } = fields.find(({ key }) => key === wanted) ?? { key: wanted };
  return { key, ...(value && { value }), ...(text && { text }), ...(find && { find }) };
}
