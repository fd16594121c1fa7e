import { isIn, searchTextOf, termsOf } from "./words.ts";

// The rules of a list's columns and chips, and what a list shows by them. The browser and the server
// use the same functions: the browser for the lists it has whole, the server for longer ones.

/** The most rows that are sorted, filtered and counted for one look. Longer lists are shown by year. */
export const mostSearched = 20_000;

export interface ListColumn<Row> {
  key: string;
  /** The column is sorted and filtered by this; without it, it is neither (an Action column). */
  value?: (row: Row) => string | number;
  text?: (row: Row) => string;
  /** Other texts of the cell that the filter finds: "yesterday", "12 days late". */
  find?: (row: Row) => string;
  /** The fields that these read, if they read no others. */
  of?: readonly (keyof Row & string)[];
  /** Rows for which this is the same have the same text; without it, those with the same fields. */
  same?: (row: Row) => unknown;
}

export const textOf = <Row>(
  { text, value }: Pick<ListColumn<Row>, "text" | "value">,
  row: Row,
): string => text?.(row) ?? String(value?.(row) ?? "");

/** Each word must begin some word of the row. */
export function wordFinder<Row>(columns: readonly ListColumn<Row>[]) {
  const cells = columns.map((column) => {
    const texts = new Map<unknown, string>();
    const { of: [only, ...others] = [], same, find } = column;
    const fieldsOf = (row: Row) => {
      if (only === undefined) return row;
      return others.reduce<unknown>((key, field) => `${key}\0${row[field]}`, row[only]);
    };
    const textFor = (key: unknown, row: Row): string => {
      const text = texts.get(key) ?? searchTextOf([textOf(column, row), find?.(row) ?? ""]);
      texts.set(key, text);
      return text;
    };
    return { keyOf: same ?? fieldsOf, textFor };
  });
  return (filter: string) => {
    const terms = termsOf(filter);
    const all = 2 ** terms.length - 1;
    // Many rows have the same text, so each text is looked through once; a bit for each word.
    const finders = cells.map(({ keyOf, textFor }) => {
      const found = new Map<unknown, number>();
      return (row: Row): number => {
        const key = keyOf(row);
        const known = found.get(key);
        if (known !== undefined) return known;
        const text = textFor(key, row);
        const bits = terms.reduce((sum, term, at) => sum + (isIn(text, term) ? 2 ** at : 0), 0);
        found.set(key, bits);
        return bits;
      };
    });
    return (row: Row): boolean => {
      let bits = 0;
      for (const find of finders) {
        if (bits === all) break;
        bits |= find(row);
      }
      return bits === all;
    };
  };
}

const { compare } = new Intl.Collator("en-ZA", { numeric: true, sensitivity: "base" });

export const byValue = (one: string | number, other: string | number): number =>
  typeof one === "number" && typeof other === "number"
    ? one - other
    : compare(String(one), String(other));

export interface ListChip<Row> {
  group: string;
  value: string;
  has: (row: Row) => boolean;
}

export const pressedOf = <Chip extends { group: string; value: string }>(
  chips: readonly Chip[],
  pressed: Readonly<Record<string, unknown>>,
): Chip[] => chips.filter(({ group, value }) => pressed[group] === value);

export interface ListQuestion<Row> {
  /** A column's key, descending with `-` in front; without one, the list's own order stays. */
  sort?: string | undefined;
  page?: number | undefined;
  /** The rows of a page; Infinity puts all on one. */
  size: number;
  matches?: ((row: Row) => boolean) | undefined;
  chips?: Readonly<Record<string, unknown>> | undefined;
}

/** The rows that a list shows, in order: those that match the filter and the pressed chips leave. */
export function shownOf<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  chips: readonly ListChip<Row>[],
  { sort = "", page: wanted = 1, size, matches, chips: pressed = {} }: ListQuestion<Row>,
) {
  const matching = matches ? rows.filter(matches) : rows;
  const chosen = pressedOf(chips, pressed).reduce(
    (left, { has }) => left.filter(has),
    matching as readonly Row[],
  );
  const value = columns.find(({ key }) => key === sort.replace("-", ""))?.value;
  const found = value ? sortedBy(chosen, value, sort.startsWith("-")) : chosen;
  const pages = Math.max(1, Math.ceil(found.length / size));
  const page = Math.min(wanted, pages);
  const from = page > 1 ? (page - 1) * size : 0;
  return {
    /** The rows that match the filter, whatever chips are pressed. */
    matching: matching.length,
    chipCounts: chips.map(({ has }) => matching.reduce((sum, row) => sum + Number(has(row)), 0)),
    found,
    page,
    pages,
    shown: found.slice(from, from + size),
  };
}

/** Rows with the same value stay in their order, also in a descending one. */
function sortedBy<Row>(
  rows: readonly Row[],
  value: (row: Row) => string | number,
  down: boolean,
): Row[] {
  const ranked = rows.map((row) => ({ row, value: value(row), rank: 0 }));
  // Comparing as people do is slow, and many rows share few values.
  const ranks = new Map<string | number, number>();
  let last: string | number | undefined;
  let rank = 0;
  for (const each of [...new Set(ranked.map(({ value }) => value))].sort(byValue)) {
    if (last !== undefined && byValue(last, each) !== 0) rank += 1;
    ranks.set(each, rank);
    last = each;
  }
  for (const each of ranked) each.rank = ranks.get(each.value) ?? 0;
  const direction = down ? -1 : 1;
  return ranked.sort((one, other) => direction * (one.rank - other.rank)).map(({ row }) => row);
}

/** A sum over the rows that are shown, for each key by itself. */
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

/** The fields that a rule reads, so that the server reads no others. */
interface Reads<Row> {
  of: readonly (keyof Row & string)[];
}

type ListField<Row> = ListColumn<Row> & Reads<Row>;

export interface ListRules<Row> {
  fields: readonly ListField<Row>[];
  chips: readonly (ListChip<Row> & Reads<Row>)[];
  sum?: ListSum<Row> & Reads<Row>;
}

export function columnRule<Row>(
  fields: readonly ListField<Row>[],
  wanted: string,
): ListColumn<Row> {
  const { key, value, text, find } = fields.find(({ key }) => key === wanted) ?? { key: wanted };
  return { key, ...(value && { value }), ...(text && { text }), ...(find && { find }) };
}
