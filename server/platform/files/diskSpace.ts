import { statfsSync } from "node:fs";

/** Below so many free bytes an admin is told, and no more files are taken from people. */
export const scarceBytes = 20e6;

/** What backups, and whatever else is as large as the building, leave free on a disk for the database. */
export const reserve = 50e6;

/** How many bytes may be written to a folder's disk so that `left` of them stay free. */
export function roomIn(folder: string, left: number): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.max(0, bavail * bsize - left);
}
