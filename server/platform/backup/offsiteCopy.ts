import { constants } from "node:fs";
import { access, copyFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Instant } from "../clock/clock.ts";
import { flush } from "../files/files.ts";
import { madeAt } from "./archive/names.ts";
import {
  archivesWithNotes,
  type Copying,
  countedIn,
  noteName,
  removeArchive,
  sweepNotes,
} from "./archive/notes.ts";
import { factsOf, namesIn } from "./disk.ts";
import { retained } from "./retention.ts";

const part = ".part-";

/** Why backups are not copied to the second folder, in words, or null. @param last what was noted */
export async function copyProblem(folder: string, last: Copying | null): Promise<string | null> {
  const unusable = await accessProblem(folder);
  if (unusable) return unusable;
  // If the folder was missing and is back, the next backup copies what is missing there.
  return last?.folder === folder && !last.absent ? last.problem : null;
}

/** Why the second folder cannot be used, in words, or null. Creates nothing. */
export async function accessProblem(folder: string): Promise<string | null> {
  const facts = await stat(folder).catch(() => null);
  // Without the USB stick the folder is missing. Creating it would fill the building's own disk.
  if (!facts?.isDirectory())
    return `${folder} is not there. Plug the stick in, or mount the folder.`;
  const writable = await access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return writable ? null : `${folder} may not be written to. Give Stoep's user the rights to.`;
}

/**
 * Copies backups and removes those there that are no longer kept. The retention rule treats both
 * folders as one, so that nothing is copied only to be removed.
 * @returns why it failed, in words, or null
 */
export async function copyOffsite(
  from: string,
  to: string,
  timeZone: string,
  now: Instant,
): Promise<string | null> {
  try {
    await sweep(to);
    const here = await archivesWithNotes(from);
    const there = await countedIn(to);
    const counted = here.flatMap(({ name, rehearsal }) => (rehearsal ? name : []));
    const staying = retained([...new Set([...counted, ...there])], timeZone, now);
    for (const { name, rehearsal } of here)
      if (rehearsal && staying.has(name) && !there.includes(name))
        await copyOne(from, to, name, rehearsal.sha256);
    for (const name of there) if (!staying.has(name)) await removeArchive(to, name);
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOSPC" || code === "EDQUOT") return `${to} is full. Make room there.`;
    return `Copying to ${to} failed (${message}). Look at the disk there.`;
  }
}

/** Copies the note first: as soon as the archive has its name, it counts. */
async function copyOne(from: string, to: string, name: string, sha256: string): Promise<void> {
  for (const each of [noteName(name), name]) {
    const growing = join(to, `${part}${each}`);
    try {
      await copyFile(join(from, each), growing);
      await flush(growing);
      if (each === name && (await factsOf(growing)).sha256 !== sha256)
        throw new Error(`${name} is not the same after being copied`);
      await rename(growing, join(to, each));
    } finally {
      await rm(growing, { force: true });
    }
  }
  await flush(to);
}

/** Removes what was half copied when the stick was pulled out, and only files with our names. */
async function sweep(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const archive = name.replace(part, "").replace(/\.rehearsed\.json$/, "");
    if (name.startsWith(part) && madeAt(archive)) await rm(join(folder, name), { force: true });
  }
  await sweepNotes(folder);
}
