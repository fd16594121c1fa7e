import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { day, id, instant, refersTo } from "../../../database/columns.ts";
import { people } from "../../people/table.ts";
import { units } from "../table.ts";
import type { PartyRole } from "./schema.ts";

/** The people who own, rent, live in, let or have a bond over a unit (its parties), and since when. */
export const unitParties = sqliteTable(
  "unit_parties",
  {
    id: id(),
    unitId: refersTo(() => units.id),
    personId: refersTo(() => people.id),
    role: text().$type<PartyRole>().notNull(),
    /** An owner's share of the unit in units of 1/10 000 percent; null for everybody else. */
    share: integer(),
    /** Whether this one of several owners votes (PMR 20(7)). */
    votes: integer({ mode: "boolean" }).notNull().default(false),
    /** The first day; empty: always. */
    since: day().notNull(),
    /** The last day, or the day on which somebody else takes over; null: still. */
    until: day(),
    createdAt: instant().notNull(),
  },
  (t) => [
    index("unit_parties_unit").on(t.unitId, t.role, t.since),
    index("unit_parties_person").on(t.personId, t.since),
  ],
);
