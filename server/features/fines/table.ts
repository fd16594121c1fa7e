import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { day, id, instant, money } from "../../database/columns.ts";
import { people } from "../people/table.ts";
import type { FineStatus, fineTypes } from "./schema.ts";

export const fines = sqliteTable(
  "fines",
  {
    id: id(),
    residentId: text()
      .notNull()
      .references(() => people.id),
    type: text().$type<(typeof fineTypes)[number]>().notNull(),
    status: text().$type<FineStatus>().notNull(),
    amountCents: money().notNull(),
    reason: text().notNull(),
    issuedAt: instant().notNull(),
    dueDate: day().notNull(),
    /** The resident's address when the fine was issued; it stays when they move. */
    roomNo: text().notNull(),
    /** The resident writes it on the payment, so that it is found in the bank statement. */
    reference: text().notNull().unique(),
  },
  (t) => [
    index("fines_resident").on(t.residentId, t.id),
    // For the totals on dashboards. This index stays small, however many fines were paid before.
    index("fines_open").on(t.status, t.residentId, t.amountCents).where(sql`status <> 'Paid'`),
  ],
);
