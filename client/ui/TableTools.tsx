import { ArrowDownUp, ChevronLeft, ChevronRight, Ellipsis, ListChecks, Search } from "lucide-react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { Button, QuietButton } from "./Button.tsx";
import { ChooseColumns, type ColumnsProps } from "./ChooseColumns.tsx";
import type { Chip, Column } from "./column.ts";
import { ExportCsv } from "./ExportCsv.tsx";
import { ExportPdf } from "./ExportPdf.tsx";
import { paperOfList } from "./listPaper.ts";
import type { ListView } from "./listView.ts";
import type { TableSearch } from "./tableSearch.ts";
import type { OnProgress } from "./useProgress.tsx";
import { type OnlyProps, onlyWords } from "./useRows.ts";
import type { ChangeSearch } from "./useTableSearch.ts";

const control = "min-h-11 rounded-lg border border-edge bg-surface text-ink";

interface ToolbarProps<Row> extends ColumnsProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  view: ListView<Row>;
  chips?: readonly Chip<Row>[];
  about?: string | undefined;
  period: string | undefined;
  asAt?: string | undefined;
  ownPdf?: boolean;
  search: TableSearch;
  change: ChangeSearch;
  begin: (() => void) | undefined;
  opener: RefObject<HTMLButtonElement | null>;
}

export function Toolbar<Row>(props: ToolbarProps<Row>) {
  const { caption, asAt, columns, view, search, change, begin } = props;
  /** On a phone they are behind one button, so that the first row is near the top. */
  const [open, setOpen] = useState(false);
  const tools = useId();
  const only = onlyWords(props);
  const paper = async (onProgress: OnProgress) => {
    const rows = await view.all(onProgress);
    return rows && paperOfList({ title: caption, asAt, columns, rows, only, totals: view.totals });
  };
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden">
      <TableFilter caption={caption} filter={search.filter ?? ""} change={change} />
      <QuietButton
        small
        aria-expanded={open}
        aria-controls={tools}
        aria-label={`Tools for ${caption.toLowerCase()}`}
        className="roomy:hidden"
        onClick={() => setOpen(!open)}
      >
        <Ellipsis className="size-5" />
      </QuietButton>
      <p
        role="status"
        className="self-center text-sm text-soft tabular-nums max-xs:basis-full roomy:ml-auto"
      >
        {countOf(view)} {view.count === 1 ? "row" : "rows"}
      </p>
      <div
        id={tools}
        className={`flex-wrap items-center gap-y-2 basis-full roomy:flex roomy:basis-auto ${open ? "flex" : "hidden"}`}
      >
        <SortSelect columns={columns} sort={search.sort} change={change} />
        {begin && (
          <Button ref={props.opener} kind="plain" small onClick={begin}>
            <ListChecks className="size-5" />
            <span>
              Choose<span className="sr-only"> several</span>
            </span>
          </Button>
        )}
        <ChooseColumns all={props.all} isShown={props.isShown} choose={props.choose} />
        <ExportCsv
          caption={caption}
          only={only}
          asAt={asAt}
          columns={columns}
          rows={view.shown}
          whole={view.all}
        />
        {!props.ownPdf && <ExportPdf small disabled={view.found === 0} paper={paper} />}
      </div>
    </div>
  );
}

type Counts = Pick<ListView<unknown>, "found" | "count">;

const countOf = ({ found, count }: Counts) =>
  found === count ? `${count}` : `${found} of ${count}`;

interface PrintedFilterProps<Row> extends OnlyProps<Row> {
  view: Counts;
}

export function PrintedFilter<Row>({ view, ...only }: PrintedFilterProps<Row>) {
  const words = onlyWords(only);
  return (
    words && (
      <p className="mb-3">
        {words}: {countOf(view)} rows.
      </p>
    )
  );
}

export const Totals = ({ sums }: { sums: ListView<unknown>["totals"] }) => (
  // Positioned like the table's box, so that paper has them after the table, also for readers of PDFs.
  <dl className="relative mt-4 flex flex-wrap gap-x-8 gap-y-2 break-inside-avoid roomy:justify-end">
    {sums.map(([label, amount]) => (
      <div key={label} className="roomy:text-right">
        <dt className="text-sm text-soft">{label}</dt>
        <dd className="font-semibold tabular-nums">{amount}</dd>
      </div>
    ))}
  </dl>
);

interface FilterProps {
  caption: string;
  filter: string;
  change: ChangeSearch;
}

const restMs = 100;

function TableFilter({ caption, filter, change }: FilterProps) {
  const [typed, setTyped] = useState(filter);
  const lastFilter = useRef(filter);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Back and forward change the URL under the field; its own change may be outdated.
    if (filter !== lastFilter.current) setTyped(filter);
    lastFilter.current = filter;
  }, [filter]);
  useEffect(() => () => clearTimeout(rest.current), []);
  const filterNow = (next: string) => {
    clearTimeout(rest.current);
    rest.current = undefined;
    lastFilter.current = next;
    change({ filter: next || undefined });
  };
  const type = (next: string) => {
    setTyped(next);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => filterNow(next), restMs);
  };
  // Otherwise a filter that comes late would undo a page that was turned in between.
  const leave = () => {
    if (rest.current !== undefined) filterNow(typed);
  };
  return (
    <div className="relative min-w-0 flex-1 max-xs:basis-full sm:w-64 sm:flex-none">
      <Search className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-soft" />
      <input
        type="search"
        aria-label={`Filter ${caption.toLowerCase()}`}
        placeholder="Filter"
        value={typed}
        onChange={({ target: { value } }) => type(value)}
        onBlur={leave}
        className={`${control} w-full pr-3 pl-10`}
      />
    </div>
  );
}

interface SortProps<Row> {
  columns: readonly Column<Row>[];
  sort: string | undefined;
  change: ChangeSearch;
}

/** For phones, where cards have no column headings to press. */
function SortSelect<Row>({ columns, sort = "", change }: SortProps<Row>) {
  const key = sort.replace("-", "");
  return (
    <div className="flex gap-2 roomy:hidden max-xs:w-full">
      <select
        aria-label="Sort by"
        value={key}
        onChange={({ target: { value } }) => change({ sort: value || undefined })}
        className={`${control} w-32 min-w-0 truncate px-2.5 max-xs:flex-1`}
      >
        <option value="">Sort by …</option>
        {columns.map(
          ({ key, label, value }) =>
            value && (
              <option key={key} value={key}>
                {label}
              </option>
            ),
        )}
      </select>
      {key && (
        <QuietButton
          small
          aria-label="Reverse the order"
          onClick={() => change({ sort: sort.startsWith("-") ? key : `-${key}` })}
        >
          <ArrowDownUp className="size-5" />
        </QuietButton>
      )}
    </div>
  );
}

interface PagerProps {
  page: number;
  pages: number;
  change: ChangeSearch;
}

export const Pager = ({ page, pages, change }: PagerProps) => (
  <nav
    aria-label="Pages"
    className="mt-5 flex flex-wrap items-center justify-between gap-3 sm:justify-end print:hidden"
  >
    <QuietButton disabled={page === 1} onClick={() => change({ page: page - 1 })}>
      <ChevronLeft className="size-5" />
      Previous
    </QuietButton>
    <span className="text-soft tabular-nums">
      {page} of {pages}
    </span>
    <QuietButton disabled={page === pages} onClick={() => change({ page: page + 1 })}>
      Next
      <ChevronRight className="size-5" />
    </QuietButton>
  </nav>
);
