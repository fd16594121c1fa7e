import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** An amount in cents as rand, which SQLite writes as JSON does: whole ones without a fraction. */
export const randIn = (cents: SQLiteColumn): SQL =>
  sql`CASE WHEN ${cents} % 100 = 0 THEN ${cents} / 100 ELSE ${cents} / 100.0 END`;
