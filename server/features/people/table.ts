import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { day, id, instant } from "../../database/columns.ts";

/**
 * Everybody the building knows. Whoever may sign in also has a row in `accounts` with the same id.
 * A removed person's row stays, because fines, requests and visits refer to it.
 */
export const people = sqliteTable(
  "people",
  {
    id: id(),
    /** The first name; of a company or trust, its whole name. */
    name: text().notNull(),
    /** Empty for a company or trust. */
    surname: text().notNull(),
    /** A company or trust, which people act for. */
    juristic: integer({ mode: "boolean" }).notNull().default(false),
    /** Empty if they have none. Several people may share one. */
    email: text().notNull().default(""),
    cellPhone: text().notNull().default(""),
    /** Another number: at work, or at home. */
    telephone: text().notNull().default(""),
    /** The address, as it was typed, of somebody who is in no unit of the register. */
    address: text().notNull().default(""),
    /** The address for letters under the rules (PMR 27(2)(b)); empty: their unit. */
    serviceAddress: text().notNull().default(""),
    /** ID, passport or registration number, encrypted, see platform/idNumbers. Empty if unknown. */
    idNumber: text().notNull().default(""),
    createdAt: instant().notNull(),
    removedAt: instant(),
    /** The building's day of `removedAt`: from it on they have no unit and no office. */
    removedOn: day(),
    /** When the personal data were erased. */
    erasedAt: instant(),
    /** The person they turned out to be, who has everything of theirs since. They are removed then. */
    mergedInto: text().references((): AnySQLiteColumn => people.id),
  },
  (t) => [
    index("people_erased").on(t.id).where(sql`erased_at is not null`),
    // For who shares an email, which is the same in any case.
    index("people_email").on(sql`lower(email)`, t.removedAt),
    index("people_merged").on(t.mergedInto),
  ],
);
