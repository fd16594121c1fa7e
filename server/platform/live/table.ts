import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../database/columns.ts";

/**
 * What may change: the list of announcements, a fine, a maintenance request, a visit, an announced
 * change of who lives where, the register of people and units.
 */
export type Topic = "announcement" | "fine" | "request" | "visit" | "change" | "register";

/** Each change that others should see at once. Rows are only added, and deleted after 30 days. */
export const events = sqliteTable(
  "events",
  {
    /** Never used again, also after the newest row was deleted. */
    number: integer().primaryKey({ autoIncrement: true }),
    topic: text().$type<Topic>().notNull(),
    /** The id of what has changed, and never its content. */
    about: text().notNull(),
    /**
     * Staff includes admins; the gate is staff of the trade Security, and admins. What is for the
     * screens of admins is no news for anybody.
     */
    audience: text()
      .$type<"everybody" | "staff" | "gate" | "admins" | "adminScreens" | "person">()
      .notNull(),
    /** The person whose it is, who hears of it too. */
    personId: text(),
    /** Who did it, for whom it is no news; null for Stoep itself. */
    byId: text(),
    at: instant().notNull(),
  },
  (t) => [index("events_at").on(t.at), index("events_person").on(t.personId)],
);
