import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../database/columns.ts";

/** What the admins set for the building, a row a setting; the value is JSON. */
export const settings = sqliteTable("settings", {
  name: text().primaryKey(),
  value: text({ mode: "json" }).notNull(),
  updatedAt: instant().notNull(),
});
