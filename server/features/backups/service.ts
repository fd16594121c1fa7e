import type Database from "better-sqlite3";
import { asc, count as countRows, desc, sql } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { recordChange } from "../../platform/audit/audit.ts";
import { auditEvents, auditHead } from "../../platform/audit/table.ts";
import { isEncrypted } from "../../platform/backup/archive/names.ts";
import type { StoredArchive } from "../../platform/backup/archive/notes.ts";
import type { Count } from "../../platform/backup/childProcess.ts";
import { namesIn } from "../../platform/backup/disk.ts";
import { lookInto } from "../../platform/backup/restore/lineage.ts";
import type { RestoreState } from "../../platform/backup/restore/restoring.ts";
import { lostWords } from "../../platform/backup/scheduler.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { problemInWords } from "../audit/service.ts";
import { isOneOf, selectPeopleEver } from "../people/service.ts";
import { people } from "../people/table.ts";

/** Kinds of records a trustee knows, with table, table in older backups, and a condition. */
const kinds: { kind: string; table: string; formerly?: string; which?: string }[] = [
  { kind: "People", table: "people", formerly: "accounts", which: "removed_at IS NULL" },
  { kind: "Units", table: "units", which: "removed_at IS NULL" },
  { kind: "Fines", table: "fines" },
  { kind: "Maintenance requests", table: "maintenance_requests" },
  { kind: "Visits", table: "visits" },
  { kind: "Announcements", table: "announcements" },
];

/** Counts the records in a database and the files in a folder; no database counts as empty. */
export async function countsIn(database: string, uploads: string): Promise<Count[]> {
  const files = { kind: "Uploaded files", count: (await namesIn(uploads)).length };
  const counts = lookInto(database, (sqlite) => {
    const named = sqlite.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'");
    const tables = new Set(named.pluck().all());
    return kinds.map(({ kind, table, which = "true" }) => ({
      kind,
      // An older version's database may not have the table yet.
      count: tables.has(table) ? countOf(sqlite, table, which) : 0,
    }));
  });
  return [...(counts ?? []), files];
}

const countOf = (sqlite: Database.Database, table: string, which: string): number =>
  sqlite.prepare<[], number>(`SELECT count(*) FROM ${table} WHERE ${which}`).pluck().get() ?? 0;

/** One archive of the list, with its size in bytes. `rehearsal` is null if it was not tested. */
export const listed = ({ name, madeAt, size, rehearsal }: StoredArchive) => ({
  id: name,
  madeAt,
  size,
  encrypted: isEncrypted(name),
  rehearsal: rehearsal && {
    at: rehearsal.rehearsedAt,
    version: rehearsal.version,
    files: rehearsal.files,
    /** The files that it lacks because the machine lost them, in words, or null. */
    lost: lostWords(rehearsal.missing ?? 0),
    kinds: kinds.map(({ kind, table, formerly = table }) => ({
      kind,
      rows: rehearsal.counts?.[kind] ?? rehearsal.rows[table] ?? rehearsal.rows[formerly] ?? 0,
    })),
  },
});

type Reading = Parameters<typeof problemInWords>[1] & { db: Db };

/** The state of an admin's restore, with the current and the restored number of each kind. */
export function shownRestore(ctx: Reading, state: RestoreState | null) {
  if (state?.phase !== "ready") return state;
  const { coming, present, files, trailProblem, ...rest } = state;
  const now = new Map(present.map(({ kind, count }) => [kind, count]));
  const kinds = coming.map(({ kind, count }) => ({
    kind,
    coming: count,
    now: now.get(kind) ?? 0,
  }));
  return {
    ...rest,
    kinds,
    undone: lastActions(ctx, rest.lineage.lost),
    trailProblem: trailProblem && problemInWords(trailProblem, ctx),
  };
}

/** The actions of the last entries of the trail, with a count for each: a restore undoes them. */
const lastActions = ({ db, declared: { actions } }: Reading, count: number) =>
  db
    .select({ action: auditEvents.action, count: countRows() })
    .from(auditEvents)
    .where(sql`${auditEvents.seq} > (SELECT seq FROM ${auditHead}) - ${count}`)
    .groupBy(auditEvents.action)
    .orderBy(desc(countRows()), asc(auditEvents.action))
    .all()
    .map((each) => ({ ...each, did: actions[each.action] ?? each.action }));

/** Records a person's action on the backups in the audit trail. */
export function recordAction(
  db: Db,
  by: Actor,
  { at }: Moment,
  action: "make" | "download" | "upload" | "restore",
  subjectId: string,
  after?: object,
): void {
  recordChange(db, by, at, { action: `backups.${action}`, subjectId, after });
}

/** The names and roles of these people, by surname. */
export function membersOf(db: Db, ids: readonly string[]) {
  const found = selectPeopleEver(db)
    .where(isOneOf(ids))
    .orderBy(asc(people.surname), asc(people.name));
  return found
    .all()
    .map(({ name, surname, role }) => ({ name, surname, role: role ?? "no sign-in" }));
}
