import { ArrowDownUp, ChevronLeft, ChevronRight, Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import type { Column } from "./column.ts";
import type { ChangeSearch } from "./useTableSearch.ts";

const control = "min-h-11 rounded-lg border border-edge bg-surface text-ink";

interface FilterProps {
  caption: string;
  filter: string;
  change: ChangeSearch;
}

/** The list is filtered once typing has paused this long, in ms: typed text shows first. */
const restMs = 100;

/** Filters the list as people type. */
export function TableFilter({ caption, filter, change }: FilterProps) {
  const [typed, setTyped] = useState(filter);
  const lastFilter = useRef(filter);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // Back and forward change the URL under the field. A change that came from the field itself may
    // already be outdated, and is ignored.
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
    <div className="relative min-w-0 flex-1 max-xs:basis-full sm:w-72 sm:flex-none">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-soft"
      />
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
export function SortSelect<Row>({ columns, sort = "", change }: SortProps<Row>) {
  const key = sort.replace("-", "");
  return (
    <div className="flex gap-2 sm:hidden max-xs:w-full">
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
        <Button
          kind="quiet"
          small
          aria-label="Reverse the order"
          onClick={() => change({ sort: sort.startsWith("-") ? key : `-${key}` })}
        >
          <ArrowDownUp aria-hidden="true" className="size-5" />
        </Button>
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
    <Button kind="quiet" disabled={page === 1} onClick={() => change({ page: page - 1 })}>
      <ChevronLeft aria-hidden="true" className="size-5" />
      Previous
    </Button>
    <span className="text-soft tabular-nums">
      {page} of {pages}
    </span>
    <Button kind="quiet" disabled={page === pages} onClick={() => change({ page: page + 1 })}>
      Next
      <ChevronRight aria-hidden="true" className="size-5" />
    </Button>
  </nav>
);
