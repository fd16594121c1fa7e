import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "../../database/columns.ts";

/**
 * The subject of an event: the list of announcements, a fine, a maintenance request, a visit, an
 * announced change of who lives where, or the register of people and units.
 */
export type Topic = "announcement" | "fine" | "request" | "visit" | "change" | "register";

type Screens = "staffScreens" | "gateScreens" | "adminScreens";

/**
 * Each change that others should see at once. Rows are only added, and deleted after 30 days. Each change
 * of anything adds one, so there is no index: the few questions that need one read 30 days of rows.
 */
export const events = sqliteTable("events", {
  /** Never used again, because the newest row is never deleted. */
  number: integer().primaryKey(),
  topic: text().$type<Topic>().notNull(),
  /** The id of what has changed, and never its content. */
  about: text().notNull(),
  /**
   * Staff includes admins; the gate is staff of the trade Security, and admins. What is for the
   * screens of these is no news for anybody.
   */
  audience: text()
    .$type<"everybody" | "staff" | "gate" | "admins" | Screens | "person">()
    .notNull(),
  /** The person whom it concerns, who hears of it too. */
  personId: text(),
  /** The person who made the change, for whom it is no news; null for Stoep itself. */
  byId: text(),
  at: instant().notNull(),
});
