import type { Page } from "./schema.ts";

export type { Page } from "./schema.ts";

/** A page of rows and where the next one starts; `nextCursor` is null on the last page. */
export interface PageOf<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/** As much as a whole list may be: decades of a large building, and still answered in a blink. */
const wholeList = 20_000;

/**
 * Reads one page by keyset: one row more than asked tells whether there is a next page.
 * @param start what stands for "from the beginning" when there is no cursor
 * @param read the rows beyond a cursor, at most `limit`, in the list's order
 * @param idOf a row's id, which is the cursor behind it
 */
export function keysetPage<Row>(
  { cursor, limit }: Page,
  start: string,
  read: (cursor: string, limit: number) => Row[],
  idOf: (row: Row) => string,
): PageOf<Row> {
  const most = limit === "all" ? wholeList : limit;
  const rows = read(cursor ?? start, most + 1);
  if (rows.length <= most) return { rows, nextCursor: null };
  rows.length = most;
  return { rows, nextCursor: idOf(rows[most - 1] as Row) };
}

/** The same of rows that name their id. */
export const pageOf = <Row extends { id: string }>(
  page: Page,
  start: string,
  read: (cursor: string, limit: number) => Row[],
): PageOf<Row> => keysetPage(page, start, read, ({ id }) => id);

/** Sorts after every id: where a list that is newest first begins. */
export const fromNewest = "~";
