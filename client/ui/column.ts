import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

export interface Column<Row> {
  key: string;
  label: string;
  /** The column is sorted and filtered by this; without it, it is neither (an Action column). */
  value?: (row: Row) => string | number;
  /** The value as text for people. */
  text?: (row: Row) => string;
  /**
   * The value in a form that a spreadsheet can calculate with, if the text is for people:
   * `1250.00`, `2026-12-03`, `2026-12-03 14:05`.
   */
  csvValue?: (row: Row) => string;
  /** The cell's content, if it is more than the text. */
  show?: (row: Row) => ReactNode;
  /** Aligned right: money and other figures. */
  right?: boolean;
  /**
   * Not broken into two lines in a table: telephone numbers, dates. A card breaks them if they are
   * too long.
   */
  whole?: boolean;
}

/** A cell as text. */
export const textOf = <Row>(
  { text, value }: Pick<Column<Row>, "text" | "value">,
  row: Row,
): string => text?.(row) ?? String(value?.(row) ?? "");

export interface TableProps<Row extends { id: string }> {
  /** Names the table for screen readers; the page's heading is enough for everybody else. */
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The specification's text for an empty list. */
  empty: string;
  /** The row's link: its first cell is the link, and pressing anywhere on the row follows it. */
  link?: (row: Row) => LinkProps;
  highlight?: (row: Row) => boolean;
  pageSize?: number;
}
