import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { day, id, instant, refersTo } from "../../database/columns.ts";
import { people } from "../people/table.ts";
import { expectedVisits } from "./expected/table.ts";
import type { visitationTypes } from "./schema.ts";

/**
 * A visitor signed in by a resident, or let in at the gate. Signing out sets the time and deletes nothing. Some time later
 * the name and the email are deleted (`redactedAt`), and the visit itself stays.
 */
export const visits = sqliteTable(
  "visits",
  {
    id: id(),
    residentId: refersTo(() => people.id),
    visitationType: text().$type<(typeof visitationTypes)[number]>().notNull(),
    roomNumber: text().notNull(),
    residentName: text().notNull(),
    /** The resident's address at the time. The visit belongs to the account, not to the address. */
    residentEmail: text().notNull(),
    visitorName: text().notNull(),
    visitorSurname: text().notNull(),
    visitorEmail: text().notNull(),
    startDate: day().notNull(),
    leaveDate: day(),
    signedInAt: instant().notNull(),
    /** Null while they were signed in for a later day and have not come. Without it they are not in the building. */
    arrivedAt: instant(),
    signedOutAt: instant(),
    redactedAt: instant(),
    /** The announced visit with whose code they came in. */
    expectedId: text().references(() => expectedVisits.id),
    /** The number plate that was written down at the gate, without spaces. */
    plate: text().notNull().default(""),
    /** Nobody saw them leave: they were signed out the night after their last day. */
    assumedOut: integer({ mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    // Visitors who are present have no time of leaving. This finds them among years of visits.
    index("visits_resident").on(t.residentId, t.signedOutAt, t.id),
    index("visits_in").on(t.signedOutAt, t.id).where(sql`signed_out_at is null`),
    // For how many came on a day.
    index("visits_signed_in").on(t.signedInAt),
    index("visits_expected").on(t.expectedId).where(sql`expected_id is not null`),
    index("visits_assumed_out").on(t.signedOutAt).where(sql`assumed_out`),
    index("visits_to_redact").on(t.signedOutAt).where(sql`redacted_at is null`),
  ],
);
