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

const noChips: readonly never[] = [];

/** What leaves out rows of a list. */
export interface OnlyProps<Row> {
  search: TableSearch;
  chips?: readonly Chip<Row>[] | undefined;
  about?: string | undefined;
}

/** Which rows of a list are shown, if not all: "Only Unit 3, Unpaid, what matches “late”". */
export const onlyWords = <Row>({ search, chips = noChips, about }: OnlyProps<Row>): string => {
  const labels = pressedOf(chips, { ...search }).map(({ label }) => label);
  const filter = search.filter?.trim();
  const words = [about, ...labels, filter && `what matches “${filter}”`].filter(Boolean).join(", ");
  return words && `Only ${words}`;
};

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
