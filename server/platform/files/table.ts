import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../database/columns.ts";
import { accounts } from "../auth/table.ts";

/**
 * Every uploaded file, of whatever feature. The bytes lie in the uploads folder under `storedName`.
 * A feature's own row points here by a foreign key; backups, the start and doctor look here only.
 */
export const files = sqliteTable(
  "files",
  {
    id: id(),
    storedName: text().notNull().unique(),
    /** The name the person gave it, made safe, with the ending of its content. */
    fileName: text().notNull(),
    /** By content, never by what the sender said. */
    mimeType: text().notNull(),
    /** In bytes. */
    size: integer().notNull(),
    sha256: text().notNull(),
    uploadedBy: text()
      .notNull()
      .references(() => accounts.id),
    uploadedAt: instant().notNull(),
  },
  (t) => [
    index("files_uploader").on(t.uploadedBy, t.id),
    index("files_uploaded_at").on(t.uploadedAt),
  ],
);
