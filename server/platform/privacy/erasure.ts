import { type Db, write } from "../../database/open.ts";
import type { Instant } from "../clock/clock.ts";
import { clearSetting, readSetting, writeSetting } from "../settings/settings.ts";

/** False while another program reads the database, such as Litestream. */
export function emptyWal(db: Db): boolean {
  const [result] = db.$client.pragma("wal_checkpoint(TRUNCATE)") as [{ busy: number }];
  return result.busy === 0;
}

/** If another program prevents this, a setting says so, for `retryErasure` and `doctor`. */
export function finishErasure(db: Db, at: Instant): void {
  if (emptyWal(db)) clearNote(db);
  else if (!readSetting(db, "erasureUnfinishedSince"))
    write(db, () => writeSetting(db, "erasureUnfinishedSince", at, at));
}

export function retryErasure(db: Db): void {
  if (readSetting(db, "erasureUnfinishedSince") && emptyWal(db)) clearNote(db);
}

function clearNote(db: Db): void {
  if (readSetting(db, "erasureUnfinishedSince"))
    write(db, () => clearSetting(db, "erasureUnfinishedSince"));
}
