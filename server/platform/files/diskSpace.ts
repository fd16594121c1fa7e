import { statfsSync } from "node:fs";

/** With less free space than this, in bytes, admins are warned and uploads are refused. */
export const scarceBytes = 20e6;

/** The bytes that backups and other large files leave free on the disk for the database. */
export const reserve = 50e6;

/** How many bytes may be written to a folder's disk so that `left` bytes stay free. */
export function roomIn(folder: string, left: number): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.max(0, bavail * bsize - left);
}
