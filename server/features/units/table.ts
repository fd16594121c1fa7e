import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../database/columns.ts";

/** The units of the scheme. A person lives in the unit whose label is their `address`. */
export const units = sqliteTable(
  "units",
  {
    id: id(),
    label: text().notNull(),
    /** The label without case and spaces, unique and used to find a unit. */
    labelKey: text().notNull(),
    /** The section's number on the sectional plan. */
    sectionNumber: text(),
    /** In units of 1/10 000 percent. */
    participationQuota: integer(),
    createdAt: instant().notNull(),
    removedAt: instant(),
  },
  (t) => [uniqueIndex("units_label_key").on(t.labelKey).where(sql`removed_at is null`)],
);
