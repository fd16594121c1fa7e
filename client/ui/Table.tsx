import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import { Chips } from "./Chips.tsx";
import type { Column, LongRows, TableProps } from "./column.ts";
import { EmptyState } from "./EmptyState.tsx";
import type { ListView } from "./listView.ts";
import { Period, periodOf } from "./Period.tsx";
import { Several, useSeveral } from "./Several.tsx";
import { ListRoom, Rows, SortHead, TableBox } from "./TableParts.tsx";
import { Pager, PrintedFilter, Toolbar, Totals } from "./TableTools.tsx";
import { chipGroups, type TableSearch } from "./tableSearch.ts";
import { useKeptRows } from "./undo.ts";
import { useChosenColumns } from "./useChosenColumns.ts";
import { useDrawn } from "./useDrawn.ts";
import { useFocusBack } from "./useFocusBack.ts";
import { pageSize, useLongList } from "./useLongList.ts";
import { usePrinting } from "./usePrinting.ts";
import { useWholeList } from "./useRows.ts";
import { type ChangeSearch, useTableSearch } from "./useTableSearch.ts";

/** A table, or on phones cards. Its state is in the URL: `validateSearch` must be `tableSearch`. */
export function Table<Row extends { id: string }>(props: TableProps<Row>) {
  const [requested, change] = useTableSearch(props.begins);
  // The press shows first. The list is rendered after it, in interruptible steps.
  const search = useDeferredValue(requested);
  const choice = useChosenColumns(props.caption, props.columns);
  const state = { ...props, requested, search, change, choice, printing: usePrinting() };
  return props.long ? <LongTable {...state} long={props.long} /> : <WholeTable {...state} />;
}

interface State<Row extends { id: string }> extends TableProps<Row> {
  requested: TableSearch;
  search: TableSearch;
  change: ChangeSearch;
  choice: ReturnType<typeof useChosenColumns<Row>>;
  printing: boolean;
}

function WholeTable<Row extends { id: string }>(props: State<Row>) {
  const { search, choice, printing } = props;
  const onePage = printing ? Number.POSITIVE_INFINITY : pageSize;
  return <ShownTable {...props} view={useWholeList(props, choice.columns, search, onePage)} />;
}

function LongTable<Row extends { id: string }>(props: State<Row> & { long: LongRows<Row> }) {
  const view = useLongList(props, props.choice.columns, props.search);
  const { printing } = props;
  const { page, pages, found } = view;
  return (
    <ShownTable {...props} view={view}>
      {printing && pages > 1 && (
        <p className="mb-3">
          This is page {page} of {pages}. The PDF has all {found.toLocaleString("en-ZA")} rows.
        </p>
      )}
    </ShownTable>
  );
}

type ShownProps<Row extends { id: string }> = State<Row> & {
  view: ListView<Row>;
  children?: ReactNode;
};

function ShownTable<Row extends { id: string }>(props: ShownProps<Row>) {
  const { caption, link, highlight, menu, chips, begins, several } = props;
  const { requested, search, change, choice, printing, view } = props;
  const { shown, page, pages, found, totals } = view;
  const columns: readonly Column<Row>[] = choice.columns;
  const pressed = chipGroups.map((group) => search[group]).join(" ");
  const path = useLocation({ select: ({ pathname }) => pathname });
  const rows = useKeptRows(`${path} ${caption} ${JSON.stringify(search)}`, shown, props.rows);
  const count = useDrawn(`${search.sort} ${search.filter} ${pressed} ${page}`, rows.length);
  const drawn = useMemo(
    () => (printing ? shown : rows.slice(0, count)),
    [printing, shown, rows, count],
  );
  const { chosen, toggle, choose, begin, leave } = useSeveral();
  const opener = useFocusBack(chosen !== null);
  const place = pages > 1 && !printing ? { from: (page - 1) * pageSize + 2 } : undefined;
  const period = periodOf(view, search.year);

  if (props.rows.length === 0 && rows.length === 0 && !props.about)
    return <EmptyState drawing={props.drawing}>{props.empty}</EmptyState>;
  return (
    <ListRoom columns={columns.length}>
      {view.years && <Period view={view} year={requested.year} change={change} />}
      {(chips || props.about) && (
        <Chips
          caption={caption}
          about={props.about}
          chips={chips}
          begins={begins}
          count={view.matching}
          counts={view.chipCounts}
          search={requested}
          change={change}
        />
      )}
      <Toolbar
        {...props}
        {...choice}
        all={props.columns}
        period={period}
        search={requested}
        opener={opener}
        begin={several && chosen === null ? begin : undefined}
      />
      {printing && <PrintedFilter {...props} period={period} />}
      {props.children}
      <TableBox
        caption={caption}
        count={place && found + 1}
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
          toggle={toggle}
          rows={drawn}
          {...place}
        />
      </TableBox>
      {props.cut && (
        <p className="mt-4 text-soft">
          Only the newest {view.count.toLocaleString("en-ZA")} are here. Older ones are kept too,
          but this list does not reach them.
        </p>
      )}
      {found === 0 && (
        <EmptyState>
          {view.count === 0 ? props.empty : "Nothing here matches the filter."}
        </EmptyState>
      )}
      {totals.length > 0 && <Totals sums={totals} />}
      {pages > 1 && (
        <Pager page={Math.min(requested.page ?? 1, pages)} pages={pages} change={change} />
      )}
      {several && chosen && (
        <Several actions={several} chosen={chosen} view={view} choose={choose} leave={leave} />
      )}
    </ListRoom>
  );
}
