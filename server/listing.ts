import { type SQL, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Built, type Db, isPlain, native, prepared } from "./db.ts";
import { fromNewest, mostOf, type Page, type PageOf } from "./page.ts";

// SQLite writes the rows of a hot list as JSON itself: making objects of them and text of those again
// costs three times as much. Whoever wants the rows gets them all the same.

/** The names that a row's values are answered under; a value is a column or an expression. */
export type Spelling = Record<string, SQLiteColumn | SQL>;
/** What a query selects to answer its rows in some spelling: one text a row. */
type Written = { json: SQL.Aliased<string> };
/** How many rows there are beyond a cursor, `limit` at most, and all their texts in one. */
type Texts = { count: number; rows: string };
type Reach = { before: string; limit: number };
type Read = (spelling: Spelling, cursor: string, limit: number) => Texts;

/** What stands between two rows, and never in one: JSON writes the end of a line as `\\n`. */
const between = ",\n";

/** One page whose rows are read when somebody asks, in the spelling that is asked for. */
export class Listing<Row> implements PageOf<Row> {
  readonly #page: Page;
  readonly #own: Spelling;
  readonly #read: Read;
  #text: string | undefined;
  #parsed: PageOf<Row> | undefined;

  constructor(page: Page, own: Spelling, read: Read) {
    this.#page = page;
    this.#own = own;
    this.#read = read;
  }

  get rows(): Row[] {
    return this.toJSON().rows;
  }

  get nextCursor(): string | null {
    return this.toJSON().nextCursor;
  }

  /** For whoever makes JSON of it without knowing it: the page as a value. */
  toJSON(): PageOf<Row> {
    this.#parsed ??= JSON.parse(this.text()) as PageOf<Row>;
    return this.#parsed;
  }

  /** The page as JSON. */
  text(): string {
    if (this.#text === undefined) {
      const { rows, nextCursor } = this.#rowsIn(this.#own);
      this.#text = `{"rows":[${rows}],"nextCursor":${JSON.stringify(nextCursor)}}`;
    }
    return this.#text;
  }

  /** The rows alone as JSON, in another spelling, which has an `id` too. */
  rowsAs(spelling: Spelling): string {
    return `[${this.#rowsIn(spelling).rows}]`;
  }

  /** One row more than asked tells whether there is a next page. */
  #rowsIn(spelling: Spelling): { rows: string; nextCursor: string | null } {
    const most = mostOf(this.#page);
    const found = this.#read(spelling, this.#page.cursor ?? fromNewest, most + 1);
    if (found.count <= most) return { rows: found.rows, nextCursor: null };
    const rows = found.rows.slice(0, found.rows.lastIndexOf(between));
    // The comma, or nothing where it is the only row, stands before the last one.
    const last = rows.slice(rows.lastIndexOf(between) + 1);
    return { rows, nextCursor: (JSON.parse(last) as { id: string }).id };
  }
}

/**
 * A list, newest first, that SQLite writes as JSON.
 * @param own the spelling of its rows as the procedures answer them
 * @param build the query, with the placeholders `before` and `limit` and those of its own values
 */
export function listing<const Own extends Spelling, Values extends Record<string, string>>(
  own: Own,
  build: (db: Db, written: Written) => Built,
): (db: Db, page: Page, values: Values) => Listing<SelectResultFields<Own>> {
  const statements = prepared((db) => {
    const kept = new Map<Spelling, (...values: [Values, Reach]) => Texts>();
    return (spelling: Spelling) => {
      const known = kept.get(spelling);
      if (known) return known;
      const query = build(db, { json: asJson(spelling).as("json") });
      const { statement, bind } = native<Texts>(db, inOne(query));
      const texts = (...values: [Values, Reach]) => statement.get(...bind(...values)) as Texts;
      kept.set(spelling, texts);
      return texts;
    };
  });
  return (db, page, values) =>
    new Listing(page, own, (spelling, before, limit) =>
      statements(db)(spelling)(values, { before, limit }),
    );
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
