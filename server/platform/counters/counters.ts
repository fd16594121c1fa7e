import { and, eq, sql } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import { totals } from "./table.ts";

const one = prepared((db) =>
  db
    .select({ count: totals.count, cents: totals.cents })
    .from(totals)
    .where(
      and(eq(totals.about, sql.placeholder("about")), eq(totals.what, sql.placeholder("what"))),
    )
    .prepare(),
);

export interface Total {
  count: number;
  cents: number;
}

/** How many there are of something, and how much money they are. */
export const totalOf = (db: Db, about: string, what: string): Total =>
  one(db).get({ about, what }) ?? { count: 0, cents: 0 };
