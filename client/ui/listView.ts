import type { OnProgress } from "./useProgress.tsx";

/** The part of a list that a table shows, however the rows came. */
export interface ListView<Row> {
  /** How many rows the list has, and how many match the filter, whatever chips are pressed. */
  count: number;
  matching: number;
  /** How many rows the filter and the pressed chips leave, and those of the page. */
  found: number;
  shown: readonly Row[];
  page: number;
  pages: number;
  /** How many rows each chip would show. */
  chipCounts: readonly number[];
  totals: readonly [label: string, amount: string][];
  /** The years of a list that is too long for one look, and whether those rows are cut too. */
  years?: readonly number[] | undefined;
  isCut?: boolean | undefined;
  /** All rows that were found, if they are in the browser. */
  rows?: readonly Row[];
  /** The same, fetched if need be, in their order. Null when the person stopped it. */
  all: (onProgress: OnProgress) => Promise<readonly Row[] | null>;
}
