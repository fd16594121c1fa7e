import type { Page } from "./schema.ts";

export type { Page } from "./schema.ts";

/** A page of rows and where the next one starts; `nextCursor` is null on the last page. */
export interface PageOf<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/**
 * Reads one page by keyset: one row more than asked tells whether there is a next page.
 * @param start what stands for "from the beginning" when there is no cursor
 * @param read the rows beyond a cursor, at most `limit` (-1: all), in the list's order
 */
export function pageOf<Row extends { id: string }>(
  { cursor, limit }: Page,
  start: string,
  read: (cursor: string, limit: number) => Row[],
): PageOf<Row> {
  const rows = read(cursor ?? start, limit === "all" ? -1 : limit + 1);
  if (limit === "all" || rows.length <= limit) return { rows, nextCursor: null };
  rows.length = limit;
  return { rows, nextCursor: rows.at(-1)?.id ?? null };
}

/** Sorts after every id: where a list that is newest first begins. */
export const fromNewest = "~";
