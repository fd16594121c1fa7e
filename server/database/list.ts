import { and, Column, count, desc, is, lt, type SQL, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Work } from "./chunks.ts";
import { type Db, oncePerDatabase } from "./open.ts";
import { fromNewest, mostBytes, mostOf, type Page, type PageOf } from "./pagination.ts";

// SQLite itself writes the rows of frequent lists as JSON, because creating objects and serializing
// them takes three times as long. The rows are still available as objects.

/** Columns or expressions by the names of fields in a response. */
export type Spelling = Record<string, SQLiteColumn | SQL>;
/** The number of rows after a cursor, up to `limit`, and their joined texts. */
type Texts = { count: number; rows: string };
type Values = Record<string, string>;
type Read = (cursor: string, limit: number) => Texts;

/** Separates two rows. It never occurs within one, because JSON writes line ends as `\n`. */
const between = ",\n";
/** The number of rows per statement, so that no statement takes long, however long the list is. */
const rowsAtOnce = 200;
/** The number of ids per statement when counting the rows that were left out. */
const idsAtOnce = 5_000;
/** Bytes reserved in a response for what is around the rows: brackets, names and a cursor. */
const around = 200;

/** The source of a listing's rows. */
interface Source {
  read: Read;
  /** Only the ids, for counting. */
  readIds: Read;
}

/** Turns a row into its form in the response. */
type Form<Row> = (row: Row) => { id: string };

/** The caller who is charged for rows when they are read. Most of many lists are refused at the start. */
export interface Reader {
  /** @throws request.too_many */
  admit(): void;
  charge(bytes: number): void;
}

/**
 * One page whose rows are read on demand. It ends at its limit of rows or bytes, and reads nothing
 * after that.
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

  /** The calls of a batch share the bytes of one response. */
  readFor(reader: Reader | null, calls: number): void {
    this.#reader = reader;
    this.#bytes = Math.floor(mostBytes / calls);
  }

  /** The page as a value, also for `JSON.stringify`. */
  toJSON(): PageOf<Row> {
    this.#parsed ??= JSON.parse(this.text()) as PageOf<Row>;
    return this.#parsed;
  }

  /** The page as JSON, complete. */
  text(): string {
    return [...this.pieces()].join("");
  }

  /** The page as JSON in pieces, which are read on demand. */
  pieces(): Generator<string, void, void> {
    const end = (next: string | null) => `],"nextCursor":${JSON.stringify(next)}}`;
    return this.#piecesOf('{"rows":[', end);
  }

  /** Only the rows as JSON in pieces, each in another form. */
  rowsAs(form: Form<Row>): Generator<string, void, void> {
    return this.#piecesOf("[", () => "]", form);
  }

  *#piecesOf(begin: string, end: (next: string | null) => string, form?: Form<Row>) {
    this.#reader?.admit();
    const pieces = this.#rowsIn(form);
    let before = begin;
    for (;;) {
      const { done, value } = pieces.next();
      if (done) return void (yield before + end(value));
      this.#reader?.charge(Buffer.byteLength(value));
      yield before + value;
      before = "";
    }
  }

  /** Counts the rows after the end of `rowsAs` by reading them. Other requests run in between. */
  *leftOut(form: Form<Row>): Work<number> {
    const pieces = this.#rowsIn(form);
    let next = pieces.next();
    for (; !next.done; next = pieces.next()) yield pause;
    const { readIds } = this.#source;
    let rows = 0;
    for (let cursor = next.value; cursor !== null; ) {
      const found = readIds(cursor, idsAtOnce);
      rows += found.count;
      cursor = found.count < idsAtOnce ? null : lastIdIn(found.rows);
      yield pause;
    }
    return rows;
  }

  /** The texts of the rows, some hundreds at a time; returns the next cursor, or null. */
  *#rowsIn(form?: Form<Row>): Generator<string, string | null, void> {
    const { read } = this.#source;
    let cursor = this.#page.cursor ?? fromNewest;
    let rowsLeft = mostOf(this.#page);
    let bytesLeft = this.#bytes - around;
    for (let isFirst = true; ; isFirst = false) {
      const wanted = Math.min(rowsLeft, rowsAtOnce);
      // One extra row shows whether there are more.
      const found = read(cursor, wanted + 1);
      const isLast = found.count <= wanted;
      const written = isLast ? found.rows : found.rows.slice(0, found.rows.lastIndexOf(between));
      const text = form ? inForm(written, form) : written;
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

/** The rows in another form. */
const inForm = <Row>(rows: string, form: Form<Row>): string =>
  (JSON.parse(`[${rows}]`) as Row[]).map((row) => JSON.stringify(form(row))).join(between);

/** Yielded as a number of pieces, this always lets other requests run. */
const pause = Number.POSITIVE_INFINITY;

/** The rows that fit into this many bytes, but at least one if none came before. */
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

/** The id of the last row. The slice begins after the comma, or at 0 if there is only one row. */
const lastIdIn = (rows: string): string =>
  (JSON.parse(rows.slice(rows.lastIndexOf(between) + 1)) as { id: string }).id;

/** The rows of a list: their table, condition and order. */
interface Rows {
  from: SQLiteTable;
  join?: { table: SQLiteTable; on: SQL };
  /** The values are placeholders. */
  where?: SQL | undefined;
}

/**
 * A list that SQLite writes as JSON, the newest first by its ids.
 * @param own the fields of its rows in procedures' responses
 */
export function listing<const Own extends Spelling & Record<"id", SQLiteColumn>>(
  own: Own,
  { from, join, where }: Rows,
): (db: Db, page: Page, values?: Values) => Listing<SelectResultFields<Own>> {
  const statementOf = (spelling: Spelling) =>
    oncePerDatabase((db) => {
      const rows = db
        .select({ json: asJson(spelling).as("json") })
        .from(from)
        .$dynamic();
      const joined = join ? rows.innerJoin(join.table, join.on) : rows;
      const page = joined
        .where(and(where, lt(own.id, sql.placeholder("cursor"))))
        .orderBy(desc(own.id))
        .limit(sql.placeholder("limit"))
        .as("page");
      // All texts in one, because returning each by itself would cost as much as writing it.
      const texts = sql<string>`coalesce(group_concat(${page.json}, ',' || char(10)), '')`;
      return db.select({ count: count(), rows: texts }).from(page).prepare();
    });
  const [rows, ids] = [statementOf(own), statementOf({ id: own.id })];
  return (db, page, values = {}) => {
    const reading =
      (of: typeof rows): Read =>
      (cursor, limit) =>
        of(db).get({ ...values, cursor, limit }) ?? { count: 0, rows: "" };
    return new Listing(page, { read: reading(rows), readIds: reading(ids) });
  };
}

function asJson(spelling: Spelling): SQL<string> {
  const parts = Object.entries(spelling).map(
    ([name, value]) => sql`${sql.raw(`'${name}'`)}, ${plain(name, value)}`,
  );
  return sql<string>`json_object(${sql.join(parts, sql`, `)})`;
}

/** Whether a column's values are used exactly as they are stored. */
const isPlain = (value: unknown): boolean =>
  !is(value, Column) || value.mapFromDriverValue === Column.prototype.mapFromDriverValue;

/** @throws Error if a column's values need decoding by drizzle */
export function plain(name: string, value: SQLiteColumn | SQL): SQLiteColumn | SQL {
  if (!isPlain(value)) throw new Error(`SQLite would write ${name} otherwise than it is answered`);
  return value;
}
