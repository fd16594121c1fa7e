import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { day, id, instant, refersTo } from "../../../database/columns.ts";
import { units } from "../table.ts";

/** Participation quotas by date. Of those that have begun on a day, the latest holds. */
export const unitQuotas = sqliteTable(
  "unit_quotas",
  {
    id: id(),
    unitId: refersTo(() => units.id),
    /** In units of 1/10 000 percent. */
    quota: integer().notNull(),
    /** The first day; empty: always. */
    since: day().notNull(),
    /** The paper it comes from, such as the sectional plan; empty if nobody said. */
    paper: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [uniqueIndex("unit_quotas_unit").on(t.unitId, t.since)],
);
