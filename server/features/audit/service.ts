import { and, asc, desc, eq, gte, lt, max, min, type SQL, sql } from "drizzle-orm";
import { personal } from "../../api/personal.ts";
import type { Db } from "../../database/open.ts";
import { pageOf, wholeOf } from "../../database/pagination.ts";
import { AppError } from "../../errors.ts";
import { headOf } from "../../platform/audit/chain.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { entries, type TrailEntry } from "../../platform/audit/trail.ts";
import { accounts } from "../../platform/auth/table.ts";
import { startOfDay } from "../../platform/clock/clock.ts";
import { auditActions, type TrailFilter } from "./schema.ts";

interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** Every field of what the trail noted, in words; a field within a field is "bankDetails.bank". */
function fieldsOf(noted: unknown, within = ""): [field: string, value: string][] {
  if (noted === null || typeof noted !== "object") return [];
  return Object.entries(noted).flatMap(([name, value]): [string, string][] => {
    const field = within + name;
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) return [[field, value.map((each) => worded(each)).join(", ")]];
    return typeof value === "object" ? fieldsOf(value, `${field}.`) : [[field, worded(value)]];
  });
}

const worded = (value: unknown) =>
  typeof value === "object" ? JSON.stringify(value) : String(value);

/** What changed, a line a field; what stayed the same is left out. */
function changesOf({ before, after }: TrailEntry): Change[] {
  const [was, is] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** What there is only one of, and the trail calls by a word of its own. */
const things: Readonly<Record<string, string>> = {
  admins: "Admins",
  backup: "A backup",
  backups: "Backups",
  building: "The building",
  visits: "Old visits",
};

/**
 * What people call the things that ids stand for, as it is now: what was erased since has no name here
 * either. Each is found by its primary key.
 */
function namesOf(db: Db, ids: ReadonlySet<string>): Map<string, string> {
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify([...ids])}))`;
  const named = personal.flatMap(({ names = [] }) => names);
  const selects = named.map(
    ({ id, name }) =>
      sql`SELECT ${id} AS id, ${name} AS name FROM ${id.table} WHERE ${id} IN ${wanted}`,
  );
  const found = db.all<{ id: string; name: string }>(sql.join(selects, sql` UNION ALL `));
  return new Map(found.map(({ id, name }) => [id, short(name)]));
}

const short = (name: string) => (name.length > 80 ? `${name.slice(0, 79).trimEnd()}…` : name);

/** Entries as people read them, with the names of what they are about. */
function shown(db: Db, found: TrailEntry[]) {
  const read = found.map((entry) => ({ entry, changes: changesOf(entry) }));
  const ids = read.flatMap(({ entry, changes }) => [
    entry.subjectId ?? "",
    ...changes.flatMap(({ before, after }) => [before ?? "", after ?? ""]),
  ]);
  const names = namesOf(db, new Set(ids.filter(isId)));
  return read.map(({ entry, changes }) => {
    const { seq, at, action, actorId, who, subjectId, origin, device } = entry;
    const values = changes.flatMap(({ before, after }) => [before ?? "", after ?? ""]);
    return {
      id: String(seq),
      at,
      action,
      actorId,
      who,
      subjectId,
      origin,
      device,
      changes,
      about: subjectId && nameOf(subjectId, names),
      /** What it said was taken away when a person was erased. */
      erased: entry.contentSalt === null,
      /** What people call the things whose ids stand in the changes. */
      names: Object.fromEntries(
        values.flatMap((id) => (names.has(id) ? [[id, names.get(id)]] : [])),
      ),
    };
  });
}

const nameOf = (subjectId: string, names: ReadonlyMap<string, string>) =>
  names.get(subjectId) ?? things[subjectId] ?? (isId(subjectId) ? null : subjectId);

const newestFirst = "9007199254740991";

/** The trail, newest first, narrowed to what the filter says. */
export function trailOf(
  db: Db,
  {
    who,
    action,
    about,
    day,
    ...page
  }: TrailFilter & { cursor?: string | undefined; limit: number },
  timeZone: string,
) {
  const span = day && spanOf(db, day, timeZone);
  if (span === null) return { rows: [], nextCursor: null };
  const where = [
    action && eq(auditEvents.action, action),
    about && eq(auditEvents.subjectId, about),
    ...(span
      ? [
          gte(auditEvents.seq, span.first),
          gte(auditEvents.at, span.from),
          lt(auditEvents.at, span.to),
        ]
      : []),
  ].flatMap((each) => each || []);
  return pageOf(page, newestFirst, (cursor, limit) => {
    // One end only: of two SQLite takes either, and from the wrong one it walks over all that is newer.
    const end = Math.min(Number(cursor) || 0, span ? span.last + 1 : Number(newestFirst));
    const wanted = [lt(auditEvents.seq, end), ...where];
    // Each by its own index, in its order: an "or" would gather and sort all there is of a person.
    const newestOf = (theirs: SQL) =>
      db
        .select({ seq: auditEvents.seq })
        .from(auditEvents)
        .where(and(theirs, ...wanted))
        .orderBy(desc(auditEvents.seq))
        .limit(limit);
    // Of one thing little is told, of a person much: the plus keeps SQLite from going by the person.
    const did = about
      ? sql`+${auditEvents.actorId} = ${who}`
      : sql`${auditEvents.actorId} = ${who}`;
    const theirs = sql`${auditEvents.seq} IN (SELECT seq FROM ${newestOf(did)}
      UNION SELECT seq FROM ${newestOf(eq(auditEvents.subjectId, who ?? ""))})`;
    const found = entries(db)
      .where(who ? theirs : and(...wanted))
      .orderBy(desc(auditEvents.seq))
      .limit(limit)
      .all();
    return shown(db, found);
  });
}

/** The places in the chain of one day's entries: by the index of times, so that no old day is far. */
function spanOf(db: Db, day: string, timeZone: string) {
  const [from, to] = [startOfDay(day, timeZone), startOfDay(dayAfter(day), timeZone)];
  const { first, last } =
    db
      .select({ first: min(auditEvents.seq), last: max(auditEvents.seq) })
      .from(auditEvents)
      .where(and(gte(auditEvents.at, from), lt(auditEvents.at, to)))
      .get() ?? {};
  return first && last ? { from, to, first, last } : null;
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** One entry with its place in the chain. @throws audit.unknown */
export function entryOf(db: Db, entry: number) {
  const found = entries(db).where(eq(auditEvents.seq, entry)).all();
  const [row] = shown(db, found);
  if (!row) throw new AppError("audit.unknown", { field: "entry" });
  return { ...row, hash: found[0]?.hash };
}

/** How long the trail is and how it ends, and who and what it may be narrowed to. */
export function aboutTrail(db: Db) {
  const people = wholeOf((limit) =>
    db
      .select({ id: accounts.id, name: accounts.name, surname: accounts.surname })
      .from(accounts)
      .orderBy(asc(accounts.name), asc(accounts.surname))
      .limit(limit)
      .all(),
  ).map(({ id, name, surname }) => ({ id, name: `${name} ${surname}` }));
  return { head: headOf(db.$client), people };
}

/**
 * What is wrong with the trail, as the screens say it: the deed as "added a unit" and not `units.add`,
 * and instants in the building's time. What makes no sense, for somebody changed it, stays as it is.
 */
export const problemInWords = (problem: string, timeZone: string): string =>
  problem
    .replace(/\(([a-z]+\.[a-z_]+), /, (all, action) =>
      auditActions[action] ? `(${auditActions[action]}, ` : all,
    )
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (at) =>
      Number.isNaN(Date.parse(at)) ? at : inWords(new Date(at), timeZone),
    );

const inWords = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-ZA", {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  }).format(at);
