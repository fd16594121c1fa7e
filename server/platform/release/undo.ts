import { existsSync } from "node:fs";
import { chown, rename, rm, stat, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Installation } from "../../installation.ts";
import { namesIn } from "../backup/disk.ts";
import { flush } from "../files/files.ts";
import { DataInUse, holdData, lockName } from "../files/lock.ts";
import { closeJournal, type Journal } from "./journal.ts";
import { giveRoom } from "./room.ts";

/** Makes a link lead to a release; before and after a power cut it leads to one of the two. */
export async function pointTo(link: string, release: string): Promise<void> {
  const part = `${link}.part`;
  await rm(part, { force: true });
  await symlink(join("versions", release), part);
  await rename(part, link);
  await flush(dirname(link));
}

/** How long a program that was left alone with the data, migrating them, may take to end. */
const patienceMs = 120_000;

/**
 * Holds the data once nobody else does. The lock's files belong to the data's owner, as all there.
 * @param stop asks whoever has them to go
 */
async function holdWhenFree(data: string, stop: () => Promise<unknown>): Promise<() => void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      const release = holdData(data);
      const { uid, gid } = await stat(data);
      for (const name of await namesIn(data))
        if (name.startsWith(lockName)) await chown(join(data, name), uid, gid);
      return release;
    } catch (error) {
      if (!(error instanceof DataInUse) || Date.now() > end) throw error;
      await wait(200);
      // A start that the cut-off upgrade left behind may have come after the last stop.
      await stop();
    }
  }
}

/**
 * Puts back the release and the database an upgrade began with. The server does not run meanwhile.
 * Safe to be interrupted and done again: the journal goes before what it needs.
 * @param stop stops the server, if whoever calls this may
 */
export async function undoUpgrade(
  { versions, current, journal: file, fallback }: Installation,
  { from, to, database, kept }: Journal,
  stop: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  await giveRoom(dirname(database));
  const release = await holdWhenFree(dirname(database), stop);
  try {
    // Gone once it was renamed into place; then the database is the old one already.
    if (kept !== null && existsSync(kept)) {
      for (const ending of ["-wal", "-shm"]) await rm(`${database}${ending}`, { force: true });
      await rename(kept, database);
      await flush(dirname(database));
    }
    await pointTo(current, from);
    await closeJournal(file);
  } finally {
    release();
  }
  await rm(`${kept}.part`, { force: true });
  await rm(join(versions, to), { recursive: true, force: true });
  await rm(fallback, { force: true });
}
