import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../database/columns.ts";

/** The building's settings, one per row. The value is JSON. */
export const settings = sqliteTable("settings", {
  name: text().primaryKey(),
  value: text({ mode: "json" }).notNull(),
  updatedAt: instant().notNull(),
});
