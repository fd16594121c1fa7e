import { AppError } from "../errors.ts";
import type { Page } from "../platform/validation/schema.ts";

export type { Page } from "../platform/validation/schema.ts";

/** A page of rows and where the next one starts; `nextCursor` is null on the last page. */
export interface PageOf<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/** As many rows as a whole list may have: decades of a large building. */
const wholeList = 20_000;

/** As large as an answer in JSON may be, in bytes of UTF-8; a batch of calls shares them. */
export const mostBytes = 8_000_000;

/** How many rows a page may have. */
export const mostOf = ({ limit }: Page): number => (limit === "all" ? wholeList : limit);

/**
 * Reads a list that has no pages, because a building has hundreds of such things and not thousands.
 * @param read the rows, at most `limit`
 * @throws request.list_too_long
 */
export function wholeOf<Row>(read: (limit: number) => Row[]): Row[] {
  const rows = read(wholeList + 1);
  if (rows.length > wholeList) throw new AppError("request.list_too_long");
  return rows;
}

/**
 * Reads one page by keyset: one row more than asked tells whether there is a next page.
 * @param start what stands for "from the beginning" when there is no cursor
 * @param read the rows beyond a cursor, at most `limit`, in the list's order
 */
export function pageOf<Row extends { id: string }>(
  page: Page,
  start: string,
  read: (cursor: string, limit: number) => Row[],
): PageOf<Row> {
  const most = mostOf(page);
  const rows = read(page.cursor ?? start, most + 1);
  if (rows.length <= most) return { rows, nextCursor: null };
  rows.length = most;
  return { rows, nextCursor: (rows[most - 1] as Row).id };
}

/** Sorts after every id: where a list that is newest first begins. */
export const fromNewest = "~";
/** Sorts before every id: where a list that is oldest first begins. */
export const fromOldest = "";
