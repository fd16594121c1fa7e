import { and, asc, gte, lt, sql } from "drizzle-orm";
import { type Db, prepared } from "../../database/open.ts";
import { withdrawn } from "../fines/schema.ts";
import { fines } from "../fines/table.ts";
import { mostResults, type RecordKind, type ResultKind } from "./schema.ts";
import { searchRecords } from "./table.ts";

/** Something that was found. The id of a screen is its address. */
export interface Found {
  kind: ResultKind;
  id: string;
  title: string;
}

/** The screens that people look for by name. */
const screens: readonly (readonly [address: string, title: string])[] = [
  ["/admin/dashboard", "Dashboard"],
  ["/admin/residents", "Residents"],
  ["/admin/staff", "Staff"],
  ["/admin/admins", "Admins"],
  ["/admin/units", "Units"],
  ["/admin/fines", "Fines"],
  ["/admin/fines/reminders", "Reminder letters"],
  ["/admin/maintenance", "Maintenance"],
  ["/admin/visitors", "Visitors"],
  ["/admin/invites", "Invites on paper"],
  ["/admin/import", "Import from a spreadsheet"],
  ["/admin/building", "Building, bank details"],
  ["/admin/backups", "Backups"],
  ["/admin/privacy", "Privacy"],
  ["/admin/audit", "Audit trail"],
  ["/admin/profile", "Admin Profile"],
];

/** Looks like a telephone number that is long enough to be meant as one. */
const telephone = /^\+?[\d\u00a0 ().-]{6,}$/;

/** The words to look for. The index has telephone numbers as `0824441018`. */
function wordsIn(typed: string): string[] {
  const digits = typed.replace(/\D/g, "");
  if (telephone.test(typed) && digits.length >= 6)
    return [digits.length > 10 ? `0${digits.slice(-9)}` : digits];
  return typed.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** An FTS5 query: every word must begin some word of the title or the rest. */
const matching = (kinds: readonly RecordKind[], words: readonly string[]) =>
  `kind : (${kinds.join(" OR ")}) AND {title body} : (${words.map((word) => `"${word}"*`).join(" AND ")})`;

const columns = {
  kind: searchRecords.kind,
  id: searchRecords.recordId,
  title: searchRecords.title,
};
const index = sql`search_index`;
const matches = sql`${index} MATCH ${sql.placeholder("query")}`;
const sameRow = sql`${searchRecords.id} = search_index.rowid`;

/** The best first: the whole title, then where the words are in the title. */
const bestFirst = prepared((db) =>
  db
    .select(columns)
    .from(searchRecords)
    .innerJoin(index, sameRow)
    .where(matches)
    .orderBy(
      sql`${searchRecords.title} = ${sql.placeholder("typed")} COLLATE NOCASE DESC`,
      sql`bm25(search_index, 0, 10, 1)`,
    )
    .limit(sql.placeholder("limit"))
    .prepare(),
);

/** The newest first, because of requests and papers there may be very many with a common word. */
const newestFirst = prepared((db) =>
  db
    .select(columns)
    .from(searchRecords)
    .innerJoin(index, sameRow)
    .where(matches)
    .orderBy(sql`search_index.rowid DESC`)
    .limit(sql.placeholder("limit"))
    .prepare(),
);

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

const screensNamed = (typed: string): Found[] =>
  screens
    .filter(([, title]) =>
      title
        .toLowerCase()
        .split(/\W+/)
        .some((word) => word.startsWith(typed.toLowerCase())),
    )
    .map(([id, title]) => ({ kind: "screen", id, title }));

/** How many people and units there are at most, so that there is room for the rest. */
const mostNames = 12;

/** What an admin may find: people, units, fines by reference, requests, papers and screens. */
export function search(db: Db, typed: string): Found[] {
  const words = wordsIn(typed);
  if (words.length === 0) return [];
  const names = bestFirst(db).all({
    query: matching(["person", "unit"], words),
    typed,
    limit: mostResults,
  });
  const others = newestFirst(db).all({
    query: matching(["request", "paper"], words),
    limit: mostResults,
  });
  const first = [...finesWith(db, typed), ...screensNamed(typed)];
  const room = Math.max(mostNames, mostResults - first.length - others.length);
  return [...first, ...names.slice(0, room), ...others].slice(0, mostResults);
}
