import type { TableSearch } from "./tableSearch.ts";

const compare = new Intl.Collator("en-ZA", { numeric: true, sensitivity: "base" }).compare;

interface Sortable<Row> {
  key: string;
  value?: ((row: Row) => string | number) | undefined;
  text?: ((row: Row) => string) | undefined;
}

/** Who types "siobhan" finds Siobhán. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** A cell in words. */
export const textOf = <Row>({ text, value }: Sortable<Row>, row: Row): string =>
  text?.(row) ?? String(value?.(row) ?? "");

/** The rows that hold every word of the filter, in the order asked for. Keeps the list's own order else. */
export function arrange<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  { sort = "", filter = "" }: TableSearch,
): Row[] {
  const wanted = plain(filter).split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    const text = plain(columns.map((column) => textOf(column, row)).join(" "));
    // "1250" finds R1 250.00.
    const unspaced = text.replace(/(\d)\s(?=\d)/g, "$1");
    return wanted.every((word) => text.includes(word) || unspaced.includes(word));
  });
  const down = sort.startsWith("-");
  const value = columns.find(({ key }) => key === sort.replace("-", ""))?.value;
  if (!value) return found;
  const order = (one: Row, other: Row) => {
    const [a, b] = [value(one), value(other)];
    return typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b));
  };
  return found.sort((one, other) => (down ? -order(one, other) : order(one, other)));
}
