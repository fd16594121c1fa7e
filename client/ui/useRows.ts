import {
  type ColumnDef,
  createPaginatedRowModel,
  createSortedRowModel,
  type RowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import {
  byValue,
  filterText,
  matcher,
  pressedOf,
} from "../../server/platform/finding/listRules.ts";
import type { Chip, Column } from "./column.ts";
import type { TableSearch } from "./tableSearch.ts";

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
});
type Features = typeof features;

/** The part of react-table's row that sorting and filtering need. */
interface Values {
  getValue<Value>(key: string): Value;
}

const sortFn = (one: Values, other: Values, key: string) =>
  byValue(one.getValue(key), other.getValue(key));

/** One react-table column for each that can be sorted. */
const definitionsOf = <Row extends object>(
  columns: readonly Column<Row>[],
): ColumnDef<Features, Row>[] =>
  columns.flatMap(({ key, value }) => (value ? [{ id: key, accessorFn: value, sortFn }] : []));

/** The text of a row that the filter looks in; it is made when it is first needed. */
function searchTexts<Row extends object>(columns: readonly Column<Row>[]) {
  const known = new WeakMap<Row, string>();
  return (row: Row) => {
    const text = known.get(row) ?? filterText(columns, row);
    known.set(row, text);
    return text;
  };
}

const sortingOf = (sort: string) =>
  sort ? [{ id: sort.replace("-", ""), desc: sort.startsWith("-") }] : [];

const originals = <Row extends object>({ rows }: RowModel<Features, Row>) =>
  rows.map(({ original }) => original);

/** How many of the rows each chip would show beside the pressed chips of other groups. */
export const chipCounts = <Row>(
  chips: readonly Chip<Row>[],
  rows: readonly Row[],
  pressed: readonly Chip<Row>[],
): number[] =>
  chips.map((chip) => {
    const others = pressed.filter(({ group }) => group !== chip.group);
    return rows.filter((row) => chip.has(row) && others.every(({ has }) => has(row))).length;
  });

/** Which rows of a list are shown, if not all: "Unpaid, matching “late”". Empty if all are. */
export const onlyWords = <Row>(search: TableSearch, chips: readonly Chip<Row>[]): string => {
  const labels = pressedOf(chips, { ...search }).map(({ label }) => label);
  const filter = search.filter?.trim();
  const words = [...labels, ...(filter ? [`what matches “${filter}”`] : [])].join(", ");
  return words && `Only ${words}`;
};

const noChips: readonly never[] = [];

/**
 * The rows that have every word of the filter and that the pressed chips show, in the requested
 * order or otherwise the list's own: all of them, and those of one page.
 * @param pageSize Infinity puts all on one page
 */
export function useRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  search: TableSearch,
  pageSize: number,
  chips: readonly Chip<Row>[] = noChips,
) {
  const { sort = "", filter = "", page: wanted = 1 } = search;
  const textIn = useMemo(() => searchTexts(columns), [columns]);
  const matching = useMemo(() => {
    if (filter.trim() === "") return rows;
    const matches = matcher(filter);
    return rows.filter((row) => matches(textIn(row)));
  }, [rows, filter, textIn]);
  const pressed = pressedOf(chips, { ...search });
  const pressedKey = pressed.map(({ group, value }) => `${group}=${value}`).join("&");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which chips are pressed
  const chosen = useMemo(
    () => matching.filter((row) => pressed.every(({ has }) => has(row))),
    [matching, pressedKey],
  );
  /** The number of pages; the URL may name a page beyond the last. */
  const [pages, setPages] = useState(wanted);
  const page = Math.min(wanted, pages);
  const table = useTable<Features, Row>({
    features,
    data: chosen,
    columns: useMemo(() => definitionsOf(columns), [columns]),
    autoResetPageIndex: false,
    state: {
      sorting: useMemo(() => sortingOf(sort), [sort]),
      pagination: useMemo(() => ({ pageIndex: page - 1, pageSize }), [page, pageSize]),
    },
  });
  const pageCount = Math.max(1, table.getPageCount());
  if (pageCount !== pages) setPages(pageCount);
  const [found, shown] = [table.getPrePaginatedRowModel(), table.getRowModel()];
  return {
    page,
    pages: pageCount,
    /** The rows that match the filter, whatever chips are pressed. */
    matching,
    found: useMemo(() => originals(found), [found]),
    shown: useMemo(() => originals(shown), [shown]),
  };
}
