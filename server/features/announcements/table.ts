import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant } from "../../database/columns.ts";
import { people } from "../people/table.ts";
import type { Sender } from "./schema.ts";

/** Messages to everybody in the building. Lists read the primary key backwards, newest first. */
export const announcements = sqliteTable(
  "announcements",
  {
    id: id(),
    sender: text().$type<Sender>().notNull(),
    authorId: text()
      .notNull()
      .references(() => people.id),
    message: text().notNull(),
    date: instant().notNull(),
  },
  (t) => [index("announcements_author").on(t.authorId, t.id)],
);
