import type Database from "better-sqlite3";
import * as z from "zod";
import { type Entry, genesis, type Head, headOf } from "./chain.ts";

type Sqlite = Database.Database;

/**
 * How a backup's trail relates to this building's history. "own": it is the beginning of what this
 * building wrote. "other": it is not. "unknown": this machine has nothing to compare it with.
 */
export type Origin = "own" | "other" | "unknown";

/** The effect of a restore on the trail, recorded in the restored one. */
export interface Lineage {
  origin: Origin;
  /** The end of the live chain when it was replaced; null if there was none. */
  living: Head | null;
  /** How many entries both have in common, from the first. */
  shared: number;
  /** How many entries of the live chain are lost. */
  lost: number;
}

/** The action of a restore. */
export const restored = "backups.restore";

/** The hash of the entry at this position in a chain, or null. */
function hashAt(sqlite: Sqlite, seq: number): string | null {
  if (seq === 0) return genesis;
  const find = sqlite.prepare<[number], string>("SELECT hash FROM audit_events WHERE seq = ?");
  return find.pluck().get(seq) ?? null;
}

/** How many entries two chains have in common. Where hashes are equal, all earlier ones are too. */
export function sharedLength(one: Sqlite, other: Sqlite): number {
  let same = 0;
  let most = Math.min(headOf(one)?.seq ?? 0, headOf(other)?.seq ?? 0);
  while (same < most) {
    const middle = Math.ceil((same + most) / 2);
    const hash = hashAt(one, middle);
    if (hash !== null && hash === hashAt(other, middle)) same = middle;
    else most = middle - 1;
  }
  return same;
}

/** A restore, as recorded in the restored trail. */
export interface Restore {
  seq: number;
  /** When the backup was made, and when it was restored. */
  from: string;
  to: string;
  /** Null if an earlier version of Stoep restored it, which compared nothing. */
  history: Pick<Lineage, "origin" | "shared"> | null;
}

const restoreDetails = z.object({
  madeAt: z.string().optional(),
  /** Only in requests for a restore, which may have failed. */
  source: z.unknown().optional(),
  history: z.object({ origin: z.enum(["own", "other", "unknown"]), shared: z.number() }).optional(),
});

/** The restore that an entry records; null for other entries. */
export function restoreIn(entry: Pick<Entry, "seq" | "action" | "at" | "after">): Restore | null {
  if (entry.action !== restored) return null;
  const { data } = restoreDetails.safeParse(parsed(entry.after));
  if (!data || data.source !== undefined) return null;
  // Entries of the first version do not say when the backup was made.
  return {
    seq: entry.seq,
    from: data.madeAt ?? "",
    to: entry.at,
    history: data.history ?? null,
  };
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? "null");
  } catch {
    return null;
  }
}

/**
 * How a chain that ends at `head` relates to this building's chain: its beginning is "own", unless
 * a restore that was not own brought it in. Null when this chain does not contain that end.
 */
export function originBy(sqlite: Sqlite, head: Head): Origin | null {
  if (!headOf(sqlite) || hashAt(sqlite, head.seq) !== head.hash) return null;
  const later = sqlite
    .prepare<[string, number], Pick<Entry, "seq" | "action" | "at" | "after">>(
      'SELECT seq, action, at, "after" FROM audit_events WHERE action = ? AND seq > ?',
    )
    .all(restored, head.seq)
    .flatMap((entry) => restoreIn(entry)?.history ?? [])
    .filter(({ shared }) => head.seq > shared)
    .map(({ origin }) => origin);
  if (later.includes("other")) return "other";
  return later.includes("unknown") ? "unknown" : "own";
}
