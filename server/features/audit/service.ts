import {
  aliasedTable,
  and,
  asc,
  desc,
  eq,
  gte,
  lt,
  lte,
  max,
  min,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Db } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { pageOf } from "../../page.ts";
import { headOf } from "../../platform/audit/chain.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { accounts } from "../../platform/auth/table.ts";
import { startOfDay } from "../../platform/clock/clock.ts";
import { fines } from "../fines/table.ts";
import { units } from "../units/table.ts";
import type { TrailFilter } from "./schema.ts";

const subjects = aliasedTable(accounts, "subjects");

const query = (db: Db) =>
  db
    .select({
      seq: auditEvents.seq,
      at: auditEvents.at,
      action: auditEvents.action,
      subjectId: auditEvents.subjectId,
      before: auditEvents.before,
      after: auditEvents.after,
      origin: auditEvents.origin,
      device: auditEvents.device,
      contentSalt: auditEvents.contentSalt,
      hash: auditEvents.hash,
      actorId: auditEvents.actorId,
      name: accounts.name,
      surname: accounts.surname,
      subjectName: subjects.name,
      subjectSurname: subjects.surname,
      reference: fines.reference,
      label: units.label,
    })
    .from(auditEvents)
    .leftJoin(accounts, eq(accounts.id, auditEvents.actorId))
    .leftJoin(subjects, eq(subjects.id, auditEvents.subjectId))
    .leftJoin(fines, eq(fines.id, auditEvents.subjectId))
    .leftJoin(units, eq(units.id, auditEvents.subjectId))
    .$dynamic();

type Row = ReturnType<ReturnType<typeof query>["all"]>[number];

/** What every list of fields could be: an object as the trail has it, or nothing. */
const fieldsOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};

/** What changed, a line a field; what stayed the same is left out. */
function changesOf({ before, after }: Row) {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names
    .map((field) => ({ field, before: told(was[field]), after: told(is[field]) }))
    .filter((change) => change.before !== change.after);
}

const told = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** The last words of what an entry is about, where it has a name of its own. */
const aboutOf = (row: Row): string | null => {
  if (row.subjectName !== null) return `${row.subjectName} ${row.subjectSurname}`;
  return row.reference ?? row.label;
};

function shown(row: Row) {
  const { seq, at, action, subjectId, origin, device, actorId, name, surname } = row;
  return {
    ...{ id: String(seq), at, action, actorId, subjectId, origin, device },
    who: name === null ? null : `${name} ${surname}`,
    about: aboutOf(row),
    /** What it said was taken away when a person was erased. */
    erased: row.contentSalt === null,
    changes: changesOf(row),
  };
}

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
          lte(auditEvents.seq, span.last),
          gte(auditEvents.at, span.from),
          lt(auditEvents.at, span.to),
        ]
      : []),
  ].flatMap((each) => each || []);
  return pageOf(page, newestFirst, (cursor, limit) => {
    const wanted = [lt(auditEvents.seq, Number(cursor) || 0), ...where];
    // Each by its own index, in its order: an "or" would gather and sort all there is of a person.
    const newestOf = (theirs: SQL) =>
      db
        .select({ seq: auditEvents.seq })
        .from(auditEvents)
        .where(and(theirs, ...wanted))
        .orderBy(desc(auditEvents.seq))
        .limit(limit);
    const about = who
      ? sql`${auditEvents.seq} IN (SELECT seq FROM ${newestOf(eq(auditEvents.actorId, who))}
          UNION SELECT seq FROM ${newestOf(eq(auditEvents.subjectId, who))})`
      : undefined;
    return query(db)
      .where(and(about, ...wanted))
      .orderBy(desc(auditEvents.seq))
      .limit(limit)
      .all()
      .map(shown);
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
  const row = query(db).where(eq(auditEvents.seq, entry)).get();
  if (!row) throw new AppError("audit.unknown", { field: "entry" });
  return { ...shown(row), hash: row.hash };
}

/** How long the trail is and how it ends, and who and what it may be narrowed to. */
export function aboutTrail(db: Db) {
  const people = db
    .select({ id: accounts.id, name: accounts.name, surname: accounts.surname })
    .from(accounts)
    .orderBy(asc(accounts.name), asc(accounts.surname))
    .all()
    .map(({ id, name, surname }) => ({ id, name: `${name} ${surname}` }));
  return { head: headOf(db.$client), people };
}
