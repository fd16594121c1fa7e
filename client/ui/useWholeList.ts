import type { Column, TableProps } from "./column.ts";
import type { ListView } from "./listView.ts";
import type { TableSearch } from "./tableSearch.ts";
import { useRows } from "./useRows.ts";

const noChips: readonly never[] = [];

/** A list all of whose rows are in the browser: it answers each key at once. */
export function useWholeList<Row extends { id: string }>(
  { rows, chips = noChips, totals }: TableProps<Row>,
  columns: readonly Column<Row>[],
  search: TableSearch,
  onePage: number,
): ListView<Row> {
  const { found, ...view } = useRows(rows, columns, search, onePage, chips);
  return {
    ...view,
    count: rows.length,
    found: found.length,
    totals: totals && found.length > 0 ? totals(found) : [],
    rows: found,
    all: async () => found,
  };
}
