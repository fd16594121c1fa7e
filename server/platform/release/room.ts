import { randomBytes } from "node:crypto";
import { chown, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** For the lock, SQLite's -wal and -shm, and what a house writes in its first hours: 8 MB. */
const bytes = 8e6;
const roomIn = (data: string) => join(data, "before-upgrade.room");

/**
 * Takes room on the data's disk that the way back needs, so that it is there however full the disk
 * gets meanwhile. Safe to be called again.
 */
export async function keepRoom(data: string): Promise<void> {
  const file = await open(roomIn(data), "w", 0o600);
  try {
    // Noise, because some disks keep zeros without taking room for them.
    await file.writeFile(randomBytes(bytes));
    await file.sync();
  } finally {
    await file.close();
  }
  const { uid, gid } = await stat(data);
  await chown(roomIn(data), uid, gid);
}

export const giveRoom = (data: string): Promise<void> => rm(roomIn(data), { force: true });
