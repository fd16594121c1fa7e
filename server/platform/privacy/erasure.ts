import { type Db, write } from "../../database/open.ts";
import type { Instant } from "../clock/clock.ts";
import { clearSetting, readSetting, writeSetting } from "../settings/settings.ts";

/**
 * Empties the -wal file, which still contains the rows that a change has replaced.
 * @returns false while another program reads the database (a running copy, Litestream)
 */
export function emptyWal(db: Db): boolean {
  const [result] = db.$client.pragma("wal_checkpoint(TRUNCATE)") as [{ busy: number }];
  return result.busy === 0;
}

/**
 * Completes an erasure by emptying the -wal file. If another program prevents that, a setting
 * records it, so that `retryErasure` tries again and `doctor` can report it.
 */
export function finishErasure(db: Db, at: Instant): void {
  if (emptyWal(db)) clearNote(db);
  else if (!readSetting(db, "erasureUnfinishedSince"))
    write(db, () => writeSetting(db, "erasureUnfinishedSince", at, at));
}

/** Tries to complete an erasure again. */
export function retryErasure(db: Db): void {
  if (readSetting(db, "erasureUnfinishedSince") && emptyWal(db)) clearNote(db);
}

function clearNote(db: Db): void {
  if (readSetting(db, "erasureUnfinishedSince"))
    write(db, () => clearSetting(db, "erasureUnfinishedSince"));
}
