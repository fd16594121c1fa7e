import { existsSync } from "node:fs";
import { chmod, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import { create } from "tar";
import type { Instant } from "../clock/clock.ts";
import { flush } from "../files/files.ts";
import { factsOf, namesIn, workFolder } from "./disk.ts";
import { damageIn, levelOf, rowCounts, uploadsIn } from "./inspect.ts";
import {
  BackupError,
  databaseName,
  type Manifest,
  manifestName,
  uploadEntry,
  uploadsName,
} from "./manifest.ts";

/** Where a house keeps what is worth keeping. */
export interface Places {
  database: string;
  uploads: string;
}

export interface Archive {
  path: string;
  /** In bytes. */
  size: number;
  manifest: Manifest;
}

const dayMs = 86_400_000;

/** `stoep-2026-11-20T09-26-24Z.tar.gz`: sorts by time and is a name on every file system. */
export const archiveName = (at: Instant): string =>
  `stoep-${at.slice(0, 19).replaceAll(":", "-")}Z.tar.gz`;

/** The backups in a folder, oldest first. */
export const archivesIn = async (folder: string): Promise<string[]> =>
  (await namesIn(folder)).filter((name) => /^stoep-[\dTZ-]+\.tar\.gz$/.test(name));

/**
 * Makes one archive of the database and its uploads in the folder `to`, while others may write.
 * It grows in a `.part-` folder and gets its name once it is whole on the disk; a failure leaves
 * nothing behind.
 * @throws BackupError when there is no database or it is damaged: a bad backup would push out good ones
 */
export async function makeArchive(
  { database, uploads }: Places,
  to: string,
  version: string,
  now: Instant,
): Promise<Archive> {
  if (!existsSync(database))
    throw new BackupError(
      `There is no database at ${database}, so nothing to back up. Is STOEP_DATA the right folder?`,
    );
  const work = await workFolder(to, dayMs);
  try {
    const copy = join(work, databaseName);
    await copyDatabase(database, copy);
    const manifest = await manifestOf(copy, uploads, version, now);
    await writeFile(join(work, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
    await symlink(resolve(uploads), join(work, uploadsName), "junction");
    const archive = join(work, "archive");
    await create({ gzip: true, file: archive, cwd: work, portable: true, strict: true }, [
      manifestName,
      ...Object.keys(manifest.files),
    ]);
    await chmod(archive, 0o600);
    await flush(archive);
    const path = join(to, archiveName(now));
    await rename(archive, path);
    await flush(to);
    return { path, size: (await stat(path)).size, manifest };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Copies a database that others may be writing to, as it was at one moment, into a single file. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const sqlite = new Database(from, { fileMustExist: true, timeout: 5_000 });
  try {
    // Without a read transaction of its own the copy would start over with each write of others.
    sqlite.exec("BEGIN");
    sqlite.prepare("SELECT 1 FROM sqlite_schema").get();
    await sqlite.backup(to);
  } catch (error) {
    throw new BackupError(damaged(from, error instanceof Error ? error.message : String(error)));
  } finally {
    sqlite.close();
  }
  const copy = new Database(to);
  try {
    const [damage] = damageIn(copy, "quick_check");
    if (damage) throw new BackupError(damaged(from, damage));
    // Otherwise whoever opens the copy would find it wanting a -wal beside it.
    copy.pragma("journal_mode = DELETE");
  } finally {
    copy.close();
  }
}

const damaged = (file: string, how: string) =>
  `${file} is damaged (${how}). No backup was made. Restore the newest good one with: scripts/stoep restore FILE`;

async function manifestOf(copy: string, uploads: string, version: string, madeAt: Instant) {
  const sqlite = new Database(copy, { readonly: true });
  const manifest: Manifest = { format: 1, version, madeAt, rows: {}, files: {}, missing: [] };
  try {
    if (levelOf(sqlite) === "foreign")
      throw new BackupError("The database holds no Stoep. Is STOEP_DATA the right folder?");
    manifest.rows = rowCounts(sqlite);
    manifest.files[databaseName] = await factsOf(copy);
    for (const { storedName } of uploadsIn(sqlite)) {
      const facts = await factsIfThere(join(uploads, storedName));
      if (facts) manifest.files[uploadEntry(storedName)] = facts;
      else manifest.missing.push(storedName);
    }
  } finally {
    sqlite.close();
  }
  return manifest;
}

async function factsIfThere(path: string) {
  try {
    return await factsOf(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
