import { asc, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { inChunks, type Work } from "../../database/chunks.ts";
import { type Db, prepared } from "../../database/open.ts";
import { auditEvents, auditHead } from "../audit/table.ts";
import type { Moment } from "../clock/clock.ts";
import { type BuildingDays, daysIn } from "../clock/dayTexts.ts";
import { type Found, ListIndex, type SearchWithin } from "./listIndex.ts";
import type { ListRules } from "./listRules.ts";

/** Up to so many rows a list is whole in the browser. */
const mostWhole = 1_000;
/** The rows read by one statement. */
const rowsAtOnce = 2_000;
/** After more changes than this, reading all rows again is quicker. */
const mostChanges = 500;
/** A list that nobody looked at for so long leaves the memory. */
const idleMs = 600_000;

type TextField<Row> = { [Key in keyof Row]: Row[Key] extends string ? Key : never }[keyof Row] &
  string;
type Columns = Record<string, SQLiteColumn | SQL>;

/** A list that may get longer than a browser should hold. */
export interface LongList<Row> {
  table: SQLiteTable & { id: SQLiteColumn };
  join?: { table: SQLiteTable; on: SQL };
  /** What its rules read; free text is read by itself. */
  read: Columns;
  /** The free texts, by their fields' names. */
  texts: Columns;
  rules: (days: BuildingDays) => ListRules<Row>;
  /** The fields that say whose a row is: the person, and the room as they wrote it. */
  whose: { person: TextField<Row>; room: TextField<Row> };
  /** Finds a word of a free text by an index; undefined if the index does not know such words. */
  findText?: (db: Db, field: string, term: string) => Iterable<number> | undefined;
  /** The beginnings of actions that change one row, which they name, and of those that change none. */
  changes: { ownRow: readonly string[]; noRow: readonly string[] };
}

/** The rows that are wanted alone, and in words whose they are. */
export interface RowsAbout {
  label: string;
  has: (row: { person: string; room: string }) => boolean;
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

interface Kept {
  index: ListIndex<unknown>;
  /** The audit trail's position when it was read, and the changes by other programs. */
  seq: number;
  others: number;
  idle: NodeJS.Timeout;
}

const kept = prepared(() => new Map<unknown, Promise<Kept>>());

const headOf = prepared((db) => db.select({ seq: auditHead.seq }).from(auditHead).prepare());
const seqOf = (db: Db): number => headOf(db).get()?.seq ?? 0;
const othersOf = (db: Db) => db.$client.pragma("data_version", { simple: true }) as number;

/** A list that is whole; or one page of a long list, with the counts around it. */
export interface PageOfList<Row> {
  rows: Row[];
  /** Whose rows these are alone, in words: "Unit 3". */
  about?: string;
  long?: Omit<Found, "rowids">;
}

/** How the rows that are answered are read: all, or those at some places in the table. */
interface ReadRows<Row> {
  all: () => PageOfList<Row>;
  some: (rowids: readonly number[]) => Row[];
}

/**
 * What a screen gets of a list, or of the rows about a unit or a person: up to 1 000 rows whole, and
 * of more the page it asks for.
 */
export async function pageOfList<Row, Answered extends Row>(
  db: Db,
  list: LongList<Row>,
  { about, ...search }: SearchWithin<Row> & { about?: RowsAbout | undefined },
  { zone, now, signal }: SearchAt,
  read: ReadRows<Answered>,
): Promise<PageOfList<Answered>> {
  const { person, room } = list.whose;
  const isAbout = (row: Row) =>
    !about || about.has({ person: String(row[person]), room: String(row[room]) });
  const label = about && { about: about.label };
  if (!isLong(db, list.table)) {
    const whole = read.all();
    return about ? { rows: whole.rows.filter(isAbout), ...label } : whole;
  }
  const days = daysIn(
    () => zone,
    () => now,
  );
  const rules = list.rules(days);
  const index = await current(db, list, rules, days);
  const texts = {
    read: (field: string) => textsOf(db, list, field),
    find: (field: string, term: string) => list.findText?.(db, field, term),
  };
  const only = [...(search.only ?? []), ...(about ? [{ of: [person, room], has: isAbout }] : [])];
  const searching = index.search(rules, { ...search, only }, days.today(), texts);
  const { rowids, ...long } = await inChunks(searching, signal);
  return { rows: read.some(rowids), long, ...label };
}

/** Whether a table has more rows than a browser gets at once. */
const isLong = (db: Db, table: SQLiteTable & { id: SQLiteColumn }): boolean =>
  db
    .select({ id: table.id })
    .from(table)
    .orderBy(asc(table.id))
    .limit(1)
    .offset(mostWhole)
    .get() !== undefined;

/** The list's index with all changes until now. Who asks meanwhile waits for the same. */
async function current<Row>(
  db: Db,
  list: LongList<Row>,
  rules: ListRules<Row>,
  days: BuildingDays,
): Promise<ListIndex<Row>> {
  const lists = kept(db);
  const before = lists.get(list);
  const next = (async () => {
    const last = await before?.catch(() => undefined);
    clearTimeout(last?.idle);
    const fresh = (last && caughtUp(db, list, last)) ?? (await built(db, list, rules, days));
    const idle = setTimeout(() => lists.delete(list), idleMs).unref();
    return { ...fresh, idle } as Kept;
  })();
  lists.set(list, next);
  return (await next).index as ListIndex<Row>;
}

/** The index with the rows that changed since; undefined if it has to be made anew. */
function caughtUp<Row>(db: Db, list: LongList<Row>, last: Kept): Omit<Kept, "idle"> | undefined {
  if (othersOf(db) !== last.others) return undefined;
  const { action, subjectId } = auditEvents;
  const events = db
    .select({ seq: auditEvents.seq, action, subjectId })
    .from(auditEvents)
    .where(gt(auditEvents.seq, last.seq))
    .orderBy(asc(auditEvents.seq))
    .limit(mostChanges + 1)
    .all();
  if (events.length > mostChanges) return undefined;
  const ids = new Set<string>();
  for (const event of events) {
    const begins = (start: string) => event.action.startsWith(start);
    if (list.changes.noRow.some(begins)) continue;
    if (!list.changes.ownRow.some(begins) || event.subjectId === null) return undefined;
    ids.add(event.subjectId);
  }
  if (ids.size > 0)
    for (const { rowid, ...row } of reading(db, list, inArray(list.table.id, [...ids])).all())
      last.index.set(rowid as number, row);
  return { ...last, seq: events.at(-1)?.seq ?? last.seq };
}

/** Reads all rows, a part at a time. */
async function built<Row>(
  db: Db,
  list: LongList<Row>,
  rules: ListRules<Row>,
  days: BuildingDays,
): Promise<Omit<Kept, "idle">> {
  const [seq, others] = [seqOf(db), othersOf(db)];
  const index = new ListIndex<Row>(rules, [list.whose.person, list.whose.room], days.dayOf);
  await inChunks(fill(db, list, index));
  const made = { index: index as ListIndex<unknown>, seq, others };
  // What changed while the rows were read.
  return caughtUp(db, list, made as Kept) ?? made;
}

function* fill<Row>(db: Db, list: LongList<Row>, index: ListIndex<Row>): Work<void> {
  for (let after = ""; ; ) {
    const rows = reading(db, list, gt(list.table.id, after)).limit(rowsAtOnce).all();
    for (const { rowid, ...row } of rows) index.set(rowid as number, row as Row);
    const last = rows.at(-1);
    if (rows.length < rowsAtOnce || !last) return;
    after = String(last.id);
    yield rowsAtOnce;
  }
}

/** What the rules read of some rows, in the order of their ids. */
function reading<Row>(db: Db, { table, join, read }: LongList<Row>, where: SQL) {
  const rows = db
    .select({ ...read, id: table.id, rowid: sql<number>`${table}.rowid` })
    .from(table)
    .$dynamic();
  const joined = join ? rows.innerJoin(join.table, join.on) : rows;
  return joined.where(where).orderBy(asc(table.id));
}

/** The free texts of all rows, a part at a time. */
function* textsOf<Row>(db: Db, { table, texts }: LongList<Row>, field: string) {
  const rowid = sql<number>`${table}.rowid`;
  for (let after = 0; ; ) {
    const part = db
      .select({ rowid, text: texts[field] as SQL<string> })
      .from(table)
      .where(sql`${rowid} > ${after}`)
      .orderBy(rowid)
      .limit(rowsAtOnce)
      .all();
    yield part;
    const last = part.at(-1);
    if (part.length < rowsAtOnce || !last) return;
    after = last.rowid;
  }
}
