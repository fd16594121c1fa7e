import { asc, inArray } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import { auditEvents } from "../../platform/audit/table.ts";
import { concerns, entries, type TrailEntry } from "../../platform/audit/trail.ts";
import { erasesContent } from "../../platform/audit/verify.ts";
import type { Personal } from "../../platform/privacy/personal.ts";
import { LongList } from "../../platform/privacy/rows.ts";
import { fullNamesOf, mergedInto } from "../people/service.ts";

/**
 * A person's trail: what they did, and what was done to them, also to entries that were merged into
 * theirs. Others appear only by name.
 */
function trailOf(db: Db, id: string) {
  const ids = [id, ...mergedInto(db, id).map((entry) => entry.id)];
  const concerning = db
    .select({ seq: auditEvents.seq })
    .from(auditEvents)
    .where(concerns(ids))
    .orderBy(asc(auditEvents.seq))
    .all();
  const places = concerning.flatMap(({ seq }) => seq ?? []);
  return new LongList(places, (some) => {
    const found = entries(db)
      .where(inArray(auditEvents.seq, some))
      .orderBy(asc(auditEvents.seq))
      .all();
    const names = fullNamesOf(
      db,
      found.map(({ actorId }) => actorId),
    );
    return found.map((entry) => partOf(entry, ids, names.get(entry.actorId) ?? null));
  });
}

function partOf(entry: TrailEntry, ids: readonly string[], by: string | null) {
  const { at, action, before, after, origin, device } = entry;
  return {
    at,
    action,
    by,
    ...(ids.includes(entry.actorId ?? "") && { origin, device }),
    ...(ids.some((id) => erasesContent(entry, id)) && { before, after }),
  };
}

/** The platform's `audit/personal.ts` describes the table. People's names are known only here. */
export const personal: Personal = {
  tables: [],
  exportFor: (db, { id }) => ({ auditTrail: trailOf(db, id) }),
};
