import { count, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Db, prepared } from "./open.ts";

/**
 * Counts the rows of a table that a condition fits, by a statement prepared once. Nothing limits how
 * long that takes: there must be an index that holds only a few rows for it.
 */
export function counting(table: SQLiteTable, where: SQL | undefined) {
  const query = prepared((db) => db.select({ count: count() }).from(table).where(where).prepare());
  return (db: Db, values: Record<string, unknown> = {}): number =>
    query(db).get(values)?.count ?? 0;
}
