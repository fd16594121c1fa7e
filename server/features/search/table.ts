import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { RecordKind } from "./schema.ts";

/**
 * The requests and papers that can be searched for. Triggers on requests and proofs write it, and the
 * full-text index `search_index` of `body` beside it (drizzle/0028_search_folded_words.sql).
 */
export const searchRecords = sqliteTable(
  "search_records",
  {
    id: integer().primaryKey(),
    kind: text().$type<RecordKind>().notNull(),
    recordId: text().notNull(),
    title: text().notNull(),
    /** The words that find it, without accents. */
    body: text().notNull(),
  },
  (t) => [uniqueIndex("search_records_record").on(t.recordId, t.kind)],
);
