import { existsSync } from "node:fs";
import { copyFile, link, mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import * as z from "zod";
import { flush } from "../../files/files.ts";
import type { Places } from "../archive/archive.ts";
import { databaseName, secretsName, uploadsName } from "../archive/manifest.ts";
import { writeJson } from "../archive/notes.ts";
import { namesIn } from "../disk.ts";

/** What is being put in place lies in the data folder under this name until it is. */
const pendingName = ".restoring";
const planName = "plan.json";
/** The plan of what failed: from now on everything goes back. */
const givenUpName = "given-up.json";

const plan = z.object({
  /** Where what was there before is kept. */
  safety: z.string(),
  /** The uploads there will be. */
  uploads: z.array(z.string()),
  /** The uploads there were. */
  present: z.array(z.string()).default([]),
});

const pendingOf = ({ database }: Places) => join(dirname(database), pendingName);

const planIn = async (file: string) => plan.parse(JSON.parse(await readFile(file, "utf8")));

/**
 * Puts an unpacked backup (`work`: stoep.db, uploads/ and secrets/, in the data folder) in the place of
 * what is there, and keeps what was there in the folder `safety` (made only when there was something).
 * A backup without certificates leaves those that are there, and so one without keys of ID numbers.
 * Nobody else may use the data meanwhile.
 *
 * Interrupted anywhere, it is finished by `finishReplacing`, and without that database and uploads fit
 * each other all the time: uploads have names nobody guesses and rows name them, so new ones are added
 * first and old ones leave last. In between, one rename replaces the database.
 * @throws when it could not be done; unless the database was replaced already, the old data are whole
 */
export async function replaceData(work: string, places: Places, safety: string): Promise<void> {
  const uploads = await namesIn(join(work, uploadsName));
  await addOtherSecrets(join(work, secretsName), places.secrets);
  for (const folder of [uploadsName, secretsName])
    for (const name of await namesIn(join(work, folder))) await flush(join(work, folder, name));
  await flush(join(work, databaseName));
  const present = await namesIn(places.uploads);
  await writeJson(join(work, planName), { safety, uploads, present });
  const pending = pendingOf(places);
  await rename(work, pending);
  await flush(dirname(pending));
  try {
    await finishReplacing(places);
  } catch (error) {
    if (existsSync(join(pending, databaseName))) await giveUp(pending, places);
    throw error;
  }
}

const isIdentityKey = (name: string) => name.startsWith("identity-");

/**
 * Certificates belong together, and keys of ID numbers do: of which kind a backup has none, those that
 * are there stay. A house that had no HTTPS yet must not take away what devices trust by now.
 */
async function addOtherSecrets(fresh: string, secrets: string): Promise<void> {
  const coming = await namesIn(fresh);
  if (coming.length === 0) return;
  for (const name of await namesIn(secrets))
    if (!coming.some((each) => isIdentityKey(each) === isIdentityKey(name)))
      await keep(join(secrets, name), join(fresh, name));
}

/** Finishes what a restore began, or gave up, before it was cut off; at start, before anybody opens the data. */
export async function finishReplacing(places: Places): Promise<void> {
  const pending = pendingOf(places);
  if (!existsSync(pending)) return;
  if (existsSync(join(pending, givenUpName))) return takeBack(pending, places);
  // With the plan goes the last of it; without one there is nothing left to do.
  if (existsSync(join(pending, planName))) {
    const { safety, uploads } = await planIn(join(pending, planName));
    if (existsSync(join(pending, databaseName))) {
      await keepPresent(places, safety);
      await addUploads(pending, places.uploads);
      await replaceDatabase(pending, places.database, safety);
    }
    await replaceSecrets(pending, places.secrets);
    for (const name of await namesIn(places.uploads))
      if (!uploads.includes(name)) await rm(join(places.uploads, name), { recursive: true });
  }
  await rm(pending, { recursive: true, force: true });
}

/** The old house stands until the database is replaced. A name needs no room on a disk that may be full. */
async function giveUp(pending: string, places: Places): Promise<void> {
  await rename(join(pending, planName), join(pending, givenUpName));
  await takeBack(pending, places);
}

/** Removes what was added to the old house, and puts back what was kept of it; cut off, it is done again. */
async function takeBack(pending: string, { uploads, secrets, database }: Places): Promise<void> {
  const { safety, uploads: coming, present } = await planIn(join(pending, givenUpName));
  for (const name of coming)
    if (!present.includes(name)) await rm(join(uploads, name), { force: true });
  await putBack(join(safety, uploadsName), uploads);
  await putBack(join(safety, secretsName), secrets);
  for (const ending of ["", "-wal", "-shm"]) {
    const saved = join(safety, `${databaseName}${ending}`);
    if (existsSync(saved)) await rename(saved, `${database}${ending}`);
  }
  await flush(dirname(database));
  await rm(safety, { recursive: true, force: true });
  await rm(pending, { recursive: true, force: true });
}

/** Where a second name is for the same file, nothing happens. */
async function putBack(saved: string, folder: string): Promise<void> {
  for (const name of await namesIn(saved))
    if (!name.startsWith(halfCopy)) await rename(join(saved, name), join(folder, name));
}

/** Second names for everything there is, so that the first ones can go. */
async function keepPresent({ database, uploads, secrets }: Places, safety: string): Promise<void> {
  settle(database);
  const isThere = existsSync(database) || besideOf(database).length > 0;
  if (isThere) await mkdir(join(safety, uploadsName), { recursive: true, mode: 0o700 });
  for (const [folder, from] of Object.entries({ [uploadsName]: uploads, [secretsName]: secrets })) {
    const names = await namesIn(from);
    if (names.length > 0) await mkdir(join(safety, folder), { recursive: true, mode: 0o700 });
    for (const name of names) await keep(join(from, name), join(safety, folder, name));
  }
  if (existsSync(database)) await keep(database, join(safety, databaseName));
}

async function addUploads(pending: string, uploads: string): Promise<void> {
  await mkdir(uploads, { recursive: true, mode: 0o700 });
  for (const name of await namesIn(join(pending, uploadsName)))
    await rename(join(pending, uploadsName, name), join(uploads, name));
  await flush(uploads);
}

/** SQLite's own files beside a database. */
const besideOf = (database: string) =>
  ["-wal", "-shm"].filter((ending) => existsSync(`${database}${ending}`));

async function replaceDatabase(pending: string, database: string, safety: string): Promise<void> {
  // SQLite would play an old -wal into the new file. After `settle` they only remain of a database
  // that could not be read anyway.
  for (const ending of besideOf(database))
    await rename(`${database}${ending}`, join(safety, `${databaseName}${ending}`));
  await rename(join(pending, databaseName), database);
  await flush(dirname(database));
}

/** All of them or none; what was to stay is among the fresh ones already. */
async function replaceSecrets(pending: string, secrets: string): Promise<void> {
  const fresh = join(pending, secretsName);
  if ((await namesIn(fresh)).length === 0) return;
  await rm(secrets, { recursive: true, force: true });
  await rename(fresh, secrets);
  await flush(dirname(secrets));
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
  // Kept already, before this was cut off.
  if (existsSync(to)) return;
  if ((await stat(from)).isDirectory()) await rename(from, to);
  else await link(from, to).catch(() => copyWhole(from, to));
}

/** What no file of a building begins with. */
const halfCopy = ".copying-";

/** Under another name first: half a copy must not be taken for one. */
async function copyWhole(from: string, to: string): Promise<void> {
  const half = join(dirname(to), `${halfCopy}${basename(to)}`);
  await copyFile(from, half);
  await rename(half, to);
}
