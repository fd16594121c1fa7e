import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { day, id, instant, refersTo } from "../../../database/columns.ts";
import { units } from "../table.ts";
import type { AreaKind, AreaRight } from "./schema.ts";

/** Parking bays, store rooms, gardens and other areas that belong to a unit's use, by date. */
export const unitAreas = sqliteTable(
  "unit_areas",
  {
    id: id(),
    unitId: refersTo(() => units.id),
    kind: text().$type<AreaKind>().notNull(),
    /** Its number or name on the plan, such as `P12`. */
    label: text().notNull(),
    /** In whole square metres, if it is known. */
    floorArea: integer(),
    right: text().$type<AreaRight>().notNull(),
    /** The rule or the registered right, such as `Conduct rule 12` or `SK 123/1998`. */
    reference: text().notNull().default(""),
    /** The first day; empty: always. */
    since: day().notNull(),
    /** The last day; null: still. */
    until: day(),
    createdAt: instant().notNull(),
  },
  (t) => [index("unit_areas_unit").on(t.unitId, t.since)],
);
