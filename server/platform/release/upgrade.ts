import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, copyFile, readlink, rename, rm, stat, statfs } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { type Config, readConfig } from "../../config.ts";
import type { Installation } from "../../installation.ts";
import { namesIn } from "../backup/disk.ts";
import { flush } from "../files/files.ts";
import { nearAddress, waitForHealth } from "./health.ts";
import { closeJournal, type Journal, writeJournal } from "./journal.ts";
import { ReleaseError, readRelease } from "./manifest.ts";
import { giveRoom, keepRoom } from "./room.ts";
import { serviceOf } from "./service.ts";
import { pointTo, undoUpgrade } from "./undo.ts";
import { putRelease } from "./unpack.ts";

const run = promisify(execFile);

/** How an upgrade ended, when it did not fail. */
export interface Upgraded {
  from: string;
  to: string;
}

/** What an upgrade needs of whoever runs it. */
interface Surroundings {
  /** What an upgrade says as it goes: each step before it is done. */
  say: (step: string) => void;
  /** Sees to it that everything is put back also when this process is killed; answers how to call it off. */
  watch: () => () => void;
}

/**
 * Takes the place of the installed release: backup, swap, migration, health check. Whatever goes
 * wrong after the first change, the old release and the old data are put back before this throws.
 * Whoever calls it holds the installation, so that nobody else is at it.
 * @param settings the environment the installed server runs in
 * @returns null when that release is installed already
 * @throws ReleaseError in words
 */
export async function upgrade(
  installation: Installation,
  source: string,
  settings: NodeJS.ProcessEnv,
  { say, watch }: Surroundings,
): Promise<Upgraded | null> {
  const { versions, current, fallback, prefix } = installation;
  const from = basename(await readlink(current));
  const old = await readRelease(join(versions, from));
  say("Checking the new release");
  const release = await putRelease(source, versions);
  if (release.name === from) return null;
  const folder = join(versions, release.name);
  const config = readConfig(settings);
  const service = serviceOf(prefix, join(versions, from));
  try {
    refuseOlder(old.version, release.version);
    await refuseUnfit(folder, release.version);
    await refuseFullDisk(config);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }

  const journal: Journal = {
    ...{ from, to: release.name, database: config.database, kept: null },
    wasRunning: await service.isRunning(),
  };
  await pointTo(fallback, from);
  await writeJournal(installation.journal, journal);
  const callOff = watch();
  try {
    const isLivedIn = existsSync(config.database);
    if (isLivedIn) await keepRoom(config.data);
    say("Stopping Stoep");
    await service.stop();
    if (isLivedIn) {
      say("Making a backup");
      await speaking(run(join(versions, from, "stoep"), ["backup"], { env: settings }));
      journal.kept = await keepDatabase(config);
      await writeJournal(installation.journal, journal);
    }
    say("Bringing the data up to date and trying the new release out");
    await speaking(run(join(folder, "stoep"), ["try-out"], { env: settings }));
    say("Putting the new release in the old one's place");
    await pointTo(current, release.name);
    if (journal.wasRunning) {
      say("Starting it and waiting for it to answer");
      await service.start();
      const address = nearAddress(config.host, config.port);
      if (!(await waitForHealth(address, release.version, service.isRunning)))
        throw new ReleaseError("The new version started but does not answer.");
    }
  } catch (error) {
    say("It failed; putting everything back");
    await putBack(installation, journal);
    callOff();
    throw error;
  }
  await closeJournal(installation.journal);
  callOff();
  await tidy(installation, journal);
  await giveRoom(config.data);
  return { from: old.version, to: release.version };
}

/** Stops whatever runs, undoes the upgrade, and starts the server again if it ran before. */
export async function putBack(installation: Installation, journal: Journal): Promise<void> {
  const service = serviceOf(installation.prefix, join(installation.versions, journal.from));
  await service.stop();
  await undoUpgrade(installation, journal, service.stop);
  // Anew, because a start that a killed upgrade left behind may just be failing on what was undone.
  if (journal.wasRunning) await service.restart();
}

/** A program that failed explains itself on standard error. */
async function speaking(running: Promise<unknown>): Promise<void> {
  try {
    await running;
  } catch (error) {
    const { stderr = "", message } = error as Error & { stderr?: string };
    throw new ReleaseError(stderr.trim() || message);
  }
}

/** @throws ReleaseError: an older program refuses the data a newer one has changed */
function refuseOlder(present: string, offered: string): void {
  const order = new Intl.Collator("en", { numeric: true }).compare(offered, present);
  if (order >= 0) return;
  throw new ReleaseError(
    `Stoep ${present} is installed, and ${offered} is older: it could not use the data. To go back, restore a backup made by it into a new folder.`,
  );
}

/** Whether the program runs on this machine at all, before anything is stopped for it. */
async function refuseUnfit(folder: string, version: string): Promise<void> {
  try {
    const { stdout } = await run(join(folder, "stoep"), ["--version"], { timeout: 60_000 });
    if (stdout.trim() === version) return;
    throw new Error(`it says it is ${stdout.trim()}`);
  } catch (error) {
    const why = error instanceof Error ? error.message.trim() : String(error);
    throw new ReleaseError(`The new release does not run on this machine (${why}).`);
  }
}

/** The backup, the kept copy and the migration's journal each take about a database. */
async function refuseFullDisk({ data, database }: Config): Promise<void> {
  if (!existsSync(database)) return;
  const { bavail, bsize } = await statfs(data);
  const { size } = await stat(database);
  const needed = 3 * size + 20e6;
  if (bavail * bsize >= needed) return;
  throw new ReleaseError(
    `The disk of ${data} has too little room for a backup and the old data: ${Math.ceil(needed / 1e6)} MB are needed. Make room on it.`,
  );
}

/**
 * A copy of the database beside it, as it was, with all that its -wal holds.
 * The server is stopped, so nobody writes; the copy belongs to the data's owner.
 */
async function keepDatabase({ database, data }: Config): Promise<string> {
  const sqlite = new Database(database, { fileMustExist: true });
  try {
    sqlite.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    sqlite.close();
  }
  const kept = join(data, "before-upgrade.db");
  const part = `${kept}.part`;
  await copyFile(database, part);
  const { uid, gid } = await stat(database);
  await chown(part, uid, gid);
  await chmod(part, 0o600);
  await flush(part);
  await rename(part, kept);
  await flush(data);
  return kept;
}

/** What is not needed any more: the kept database and all releases but this one and the last. */
async function tidy({ versions, fallback }: Installation, { from, to, kept }: Journal) {
  await rm(fallback, { force: true });
  if (kept !== null) await rm(kept, { force: true });
  for (const name of await namesIn(versions))
    if (name !== from && name !== to) await rm(join(versions, name), { recursive: true });
}
