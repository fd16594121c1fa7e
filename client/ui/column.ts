import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ListChip, ListColumn, Sums } from "../../server/platform/lists/listRules.ts";
import type { PageOfList } from "../../server/platform/lists/longList.ts";
import type { ListSearch } from "../../server/platform/lists/schema.ts";
import type { Drawing } from "./EmptyState.tsx";
import type { RowMenuProps } from "./rowActions.ts";
import type { ChipGroup, ChipState } from "./tableSearch.ts";
import type { Change } from "./undo.ts";

export { textOf } from "../../server/platform/lists/listRules.ts";

export interface Column<Row> extends ListColumn<Row> {
  label: string;
  /**
   * The value in a form that a spreadsheet can calculate with, if the text is for people:
   * `1250.00`, `2026-12-03`, `2026-12-03 14:05`; or that it leaves alone: `082-444-1018`.
   */
  csvValue?: (row: Row) => string;
  /** The cell's content, if it is more than the text. */
  show?: (row: Row) => ReactNode;
  /** Shown only to those who turn it on under "Columns". */
  extra?: boolean;
  /** Aligned right: money and other figures. */
  right?: boolean;
  /**
   * Not broken into two lines in a table: telephone numbers, dates. A card breaks them if they are
   * too long.
   */
  whole?: boolean;
  /**
   * Where it is on a phone. On the row's first line: `beside` what names the row, at the `end`, or
   * `aside`, small and cut to what that line has left. On the second: `named` with its label, because
   * its value alone does not say what it is, or as the `rest`, cut to what that line has left; of
   * several with a value, the first. `away`: on the page that the row leads to, and here for screen
   * readers only. A row that leads nowhere has a button that shows what is cut or away. Without this
   * it is on the second line, and only screen readers read the label.
   */
  phone?: "beside" | "end" | "aside" | "named" | "rest" | "away";
  /** It is there only in a table, or only in cards, where other columns say the same in another way. */
  only?: "table" | "cards";
  /** Its cells contain the row's link, which has `data-row-link`, instead of the first cell. */
  leads?: true;
}

/** A chip above a list: it shows only some rows, and says how many. */
export interface Chip<Row> extends ListChip<Row> {
  /** Its group and value in the URL: `due=late`. At most one chip of a group is pressed. */
  group: ChipGroup;
  label: string;
  /** The chip is there only while it has rows. */
  rare?: boolean;
}

/** The chips of a list's rules; without words of its own, one is called by its value. */
export const chipsOf = <Row>(
  chips: readonly (ListChip<Row> & { group: ChipGroup })[],
  words: Readonly<Record<string, { label: string; rare?: true }>>,
): Chip<Row>[] =>
  chips.map(({ group, value, has }) => ({ group, value, has, label: value, ...words[value] }));

/** Something that is done with several chosen rows, one after the other. */
export interface SeveralAction<Row> extends Change<Row> {
  label: string;
  /** The question before it happens: "Mark 3 fines as Paid?". */
  question: (rows: readonly Row[]) => string;
  /** Whether the row is not yet so. Rows for which nothing changes are left out. */
  applies: (row: Row) => boolean;
  send: (row: Row) => Promise<unknown>;
  /** A row in words, for the report. */
  name: (row: Row) => string;
}

/** A list that is too long for the browser: the server sorts, filters, counts and pages it. */
export interface LongRows<Row> {
  /** A query hook for one page of it. */
  useSearch: (search: ListSearch) => PageOfList<Row>;
  /** Fetches one page of it, for files and for several rows. */
  fetch: (search: ListSearch) => Promise<PageOfList<Row>>;
  /** The sums of the rows that match. */
  totals?: (sums: Sums) => readonly [label: string, amount: string][];
}

export interface TableProps<Row extends { id: string }> {
  /** Names the table for screen readers; the page's heading is enough for everybody else. */
  caption: string;
  rows: readonly Row[];
  /** For a long list, of which `rows` are only a part. */
  long?: LongRows<Row> | false | undefined;
  columns: readonly Column<Row>[];
  /** The unit or the person whose rows these are alone, in words; without one, everybody's. */
  about?: string | undefined;
  /** The day as at which these are the rows, for papers; without it, today. */
  asAt?: string | undefined;
  /** The specification's text for an empty list. */
  empty: string;
  /** The drawing above it. */
  drawing?: Drawing;
  /** The row's link: its first cell is the link, and pressing anywhere on the row follows it. */
  link?: (row: Row) => LinkProps;
  chips?: readonly Chip<Row>[];
  /** The chips that are pressed while the URL says nothing: `{ status: "Open" }`. */
  begins?: ChipState;
  /** The sums of the shown rows, in words and amounts. */
  totals?: (rows: readonly Row[]) => readonly [label: string, amount: string][];
  /** The list goes on, but only its newest rows came. */
  cut?: boolean;
  /** The screen has a PDF of its own. */
  ownPdf?: boolean;
  /** The actions for several rows at once. */
  several?: readonly SeveralAction<Row>[];
  highlight?: (row: Row) => boolean;
  /** The "…" of a row: whose it is, in words, and what it offers. It has no column of its own. */
  menu?: ((row: Row) => RowMenuProps) | undefined;
  pageSize?: number;
}
