import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { day, id, instant, refersTo } from "../../../database/columns.ts";
import { units } from "../table.ts";
import type { WeightUse } from "./schema.ts";

/**
 * The weights that replace the participation quotas by a rule (Sectional Titles Schemes Management
 * Act, s 11(2)), by date. Of those that have begun on a day, the latest holds.
 */
export const unitWeights = sqliteTable(
  "unit_weights",
  {
    id: id(),
    unitId: refersTo(() => units.id),
    use: text().$type<WeightUse>().notNull(),
    /** In units of 1/10 000; null: by participation quota again. */
    weight: integer(),
    /** The rule that says so, such as `Management rule 31A`. */
    rule: text().notNull(),
    /** The day of its CSOS certificate, from which the rule is in force. */
    certificateOn: day().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [uniqueIndex("unit_weights_unit").on(t.unitId, t.use, t.certificateOn)],
);
