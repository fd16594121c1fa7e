import { count, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Db, prepared } from "./open.ts";

/**
 * Counts a table's rows with a condition, using a prepared statement. This can take long, so there
 * must be an index that has only a few rows for the condition.
 */
export function counting(table: SQLiteTable, where: SQL | undefined) {
  const query = prepared((db) => db.select({ count: count() }).from(table).where(where).prepare());
  return (db: Db, values: Record<string, unknown> = {}): number =>
    query(db).get(values)?.count ?? 0;
}
