import type Database from "better-sqlite3";
import * as z from "zod";
import { type Entry, genesis, type Head, headOf } from "./chain.ts";

type Sqlite = Database.Database;

/**
 * How the trail of a backup stands to this building's own history. "own": it is the beginning of what
 * this building wrote. "other": it is not. "unknown": there is nothing on this machine to compare with.
 */
export type Origin = "own" | "other" | "unknown";

/** What a restore does to the trail; it is noted in the restored one. */
export interface Lineage {
  origin: Origin;
  /** Where the living chain ended when it was replaced; null when there was none. */
  living: Head | null;
  /** How many entries both have in common, from the first on. */
  shared: number;
  /** How many entries of the living chain go. */
  lost: number;
}

/** The action that says that a backup was put in the place of the data. */
export const restored = "backups.restore";

/** The hash of the entry in this place of a chain; null where there is none. */
function hashAt(sqlite: Sqlite, seq: number): string | null {
  if (seq === 0) return genesis;
  const find = sqlite.prepare<[number], string>("SELECT hash FROM audit_events WHERE seq = ?");
  return find.pluck().get(seq) ?? null;
}

/** How many entries two chains have in common: where the hashes are the same, all before are too. */
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

/** That a backup was put in the place of the data, as the restored trail tells it. */
export interface Restore {
  seq: number;
  /** When the backup was made, and when it was put in place. */
  from: string;
  to: string;
  /** Null where an earlier Stoep restored, which compared nothing. */
  history: Pick<Lineage, "origin" | "shared"> | null;
}

const restoreDetails = z.object({
  madeAt: z.string().optional(),
  /** Only where somebody asked for a restore, which may not have come about. */
  source: z.unknown().optional(),
  history: z.object({ origin: z.enum(["own", "other", "unknown"]), shared: z.number() }).optional(),
});

/** The restore an entry tells of; null for any other entry. */
export function restoreIn(entry: Pick<Entry, "seq" | "action" | "at" | "after">): Restore | null {
  if (entry.action !== restored) return null;
  const { data } = restoreDetails.safeParse(parsed(entry.after));
  if (!data || data.source !== undefined) return null;
  // Entries of the first version do not say from when the backup was.
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
 * What a chain of this building says of another one that ends at `head`: its beginning is "own", unless
 * it came in itself by a restore that was not. Null when it does not hold that end.
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
