import { and, asc, desc, eq, gte, lt, type SQL } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { inChunks, type Work } from "../../database/chunks.ts";
import type { Spelling } from "../../database/list.ts";
import type { Db } from "../../database/open.ts";
import { placeOf, placesIn, rowsAtPlaces } from "../../database/places.ts";
import { type Day, type Moment, startOfDay } from "../clock/clock.ts";
import { type BuildingDays, daysIn } from "../clock/dayTexts.ts";
import {
  type ListRules,
  mostSearched,
  type Sums,
  shownOf,
  sumsOf,
  wordFinder,
} from "./listRules.ts";
import type { ListSearch } from "./schema.ts";

/** Up to so many rows a list is whole in the browser. */
const mostWhole = 1_000;
/** The rows read by one statement, or looked through; other requests run between two. */
const rowsAtOnce = 2_000;

export interface LongList<Listed, Columns extends Spelling> {
  /** The columns that are answered of a row. The rules read some of these. */
  columns: Columns;
  from: SQLiteTable & { id: SQLiteColumn };
  join?: { table: SQLiteTable; on: SQL };
  rules: (days: BuildingDays) => ListRules<Listed>;
  /** The column that says to which year a row belongs. It has an index. */
  dated: { by: SQLiteColumn; as: "day" | "instant" };
  /** The columns that say whose a row is: the person, the room as they wrote it, and when that was. */
  whose: Record<"person" | "room" | "at", keyof Columns & string>;
}

/** The rows that are wanted alone, and in words whose they are. */
export interface RowsAbout {
  label: string;
  /** The person, if they are those of one. */
  person?: string | undefined;
  has: (row: { person: string; room: string; day: Day }) => boolean;
}

/** A question to a list, and which of its rows it is about at all. */
export interface Asked extends ListSearch {
  about?: RowsAbout | undefined;
  where?: SQL | undefined;
}

/** The building's time zone, the present time, and whether somebody still waits. */
export interface SearchAt {
  zone: string;
  now: Date;
  signal?: AbortSignal | undefined;
}

export const searchAt = (
  { timeZone }: { timeZone: string },
  now: Moment,
  signal?: AbortSignal,
): SearchAt => ({ zone: timeZone, now: new Date(now.at), signal });

interface Around {
  count: number;
  /** The rows that match the filter, whatever chips are pressed. */
  matching: number;
  found: number;
  page: number;
  /** How many of the matching rows each chip shows, by `group=value`. */
  chips: Record<string, number>;
  sums: Sums;
  /** The years of a list that is too long for one look, the latest first. */
  years?: number[];
  /** True if only the newest rows are here. */
  isCut?: true;
}

/** A list that is whole; or one page of a long list, with the counts around it. */
export interface PageOfList<Row> {
  rows: Row[];
  /** The unit or person that these rows are about, in words: "Unit 3". */
  about?: string;
  long?: Around;
}

/** Up to 1 000 rows whole, and of more the page it asks for, by the rules of the browser. */
export async function pageOfList<Listed extends object, Columns extends Spelling>(
  db: Db,
  list: LongList<Listed, Columns>,
  { about, where, year, ...search }: Asked,
  { zone, now, signal }: SearchAt,
): Promise<PageOfList<SelectResultFields<Columns>>> {
  const { columns, from, whose } = list;
  const read = <Row>(fields: Spelling, places: readonly number[]) =>
    inChunks(inParts<Row>(db, list, fields, places), signal);
  /** Reads only some fields, of very many rows. */
  const readSome = <Row>(names: readonly string[]) => {
    const some = [...new Set(names)].map((name) => [name, columns[name] as SQLiteColumn]);
    const fields = { ...Object.fromEntries(some), place: placeOf(from) };
    return read<Row & { place: number }>(fields, places);
  };
  const days = daysIn(
    () => zone,
    () => now,
  );

  const person = columns[whose.person] as SQLiteColumn;
  const these = and(where, about?.person === undefined ? undefined : eq(person, about.person));
  const most = mostSearched + 1;
  let places = placesIn(db, from, these, desc(from.id), most);
  const years = places.length < most ? undefined : yearsOf(db, list, days);
  if (years && year !== undefined)
    places = placesIn(db, from, and(these, inYear(list, year, zone)), desc(list.dated.by), most);
  const isCut = places.length === most;
  if (isCut) places.length = mostSearched;
  if (about) {
    const rows = await readSome<Record<string, string>>([whose.person, whose.room, whose.at]);
    const has = (row: Record<string, unknown>) =>
      about.has({
        person: String(row[whose.person]),
        room: String(row[whose.room]),
        day: days.dayOf(new Date(String(row[whose.at]))),
      });
    places = rows.filter(has).map(({ place }) => place);
  }
  const answer = async (places: readonly number[]) => ({
    rows: await read<SelectResultFields<Columns>>(columns, places),
    ...(about && { about: about.label }),
  });
  if (!years && places.length <= mostWhole) return answer(places);

  const rules = list.rules(days);
  const { fields, chips, sum } = rules;
  const { sort, filter = "", page, size = 50 } = search;
  const looked = fields.filter(({ key }) => search.columns?.includes(key) ?? true);
  const sorted = fields.find(({ key }) => key === sort?.replace("-", ""));
  const reading = [...chips, ...(sum ? [sum] : []), ...(sorted ? [sorted] : [])];
  if (filter) reading.push(...looked);
  const rows = await readSome<Listed>(reading.flatMap(({ of }) => of));
  const matching = filter
    ? await inChunks(filtered(rows, wordFinder(looked)(filter)), signal)
    : rows;
  const view = shownOf(matching, fields, chips, { sort, page, size, chips: search.chips });
  const counts = chips.map(({ group, value }, index) => [
    `${group}=${value}`,
    view.chipCounts[index] ?? 0,
  ]);
  return {
    ...(await answer(view.shown.map(({ place }) => place))),
    long: {
      count: rows.length,
      matching: view.matching,
      found: view.found.length,
      page: view.page,
      chips: Object.fromEntries(counts),
      sums: sum ? sumsOf(sum, view.found) : {},
      ...(years && { years }),
      ...(isCut && { isCut }),
    },
  };
}

function* inParts<Row>(
  db: Db,
  list: Pick<LongList<never, Spelling>, "from" | "join">,
  fields: Spelling,
  places: readonly number[],
): Work<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < places.length; at += rowsAtOnce) {
    const part = rowsAtPlaces<Row>(db, fields, list, places.slice(at, at + rowsAtOnce));
    rows.push(...part);
    yield part.length;
  }
  return rows;
}

function* filtered<Row>(rows: readonly Row[], matches: (row: Row) => boolean): Work<Row[]> {
  const left: Row[] = [];
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const part = rows.slice(at, at + rowsAtOnce);
    left.push(...part.filter(matches));
    yield part.length;
  }
  return left;
}

type Dated = Pick<LongList<never, Spelling>, "from" | "dated">;

function yearsOf(db: Db, { from, dated: { by, as } }: Dated, { dayOf }: BuildingDays): number[] {
  const [latest = 0, oldest = 0] = [desc(by), asc(by)].map((order) => {
    const at = String(db.select({ at: by }).from(from).orderBy(order).limit(1).get()?.at);
    return Number((as === "day" ? at : dayOf(new Date(at))).slice(0, 4));
  });
  return Array.from({ length: latest - oldest + 1 }, (_, index) => latest - index);
}

function inYear({ dated: { by, as } }: Dated, year: number, zone: string): SQL | undefined {
  const [since = "", until = ""] = [year, year + 1]
    .map((each) => `${each}-01-01`)
    .map((day) => (as === "day" ? day : startOfDay(day, zone)));
  return and(gte(by, since), lt(by, until));
}
