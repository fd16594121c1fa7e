import { count, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./open.ts";

/**
 * Counts a table's rows with a condition. This can take long, so there must be an index that has only a few
 * rows for the condition.
 */
export const countRows = (db: Db, table: SQLiteTable, where: SQL | undefined): number =>
  db.select({ count: count() }).from(table).where(where).get()?.count ?? 0;
