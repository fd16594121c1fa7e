import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Anchor } from "../../audit/verify.ts";
import { flush } from "../../files/files.ts";
import { namesIn } from "../disk.ts";
import { trail } from "./manifest.ts";
import { archivesIn, madeAt } from "./names.ts";

/** What the rehearsal of an archive found: it lies beside it, and only with it the archive counts. */
const rehearsal = z.object({
  rehearsedAt: z.iso.datetime(),
  /** The Stoep that made the archive. */
  version: z.string(),
  rows: z.record(z.string(), z.int().nonnegative()),
  /** How many there are of what, in the words of a trustee; earlier notes leave it out. */
  counts: z.record(z.string(), z.int().nonnegative()).optional(),
  /** Uploaded files in it. */
  files: z.int().nonnegative(),
  /** Of the archive, in bytes. */
  size: z.int().nonnegative(),
  sha256: z.string(),
  trail: trail.optional(),
  /** What is wrong with the audit trail in it; null when nothing is. It is kept all the same. */
  trailProblem: z.string().nullable().optional(),
});
export type Rehearsal = z.output<typeof rehearsal>;

export const noteName = (archive: string): string => `${archive}.rehearsed.json`;

/** An archive of a folder; without a rehearsal it does not count. */
export interface StoredArchive {
  name: string;
  madeAt: string;
  /** In bytes. */
  size: number;
  rehearsal: Rehearsal | null;
}

/** The archives of a folder with their notes, oldest first. */
export async function archivesWithNotes(folder: string): Promise<StoredArchive[]> {
  const found = await Promise.all(
    (await archivesIn(folder)).map(async (name) => {
      const facts = await stat(join(folder, name)).catch(() => null);
      if (!facts) return [];
      const note = await readJson(join(folder, noteName(name)), rehearsal);
      // A note of another size speaks of another file.
      const fits = note?.size === facts.size ? note : null;
      return [{ name, madeAt: madeAt(name) ?? "", size: facts.size, rehearsal: fits }];
    }),
  );
  return found.flat();
}

/** The names of the archives that count, oldest first. */
export const countedIn = async (folder: string): Promise<string[]> =>
  (await archivesWithNotes(folder)).flatMap(({ name, rehearsal }) => (rehearsal ? name : []));

/** Where the audit trail stood when the archives of a folder were made. */
export async function anchorsIn(folder: string | null): Promise<Anchor[]> {
  if (!folder) return [];
  const archives = await archivesWithNotes(folder).catch(() => []);
  return archives.flatMap(({ name, madeAt, rehearsal }) =>
    rehearsal?.trail ? [{ ...rehearsal.trail, at: madeAt, where: `The backup ${name}` }] : [],
  );
}

/** The archive first: a note without its archive means nothing, and is swept. */
export async function removeArchive(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
  await rm(join(folder, noteName(name)), { force: true });
}

/** Removes notes whose archive is gone or never came. */
export async function sweepNotes(folder: string): Promise<void> {
  const names = new Set(await namesIn(folder));
  for (const name of names) {
    const archive = name.replace(/\.rehearsed\.json$/, "");
    if (archive !== name && madeAt(archive) && !names.has(archive)) await rm(join(folder, name));
  }
}

/** Why the last backup did not come about; gone once one passes. */
const failure = z.object({ at: z.iso.datetime(), why: z.string() });
export type Failure = z.output<typeof failure>;

const failurePath = (folder: string) => join(folder, "last-failure.json");

export const lastFailure = (folder: string) => readJson(failurePath(folder), failure);
export const rememberFailure = (folder: string, what: Failure) =>
  writeJson(failurePath(folder), what);
export const forgetFailure = (folder: string) => rm(failurePath(folder), { force: true });

/** How the last copying to the second folder went. */
const copying = z.object({
  at: z.iso.datetime(),
  /** Which folder, as set then. */
  folder: z.string(),
  /** What kept it from being done, in words. */
  problem: z.string().nullable(),
  /** Whether the folder was not there or could not be used at all, which anybody can see again. */
  absent: z.boolean(),
});
export type Copying = z.output<typeof copying>;

const copyingPath = (folder: string) => join(folder, "last-copy.json");

export const lastCopying = (folder: string) => readJson(copyingPath(folder), copying);
export const rememberCopying = (folder: string, what: Copying) =>
  writeJson(copyingPath(folder), what);

export async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    // Not there, or spoiled: then nobody can say that it passed.
    return null;
  }
}

/** Under another name first, so that nobody ever reads half of it. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const part = `${path}.part`;
  await writeFile(part, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await flush(part);
  await rename(part, path);
}
