import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, refersTo } from "../../database/columns.ts";
import { files } from "../../platform/files/table.ts";
import { people } from "../people/table.ts";
import type { KindName } from "./schema.ts";

/** A file that belongs to something: a proof or a photo to a fine, a photo to a request. */
export const attachments = sqliteTable(
  "attachments",
  {
    id: id(),
    /** The sort of file: the `kind` of an AttachmentKind. */
    kind: text().$type<KindName>().notNull(),
    /** The row that it belongs to, in a table that the kind knows. */
    subjectId: text().notNull(),
    fileId: text()
      .notNull()
      .unique()
      .references(() => files.id),
    addedBy: refersTo(() => people.id),
    /** The stage of a photo of a request: it shows what is broken, or what was done. */
    stage: text().$type<"before" | "after">(),
  },
  (t) => [
    index("attachments_subject").on(t.subjectId, t.kind, t.id),
    index("attachments_adder").on(t.addedBy, t.kind, t.id),
  ],
);
