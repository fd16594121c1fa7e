import { index, integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { day, id, instant, refersTo } from "../../../database/columns.ts";
import { people } from "../../people/table.ts";

/** The trustees of the body corporate, and their terms. A trustee need not own a unit. */
export const trusteeTerms = sqliteTable(
  "trustee_terms",
  {
    id: id(),
    personId: refersTo(() => people.id),
    /** Whether they were the chairperson. */
    chairs: integer({ mode: "boolean" }).notNull().default(false),
    /** The first day. */
    since: day().notNull(),
    /** The last day; null: still. */
    until: day(),
    createdAt: instant().notNull(),
  },
  (t) => [index("trustee_terms_person").on(t.personId, t.since)],
);
