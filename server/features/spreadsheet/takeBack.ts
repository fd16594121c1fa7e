import { and, desc, eq, getTableName, gt, inArray, not, notExists } from "drizzle-orm";
import { type Db, write } from "../../database/open.ts";
import { changesOf, putRowsBack, type RowChange } from "../../database/rowChanges.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../platform/audit/audit.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { accounts, links } from "../../platform/auth/table.ts";
import { type Instant, type Moment, plusDays } from "../../platform/clock/clock.ts";
import { grouped } from "../../platform/lists/grouped.ts";
import { fullName, sharerOf } from "../people/service.ts";
import { people } from "../people/table.ts";
import { unitParties } from "../units/occupancy/table.ts";
import { unitQuotas } from "../units/quotas/table.ts";
import { units } from "../units/table.ts";
import { spreadsheetError } from "./errors.ts";
import { recentImports, type StoredChange } from "./table.ts";

/** The tables that an import writes to, first those that others refer to. */
const tables = [units, unitQuotas, people, accounts, unitParties] as const;

/** Does an import, and keeps what it changed for a day. Call it in its transaction. */
export function keepForTakingBack(
  db: Db,
  { accountId }: Actor,
  id: string,
  at: Instant,
  work: () => void,
): void {
  const watched = tables.map((table) => ({ table }));
  const changes = changesOf(db, watched, work).map(({ table, before, after }) => {
    return { table: getTableName(table), before, after };
  });
  if (changes.length > 0) db.insert(recentImports).values({ id, accountId, at, changes }).run();
}

const isRecent = (now: Instant) => gt(recentImports.at, plusDays(now, -1));

const action = "imports.take_back";

/** For imports that can still be taken back: they are kept for a day. */
const canGo = (db: Db, now: Instant) => {
  const isDone = and(eq(auditEvents.subjectId, recentImports.id), eq(auditEvents.action, action));
  return and(isRecent(now), notExists(db.select().from(auditEvents).where(isDone)));
};

/** The imports that can be taken back, the latest first. */
export const recentlyImported = (db: Db, now: Instant) =>
  db
    .select({
      id: recentImports.id,
      at: recentImports.at,
      name: people.name,
      surname: people.surname,
    })
    .from(recentImports)
    .leftJoin(people, eq(people.id, recentImports.accountId))
    .where(canGo(db, now))
    .orderBy(desc(recentImports.at))
    .all()
    .map(({ id, at, name, surname }) => ({
      id,
      at,
      /** Null: at the shell. */
      by: name === null ? null : fullName({ name, surname: surname ?? "" }),
    }));

/** Cleanup: what an import changed is kept for a day. It has names and numbers of people. */
export function sweepRecentImports(db: Db, now: Instant): void {
  write(db, () =>
    db
      .delete(recentImports)
      .where(not(isRecent(now)))
      .run(),
  );
}

/** Rows that only make sense together, such as a person and their account. */
const keyOf = ({ table, after }: RowChange): string =>
  table === unitQuotas ? String(after.unitId) : after.id;

/** Whether somebody no longer logs in with their email, because another came who shares it. */
const sharesSince = ({ table, before }: RowChange): boolean =>
  table === accounts && before !== undefined;

/** Whether another person has the email with which somebody would log in again. */
const isStillShared = (db: Db, change: RowChange): boolean =>
  sharesSince(change) &&
  sharerOf(db, String(change.before?.emailKey ?? ""), change.after.id) !== undefined;

/** The logins and codes that people got since they were added. What was used is referred to, so it stays. */
function loginsSince(db: Db, group: readonly RowChange[]): RowChange[] {
  const ids = group.flatMap(({ table, before, after }) =>
    table === people && !before ? after.id : [],
  );
  return [
    ...db.select().from(accounts).where(inArray(accounts.id, ids)).all(),
    ...db.select().from(links).where(inArray(links.accountId, ids)).all(),
  ].map((after) => ({ table: "tokenHash" in after ? links : accounts, before: undefined, after }));
}

/** Changes that are put back together, first those that refer to others. */
function groupsOf(changes: readonly StoredChange[]): RowChange[][] {
  const rows = tables.flatMap((table) =>
    changes
      .filter((change) => change.table === getTableName(table))
      .map(({ before, after }): RowChange => ({ table, before, after })),
  );
  const order: readonly (RowChange["table"] | undefined)[] = tables;
  // Whoever shares an email logs in with it again once nobody else has it.
  const rank = (group: RowChange[]) =>
    group.some(sharesSince) ? -1 : order.indexOf(group[0]?.table);
  return [...grouped(rows, keyOf).values()].sort((one, other) => rank(other) - rank(one));
}

/** The name that people know a group of rows by. */
function nameOf(db: Db, group: readonly RowChange[]): string {
  const { table, after } = group[0] ?? {};
  const values = after as Record<string, string> | undefined;
  const unit = (id = "") => db.select().from(units).where(eq(units.id, id)).get()?.label ?? "";
  const person = (id = "") => {
    const found = db.select().from(people).where(eq(people.id, id)).get();
    return found ? fullName(found) : "";
  };
  if (table === unitParties) return `${person(values?.personId)} in ${unit(values?.unitId)}`;
  if (table === unitQuotas) return unit(values?.unitId);
  if (table === units) return unit(values?.id);
  const name = person(values?.id);
  return group.some((change) => isStillShared(db, change))
    ? `${name} (shares an email with somebody who stays)`
    : name;
}

/**
 * Takes an import back within a day: what it added goes, with logins that nobody has used, and what it
 * changed becomes what it was. What was used or changed since stays.
 * @returns what stays, by name
 * @throws imports.not_recent
 */
export function takeBack(db: Db, by: Actor, id: string, now: Moment): string[] {
  const isThis = eq(recentImports.id, id);
  createOnce(db, by, now.at, { action, input: { id } }, () => {
    const found = db
      .select()
      .from(recentImports)
      .where(and(isThis, canGo(db, now.at)))
      .get();
    if (!found) throw spreadsheetError("imports.not_recent");
    const staying: RowChange[][] = [];
    let back = 0;
    for (const group of groupsOf(found.changes)) {
      const isShared = group.some((change) => isStillShared(db, change));
      if (!isShared && putRowsBack(db, [...group, ...loginsSince(db, group)])) back += 1;
      else staying.push(group);
    }
    // A repeated call names it too.
    const ids = new Set(staying.flat().map((change) => change.after.id));
    const changes = found.changes.filter((change) => ids.has(change.after.id));
    db.update(recentImports).set({ changes }).where(isThis).run();
    const after = { back, stays: staying.length };
    recordChange(db, by, now.at, { action, subjectId: id, after });
    return id;
  });
  const { changes = [] } = db.select().from(recentImports).where(isThis).get() ?? {};
  return [...new Set(groupsOf(changes).map((group) => nameOf(db, group)))];
}
