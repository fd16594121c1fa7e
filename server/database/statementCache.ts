import type Database from "better-sqlite3";

/** Enough for everything a house is asked; what is asked least recently makes room. */
const maxCached = 200;

/**
 * A connection for drizzle, which prepares a statement anew at every call: here each is prepared once
 * and kept by its text. Only for drizzle, which says at every call how it wants the rows.
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
 * A statement as drizzle writes it, with limits that SQLite does not plan with: it takes the value of a
 * bare `limit ?` for a part of the plan and makes the statement anew at every call, which costs more
 * than running it.
 */
export const unplanned = (source: string): string => source.replaceAll(" limit ?", " limit +?");
