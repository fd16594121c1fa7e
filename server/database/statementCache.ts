import type Database from "better-sqlite3";

/** Enough for all queries of the program; the least recently used one is dropped. */
const maxCached = 200;

/**
 * A connection for drizzle, which prepares a statement anew for each call: this caches each
 * statement by its text. Only for drizzle, which sets the form of the rows at each call.
 */
export function cacheStatements(sqlite: Database.Database): Database.Database {
  const cache = new Map<string, Database.Statement>();
  const prepare = (source: string): Database.Statement => {
    const known = cache.get(source);
    const statement = known ?? sqlite.prepare(unplanned(source));
    cache.delete(source);
    cache.set(source, statement);
    const [oldest] = cache.keys();
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
    return statement.reader ? statement.raw(false) : statement;
  };
  return Object.create(sqlite, { prepare: { value: prepare } });
}

/**
 * Changes drizzle's limits so that SQLite does not plan with their values. With a bare `limit ?`,
 * it prepares the statement again for each call, which costs more than running it.
 */
export const unplanned = (source: string): string => source.replaceAll(" limit ?", " limit +?");
