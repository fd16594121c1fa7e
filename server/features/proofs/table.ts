import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../columns.ts";
import { accounts } from "../../platform/auth/table.ts";
import { fines } from "../fines/table.ts";

/** A file that says a fine was paid. The bytes lie in the uploads folder under `storedName`. */
export const paymentProofs = sqliteTable(
  "payment_proofs",
  {
    id: id(),
    fineId: text()
      .notNull()
      .references(() => fines.id),
    uploadedBy: text()
      .notNull()
      .references(() => accounts.id),
    /** The name the person gave it, made harmless; only ever shown or offered for saving. */
    fileName: text().notNull(),
    storedName: text().notNull().unique(),
    mimeType: text().notNull(),
    /** In bytes. */
    size: integer().notNull(),
    sha256: text().notNull(),
    uploadedAt: instant().notNull(),
  },
  (t) => [
    index("payment_proofs_fine").on(t.fineId, t.id),
    index("payment_proofs_uploader").on(t.uploadedBy, t.id),
  ],
);
