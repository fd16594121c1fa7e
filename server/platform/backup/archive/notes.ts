import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { Anchor } from "../../audit/verify.ts";
import { replaceFile } from "../../files/replaceFile.ts";
import { namesIn } from "../disk.ts";
import { trail } from "./manifest.ts";
import { archivesIn, madeAt } from "./names.ts";

/** The result of an archive's rehearsal, stored beside it. Without it an archive does not count. */
const rehearsal = z.object({
  rehearsedAt: z.iso.datetime(),
  version: z.string(),
  rows: z.record(z.string(), z.int().nonnegative()),
  /** How many records of each kind there are, in a trustee's words. Missing in older notes. */
  counts: z.record(z.string(), z.int().nonnegative()).optional(),
  files: z.int().nonnegative(),
  /** How many uploads had lost their file, and so are not in it. Missing where none had. */
  missing: z.int().nonnegative().optional(),
  /** The archive's size in bytes. */
  size: z.int().nonnegative(),
  sha256: z.string(),
  trail: trail.optional(),
  /** The fault of the audit trail in it, or null. The archive is kept in either case. */
  trailProblem: z.string().nullable().optional(),
});
export type Rehearsal = z.output<typeof rehearsal>;

export const noteName = (archive: string): string => `${archive}.rehearsed.json`;

/** An archive in a folder. Without a rehearsal it does not count as a backup. */
export interface StoredArchive {
  name: string;
  madeAt: string;
  /** In bytes. */
  size: number;
  rehearsal: Rehearsal | null;
}

export async function archivesWithNotes(folder: string): Promise<StoredArchive[]> {
  const found = await Promise.all(
    (await archivesIn(folder)).map(async (name) => {
      const facts = await stat(join(folder, name)).catch(() => null);
      if (!facts) return [];
      const note = await readJson(join(folder, noteName(name)), rehearsal);
      // A note with another size belongs to another file.
      const fits = note?.size === facts.size ? note : null;
      return [{ name, madeAt: madeAt(name) ?? "", size: facts.size, rehearsal: fits }];
    }),
  );
  return found.flat();
}

export const countedIn = async (folder: string): Promise<string[]> =>
  (await archivesWithNotes(folder)).flatMap(({ name, rehearsal }) => (rehearsal ? name : []));

export async function anchorsIn(folder: string | null): Promise<Anchor[]> {
  if (!folder) return [];
  const archives = await archivesWithNotes(folder).catch(() => []);
  return archives.flatMap(({ name, madeAt, rehearsal }) =>
    rehearsal?.trail ? [{ ...rehearsal.trail, at: madeAt, where: `The backup ${name}` }] : [],
  );
}

/** The archive first: `sweepNotes` later removes a note without one. */
export async function removeArchive(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
  await rm(join(folder, noteName(name)), { force: true });
}

export async function sweepNotes(folder: string): Promise<void> {
  const names = new Set(await namesIn(folder));
  for (const name of names) {
    const archive = name.replace(/\.rehearsed\.json$/, "");
    if (archive !== name && madeAt(archive) && !names.has(archive)) await rm(join(folder, name));
  }
}

/** Why the last backup failed. Removed when one passes. */
const failure = z.object({ at: z.iso.datetime(), why: z.string() });
export type Failure = z.output<typeof failure>;

const failurePath = (folder: string) => join(folder, "last-failure.json");

export const lastFailure = (folder: string) => readJson(failurePath(folder), failure);
export const rememberFailure = (folder: string, what: Failure) =>
  writeJson(failurePath(folder), what);
export const forgetFailure = (folder: string) => rm(failurePath(folder), { force: true });

const copying = z.object({
  at: z.iso.datetime(),
  /** The folder that was set at that time. */
  folder: z.string(),
  /** Why it failed, in words; null if it did not. */
  problem: z.string().nullable(),
  /** Whether the folder was missing or unusable, which can be checked again at any time. */
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
    // The file is missing or damaged, so it proves nothing.
    return null;
  }
}

export const writeJson = (path: string, value: unknown): void =>
  replaceFile(path, `${JSON.stringify(value, null, 2)}\n`);
