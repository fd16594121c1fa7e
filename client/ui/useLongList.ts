import type { ListSearch } from "../../server/platform/lists/schema.ts";
import type { Column, LongRows, TableProps } from "./column.ts";
import type { ListView } from "./listView.ts";
import { chipGroups, type TableSearch } from "./tableSearch.ts";
import type { OnProgress } from "./useProgress.tsx";

const mostAtOnce = 1_000;

/** The rows of a page, also where the server is not told how many. */
export const pageSize = 50;

/** The table's state as the server wants it; empty while nothing is pressed, as screens load it. */
function askedOf<Row>(
  { sort, filter, page, year, ...others }: TableSearch,
  columns: readonly Column<Row>[],
): ListSearch {
  const pressed = chipGroups.flatMap((group) =>
    others[group] === undefined ? [] : [[group, others[group]]],
  );
  return {
    ...(sort && { sort }),
    ...(filter?.trim() && { filter, columns: columns.map(({ key }) => key) }),
    ...(page && { page }),
    ...(year && { year }),
    ...(pressed.length > 0 && { chips: Object.fromEntries(pressed) }),
  };
}

export function useLongList<Row extends { id: string }>(
  { long, chips = [] }: Pick<TableProps<Row>, "chips"> & { long: LongRows<Row> },
  columns: readonly Column<Row>[],
  search: TableSearch,
): ListView<Row> {
  const asked = askedOf(search, columns);
  const { rows, long: counts } = long.useSearch(asked);
  const found = counts?.found ?? rows.length;
  return {
    count: counts?.count ?? rows.length,
    matching: counts?.matching ?? rows.length,
    found,
    shown: rows,
    page: counts?.page ?? 1,
    pages: Math.max(1, Math.ceil(found / pageSize)),
    chipCounts: chips.map(({ group, value }) => counts?.chips[`${group}=${value}`] ?? 0),
    totals: counts && found > 0 ? (long.totals?.(counts.sums) ?? []) : [],
    years: counts?.years,
    isCut: counts?.isCut,
    all: (onProgress) => fetchAll(long, asked, found, onProgress),
  };
}

async function fetchAll<Row>(
  { fetch }: LongRows<Row>,
  asked: ListSearch,
  found: number,
  onProgress: OnProgress,
): Promise<readonly Row[] | null> {
  const all: Row[] = [];
  for (let page = 1; all.length < found; page += 1) {
    const { rows } = await fetch({ ...asked, page, size: mostAtOnce });
    all.push(...rows);
    if (!onProgress("Fetched", all.length, found)) return null;
    if (rows.length < mostAtOnce) break;
  }
  return all;
}
