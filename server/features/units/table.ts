import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../database/columns.ts";

/** The units of the scheme. Who lives in one is told by the `address` of their account: its label. */
export const units = sqliteTable(
  "units",
  {
    id: id(),
    label: text().notNull(),
    /** The label without case and spaces, by which it is unique and found. */
    labelKey: text().notNull(),
    /** The section's number on the sectional plan. */
    sectionNumber: text(),
    /** In whole 1/10 000 percent. */
    participationQuota: integer(),
    createdAt: instant().notNull(),
    removedAt: instant(),
  },
  (t) => [uniqueIndex("units_label_key").on(t.labelKey).where(sql`removed_at is null`)],
);
