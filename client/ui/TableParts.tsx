import { Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, ChevronDown } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { type Column, type TableProps, textOf } from "./column.ts";
import { followRow } from "./followRow.ts";
import { RowMenu } from "./RowMenu.tsx";
import type { ChangeSearch } from "./useTableSearch.ts";

interface HeadProps<Row> {
  column: Column<Row>;
  sort: string | undefined;
  change: ChangeSearch;
}

export function SortHead<Row>({ column, sort, change }: HeadProps<Row>) {
  const { key, label, value, right } = column;
  const up = sort === key;
  const down = sort === `-${key}`;
  const Arrow = down ? ArrowDown : ArrowUp;
  const side = right ? "justify-end text-right" : "text-left";
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={up ? "ascending" : down ? "descending" : undefined}
      className={`${gap(column)} text-sm font-semibold text-soft ${side} ${onPaper(column)} ${onlyIn(column)}`}
    >
      {value ? (
        <button
          type="button"
          onClick={() => change({ sort: up ? `-${key}` : key })}
          className={`group flex min-h-11 w-full items-center hover:text-ink xl:whitespace-nowrap ${side}`}
        >
          {/* The arrow is in the gap between the columns, so that sorting moves no heading. */}
          <span className="relative print:static">
            {label}
            <Arrow
              className={`absolute inset-y-0 my-auto size-4 print:hidden ${right ? "right-full" : "left-full"} ${up || down ? "text-clay" : "opacity-0 group-hover:opacity-60"}`}
            />
          </span>
        </button>
      ) : (
        label
      )}
    </th>
  );
}

interface BoxProps {
  caption: string;
  head: ReactNode;
  children: ReactNode;
  /** The number of rows including the head, if not all are in the page; -1 if unknown. */
  count?: number | undefined;
  /** Fixed column widths as a class, for rows that come and go: as grids they stay in place. */
  apart?: string;
}

/** In print they stay a table, whose head repeats on every page. */
const rowsApart =
  "roomy:not-print:block roomy:not-print:*:block roomy:not-print:[&_tr]:grid roomy:not-print:[&_tr]:items-baseline roomy:not-print:[&_tr]:p-0 roomy:not-print:[&_tr]:h-auto roomy:not-print:[&_td]:block roomy:not-print:[&_td]:py-[9.5px] roomy:not-print:[&_th]:content-center";

/** Around a list: it is a table where this has the room for its columns, and otherwise cards. */
export const ListRoom = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <div className={columns > 6 ? "@container/wide-list" : "@container/list"}>{children}</div>
);

/** The table around every list. It names its roles: a table displayed as blocks loses its own. */
export const TableBox = ({ caption, head, children, count, apart }: BoxProps) => (
  <div className={apart ? "" : "relative roomy:overflow-x-auto"}>
    <table
      role="table"
      aria-rowcount={count}
      className={`block w-full text-left roomy:table roomy:text-sm xl:text-[0.9375rem] roomy:border-collapse ${apart ? `${rowsApart} ${apart}` : ""}`}
    >
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="hidden roomy:table-header-group">
        <tr role="row" aria-rowindex={count && 1} className="border-b-2 border-edge">
          {head}
        </tr>
      </thead>
      {children}
    </table>
  </div>
);

export const Head = ({ label }: { label: string }) => (
  <th
    scope="col"
    role="columnheader"
    className={`h-11 text-left text-sm font-semibold text-soft ${gap({})}`}
  >
    {label}
  </th>
);

/** A column without a value has buttons, which are not printed, although `roomy` holds on paper. */
const onPaper = ({ value }: { value?: unknown }) => (value ? "" : "print:hidden!");

const onlyIn = ({ only }: { only?: "table" | "cards" }) =>
  only === "table" ? "narrow:hidden" : only === "cards" ? "roomy:hidden" : "";

/** Figures are aligned right, so they keep more distance from the next column. */
const gap = ({ right }: { right?: boolean }) =>
  right ? "roomy:px-1.5 roomy:pr-6" : "roomy:px-1.5";

interface RowsProps<Row extends { id: string }>
  extends Pick<TableProps<Row>, "rows" | "columns" | "link" | "highlight" | "menu"> {
  from?: number;
  chosen?: ReadonlySet<string> | null;
  toggle?: (id: string) => void;
}

/** Memoized: rows do not render again when only something around them changes. */
export const Rows = memo(function Rows<Row extends { id: string }>({
  rows,
  from,
  chosen,
  ...look
}: RowsProps<Row>) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the link in the row's first cell
    <tbody
      role="rowgroup"
      onClick={followRow}
      onAuxClick={followRow}
      className="grid grid-cols-1 gap-2 roomy:table-row-group"
    >
      {rows.map((row, index) => (
        <RowOf
          key={row.id}
          row={row}
          place={from && from + index}
          isChosen={chosen?.has(row.id)}
          {...look}
        />
      ))}
    </tbody>
  );
}) as <Row extends { id: string }>(props: RowsProps<Row>) => ReactNode;

interface RowProps<Row extends { id: string }>
  extends Pick<TableProps<Row>, "columns" | "link" | "highlight" | "menu"> {
  row: Row;
  place?: number | undefined;
  isChosen?: boolean | undefined;
  toggle?: ((id: string) => void) | undefined;
}

/** Screen readers read each column's name, because the table has no head on phones. */
const RowOf = <Row extends { id: string }>({ highlight, place, ...cells }: RowProps<Row>) => (
  <tr
    role="row"
    aria-rowindex={place}
    // The element before the cells begins the second line.
    className={`relative narrow:flex narrow:flex-wrap narrow:items-baseline narrow:gap-x-2.5 narrow:gap-y-0.5 narrow:before:order-1 narrow:before:basis-full rounded-xl px-3 py-2.5 ring-1 ring-line ring-inset roomy:static roomy:table-row roomy:h-[44px] roomy:rounded-none roomy:border-b roomy:border-line roomy:ring-0 ${
      cells.isChosen || highlight?.(cells.row)
        ? "bg-fynbos-pale"
        : "bg-surface roomy:bg-transparent"
    } has-data-row-link:cursor-pointer has-data-row-link:hover:bg-sunken`}
  >
    <Cells {...cells} />
  </tr>
);

/**
 * How the cells of a row look on a phone: what names it and the columns beside it and at the end on one
 * line, with room for its "…"; below it the others, those without a value for screen readers only; and
 * last its buttons. An opened row cuts nothing, and leaves nothing away. A plain text is cut only
 * where there is `more` of the row, on its page or when it is opened.
 */
function phoneLook<Row>(
  all: readonly Column<Row>[],
  row: Row,
  has: { menu: boolean; open: boolean; more: boolean },
) {
  const columns = all.filter(({ only }) => only !== "table");
  const name = columns.find(({ phone }) => phone !== "away");
  const beside = columns.findLast(({ phone }) => phone === "beside");
  const end = columns.find(({ phone }) => phone === "end");
  const aside = columns.find(({ phone }) => phone === "aside");
  const action = columns.find((column) => column !== name && !column.value);
  const last = end ?? aside ?? beside ?? name;
  const isBlank = (column: Column<Row>) => textOf(column, row) === "";
  const rest = columns.find((column) => column.phone === "rest" && !isBlank(column));
  return (column: Column<Row>): string => {
    const { phone, value, show } = column;
    if (column !== name && value && isBlank(column)) return "narrow:sr-only";
    if (column === name || phone === "beside" || phone === "end")
      return [
        "narrow:min-w-0 narrow:font-semibold",
        // So that a long name breaks, and what is at the end stays there.
        column === name && end && !beside && "narrow:min-w-2/5 narrow:flex-1",
        column === name && has.menu && "narrow:max-w-[calc(100%-2rem)]",
        column === name && phone === "rest" && !has.open && "narrow:xs:truncate",
        phone === "beside" && "narrow:xs:-ml-1",
        phone === "end" && "narrow:ml-auto narrow:tabular-nums narrow:[&_button]:px-2.5",
        column === last && has.menu && "narrow:mr-8",
      ]
        .filter(Boolean)
        .join(" ");
    const part = "narrow:min-w-0 narrow:max-w-full";
    if (!value)
      return `${part} narrow:order-3 narrow:[&_button]:px-2.5 ${column === action ? "narrow:ml-auto" : ""}`;
    const isAway = phone === "away" || (phone === "rest" && column !== rest);
    if (isAway && !has.open) return "narrow:sr-only";
    const isFilling = phone === "rest" || phone === "aside";
    return [
      part,
      "narrow:text-sm narrow:text-soft",
      phone === "aside" ? has.menu && "narrow:mr-8" : "narrow:order-2",
      isFilling && !has.open && "narrow:min-w-24 narrow:flex-1 narrow:xs:min-w-6",
      // Not at very large text. With room for the ring of a link's focus.
      (isFilling || phone === "named") &&
        !has.open &&
        "narrow:-my-1 narrow:py-1 narrow:xs:truncate narrow:xs:[&_*]:inline",
      // A text such as an address leaves room for the others.
      !phone && !show && has.more && !has.open && "narrow:xs:max-w-2/5 narrow:xs:truncate",
    ]
      .filter(Boolean)
      .join(" ");
  };
}

type CellsProps<Row extends { id: string }> = Omit<RowProps<Row>, "highlight" | "place">;

/** Memoized: cells render again only if their row changes, wherever the list moves it. */
const Cells = memo(function Cells<Row extends { id: string }>({
  row,
  columns,
  link,
  menu,
  isChosen,
  toggle,
}: CellsProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const leads = link !== undefined || columns.some((column) => column.leads);
  const canOpen = !leads && columns.some(({ phone }) => phone === "rest" || phone === "away");
  const look = phoneLook(columns, row, {
    menu: !!menu,
    open: canOpen && isOpen,
    more: leads || canOpen,
  });
  // Buttons of the row are at its end already.
  const hasAction = columns.some(({ value }) => !value);
  const isLabelled = ({ phone }: Column<Row>) => phone === "named" || (isOpen && phone === "away");
  const cells = columns.map((column, index) => (
    <td
      key={column.key}
      role="cell"
      className={`roomy:py-1.5 roomy:align-middle ${column.value ? "" : "roomy:py-0 roomy:[&_a]:min-h-[44px] roomy:[&_button]:min-h-[44px]"} ${gap(column)} ${
        column.right ? "roomy:text-right roomy:tabular-nums" : ""
      } ${column.whole ? "roomy:whitespace-nowrap" : ""} ${onPaper(column)} ${onlyIn(column)} ${column.only === "table" ? "" : look(column)}`}
    >
      {column.label && (
        <span className={`roomy:hidden ${isLabelled(column) ? "mr-1" : "sr-only"}`}>
          {column.label}{" "}
        </span>
      )}
      <span
        className={`break-words ${index === 0 && isChosen !== undefined ? "flex items-center *:min-w-0" : ""}`}
      >
        {index === 0 && isChosen !== undefined && (
          <ChooseRow
            name={nameOf(columns, row)}
            isChosen={isChosen}
            toggle={() => toggle?.(row.id)}
          />
        )}
        <Cell row={row} column={column} link={index === 0 ? link : undefined} />
      </span>
    </td>
  ));
  if (canOpen)
    return (
      <>
        {cells}
        <td
          role="cell"
          className={`narrow:order-3 narrow:self-center roomy:hidden ${hasAction ? "" : "narrow:ml-auto"}`}
        >
          <button
            type="button"
            data-row-link
            aria-expanded={isOpen}
            aria-label={`All of ${nameOf(columns, row)}`}
            onClick={() => setOpen(!isOpen)}
            className="-m-2.5 -my-3 inline-flex size-[44px] items-center justify-center rounded-lg text-soft"
          >
            <ChevronDown className={`size-5 ${isOpen ? "rotate-180" : ""}`} />
          </button>
        </td>
      </>
    );
  if (!menu) return cells;
  return (
    <>
      {cells}
      <td
        role="cell"
        className="absolute top-0.5 right-0 roomy:static roomy:table-cell roomy:w-[44px] roomy:text-right roomy:align-middle print:hidden!"
      >
        <RowMenu {...menu(row)} />
      </td>
    </>
  );
}) as <Row extends { id: string }>(props: CellsProps<Row>) => ReactNode;

function nameOf<Row>(columns: readonly Column<Row>[], row: Row): string {
  const first = columns.find(({ value }) => value);
  return first ? textOf(first, row) : "";
}

interface ChooseRowProps {
  name: string;
  isChosen: boolean;
  toggle: () => void;
}

const ChooseRow = ({ name, isChosen, toggle }: ChooseRowProps) => (
  <label className="-my-2 -ml-2 grid size-[44px] shrink-0 place-items-center">
    <input
      type="checkbox"
      aria-label={`Choose ${name}`}
      checked={isChosen}
      onChange={toggle}
      className="size-5 accent-fynbos"
    />
  </label>
);

interface CellProps<Row extends { id: string }> {
  row: Row;
  column: Column<Row>;
  link: TableProps<Row>["link"];
}

function Cell<Row extends { id: string }>({ row, column, link }: CellProps<Row>) {
  const content = column.show?.(row) ?? ((column.text ?? column.value)?.(row) || "–");
  if (!link) return content;
  return (
    <Link
      {...link(row)}
      data-row-link
      className="font-semibold text-clay underline decoration-1 underline-offset-4"
    >
      {content}
    </Link>
  );
}
