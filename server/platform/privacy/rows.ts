import { asc, eq, getTableColumns, inArray, or, type SQL } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../../database/open.ts";
import type { PersonalTable } from "./personal.ts";

/** How many rows are read at a time. */
const rowsAtOnce = 200;

/** Rows of somebody who may have very many. They are read in batches, when needed. */
export class LongList<Key, Row> implements Iterable<Row> {
  readonly #keys: readonly Key[];
  readonly #read: (keys: Key[]) => Row[];

  /** @param read the rows for some keys, in the list's order */
  constructor(keys: readonly Key[], read: (keys: Key[]) => Row[]) {
    this.#keys = keys;
    this.#read = read;
  }

  *[Symbol.iterator](): Iterator<Row> {
    for (let from = 0; from < this.#keys.length; from += rowsAtOnce)
      yield* this.#read(this.#keys.slice(from, from + rowsAtOnce));
  }

  toJSON(): Row[] {
    return [...this];
  }
}

/**
 * All of somebody's rows in a table, ordered by id.
 * @param columns those that may be exported, unless all may be, and what explains them
 */
export function rowsOf(
  db: Db,
  table: SQLiteTable & { id: SQLiteColumn },
  whose: SQLiteColumn,
  id: string,
  columns: Record<string, SQLiteColumn | SQL> = getTableColumns(table),
): LongList<string, unknown> {
  const order = asc(table.id);
  const theirs = db.select({ id: table.id }).from(table).where(eq(whose, id)).orderBy(order).all();
  const keys = theirs.map((row) => String(row.id));
  return new LongList(keys, (some) =>
    db.select(columns).from(table).where(inArray(table.id, some)).orderBy(order).all(),
  );
}

/** A person's rows in a table, with the columns that may be exported. For tables with few rows each. */
export function exportedRows(db: Db, { table, whose, columns }: PersonalTable, id: string) {
  const all = Object.entries<SQLiteColumn>(getTableColumns(table));
  const exported = all.filter(([name]) => "exported" in (columns.get(toSnakeCase(name)) ?? {}));
  const theirs = all.filter(([name]) => whose.get(toSnakeCase(name)) === "id");
  return db
    .select(Object.fromEntries(exported))
    .from(table)
    .where(or(...theirs.map(([, column]) => eq(column, id))))
    .all();
}
