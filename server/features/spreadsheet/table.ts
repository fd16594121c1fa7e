import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../database/columns.ts";
import type { RowChange } from "../../database/rowChanges.ts";
import { accounts } from "../../platform/auth/table.ts";

/** A row that an import added or changed; without `before` it was added. */
export interface StoredChange {
  table: string;
  before?: RowChange["before"];
  after: RowChange["after"];
}

/** The list that an admin is about to import, so that loading the page again loses nothing. */
export const stagedImports = sqliteTable("staged_imports", {
  id: id(),
  accountId: text()
    .notNull()
    .unique()
    .references(() => accounts.id),
  /** The file, its name and the choices. Encrypted, because such lists have ID numbers. */
  content: text().notNull(),
  at: instant().notNull(),
});

/** The imports of the last day, with what is needed to take them back. */
export const recentImports = sqliteTable("recent_imports", {
  /** The subject of its entry in the audit trail. */
  id: id(),
  /** Null: at the shell. */
  accountId: text().references(() => accounts.id),
  at: instant().notNull(),
  /** The rows that were added or changed. */
  changes: text({ mode: "json" }).$type<StoredChange[]>().notNull(),
});
