import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, refersTo } from "../../../database/columns.ts";
import { people } from "../../people/table.ts";

/**
 * A visit, or a regular pass, that a resident announced. Whoever arrives has a row in `visits` too. Some time after its
 * end the code, the name and the number plate are deleted (`redactedAt`).
 */
export const expectedVisits = sqliteTable(
  "expected_visits",
  {
    id: id(),
    residentId: refersTo(() => people.id),
    /** Six digits, of no other visit. */
    code: text(),
    /** Empty if the resident gave none. */
    visitorName: text().notNull(),
    /** The number plate, without spaces; empty if there is none. */
    vehicle: text().notNull(),
    /** The code is good from this time on, and until before `endsAt`. */
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /**
     * For a regular pass, whose code lets in again and again: on these weekdays, as digits from 1
     * for Monday, and between these times of day, `HH:MM`. Null for a single visit.
     */
    weekdays: text(),
    fromTime: text(),
    untilTime: text(),
    announcedAt: instant().notNull(),
    withdrawnAt: instant(),
    redactedAt: instant(),
  },
  (t) => [
    uniqueIndex("expected_visits_code").on(t.code).where(sql`code is not null`),
    index("expected_visits_resident").on(t.residentId, t.endsAt),
    // For those of today, and for those whose names are to be deleted.
    index("expected_visits_open").on(t.endsAt).where(sql`redacted_at is null`),
  ],
);
