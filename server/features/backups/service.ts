import type { Db } from "../../db.ts";
import { type Actor, recordChange } from "../../platform/audit/audit.ts";
import { isEncrypted } from "../../platform/backup/names.ts";
import type { Kept } from "../../platform/backup/notes.ts";
import type { RestoreState } from "../../platform/backup/restoring.ts";
import type { Moment } from "../../platform/clock/clock.ts";

/** Tables that say nothing to a trustee: the program's own notes, and what a restore forgets. */
const inner =
  /^_|^(sessions|oidc_attempts|request_keys|credentials|settings|links)$|_mail$|sign_in|throttle|attempts|^(devices|second_factors|recovery_codes)$|^passkey/;

/** A table's rows as a trustee calls them: `maintenance_requests` are Maintenance requests. */
function kindOf(table: string): string {
  if (table === "accounts") return "People";
  if (table === "audit_events") return "Entries of the audit trail";
  const words = table.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Rows per kind, in the order of the tables' names. */
export const kindsIn = (rows: Record<string, number>): { kind: string; rows: number }[] =>
  Object.entries(rows)
    .filter(([table]) => !inner.test(table))
    .map(([table, count]) => ({ kind: kindOf(table), rows: count }));

const sum = (rows: Record<string, number>) =>
  kindsIn(rows).reduce((total, { rows: count }) => total + count, 0);

/** One archive of the list; sizes in bytes. `rehearsal` is null for one that does not count. */
export const listed = ({ name, madeAt, size, rehearsal }: Kept) => ({
  ...{ id: name, madeAt, size },
  encrypted: isEncrypted(name),
  rehearsal: rehearsal && {
    at: rehearsal.rehearsedAt,
    version: rehearsal.version,
    rows: sum(rehearsal.rows),
    files: rehearsal.files,
    kinds: kindsIn(rehearsal.rows),
  },
});

/** How far a restore is; what would be replaced stands beside what would come, kind by kind. */
export function shownRestore(state: RestoreState | null) {
  if (state?.phase !== "ready") return state;
  const { rows, files, present, ...rest } = state;
  const now = present?.rows ?? {};
  const tables = [...new Set([...Object.keys(rows), ...Object.keys(now)])].sort();
  const counts = (of: Record<string, number>) =>
    kindsIn(Object.fromEntries(tables.map((table) => [table, of[table] ?? 0])));
  const there = counts(now);
  const kinds = counts(rows).map(({ kind, rows: coming }, index) => ({
    ...{ kind, coming, now: there[index]?.rows ?? 0 },
  }));
  return {
    ...rest,
    kinds: [...kinds, { kind: "Uploaded files", coming: files, now: present?.files ?? 0 }],
  };
}

/** Notes that somebody did something with the backups. */
export function noteDeed(
  db: Db,
  by: Actor,
  { at }: Moment,
  deed: "make" | "download" | "upload" | "restore",
  subjectId: string,
  after?: object,
): void {
  recordChange(db, by, at, { action: `backups.${deed}`, subjectId, after });
}
