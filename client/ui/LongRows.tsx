import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from "@tanstack/react-virtual";
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { TableProps } from "./column.ts";
import { Body, RowOf } from "./TableParts.tsx";
import { usePrinting } from "./usePrinting.ts";

/** Up to this many rows are drawn whole: fast enough, and the browser's search finds every row. */
const simplyDrawn = 100;
const overscan = 8;

/** The heights in the list left last, so that people who return find the same position. */
let left: { rows: VirtualItem[]; guess: number } = { rows: [], guess: 80 };

type Props<Row extends { id: string }> = Pick<
  TableProps<Row>,
  "rows" | "columns" | "link" | "highlight"
>;

/** Draws the rows near the window, and for Tab the first, the last and those beside the focus. */
export function LongRows<Row extends { id: string }>({ rows, ...look }: Props<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [held, setHeld] = useState("");
  const { top, gap } = useStand(body);
  const count = rows.length;
  const printing = usePrinting();
  const all = printing || count <= simplyDrawn;
  const guess = useRef(left.guess);
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    overscan,
    gap,
    scrollMargin: top,
    estimateSize: () => guess.current,
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    rangeExtractor: useCallback(
      (range: Range) => {
        const focus = rows.findIndex(({ id }) => id === held);
        return all ? [...rows.keys()] : drawnOf(range, focus);
      },
      [all, rows, held],
    ),
    initialRect: { width: innerWidth, height: innerHeight },
    initialMeasurementsCache: left.rows,
    // Fractions of a pixel count: without them a long list would drift.
    measureElement: (row) => row.getBoundingClientRect().height,
  });
  // Most browsers keep the visible rows in place by themselves.
  if (CSS.supports("overflow-anchor", "auto"))
    virtual.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  useEffect(() => {
    // While all rows are drawn, their average is the estimate for later ones.
    if (all && body.current) guess.current = body.current.offsetHeight / count - gap;
  }, [all, count, gap]);
  useEffect(
    () => () => {
      left = { rows: virtual.takeSnapshot(), guess: guess.current };
    },
    [virtual],
  );

  const drawn: ReactNode[] = [];
  let end = top - gap;
  const leaveOut = (to: number) => {
    const height = to - end - 2 * gap;
    if (height > 0) drawn.push(<Space key={`space ${drawn.length}`} height={height} />);
  };
  for (const item of virtual.getVirtualItems()) {
    const row = rows[item.index];
    if (!row) continue;
    leaveOut(item.start);
    end = item.end;
    drawn.push(
      <RowOf
        key={row.id}
        ref={virtual.measureElement}
        data-index={item.index}
        row={row}
        place={item.index + 2}
        {...look}
      />,
    );
  }
  leaveOut(top + virtual.getTotalSize() + gap);
  return (
    <Body
      ref={body}
      onFocus={({ target }) => {
        const index = target.closest("tr")?.dataset.index;
        setHeld(rows[Number(index)]?.id ?? "");
      }}
    >
      {drawn}
    </Body>
  );
}

const Space = ({ height }: { height: number }) => <tr inert style={{ height }} />;

function drawnOf(range: Range, focus: number): number[] {
  const focused = focus < 0 ? [] : [focus - 1, focus, focus + 1];
  const found = new Set([...defaultRangeExtractor(range), ...focused, 0, range.count - 1]);
  return [...found]
    .filter((index) => index >= 0 && index < range.count)
    .sort((one, other) => one - other);
}

/** Where the rows begin on the page, and the gap between cards, in px; both may change. */
function useStand(body: RefObject<HTMLTableSectionElement | null>) {
  const [stand, setStand] = useState({ top: 0, gap: 0 });
  useLayoutEffect(() => {
    if (!body.current) return;
    const { display, rowGap } = getComputedStyle(body.current);
    const gap = display === "grid" ? Number.parseFloat(rowGap) : 0;
    const top = Math.round(body.current.getBoundingClientRect().top + scrollY);
    if (gap !== stand.gap || top !== stand.top) setStand({ top, gap });
  });
  return stand;
}
