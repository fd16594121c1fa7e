import { existsSync } from "node:fs";
import { copyFile, link, mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as z from "zod";
import { attempt } from "../../files/attempt.ts";
import { flush } from "../../files/files.ts";
import type { Places } from "../archive/archive.ts";
import { mergeWal } from "../archive/inspect.ts";
import { databaseName, secretsName, uploadsName } from "../archive/manifest.ts";
import { writeJson } from "../archive/notes.ts";
import { namesIn } from "../disk.ts";

/** The folder in the data folder that holds a restore until it is in place. */
const pendingName = ".restoring";
const planName = "plan.json";
/** The plan of a failed restore. When this file exists, everything is undone. */
const givenUpName = "given-up.json";

const plan = z.object({
  safety: z.string(),
  uploads: z.array(z.string()),
  present: z.array(z.string()).default([]),
});

const pendingOf = ({ database }: Places) => join(dirname(database), pendingName);

const planIn = async (file: string) => plan.parse(JSON.parse(await readFile(file, "utf8")));

/**
 * Replaces the present data with an unpacked backup (`work`, in the data folder), and keeps what
 * was there in `safety`. If interrupted, `finishReplacing` completes it. Even before, database and
 * uploads fit each other: new uploads are added first and old ones removed last, with one rename of
 * the database in between.
 * @throws when it failed; unless the database was replaced already, the old data are intact
 */
export async function replaceData(work: string, places: Places, safety: string): Promise<void> {
  const uploads = await namesIn(join(work, uploadsName));
  await addOtherSecrets(join(work, secretsName), places.secrets);
  for (const folder of [uploadsName, secretsName])
    for (const name of await namesIn(join(work, folder))) await flush(join(work, folder, name));
  await flush(join(work, databaseName));
  const present = await namesIn(places.uploads);
  writeJson(join(work, planName), { safety, uploads, present });
  const pending = pendingOf(places);
  await rename(work, pending);
  await flush(dirname(pending));
  try {
    await finishReplacing(places);
  } catch (error) {
    // The old database is still in place. A rename needs no space, so a full disk is no problem.
    if (existsSync(join(pending, databaseName))) {
      await rename(join(pending, planName), join(pending, givenUpName));
      await takeBack(pending, places);
    }
    throw error;
  }
}

const isIdentityKey = (name: string) => name.startsWith("identity-");

/** If a backup has no keys of one kind, the present ones stay: devices may trust them. */
async function addOtherSecrets(fresh: string, secrets: string): Promise<void> {
  const coming = await namesIn(fresh);
  if (coming.length === 0) return;
  for (const name of await namesIn(secrets))
    if (!coming.some((each) => isIdentityKey(each) === isIdentityKey(name)))
      await keep(join(secrets, name), join(fresh, name));
}

/** Completes or undoes an interrupted restore at start, before anything opens the data. */
export async function finishReplacing(places: Places): Promise<void> {
  const pending = pendingOf(places);
  if (!existsSync(pending)) return;
  if (existsSync(join(pending, givenUpName))) return takeBack(pending, places);
  // The plan is removed last. Without a plan nothing is left to do.
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

/** Removes what was added and puts back what was kept. If interrupted, it runs again. */
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

/** Renaming one hard link of a file over another does nothing. */
async function putBack(saved: string, folder: string): Promise<void> {
  for (const name of await namesIn(saved))
    if (!name.startsWith(halfCopy)) await rename(join(saved, name), join(folder, name));
}

/** Makes hard links to all present files, so that the originals can be removed. */
async function keepPresent({ database, uploads, secrets }: Places, safety: string): Promise<void> {
  // There may be no database, or a damaged one, which may be the reason for the restore.
  attempt(() => mergeWal(database), null);
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

/** The endings of SQLite's own files beside a database. */
const besideOf = (database: string) =>
  ["-wal", "-shm"].filter((ending) => existsSync(`${database}${ending}`));

async function replaceDatabase(pending: string, database: string, safety: string): Promise<void> {
  // SQLite would apply an old -wal file to the new database. After `mergeWal` such files only remain
  // if the old database could not be read anyway.
  for (const ending of besideOf(database))
    await rename(`${database}${ending}`, join(safety, `${databaseName}${ending}`));
  await rename(join(pending, databaseName), database);
  await flush(dirname(database));
}

/** Replaces all secrets or none. `addOtherSecrets` has already added those that stay. */
async function replaceSecrets(pending: string, secrets: string): Promise<void> {
  const fresh = join(pending, secretsName);
  if ((await namesIn(fresh)).length === 0) return;
  await rm(secrets, { recursive: true, force: true });
  await rename(fresh, secrets);
  await flush(dirname(secrets));
}

/** Makes a hard link, or a copy if the disk has no hard links (FAT, some network shares). */
async function keep(from: string, to: string): Promise<void> {
  // It was kept already, before an interruption.
  if (existsSync(to)) return;
  if ((await stat(from)).isDirectory()) await rename(from, to);
  else await link(from, to).catch(() => copyWhole(from, to));
}

const halfCopy = ".copying-";

/** Copies under another name first, so that half a copy is never taken for a whole one. */
async function copyWhole(from: string, to: string): Promise<void> {
  const half = join(dirname(to), `${halfCopy}${basename(to)}`);
  await copyFile(from, half);
  await rename(half, to);
}
