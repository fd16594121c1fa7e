import { and, eq, gte, inArray, sql } from "drizzle-orm";
import { type Db, oncePerDatabase, write } from "../../database/open.ts";
import { changesOf, putRowsBack, type RowChange, type Watched } from "../../database/rowChanges.ts";
import type { Actor } from "../audit/actor.ts";
import type { Instant, Moment } from "../clock/clock.ts";
import { events } from "../live/table.ts";
import { undoError } from "./errors.ts";
import { undoMs } from "./schema.ts";

/** For how long the server takes a change back, in milliseconds: a slow network needs some more. */
export const takenBackMs = undoMs + 10_000;

/** Whether what was done then can no longer be taken back with one press. */
export const isTooLate = (at: Instant, now: Moment): boolean =>
  Date.parse(now.at) - Date.parse(at) > takenBackMs;

const screensOf = { staff: "staffScreens", gate: "gateScreens", admins: "adminScreens" } as const;

/**
 * What somebody did since an instant and took back is no news, nor that they did: only screens hear of it.
 * @param about the ids of what has changed
 */
export function silence(db: Db, by: Actor, about: readonly string[], since: Instant): void {
  const theirs = and(inArray(events.about, [...about]), eq(events.byId, by.accountId ?? ""));
  for (const [audience, screens] of Object.entries(screensOf)) {
    const undone = and(theirs, gte(events.at, since), sql`${events.audience} = ${audience}`);
    db.update(events).set({ audience: screens }).where(undone).run();
  }
}

interface LastChange {
  at: Instant;
  by: Actor["accountId"];
  rows: readonly RowChange[];
}

/** The last undoable change of each row, by its id. In memory, because undo lasts seconds. */
const lastChanges = oncePerDatabase(() => new Map<string, LastChange>());

/** Changes some of these rows in one transaction, so that whoever does it can take it back. */
export function undoable(
  db: Db,
  by: Actor,
  now: Moment,
  watched: readonly Watched[],
  work: () => void,
): void {
  const rows = write(db, () => changesOf(db, watched, work));
  const all = lastChanges(db);
  for (const [id, { at }] of all) if (isTooLate(at, now)) all.delete(id);
  const change = { at: now.at, by: by.accountId, rows };
  for (const { after } of rows) all.set(after.id, change);
}

/**
 * Takes the last change of a row back whole, for who made it. A repeated call does nothing.
 * @param record what else belongs to that transaction
 * @throws undo.too_late, undo.changed_since
 */
export function takeBack(
  db: Db,
  by: Actor,
  id: string,
  now: Moment,
  record: (rows: readonly RowChange[]) => void,
): void {
  const all = lastChanges(db);
  const last = all.get(id);
  if (!last || isTooLate(last.at, now)) throw undoError("undo.too_late");
  const { rows } = last;
  // Somebody may have changed a row and changed it back.
  const isOwn = last.by === by.accountId && rows.every(({ after }) => all.get(after.id) === last);
  write(db, () => {
    if (!isOwn || !putRowsBack(db, rows)) throw undoError("undo.changed_since");
    if (rows.length === 0) return;
    record(rows);
    const ids = rows.map(({ after }) => after.id);
    silence(db, by, ids, last.at);
  });
  last.rows = [];
}
