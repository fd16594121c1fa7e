import { useDeferredValue, useMemo } from "react";
import type { TableProps } from "./column.ts";
import { EmptyState } from "./EmptyState.tsx";
import { ExportCsv } from "./ExportCsv.tsx";
import { Rows, SortHead, TableBox } from "./TableParts.tsx";
import { Pager, SortSelect, TableFilter } from "./TableTools.tsx";
import { useDrawn } from "./useDrawn.ts";
import { usePrinting } from "./usePrinting.ts";
import { useRows } from "./useRows.ts";
import { useTableSearch } from "./useTableSearch.ts";

/**
 * A list: a table on wide screens, labelled cards on phones. Sort, filter and page are in the URL,
 * so the screen's `validateSearch` must be `tableSearch` or allow the same keys. Printing shows
 * every page.
 */
export function Table<Row extends { id: string }>(props: TableProps<Row>) {
  const { caption, rows, columns, empty, link, highlight, pageSize = 50 } = props;
  const [requested, change] = useTableSearch();
  // The press shows first. The list is rendered after it, in interruptible steps.
  const search = useDeferredValue(requested);
  const { sort, filter } = search;
  const printing = usePrinting();
  const onePage = printing ? Number.POSITIVE_INFINITY : pageSize;
  const { found, shown, page, pages } = useRows(rows, columns, search, onePage);
  const count = useDrawn(`${sort} ${filter} ${page}`, shown.length);
  const drawn = useMemo(() => (printing ? shown : shown.slice(0, count)), [printing, shown, count]);
  if (rows.length === 0) return <EmptyState>{empty}</EmptyState>;

  /** The page's position in the list, for people who do not see the pager. */
  const place = pages > 1 && !printing ? { from: (page - 1) * pageSize + 2 } : undefined;
  const foundCount =
    found.length === rows.length ? `${rows.length}` : `${found.length} of ${rows.length}`;

  return (
    <div>
      <div className="mb-4 flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden">
        <TableFilter caption={caption} filter={requested.filter ?? ""} change={change} />
        <SortSelect columns={columns} sort={requested.sort} change={change} />
        <div className="ml-auto flex flex-wrap items-center justify-between gap-3 max-sm:basis-full">
          <p role="status" className="text-sm text-soft tabular-nums">
            {foundCount} {rows.length === 1 ? "row" : "rows"}
          </p>
          <ExportCsv caption={caption} columns={columns} rows={found} />
        </div>
      </div>
      {filter && printing && (
        <p className="mb-3">
          Only what matches “{filter}”: {foundCount} rows.
        </p>
      )}
      <TableBox
        caption={caption}
        count={place && found.length + 1}
        head={columns.map((column) => (
          <SortHead key={column.key} column={column} sort={requested.sort} change={change} />
        ))}
      >
        <Rows columns={columns} link={link} highlight={highlight} rows={drawn} {...place} />
      </TableBox>
      {found.length === 0 && <EmptyState>Nothing here matches the filter.</EmptyState>}
      {pages > 1 && (
        <Pager page={Math.min(requested.page ?? 1, pages)} pages={pages} change={change} />
      )}
    </div>
  );
}
