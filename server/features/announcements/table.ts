import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../database/columns.ts";
import { accounts } from "../../platform/auth/table.ts";
import type { Sender } from "./schema.ts";

/** What the building is told. Read newest first, which is the primary key backwards. */
export const announcements = sqliteTable(
  "announcements",
  {
    id: id(),
    sender: text().$type<Sender>().notNull(),
    authorId: text()
      .notNull()
      .references(() => accounts.id),
    message: text().notNull(),
    date: instant().notNull(),
  },
  (t) => [index("announcements_author").on(t.authorId, t.id)],
);
