import { existsSync } from "node:fs";
import { copyFile, link, mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { flush } from "../files/files.ts";
import type { Places } from "./archive.ts";
import { namesIn } from "./disk.ts";
import { databaseName, uploadsName } from "./manifest.ts";

/**
 * Puts an unpacked backup (`work`: stoep.db and uploads/, in the data folder) in the place of what is
 * there, and keeps what was there in the folder `safety` (made only when there was something).
 * Nobody else may use the data meanwhile.
 *
 * The order makes it safe to be interrupted anywhere. Uploads have names nobody guesses and rows name
 * them, so more files than rows do no harm: new ones are added first, old ones leave last. In between,
 * one rename replaces the database: before it the old house is whole, after it the new one.
 */
export async function replaceData(
  work: string,
  { database, uploads }: Places,
  safety: string,
): Promise<void> {
  const oldNames = await namesIn(uploads);
  const newNames = await namesIn(join(work, uploadsName));
  settle(database);
  const beside = ["-wal", "-shm"].filter((ending) => existsSync(`${database}${ending}`));
  if (existsSync(database) || beside.length > 0 || oldNames.length > 0)
    await mkdir(join(safety, uploadsName), { recursive: true, mode: 0o700 });
  if (existsSync(database)) await keep(database, join(safety, databaseName));
  for (const name of oldNames) await keep(join(uploads, name), join(safety, uploadsName, name));

  await mkdir(uploads, { recursive: true, mode: 0o700 });
  for (const name of newNames) {
    const fresh = join(work, uploadsName, name);
    await flush(fresh);
    await rename(fresh, join(uploads, name));
  }
  await flush(join(work, databaseName));
  await flush(uploads);

  // SQLite would play an old -wal into the new file. After `settle` they only remain of a database
  // that could not be read anyway.
  for (const ending of beside)
    await rename(`${database}${ending}`, join(safety, `${databaseName}${ending}`));
  await rename(join(work, databaseName), database);
  await flush(join(database, ".."));

  const staying = new Set(newNames);
  for (const name of oldNames)
    if (!staying.has(name)) await rm(join(uploads, name), { recursive: true });
}

/** Plays the -wal into the old database, so that its one file is all of it; a damaged one stays as it is. */
function settle(database: string): void {
  try {
    const sqlite = new Database(database, { fileMustExist: true });
    try {
      sqlite.pragma("wal_checkpoint(TRUNCATE)");
    } finally {
      sqlite.close();
    }
  } catch {
    // There is none, or it is why somebody restores a backup.
  }
}

/** A second name for the same file; a copy where the disk knows no second names (FAT, some shares). */
async function keep(from: string, to: string): Promise<void> {
  if ((await stat(from)).isDirectory()) await rename(from, to);
  else await link(from, to).catch(() => copyFile(from, to));
}
