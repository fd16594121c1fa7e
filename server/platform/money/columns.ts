import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** SQL for cents as rand. Whole amounts have no fraction, as in JSON. */
export const randIn = (cents: SQLiteColumn): SQL =>
  sql`CASE WHEN ${cents} % 100 = 0 THEN ${cents} / 100 ELSE ${cents} / 100.0 END`;
