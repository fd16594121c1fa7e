import type { OnProgress } from "./useProgress.tsx";

export interface ListView<Row> {
  /** How many rows the list has, and how many match the filter, whatever chips are pressed. */
  count: number;
  matching: number;
  /** How many rows the filter and the pressed chips leave, and those of the page. */
  found: number;
  shown: readonly Row[];
  page: number;
  pages: number;
  chipCounts: readonly number[];
  totals: readonly [label: string, amount: string][];
  /** The years of a list that is too long for one look, and whether those rows are cut too. */
  years?: readonly number[] | undefined;
  isCut?: boolean | undefined;
  rows?: readonly Row[];
  /** All that were found, fetched if need be. Null when the person stopped it. */
  all: (onProgress: OnProgress) => Promise<readonly Row[] | null>;
}
