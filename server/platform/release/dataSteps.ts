import { randomBytes } from "node:crypto";
import { constants, lstatSync } from "node:fs";
import { chmod, copyFile, open, rename, rm, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Database from "better-sqlite3";
import { flush } from "../files/files.ts";
import { DataInUse, holdData } from "../files/lock.ts";

// What an upgrade does in the data folder. Only ever run as the owner of the data: root would follow
// links that the owner may have put there. See asOwner.ts.

const databaseIn = (data: string) => join(data, "stoep.db");
const roomIn = (data: string) => join(data, "before-upgrade.room");
const snapshotPath = (data: string) => join(data, "before-upgrade.db");

/** For the lock, SQLite's -wal and -shm, and what a house writes in its first hours: 8 MB. */
const roomBytes = 8e6;

export interface Measured {
  /** Bytes of the database; null when there is none. */
  database: number | null;
  /** Bytes that are free on its disk. */
  free: number;
}

export async function measure(data: string): Promise<Measured> {
  const { bavail, bsize } = await statfs(data);
  const stats = lstatSync(databaseIn(data), { throwIfNoEntry: false });
  return { database: stats?.size ?? null, free: bavail * bsize };
}

/**
 * Takes room on the data's disk that the way back needs, so that it is there however full the disk
 * gets meanwhile. Safe to be called again.
 */
export async function keepRoom(data: string): Promise<void> {
  await giveRoom(data);
  const file = await open(roomIn(data), "wx", 0o600);
  try {
    // Noise, because some disks keep zeros without taking room for them.
    await file.writeFile(randomBytes(roomBytes));
    await file.sync();
  } finally {
    await file.close();
  }
}

const giveRoom = (data: string): Promise<void> => rm(roomIn(data), { force: true });

/**
 * Keeps a copy of the database beside it, as it was, with all that its -wal holds.
 * The server is stopped, so nobody writes.
 */
export async function keepDatabase(data: string): Promise<void> {
  const database = databaseIn(data);
  const sqlite = new Database(database, { fileMustExist: true });
  try {
    sqlite.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    sqlite.close();
  }
  const part = `${snapshotPath(data)}.part`;
  await rm(part, { force: true });
  await copyFile(database, part, constants.COPYFILE_EXCL);
  await chmod(part, 0o600);
  await flush(part);
  await rename(part, snapshotPath(data));
  await flush(data);
}

/** How long a program that was left alone with the data, migrating them, may take to end. */
const patienceMs = 120_000;

/** What holds the data: without anybody who knows it, it would be cleared away and let them go. */
const held: (() => void)[] = [];

/**
 * Holds the data once nobody else does, until this process ends.
 * @param busy is told each time that somebody has them
 */
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

/**
 * Puts the kept database back and holds the data from then on, until this process ends.
 * Safe to be interrupted and done again.
 * @param hasSnapshot whether the upgrade got so far as to keep it whole
 */
export async function putDatabaseBack(
  data: string,
  hasSnapshot: boolean,
  busy: () => void,
): Promise<void> {
  await giveRoom(data);
  await holdWhenFree(data, busy);
  const database = databaseIn(data);
  const snapshot = snapshotPath(data);
  // Gone once it was renamed into place; then the database is the old one already.
  if (hasSnapshot && lstatSync(snapshot, { throwIfNoEntry: false })) {
    for (const ending of ["-wal", "-shm"]) await rm(`${database}${ending}`, { force: true });
    await rename(snapshot, database);
    await flush(dirname(database));
  }
  await dropSnapshot(data);
}

/** What is not needed any more once an upgrade is done or undone. */
export async function dropSnapshot(data: string): Promise<void> {
  await giveRoom(data);
  for (const ending of ["", ".part"]) await rm(`${snapshotPath(data)}${ending}`, { force: true });
}
