import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { day, id, instant, money, refersTo } from "../../database/columns.ts";
import { people } from "../people/table.ts";
import type { FineState, FineStep, FineType } from "./schema.ts";

export const fines = sqliteTable(
  "fines",
  {
    id: id(),
    residentId: refersTo(() => people.id),
    type: text().$type<FineType>().notNull(),
    status: text().$type<FineState>().notNull(),
    amountCents: money().notNull(),
    reason: text().notNull(),
    issuedAt: instant().notNull(),
    /** The person who issued it, without a reference, which an index would have to serve. */
    issuedBy: text(),
    dueDate: day().notNull(),
    /** The resident's address when the fine was issued; it stays when they move. */
    roomNo: text().notNull(),
    /** The resident writes it on the payment, so that it is found in the bank statement. */
    reference: text().notNull().unique(),
    /** The reason for its withdrawal, which the resident reads, and the time; null for a fine that stands. */
    withdrawnReason: text(),
    withdrawnAt: instant(),
    /** The reason why its payment proof was turned down, which the resident reads, until its next status. */
    turnedDownReason: text(),
    /** The time at which it was set to Paid; null while it is not, or if nobody knows any more. */
    paidAt: instant(),
    /** The time of the latest reminder letter that names it; null if none was made. */
    remindedAt: instant(),
  },
  (t) => [
    index("fines_resident").on(t.residentId, t.id),
    // For the totals on dashboards. This index stays small, however many fines were paid before.
    index("fines_open")
      .on(t.status, t.residentId, t.amountCents, t.dueDate)
      .where(sql`status <> 'Paid'`),
    // For the way from one payment proof to the next.
    index("fines_pending").on(t.id).where(sql`status = 'Pending...'`),
    // For what was issued in a month.
    index("fines_issued").on(t.issuedAt, t.status, t.amountCents),
    // For what was paid in a month.
    index("fines_paid").on(t.paidAt, t.amountCents).where(sql`paid_at is not null`),
  ],
);

/** The steps of each fine after it was issued, with the person and the time. Rows are only ever added. */
export const fineStatusChanges = sqliteTable(
  "fine_status_changes",
  {
    id: id(),
    fineId: refersTo(() => fines.id),
    did: text().$type<Exclude<FineStep, "issued">>().notNull(),
    statusBefore: text().$type<FineState>(),
    status: text().$type<FineState>().notNull(),
    /** The reason for its withdrawal, or why its payment proof was turned down. */
    reason: text(),
    /** Null for the server itself. */
    changedBy: text().references(() => people.id),
    changedAt: instant().notNull(),
  },
  (t) => [
    index("fine_changes_fine").on(t.fineId, t.id),
    // Adding a person asks whether rows refer to them already.
    index("fine_changes_by").on(t.changedBy),
  ],
);
