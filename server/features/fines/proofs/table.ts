import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id } from "../../../database/columns.ts";
import { files } from "../../../platform/files/table.ts";
import { people } from "../../people/table.ts";
import { fines } from "../table.ts";

/** A file that shows a payment. */
export const paymentProofs = sqliteTable(
  "payment_proofs",
  {
    id: id(),
    fineId: text()
      .notNull()
      .references(() => fines.id),
    fileId: text()
      .notNull()
      .unique()
      .references(() => files.id),
    uploadedBy: text()
      .notNull()
      .references(() => people.id),
  },
  (t) => [
    index("payment_proofs_fine").on(t.fineId, t.id),
    index("payment_proofs_uploader").on(t.uploadedBy, t.id),
  ],
);
