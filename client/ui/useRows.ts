import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type RowModel,
  rowPaginationFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { type Column, textOf } from "./column.ts";
import type { TableSearch } from "./tableSearch.ts";

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  rowPaginationFeature,
  paginatedRowModel: createPaginatedRowModel(),
});
type Features = typeof features;

const { compare } = new Intl.Collator("en-ZA", { numeric: true, sensitivity: "base" });

/** The part of react-table's row that sorting and filtering need. */
interface Values {
  getValue<Value>(key: string): Value;
}

const byValue = (one: Values, other: Values, key: string) => {
  const [a, b] = [one.getValue(key), other.getValue(key)];
  return typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b));
};

/** Ignores case and accents: "siobhan" finds Siobhán. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The whole row as text, with figures also without spaces: "1250" finds R1 250.00. */
function searchTextOf<Row>(columns: readonly Column<Row>[], row: Row): string {
  const text = plain(columns.map((column) => textOf(column, row)).join(" "));
  return `${text}\n${text.replace(/(\d)\s(?=\d)/g, "$1")}`;
}

const hasEveryWord = (row: Values, searchText: string, filter: string) =>
  plain(filter)
    .split(/\s+/)
    .every((word) => row.getValue<string>(searchText).includes(word));

/** One react-table column for each that has a value, and one with the text to be filtered. */
const definitionsOf = <Row extends object>(
  columns: readonly Column<Row>[],
): ColumnDef<Features, Row>[] => [
  ...columns.flatMap(({ key, value }) =>
    value ? [{ id: key, accessorFn: value, sortFn: byValue, enableGlobalFilter: false }] : [],
  ),
  { id: "*", accessorFn: (row) => searchTextOf(columns, row), enableSorting: false },
];

const sortingOf = (sort: string) =>
  sort ? [{ id: sort.replace("-", ""), desc: sort.startsWith("-") }] : [];

const originals = <Row extends object>({ rows }: RowModel<Features, Row>) =>
  rows.map(({ original }) => original);

/**
 * The rows that contain every word of the filter, in the requested order or otherwise the list's
 * own: all of them, and those of one page.
 * @param pageSize Infinity puts all on one page
 */
export function useRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { sort = "", filter = "", page: wanted = 1 }: TableSearch,
  pageSize: number,
) {
  /** The number of pages; the URL may name a page beyond the last. */
  const [pages, setPages] = useState(wanted);
  const page = Math.min(wanted, pages);
  const table = useTable<Features, Row>({
    features,
    data: rows,
    columns: useMemo(() => definitionsOf(columns), [columns]),
    globalFilterFn: hasEveryWord,
    autoResetPageIndex: false,
    state: {
      globalFilter: filter,
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
    found: useMemo(() => originals(found), [found]),
    shown: useMemo(() => originals(shown), [shown]),
  };
}
