import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

export interface Column<Row> {
  key: string;
  label: string;
  /** What the column is sorted and filtered by; without it it is neither (an Action column). */
  value?: (row: Row) => string | number;
  /** The value in words, for the filter and for PDFs, where it is not what the screen shows. */
  text?: (row: Row) => string;
  /**
   * The value as a spreadsheet reckons with it, where the words are for people: `1250.00`,
   * `2026-12-03`, `2026-12-03 14:05`.
   */
  csvValue?: (row: Row) => string;
  /** What stands in the cell; left out, the value. */
  show?: (row: Row) => ReactNode;
  /** Money and other figures. */
  right?: boolean;
  /** Not broken into two lines in a table: telephone numbers, dates. A card breaks what is too long for it. */
  whole?: boolean;
}

/** A cell in words. */
export const textOf = <Row>(
  { text, value }: Pick<Column<Row>, "text" | "value">,
  row: Row,
): string => text?.(row) ?? String(value?.(row) ?? "");

export interface TableProps<Row extends { id: string }> {
  /** Names the table for screen readers; the page's heading is enough for everybody else. */
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The specification's text for a list without anything in it. */
  empty: string;
  /** Where a row leads; its first cell is the link, and all of the row can be pressed. */
  link?: (row: Row) => LinkProps;
  highlight?: (row: Row) => boolean;
  pageSize?: number;
}
