import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { day, id, instant } from "../../database/columns.ts";
import type { UnitKind } from "./schema.ts";

/** The units of the scheme. */
export const units = sqliteTable(
  "units",
  {
    id: id(),
    label: text().notNull(),
    /** The label without case and spaces, unique and used to find a unit. */
    labelKey: text().notNull(),
    /** The section's number on the sectional plan. */
    sectionNumber: text(),
    /** Primary or utility: they count differently for a quorum (PMR 19). */
    kind: text().$type<UnitKind>().notNull().default("primary"),
    /** The floor area on the sectional plan, in whole square metres. */
    floorArea: integer(),
    /** The storey it is on: 0 is the ground floor, -1 the first basement. */
    floor: integer(),
    /** The reference that people write on a payment. It never changes. */
    paymentReference: text().notNull().default(""),
    notes: text().notNull().default(""),
    /** The first day on which the unit exists; empty: always. */
    since: day().notNull().default(""),
    createdAt: instant().notNull(),
    removedAt: instant(),
  },
  (t) => [
    uniqueIndex("units_label_key").on(t.labelKey).where(sql`removed_at is null`),
    uniqueIndex("units_payment_reference").on(t.paymentReference),
  ],
);
