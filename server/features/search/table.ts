import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { RecordKind } from "./schema.ts";

/**
 * What can be searched for. Triggers on people, units, requests and proofs write it, and the
 * full-text index `search_index` beside it (drizzle/0016_search.sql).
 */
export const searchRecords = sqliteTable(
  "search_records",
  {
    id: integer().primaryKey(),
    kind: text().$type<RecordKind>().notNull(),
    recordId: text().notNull(),
    title: text().notNull(),
    /** Other words that find it. */
    body: text().notNull(),
  },
  (t) => [uniqueIndex("search_records_record").on(t.recordId, t.kind)],
);
