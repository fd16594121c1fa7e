import type Database from "better-sqlite3";
import * as z from "zod";
import { attempt } from "../files/attempt.ts";
import { type Entry, genesis, type Head, headOf } from "./chain.ts";

type Sqlite = Database.Database;

/** "own": the beginning of what this building wrote; "unknown": nothing to compare it with. */
export type Origin = "own" | "other" | "unknown";

export interface Lineage {
  origin: Origin;
  /** The end of the live chain when it was replaced; null if there was none. */
  living: Head | null;
  /** How many entries both have in common, from the first. */
  shared: number;
  lost: number;
}

export const restored = "backups.restore";

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

export type Restore = NonNullable<ReturnType<typeof restoreIn>>;

const restoreDetails = z.object({
  madeAt: z.string().optional(),
  /** Only in requests for a restore, which may have failed. */
  source: z.unknown().optional(),
  history: z.object({ origin: z.enum(["own", "other", "unknown"]), shared: z.number() }).optional(),
});

/** When a backup was made and restored. The first version compared nothing, so there is no history. */
export function restoreIn(entry: Pick<Entry, "seq" | "action" | "at" | "after">) {
  if (entry.action !== restored) return null;
  const details: unknown = attempt(() => JSON.parse(entry.after ?? "null"), null);
  const { data } = restoreDetails.safeParse(details);
  if (!data || data.source !== undefined) return null;
  // Entries of the first version do not say when the backup was made.
  return { seq: entry.seq, from: data.madeAt ?? "", to: entry.at, history: data.history ?? null };
}

/**
 * How a chain that ends at `head` relates to this building's: its beginning is "own", unless a
 * restore that was not own brought it in. Null when this chain does not contain that end.
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
