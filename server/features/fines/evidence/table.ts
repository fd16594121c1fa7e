import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id } from "../../../database/columns.ts";
import { files } from "../../../platform/files/table.ts";
import { fines } from "../table.ts";

/** A photo of what a fine is for. The table of files knows which admin added it, and when. */
export const fineEvidence = sqliteTable(
  "fine_evidence",
  {
    id: id(),
    fineId: text()
      .notNull()
      .references(() => fines.id),
    fileId: text()
      .notNull()
      .unique()
      .references(() => files.id),
  },
  (t) => [index("fine_evidence_fine").on(t.fineId, t.id)],
);
