import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { day, id, instant, refersTo } from "../../database/columns.ts";
import { people } from "../people/table.ts";
import { units } from "../units/table.ts";
import type { Audience, Outage, Sender } from "./schema.ts";

/**
 * Notices. One to everybody without a title is an announcement. Lists read the primary key backwards,
 * newest first.
 */
export const announcements = sqliteTable(
  "announcements",
  {
    id: id(),
    sender: text().$type<Sender>().notNull(),
    authorId: refersTo(() => people.id),
    message: text().notNull(),
    date: instant().notNull(),
    /** Empty if it has none. */
    title: text().notNull().default(""),
    /** For "units", those of `announcementUnits`. */
    audience: text().$type<Audience | "units">().notNull().default("everybody"),
    urgent: integer({ mode: "boolean" }).notNull().default(false),
    pinned: integer({ mode: "boolean" }).notNull().default(false),
    /** The first and the last day on which it is shown; null for no limit. */
    firstDay: day(),
    lastDay: day(),
    /** When people were told of it, on its first day; null before. */
    toldAt: instant(),
    /** An outage of a service, and its times; `outageUntil` is null while nobody knows its end. */
    outage: text().$type<Outage>(),
    outageFrom: instant(),
    outageUntil: instant(),
    /** When its words were last corrected; the trail has the earlier ones. */
    correctedAt: instant(),
    /** A withdrawn one stays, and nobody is shown it any more. */
    withdrawnAt: instant(),
    withdrawnReason: text().notNull().default(""),
  },
  (t) => [
    index("announcements_author").on(t.authorId, t.id),
    // So that what is pinned is found among many newer ones.
    index("announcements_pinned").on(t.id).where(sql`pinned = 1`),
    index("announcements_planned")
      .on(t.firstDay)
      .where(sql`first_day is not null and told_at is null`),
  ],
);

/** The units that a notice is for, if it is for some only. */
export const announcementUnits = sqliteTable(
  "announcement_units",
  {
    announcementId: refersTo(() => announcements.id),
    unitId: refersTo(() => units.id),
  },
  (t) => [primaryKey({ columns: [t.announcementId, t.unitId] })],
);

/** The people who said "I have read this", and when first. */
export const announcementReads = sqliteTable(
  "announcement_reads",
  {
    announcementId: refersTo(() => announcements.id),
    personId: refersTo(() => people.id),
    readAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.announcementId, t.personId] }),
    index("announcement_reads_person").on(t.personId),
  ],
);
