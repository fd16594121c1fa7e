import { and, asc, gte, lt, sql } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import type { Day } from "../../platform/clock/clock.ts";
import { sameText } from "../../platform/validation/typed.ts";
import { withdrawn } from "../fines/schema.ts";
import { fines } from "../fines/table.ts";
import { type Found, findNamed } from "./names.ts";
import { mostResults } from "./schema.ts";
import { searchRecords } from "./table.ts";

/** The words to look for in requests and papers. */
const wordsIn = (typed: string): string[] => sameText(typed).match(/[\p{L}\p{N}]+/gu) ?? [];

const withWords = prepared((db) =>
  db
    .select({
      kind: searchRecords.kind,
      id: searchRecords.recordId,
      title: searchRecords.title,
    })
    .from(searchRecords)
    .innerJoin(sql`search_index`, sql`${searchRecords.id} = search_index.rowid`)
    .where(sql`search_index MATCH ${sql.placeholder("query")}`)
    // The newest first, because there may be very many with a common word.
    .orderBy(sql`search_index.rowid DESC`)
    .limit(mostResults)
    .prepare(),
);

/** Requests and papers in which every word begins some word. */
const recordsWith = (db: Db, words: readonly string[]): Found[] =>
  words.length === 0
    ? []
    : withWords(db).all({ query: `body : (${words.map((word) => `"${word}"*`).join(" AND ")})` });

const mostFines = 5;

const withdrawnNamed = sql<string>`${fines.reference} || iif(${fines.status} = ${withdrawn}, ', withdrawn', '')`;

const byReference = prepared((db) =>
  db
    .select({ id: fines.id, title: withdrawnNamed })
    .from(fines)
    .where(
      and(
        gte(fines.reference, sql.placeholder("from")),
        lt(fines.reference, sql.placeholder("before")),
      ),
    )
    .orderBy(asc(fines.reference))
    .limit(mostFines)
    .prepare(),
);

/** Fines whose reference begins with this, with or without its `F-` or the hyphen alone. */
function finesWith(db: Db, typed: string): Found[] {
  const given = typed.toUpperCase();
  // Without the hyphen, an F may also be the first of the six letters and figures.
  const begins = given.startsWith("F-") ? [given.slice(2)] : [given, given.replace(/^F/, "")];
  const found = begins
    .filter((begin) => /^[A-Z0-9]{2,6}$/.test(begin))
    .flatMap((begin) => byReference(db).all({ from: `F-${begin}`, before: `F-${begin}~` }));
  const each = new Map(found.map((fine) => [fine.id, { kind: "fine" as const, ...fine }]));
  return [...each.values()].slice(0, mostFines);
}

/** How many people, units and screens there are at most, so that there is room for the rest. */
const mostNames = 12;

/**
 * What an admin may find: people, units, fines by reference, requests, papers and screens.
 * @param today people's units are those of this day
 */
export function search(db: Db, typed: string, today: Day): Found[] {
  if (!/[\p{L}\p{N}]/u.test(typed)) return [];
  const { exact, others } = findNamed(db, typed, today);
  const records = recordsWith(db, wordsIn(typed));
  const first = [...exact, ...finesWith(db, typed)];
  const room = Math.max(mostNames, mostResults - first.length - records.length);
  return [...first, ...others.slice(0, room), ...records].slice(0, mostResults);
}
