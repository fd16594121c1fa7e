import type { Instant } from "../../clock/clock.ts";
import { namesIn } from "../disk.ts";

/** An instant for a name: with dashes, because not every file system takes colons. */
export const stampOf = (at: Instant): string => at.replace(/[:.]/g, "-");

/** The instant of such a stamp, with or without milliseconds. Null if it is none. */
export function instantIn(stamp = ""): Instant | null {
  const [, day, hour, minute, second, ms = "000"] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)(?:-(\d{3}))?Z$/.exec(stamp) ?? [];
  return day ? `${day}T${hour}:${minute}:${second}.${ms}Z` : null;
}

/** `stoep-2026-11-20T09-26-24Z.tar.gz`: sorts by time and is valid on every file system. */
export const archiveName = (at: Instant, encrypted = false): string =>
  `stoep-${stampOf(at.slice(0, 19))}Z.tar.gz${encrypted ? ".age" : ""}`;

/** When an archive was made, to the second, by its name. Null if it is no archive's name. */
export const madeAt = (name: string): Instant | null =>
  instantIn(/^stoep-(.{20})\.tar\.gz(?:\.age)?$/.exec(name)?.[1]);

export const isEncrypted = (name: string): boolean => name.endsWith(".age");

/** The archives in a folder, oldest first, including those that never passed a rehearsal. */
export const archivesIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => madeAt(name) !== null);
