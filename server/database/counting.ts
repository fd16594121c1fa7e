import { count, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Db, prepared } from "./open.ts";

/** Finds a row by a condition, with a prepared statement for frequent queries. */
export function finding<Table extends SQLiteTable>(table: Table, where: SQL | undefined) {
  type Row = Table["$inferSelect"] | undefined;
  const query = prepared((db) => db.select().from<SQLiteTable>(table).where(where).prepare());
  return (db: Db, values: Record<string, unknown>) => query(db).get(values) as Row;
}

/**
 * Counts a table's rows with a condition, using a prepared statement. This can take long, so there
 * must be an index that has only a few rows for the condition.
 */
export function counting(table: SQLiteTable, where: SQL | undefined) {
  const query = prepared((db) => db.select({ count: count() }).from(table).where(where).prepare());
  return (db: Db, values: Record<string, unknown> = {}): number =>
    query(db).get(values)?.count ?? 0;
}
