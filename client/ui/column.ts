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
  /** For spreadsheets: `1250.00`, `2026-12-03`, or to be left alone `082-444-1018`. */
  csvValue?: (row: Row) => string;
  show?: (row: Row) => ReactNode;
  /** Shown only to those who turn it on under "Columns". */
  extra?: boolean;
  right?: boolean;
  /** Not broken into two lines in a table: telephone numbers, dates. */
  whole?: boolean;
  /**
   * Its place on a phone. On the row's first line: `beside` what names the row, at the `end`, or
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

export interface Chip<Row> extends ListChip<Row> {
  /** Its group and value in the URL: `due=late`. At most one chip of a group is pressed. */
  group: ChipGroup;
  label: string;
  rare?: boolean;
}

/** The chips of a list's rules; without words of its own, one is called by its value. */
export const chipsOf = <Row>(
  chips: readonly (ListChip<Row> & { group: ChipGroup })[],
  words: Readonly<Record<string, { label: string; rare?: true }>>,
): Chip<Row>[] =>
  chips.map(({ group, value, has }) => ({ group, value, has, label: value, ...words[value] }));

export interface SeveralAction<Row> extends Change<Row> {
  label: string;
  question: (rows: readonly Row[]) => string;
  applies: (row: Row) => boolean;
  send: (row: Row) => Promise<unknown>;
  name: (row: Row) => string;
}

export interface LongRows<Row> {
  useSearch: (search: ListSearch) => PageOfList<Row>;
  fetch: (search: ListSearch) => Promise<PageOfList<Row>>;
  totals?: (sums: Sums) => readonly [label: string, amount: string][];
}

export interface TableProps<Row extends { id: string }> {
  /** Names the table for screen readers; the page's heading is enough for everybody else. */
  caption: string;
  rows: readonly Row[];
  long?: LongRows<Row> | false | undefined;
  columns: readonly Column<Row>[];
  /** The unit or the person whose rows these are alone, in words; without one, everybody's. */
  about?: string | undefined;
  asAt?: string | undefined;
  /** The specification's text for an empty list. */
  empty: string;
  drawing?: Drawing;
  link?: (row: Row) => LinkProps;
  chips?: readonly Chip<Row>[];
  begins?: ChipState;
  totals?: (rows: readonly Row[]) => readonly [label: string, amount: string][];
  cut?: boolean;
  ownPdf?: boolean;
  several?: readonly SeveralAction<Row>[];
  highlight?: (row: Row) => boolean;
  /** The "…" of a row: whose it is, in words, and what it offers. It has no column of its own. */
  menu?: ((row: Row) => RowMenuProps) | undefined;
}
