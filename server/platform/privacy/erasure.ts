import { commitNow } from "../../database/groupCommit.ts";
import { type Db, write } from "../../database/open.ts";
import type { Instant } from "../clock/clock.ts";
import { clearSetting, readSetting, writeSetting } from "../settings/settings.ts";

/**
 * Empties the -wal file, which still holds the rows that a change has replaced.
 * @returns false while another program reads the database (a copy that is being made, Litestream)
 */
export function emptyWal(db: Db): boolean {
  commitNow(db.$client);
  const [result] = db.$client.pragma("wal_checkpoint(TRUNCATE)") as [{ busy: number }];
  return result.busy === 0;
}

/**
 * The end of an erasure: lets go of what the -wal file still holds. Where another program is in the way
 * this is noted, so that `retryErasure` goes on and `doctor` can say so.
 */
export function finishErasure(db: Db, at: Instant): void {
  if (emptyWal(db)) clearNote(db);
  else if (!readSetting(db, "erasureUnfinishedSince"))
    write(db, () => writeSetting(db, "erasureUnfinishedSince", at, at));
}

/** Tries again where an erasure could not be finished. */
export function retryErasure(db: Db): void {
  if (readSetting(db, "erasureUnfinishedSince") && emptyWal(db)) clearNote(db);
}

function clearNote(db: Db): void {
  if (readSetting(db, "erasureUnfinishedSince"))
    write(db, () => clearSetting(db, "erasureUnfinishedSince"));
}
