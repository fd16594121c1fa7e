import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../database/columns.ts";

/**
 * Everybody the building knows. Whoever may sign in also has a row in `accounts` with the same id.
 * A removed person's row stays, because fines, requests and visits refer to it.
 */
export const people = sqliteTable(
  "people",
  {
    id: id(),
    name: text().notNull(),
    surname: text().notNull(),
    /** Empty if they have none. Several people may share one. */
    email: text().notNull().default(""),
    cellPhone: text().notNull().default(""),
    /** The label of their unit, as somebody typed it. */
    address: text().notNull().default(""),
    /** Encrypted, see platform/idNumbers. Empty if unknown. */
    idNumber: text().notNull().default(""),
    createdAt: instant().notNull(),
    removedAt: instant(),
    /** When the personal data were erased. */
    erasedAt: instant(),
  },
  (t) => [index("people_erased").on(t.id).where(sql`erased_at is not null`)],
);
