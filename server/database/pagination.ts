import { requestError } from "../errors.ts";

/** A page of a list: `cursor` is the last id of the previous page. */
export interface Page {
  cursor?: string | undefined;
  limit: number | "all";
}

/** One page of rows and the start of the next; `nextCursor` is null on the last page. */
export interface PageOf<Row> {
  rows: Row[];
  nextCursor: string | null;
}

/** The most rows in a whole list, enough for decades of a large building. */
const wholeList = 20_000;

/** The largest JSON response, in bytes of UTF-8; the calls of a batch share it. */
export const mostBytes = 8_000_000;

/** The most rows of a page. */
export const mostOf = ({ limit }: Page): number => (limit === "all" ? wholeList : limit);

/**
 * Reads a list that has no pages, because a building has hundreds of such rows, not thousands.
 * @param read reads at most `limit` rows
 * @throws request.list_too_long
 */
export function wholeOf<Row>(read: (limit: number) => Row[]): Row[] {
  const rows = read(wholeList + 1);
  if (rows.length > wholeList) throw requestError("request.list_too_long");
  return rows;
}

/**
 * Reads one page after a key. One extra row shows whether there is a next page.
 * @param start the key to use without a cursor, for the first page
 * @param read reads at most `limit` rows after the cursor, in the list's order
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

/** Sorts after every id, as the start of lists with the newest first. */
export const fromNewest = "~";
/** Sorts before every id, as the start of lists with the oldest first. */
export const fromOldest = "";
