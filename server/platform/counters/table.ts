import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * How many rows there are of what, so that nobody has to count them. Triggers keep it, which see every
 * change whoever makes it; nothing else writes here.
 */
export const totals = sqliteTable(
  "_totals",
  {
    /** "house", an account's id, or "trade Cleaning". */
    about: text().notNull(),
    /** Such as "fines Unpaid". */
    what: text().notNull(),
    count: integer().notNull(),
    /** How much money they are together; of what costs nothing, 0. */
    cents: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.about, t.what] })],
);
