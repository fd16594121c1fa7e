import { and, asc, desc, eq, gte, lt, max, min, type SQL, sql } from "drizzle-orm";
import type { Context } from "../../api/procedures.ts";
import { type Db, oncePerDatabase, prepared } from "../../database/open.ts";
import { pageOf, wholeOf } from "../../database/pagination.ts";
import { headOf } from "../../platform/audit/chain.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { entries, type TrailEntry } from "../../platform/audit/trail.ts";
import { dayAfter, startOfDay } from "../../platform/clock/clock.ts";
import { fullNamesOf, mergedInto } from "../people/service.ts";
import { people } from "../people/table.ts";
import { auditError } from "./errors.ts";
import type { TrailFilter } from "./schema.ts";

interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/**
 * All fields of an audit record as text; a nested field is named like "bankDetails.bank". Of a list
 * of things each field is a list: the owners, and their shares as "owners.share".
 */
function fieldsOf(noted: unknown, within = ""): [field: string, value: string][] {
  if (noted === null || typeof noted !== "object") return [];
  return Object.entries(noted).flatMap(([name, value]): [string, string][] => {
    const field = within + name;
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) return listsOf(value, field);
    return typeof value === "object" ? fieldsOf(value, `${field}.`) : [[field, String(value)]];
  });
}

function listsOf(list: readonly unknown[], field: string): [string, string][] {
  const lists = new Map<string, string[]>();
  for (const each of list)
    for (const [name, value] of isThing(each) ? fieldsOf(each) : [["", String(each)] as const]) {
      // The id of a person or thing needs no name of its own.
      const whole = name === "" || /^\w+Id$/.test(name) ? field : `${field}.${name}`;
      lists.set(whole, [...(lists.get(whole) ?? []), value]);
    }
  return [...lists].map(([name, values]) => [name, values.join(listed)]);
}

const isThing = (value: unknown) => typeof value === "object" && value !== null;
/** Between the values of a list. */
const listed = ", ";

/** The fields that changed; those that stayed the same are left out. */
function changesOf({ before, after }: TrailEntry): Change[] {
  const [was, is] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

/** Subjects that exist only once, which the trail names by a word instead of an id. */
const things: Readonly<Record<string, string>> = {
  admins: "Admins",
  backup: "A backup",
  backups: "Backups",
  building: "The building",
  visits: "Old visits",
};

/** The parts of a context that reading the trail needs. */
type Reading = Pick<Context, "db" | "declared" | "config">;

type ReadNames = (ids: ReadonlySet<string>) => { id: string; name: string }[];

const namesQuery = oncePerDatabase((db) => {
  let read: ReadNames | undefined;
  // The declarations stay the same as long as the server runs.
  return ({ personal }: Reading["declared"]): ReadNames => {
    read ??= namesIn(db, personal);
    return read;
  };
});

function namesIn(db: Db, personal: Reading["declared"]["personal"]): ReadNames {
  const wanted = sql`(SELECT value FROM json_each(${sql.placeholder("ids")}))`;
  const named = personal.flatMap(({ names = [] }) => names);
  const selects = named.map(
    ({ id, name }) =>
      sql`SELECT ${id} AS id, ${name} AS name FROM ${id.table} WHERE ${id} IN ${wanted}`,
  );
  const query = db
    .select({ id: sql<string>`id`, name: sql<string>`name` })
    .from(sql`(${sql.join(selects, sql` UNION ALL `)})`)
    .prepare();
  return (ids) => query.all({ ids: JSON.stringify([...ids]) });
}

/** The current names of the things with these ids, by primary key. Erased things have none. */
const namesOf = ({ db, declared }: Reading, ids: ReadonlySet<string>): Map<string, string> =>
  new Map(namesQuery(db)(declared)(ids).map(({ id, name }) => [id, short(name)]));

const short = (name: string) => (name.length > 80 ? `${name.slice(0, 79).trimEnd()}…` : name);

/** Audit entries for people to read, with the names of their subjects. */
function shown(ctx: Reading, found: TrailEntry[]) {
  const read = found.map((entry) => ({ entry, changes: changesOf(entry) }));
  const ids = read.flatMap(({ entry, changes }) => [entry.subjectId ?? "", ...valuesIn(changes)]);
  const names = namesOf(ctx, new Set(ids.filter(isId)));
  const actors = fullNamesOf(
    ctx.db,
    found.map(({ actorId }) => actorId),
  );
  const words = ctx.declared.actions;
  return read.map(({ entry, changes }) => {
    const { seq, at, action, actorId, subjectId, origin, device } = entry;
    const values = valuesIn(changes);
    return {
      id: String(seq),
      at,
      action,
      /** In words that follow the person's name. */
      did: words[action] ?? action,
      actorId,
      who: actors.get(actorId) ?? null,
      subjectId,
      origin,
      device,
      changes,
      about: subjectId && nameOf(subjectId, names),
      /** The entry's content was removed when a person was erased. */
      erased: entry.contentSalt === null,
      /** The names of the things whose ids appear in the changes. */
      names: Object.fromEntries(
        values.flatMap((id) => (names.has(id) ? [[id, names.get(id)]] : [])),
      ),
    };
  });
}

/** Each value that the changes name, also those of lists. */
const valuesIn = (changes: readonly Change[]): string[] =>
  changes.flatMap(({ before, after }) =>
    [before, after].flatMap((value) => value?.split(listed) ?? []),
  );

const nameOf = (subjectId: string, names: ReadonlyMap<string, string>) =>
  names.get(subjectId) ?? things[subjectId] ?? (isId(subjectId) ? null : subjectId);

const newestFirst = "9007199254740991";

/** The audit entries that match the filter, newest first. */
export function trailOf(
  ctx: Reading,
  {
    who,
    action,
    about,
    day,
    ...page
  }: TrailFilter & { cursor?: string | undefined; limit: number },
) {
  const { db, config } = ctx;
  const span = day && spanOf(db, day, config.timeZone);
  if (span === null) return { rows: [], nextCursor: null };
  const whose = who ? [who, ...mergedInto(db, who).map(({ id }) => id)] : [];
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
    // Only one upper bound: of two, SQLite may pick the wrong one and scan all newer entries.
    const end = Math.min(Number(cursor) || 0, span ? span.last + 1 : Number(newestFirst));
    const wanted = [lt(auditEvents.seq, end), ...where];
    // Each query reads its own index in order. An OR would collect and sort all of a person.
    const newestOf = (theirs: SQL) =>
      db
        .select({ seq: auditEvents.seq })
        .from(auditEvents)
        .where(and(theirs, ...wanted))
        .orderBy(desc(auditEvents.seq))
        .limit(limit);
    // One subject has few entries, one person many. The plus keeps SQLite from the actor's index.
    const did = (id: string) =>
      about ? sql`+${auditEvents.actorId} = ${id}` : sql`${auditEvents.actorId} = ${id}`;
    const ofEach = whose
      .flatMap((id) => [did(id), eq(auditEvents.subjectId, id)])
      .map((each) => sql`SELECT seq FROM ${newestOf(each)}`);
    const theirs = sql`${auditEvents.seq} IN (${sql.join(ofEach, sql` UNION `)})`;
    const found = entries(db)
      .where(who ? theirs : and(...wanted))
      .orderBy(desc(auditEvents.seq))
      .limit(limit)
      .all();
    return shown(ctx, found);
  });
}

/**
 * A query for the newest entries about something with one of some actions, prepared once, for a page
 * that many may ask for at the same time.
 * @param most how many entries
 */
export function newestAbout(actions: readonly string[], most: number) {
  const { seq, subjectId } = auditEvents;
  const newest = prepared((db) => {
    // The newest of each action come from an index in their order.
    const ofEach = actions.map((action) => {
      const ofOne = db
        .select({ seq })
        .from(auditEvents)
        .where(and(eq(subjectId, sql.placeholder("about")), eq(auditEvents.action, action)))
        .orderBy(desc(seq))
        .limit(most);
      return sql`SELECT seq FROM ${ofOne}`;
    });
    return entries(db)
      .where(sql`${seq} IN (${sql.join(ofEach, sql` UNION ALL `)})`)
      .orderBy(desc(seq))
      .limit(most);
  });
  return (ctx: Reading, about: string) => shown(ctx, newest(ctx.db).all({ about }));
}

/** The positions in the chain for one day, by the index on time, so old days are as fast. */
function spanOf(db: Db, day: string, timeZone: string) {
  const [from, to] = [startOfDay(day, timeZone), startOfDay(dayAfter(day, 1), timeZone)];
  const { first, last } =
    db
      .select({ first: min(auditEvents.seq), last: max(auditEvents.seq) })
      .from(auditEvents)
      .where(and(gte(auditEvents.at, from), lt(auditEvents.at, to)))
      .get() ?? {};
  return first && last ? { from, to, first, last } : null;
}

/** One entry with its position in the chain. @throws audit.unknown */
export function entryOf(ctx: Reading, entry: number) {
  const found = entries(ctx.db).where(eq(auditEvents.seq, entry)).all();
  const [row] = shown(ctx, found);
  if (!row) throw auditError("audit.unknown", { field: "entry" });
  return { ...row, hash: found[0]?.hash };
}

/** The length and last hash of the trail, and the people to filter it by. */
export function aboutTrail(db: Db) {
  const { id, name, surname } = people;
  const everybody = wholeOf((limit) =>
    db
      .select({ id, name, surname })
      .from(people)
      .orderBy(asc(name), asc(surname))
      .limit(limit)
      .all(),
  ).map(({ id, name, surname }) => ({ id, name: `${name} ${surname}`.trim() }));
  return { head: headOf(db.$client), people: everybody };
}

/**
 * A problem of the trail in the words of the screens: "added a unit" instead of `units.add`, and
 * times in the building's time zone. Values that somebody made invalid stay as they are.
 */
export const problemInWords = (
  problem: string,
  { declared: { actions }, config: { timeZone } }: Pick<Reading, "declared" | "config">,
): string =>
  problem
    .replace(/\(([a-z]+\.[a-z_]+), /, (all, action) =>
      actions[action] ? `(${actions[action]}, ` : all,
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
