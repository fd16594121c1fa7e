import type { Instant } from "../../clock/clock.ts";
import { namesIn } from "../disk.ts";

const pattern = /^stoep-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz(\.age)?$/;

/** `stoep-2026-11-20T09-26-24Z.tar.gz`: sorts by time and is valid on every file system. */
export const archiveName = (at: Instant, encrypted = false): string =>
  `stoep-${at.slice(0, 19).replaceAll(":", "-")}Z.tar.gz${encrypted ? ".age" : ""}`;

/** When an archive was made, to the second, by its name. Null if it is no archive's name. */
export function madeAt(name: string): Instant | null {
  const [, day, hour, minute, second] = pattern.exec(name) ?? [];
  return day ? `${day}T${hour}:${minute}:${second}.000Z` : null;
}

export const isEncrypted = (name: string): boolean => name.endsWith(".age");

/** The archives in a folder, oldest first, including those that never passed a rehearsal. */
export const archivesIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => madeAt(name) !== null);
