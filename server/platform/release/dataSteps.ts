import { randomBytes } from "node:crypto";
import { constants, lstatSync } from "node:fs";
import { chmod, copyFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { mergeWal } from "../backup/archive/inspect.ts";
import { flush } from "../files/files.ts";
import { DataInUse, holdData } from "../files/lock.ts";

// The steps of an upgrade in the data folder. All that open something in it run only as the owner of
// the data, because root would follow links that the owner may have put there. See asOwner.ts.

const databaseIn = (data: string) => join(data, "stoep.db");
const roomIn = (data: string) => join(data, "before-upgrade.room");
const snapshotPath = (data: string) => join(data, "before-upgrade.db");

/** Enough for the lock, SQLite's -wal and -shm, and what a building writes in a few hours: 8 MB. */
const roomBytes = 8e6;

/** The database's size in bytes; null when there is none. Root may ask, because it follows no link. */
export const databaseSize = (data: string): number | null =>
  lstatSync(databaseIn(data), { throwIfNoEntry: false })?.size ?? null;

/** Reserves the space that undoing needs, in case the disk becomes full. May be repeated. */
export async function keepRoom(data: string): Promise<void> {
  await giveRoom(data);
  // Random bytes, because some file systems store zeros without using space.
  const bytes = randomBytes(roomBytes);
  await writeFile(roomIn(data), bytes, { flag: "wx", mode: 0o600, flush: true });
}

const giveRoom = (data: string): Promise<void> => rm(roomIn(data), { force: true });

/** Copies the database with its -wal to a file beside it. Nobody writes: the server is stopped. */
export async function keepDatabase(data: string): Promise<void> {
  const database = databaseIn(data);
  mergeWal(database);
  const part = `${snapshotPath(data)}.part`;
  await rm(part, { force: true });
  await copyFile(database, part, constants.COPYFILE_EXCL);
  await chmod(part, 0o600);
  await flush(part);
  await rename(part, snapshotPath(data));
  await flush(data);
}

/** How long a process that is still migrating the data may take to end, in milliseconds. */
const patienceMs = 120_000;

/** The held locks. Without a reference they would be garbage collected and so released. */
const held: (() => void)[] = [];

/** Locks the data as soon as nobody else uses them, until this process ends. */
async function holdWhenFree(data: string, busy: () => void): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      held.push(holdData(data));
      return;
    } catch (error) {
      if (!(error instanceof DataInUse) || Date.now() > end) throw error;
      busy();
      await wait(200);
    }
  }
}

/** Puts the kept database back and locks the data until this process ends. May be repeated. */
export async function putDatabaseBack(
  data: string,
  hasSnapshot: boolean,
  busy: () => void,
): Promise<void> {
  await giveRoom(data);
  await holdWhenFree(data, busy);
  const database = databaseIn(data);
  const snapshot = snapshotPath(data);
  // Once renamed into place, the snapshot is gone and the database is the old one already.
  if (hasSnapshot && lstatSync(snapshot, { throwIfNoEntry: false })) {
    for (const ending of ["-wal", "-shm"]) await rm(`${database}${ending}`, { force: true });
    await rename(snapshot, database);
    await flush(dirname(database));
  }
  await dropSnapshot(data);
}

/** Removes what is no longer needed when an upgrade is done or undone. */
export async function dropSnapshot(data: string): Promise<void> {
  await giveRoom(data);
  for (const ending of ["", ".part"]) await rm(`${snapshotPath(data)}${ending}`, { force: true });
}
