import { useMemo } from "react";
import { pressedOf, shownOf, wordFinder } from "../../server/platform/lists/listRules.ts";
import type { Chip, Column, TableProps } from "./column.ts";
import type { ListView } from "./listView.ts";
import { chipGroups, type TableSearch } from "./tableSearch.ts";

const noChips: readonly never[] = [];

export interface OnlyProps<Row> {
  search: TableSearch;
  chips?: readonly Chip<Row>[] | undefined;
  about?: string | undefined;
  period?: string | undefined;
}

/** The filters in words: "Only Unit 3, 2025, Unpaid, what matches “late”". */
export const onlyWords = <Row>({
  search,
  chips = noChips,
  about,
  period,
}: OnlyProps<Row>): string => {
  const labels = pressedOf(chips, { ...search }).map(({ label }) => label);
  const filter = search.filter?.trim();
  const words = [about, period, ...labels, filter && `what matches “${filter}”`];
  const said = words.filter(Boolean).join(", ");
  return said && `Only ${said}`;
};

/** @param size the rows of a page; Infinity puts all on one */
export function useRows<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { sort, filter = "", page, ...groups }: TableSearch,
  size: number,
  chips: readonly Chip<Row>[] = noChips,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other texts
  const finding = useMemo(() => wordFinder(columns), [columns, rows]);
  const pressed = chipGroups.map((group) => groups[group]).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `pressed` says what groups there are
  return useMemo(() => {
    const matches = filter.trim() === "" ? undefined : finding(filter);
    return shownOf(rows, columns, chips, { sort, page, size, matches, chips: groups });
  }, [rows, columns, chips, sort, filter, finding, page, size, pressed]);
}

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
