import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileFacts } from "./archive/manifest.ts";

/** Size and SHA-256 of a file. It is read in chunks, never as a whole into memory. */
export async function factsOf(path: string): Promise<FileFacts> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest("hex") };
}

/** The result of `look`; `otherwise` if there is no such file or folder. */
export const ifThere = <Found, Otherwise>(look: Promise<Found>, otherwise: Otherwise) =>
  look.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return otherwise;
    throw error;
  });

/** The names in a folder, sorted. Empty if there is no such folder. */
export const namesIn = async (folder: string): Promise<string[]> =>
  (await ifThere(readdir(folder), [])).sort();

const unfinished = ".part-";

const own = new Set<string>();

/** Removes this process's unfinished work, before the process ends in the middle of it. */
export function dropOwnWork(): void {
  for (const work of own) rmSync(work, { recursive: true, force: true, maxRetries: 3 });
}

/** @param sparesMs younger folders are left alone: another process may be using them */
export async function dropUnfinished(parent: string, sparesMs: number): Promise<void> {
  for (const name of await namesIn(parent)) {
    const path = join(parent, name);
    if (!name.startsWith(unfinished) || Date.now() - (await stat(path)).mtimeMs < sparesMs)
      continue;
    await rm(path, { recursive: true, force: true });
  }
}

/** A new folder that is this process's own, which it removes even if it ends in the middle of it. */
export function ownFolder(prefix: string): string {
  // Synchronous, so that a signal to end cannot arrive between making the folder and recording it.
  const work = mkdtempSync(prefix);
  own.add(work);
  return work;
}

/** A new folder for work that may be interrupted. The result is then renamed out of it. */
export async function workFolder(parent: string, sparesMs: number): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await dropUnfinished(parent, sparesMs);
  return ownFolder(join(parent, unfinished));
}
