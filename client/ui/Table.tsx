import { useDeferredValue, useMemo } from "react";
import { Chips } from "./Chips.tsx";
import type { TableProps } from "./column.ts";
import { EmptyState } from "./EmptyState.tsx";
import { Several } from "./Several.tsx";
import { ListRoom, Rows, SortHead, TableBox } from "./TableParts.tsx";
import { Pager, PrintedFilter, Toolbar, Totals } from "./TableTools.tsx";
import { chipGroups } from "./tableSearch.ts";
import { useChosenColumns } from "./useChosenColumns.ts";
import { useDrawn } from "./useDrawn.ts";
import { useFocusBack } from "./useFocusBack.ts";
import { usePrinting } from "./usePrinting.ts";
import { useRows } from "./useRows.ts";
import { useSeveral } from "./useSeveral.ts";
import { useTableSearch } from "./useTableSearch.ts";

/**
 * A list: a table on wide screens, labelled cards on phones. Sort, filter, chips and page are in the
 * URL, so the screen's `validateSearch` must be `tableSearch` or allow the same keys. Printing shows
 * every page.
 */
export function Table<Row extends { id: string }>(props: TableProps<Row>) {
  const {
    caption,
    rows,
    empty,
    link,
    highlight,
    menu,
    chips,
    begins,
    totals,
    several,
    pageSize = 50,
  } = props;
  const [requested, change] = useTableSearch(begins);
  // The press shows first. The list is rendered after it, in interruptible steps.
  const search = useDeferredValue(requested);
  const { sort, filter } = search;
  const printing = usePrinting();
  const choice = useChosenColumns(caption, props.columns);
  const { columns } = choice;
  const onePage = printing ? Number.POSITIVE_INFINITY : pageSize;
  const { matching, found, shown, page, pages } = useRows(rows, columns, search, onePage, chips);
  const pressed = chipGroups.map((group) => search[group]).join(" ");
  const count = useDrawn(`${sort} ${filter} ${pressed} ${page}`, shown.length);
  const drawn = useMemo(() => (printing ? shown : shown.slice(0, count)), [printing, shown, count]);
  const { chosen, turn, choose, begin, leave } = useSeveral();
  const opener = useFocusBack(chosen !== null);
  if (rows.length === 0) return <EmptyState>{empty}</EmptyState>;

  /** The page's position in the list, for people who do not see the pager. */
  const place = pages > 1 && !printing ? { from: (page - 1) * pageSize + 2 } : undefined;
  const sums = totals && found.length > 0 ? totals(found) : [];

  return (
    <ListRoom columns={columns.length}>
      {chips && (
        <Chips
          caption={caption}
          chips={chips}
          begins={begins}
          rows={matching}
          search={requested}
          change={change}
        />
      )}
      <Toolbar
        {...props}
        {...choice}
        all={props.columns}
        found={found}
        sums={sums}
        search={requested}
        change={change}
        opener={opener}
        begin={several && chosen === null ? begin : undefined}
      />
      {printing && <PrintedFilter search={search} chips={chips} found={found} rows={rows} />}
      <TableBox
        caption={caption}
        count={place && found.length + 1}
        head={columns.map((column) => (
          <SortHead key={column.key} column={column} sort={requested.sort} change={change} />
        ))}
      >
        <Rows
          columns={columns}
          link={link}
          highlight={highlight}
          menu={menu}
          chosen={chosen}
          turn={turn}
          rows={drawn}
          {...place}
        />
      </TableBox>
      {props.cut && (
        <p className="mt-4 text-soft">
          Only the newest {rows.length.toLocaleString("en-ZA")} are here. Older ones are kept too,
          but this list does not reach them.
        </p>
      )}
      {found.length === 0 && <EmptyState>Nothing here matches the filter.</EmptyState>}
      {sums.length > 0 && <Totals sums={sums} />}
      {pages > 1 && (
        <Pager page={Math.min(requested.page ?? 1, pages)} pages={pages} change={change} />
      )}
      {several && chosen && (
        <Several
          actions={several}
          rows={found.filter(({ id }) => chosen.has(id))}
          found={found}
          choose={choose}
          leave={leave}
        />
      )}
    </ListRoom>
  );
}
