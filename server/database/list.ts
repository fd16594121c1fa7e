import { type SQL, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Work } from "./chunks.ts";
import { type Built, type Db, isPlain, native, prepared } from "./open.ts";
import { fromNewest, mostBytes, mostOf, type Page, type PageOf } from "./pagination.ts";

// SQLite writes the rows of a hot list as JSON itself: making objects of them and text of those again
// costs three times as much. Whoever wants the rows gets them all the same.

/** The names that a row's values are answered under; a value is a column or an expression. */
export type Spelling = Record<string, SQLiteColumn | SQL>;
/** What a query selects to answer its rows in some spelling: one text a row. */
type Written = { json: SQL.Aliased<string> };
/** How many rows there are beyond a cursor, `limit` at most, and all their texts in one. */
type Texts = { count: number; rows: string };
type Reach = { cursor: string; limit: number };
type Read = (spelling: Spelling, cursor: string, limit: number) => Texts;

/** What stands between two rows, and never in one: JSON writes the end of a line as `\\n`. */
const between = ",\n";
/** So many rows are read at a time: a statement never takes long, however long the list is. */
const rowsAtOnce = 200;
/** So many ids are read at a time to count what a list leaves out. */
const idsAtOnce = 5_000;
/** What an answer has around its rows, in bytes: brackets, names and a cursor. */
const around = 200;

/** What a listing reads: how its own rows are spelled, and where it begins. */
interface Source {
  own: Spelling;
  /** The ids alone, for counting. */
  ids: Spelling;
  start: string;
  read: Read;
}

/** Who pays for what is read, when it is read: of many lists at one instant most are not even begun. */
export interface Reader {
  /** @throws request.too_many */
  admit(): void;
  charge(bytes: number): void;
}

/**
 * One page whose rows are read when somebody asks, in the spelling that is asked for. It ends where its
 * rows or its bytes are used up, and reads nothing beyond.
 */
export class Listing<Row> implements PageOf<Row> {
  readonly #page: Page;
  readonly #source: Source;
  #bytes = mostBytes;
  #reader: Reader | null = null;
  #parsed: PageOf<Row> | undefined;

  constructor(page: Page, source: Source) {
    this.#page = page;
    this.#source = source;
  }

  get rows(): Row[] {
    return this.toJSON().rows;
  }

  get nextCursor(): string | null {
    return this.toJSON().nextCursor;
  }

  /** Calls that are answered together share the bytes of one answer. */
  readFor(reader: Reader | null, calls: number): void {
    this.#reader = reader;
    this.#bytes = Math.floor(mostBytes / calls);
  }

  /** For whoever makes JSON of it without knowing it: the page as a value. */
  toJSON(): PageOf<Row> {
    this.#parsed ??= JSON.parse(this.text()) as PageOf<Row>;
    return this.#parsed;
  }

  /** The page as JSON, in one piece. */
  text(): string {
    return [...this.pieces()].join("");
  }

  /** The page as JSON, in pieces; each is read when it is asked for. */
  pieces(): Generator<string, void, void> {
    const { own } = this.#source;
    const end = (next: string | null) => `],"nextCursor":${JSON.stringify(next)}}`;
    return this.#piecesOf(own, '{"rows":[', end);
  }

  /** The rows alone as JSON, in another spelling, which has an `id` too; in pieces. */
  rowsAs(spelling: Spelling): Generator<string, void, void> {
    return this.#piecesOf(spelling, "[", () => "]");
  }

  *#piecesOf(spelling: Spelling, begin: string, end: (next: string | null) => string) {
    this.#reader?.admit();
    const pieces = this.#rowsIn(spelling);
    let before = begin;
    for (;;) {
      const { done, value } = pieces.next();
      if (done) return void (yield before + end(value));
      this.#reader?.charge(Buffer.byteLength(value));
      yield before + value;
      before = "";
    }
  }

  /** How many rows lie beyond the end of `rowsAs`. Reads all of them, so others are served in between. */
  *leftOut(spelling: Spelling): Work<number> {
    const pieces = this.#rowsIn(spelling);
    let next = pieces.next();
    for (; !next.done; next = pieces.next()) yield turn;
    const { ids, read } = this.#source;
    let rows = 0;
    for (let cursor = next.value; cursor !== null; ) {
      const found = read(ids, cursor, idsAtOnce);
      rows += found.count;
      cursor = found.count < idsAtOnce ? null : lastIdIn(found.rows);
      yield turn;
    }
    return rows;
  }

  /** The texts of the rows, some hundreds at a time; returns where the list goes on, if it does. */
  *#rowsIn(spelling: Spelling): Generator<string, string | null, void> {
    const { start, read } = this.#source;
    let cursor = this.#page.cursor ?? start;
    let rowsLeft = mostOf(this.#page);
    let bytesLeft = this.#bytes - around;
    for (let isFirst = true; ; isFirst = false) {
      const wanted = Math.min(rowsLeft, rowsAtOnce);
      // One row more than is wanted tells whether there is another.
      const found = read(spelling, cursor, wanted + 1);
      const isLast = found.count <= wanted;
      const text = isLast ? found.rows : found.rows.slice(0, found.rows.lastIndexOf(between));
      const fits = text.length === 0 ? "" : fitting(text, bytesLeft, isFirst);
      if (fits !== "") yield isFirst ? fits : between + fits;
      if (fits.length < text.length) return fits === "" ? cursor : lastIdIn(fits);
      if (isLast) return null;
      cursor = lastIdIn(text);
      rowsLeft -= wanted;
      if (rowsLeft === 0) return cursor;
      bytesLeft -= Buffer.byteLength(text) + between.length;
    }
  }
}

/** A turn of the event loop, after which the work goes on. */
const turn = Number.POSITIVE_INFINITY;

/** The rows of a text that so many bytes have room for, and one in any case where there is none before. */
function fitting(text: string, bytes: number, isFirst: boolean): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const rows = text.split(between);
  let left = bytes;
  const fit = rows.findIndex((row) => {
    left -= Buffer.byteLength(row) + between.length;
    return left < 0;
  });
  return rows.slice(0, Math.max(fit, isFirst ? 1 : 0)).join(between);
}

/** The id of the last row; the comma, or nothing where it is the only one, stands before it. */
const lastIdIn = (rows: string): string =>
  (JSON.parse(rows.slice(rows.lastIndexOf(between) + 1)) as { id: string }).id;

/**
 * A list that SQLite writes as JSON.
 * @param own the spelling of its rows as the procedures answer them
 * @param build the query, with the placeholders `cursor` and `limit` and those of its own values
 * @param start the cursor that stands for the beginning
 */
export function listing<
  const Own extends Spelling & Record<"id", SQLiteColumn>,
  Values extends Record<string, string>,
>(
  own: Own,
  build: (db: Db, written: Written) => Built,
  start = fromNewest,
): (db: Db, page: Page, values: Values) => Listing<SelectResultFields<Own>> {
  const ids: Spelling = { id: own.id };
  const statements = prepared((db) => {
    const cache = new Map<Spelling, (...values: [Values, Reach]) => Texts>();
    return (spelling: Spelling) => {
      const known = cache.get(spelling);
      if (known) return known;
      const query = build(db, { json: asJson(spelling).as("json") });
      const { statement, bind } = native<Texts>(db, inOne(query));
      const texts = (...values: [Values, Reach]) => statement.get(...bind(...values)) as Texts;
      cache.set(spelling, texts);
      return texts;
    };
  });
  return (db, page, values) => {
    const read: Read = (spelling, cursor, limit) =>
      statements(db)(spelling)(values, { cursor, limit });
    return new Listing(page, { own, ids, start, read });
  };
}

/** All texts of a query in one, in its order: each handed out alone would cost as much as writing it. */
function inOne(query: Built): Built {
  const { sql: source, params } = query.toSQL();
  const joined = "coalesce(group_concat(json, ',' || char(10)), '')";
  return {
    toSQL: () => ({ sql: `select count(*) as count, ${joined} as rows from (${source})`, params }),
  };
}

/** @throws Error of a column whose values mean something else than SQLite writes */
function asJson(spelling: Spelling): SQL<string> {
  const parts = Object.entries(spelling).map(([name, value]) => {
    if (!isPlain(value))
      throw new Error(`SQLite would write ${name} otherwise than it is answered`);
    return sql`${sql.raw(`'${name}'`)}, ${value}`;
  });
  return sql<string>`json_object(${sql.join(parts, sql`, `)})`;
}
