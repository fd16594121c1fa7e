import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, refersTo } from "../../database/columns.ts";
import { accounts } from "../auth/table.ts";

/** Every uploaded file. The content is in the uploads folder under `storedName`. */
export const files = sqliteTable(
  "files",
  {
    id: id(),
    storedName: text().notNull().unique(),
    /** The person's name for it, made safe, with the extension of its content. */
    fileName: text().notNull(),
    /** Detected from the content, never what the sender stated. */
    mimeType: text().notNull(),
    /** In bytes. */
    size: integer().notNull(),
    sha256: text().notNull(),
    uploadedBy: refersTo(() => accounts.id),
    uploadedAt: instant().notNull(),
  },
  (t) => [
    index("files_uploader").on(t.uploadedBy, t.id),
    index("files_uploaded_at").on(t.uploadedAt),
  ],
);
