import { execFile } from "node:child_process";
import { readlink, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { readConfig, withoutSettings } from "../../config.ts";
import { namesIn } from "../backup/disk.ts";
import { lacksFiles } from "../backup/makeBackup.ts";
import { roomIn } from "../files/diskSpace.ts";
import { start } from "../installation/commands.ts";
import { type Installation, installedSettings } from "../installation/installation.ts";
import { asOwner } from "./asOwner.ts";
import { databaseSize } from "./dataSteps.ts";
import { nearAddress, waitForHealth } from "./health.ts";
import { readRelease } from "./manifest.ts";
import { ReleaseError, speaking } from "./releaseError.ts";
import { serviceOf } from "./service.ts";
import type { Checking } from "./trust.ts";
import { closeJournal, type Journal, pointTo, undoUpgrade, writeJournal } from "./undo.ts";
import { putRelease } from "./unpack.ts";

const run = promisify(execFile);

interface Surroundings extends Omit<Checking, "installed"> {
  say: (step: string) => void;
  /** Has everything put back even if this process is killed; returns how to cancel that. */
  watch: () => () => void;
}

/**
 * Replaces the installed release. If anything fails after the first change, the old release and the
 * old data are put back before this throws. The caller holds the installation's lock.
 * @returns null when that release is installed already
 * @throws ReleaseError in words
 */
export async function upgrade(
  installation: Installation,
  source: string,
  { say, watch, ...checking }: Surroundings,
): Promise<{ from: string; to: string } | null> {
  const { versions, current, fallback, prefix } = installation;
  const from = basename(await readlink(current));
  const old = await readRelease(join(versions, from));
  // Not this process's own settings but the server's. Each release reads them by itself.
  const env = withoutSettings(process.env);
  const config = readConfig({ ...env, ...installedSettings(installation) });
  say("Checking the new release");
  const release = await putRelease(source, versions, { ...checking, installed: old });
  if (release.name === from) return null;
  const folder = join(versions, release.name);
  const service = serviceOf(prefix, join(versions, from));
  const size = databaseSize(config.data);
  try {
    refuseOlder(old.version, release.version);
    await refuseUnfit(folder, release.version, env);
    if (size !== null) refuseFullDisk(config.data, size);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }

  const journal: Journal = {
    from,
    to: release.name,
    database: config.database,
    snapshot: null,
    wasRunning: await service.isMeantToRun(),
  };
  await pointTo(fallback, from);
  writeJournal(installation.journal, journal);
  const callOff = watch();
  try {
    if (size !== null) await asOwner(config.data, "keep-room");
    say("Stopping Stoep");
    await service.stop();
    if (size !== null) {
      say("Making a backup");
      await backUpFirst(join(versions, from, "stoep"), env, checking.note);
      await asOwner(config.data, "keep-database");
      journal.snapshot = join(config.data, "before-upgrade.db");
      writeJournal(installation.journal, journal);
    }
    say("Bringing the data up to date and trying the new release out");
    await speaking(run(join(folder, "stoep"), ["try-out"], { env }));
    say("Putting the new release in the old one's place");
    await pointTo(current, release.name);
    if (journal.wasRunning) {
      say("Starting it and waiting for it to answer");
      await service.start();
      const address = nearAddress(config.host, config.port);
      if (!(await waitForHealth(address, release.version, service.isRunning)))
        throw new ReleaseError("The new version started but does not answer.");
    } else {
      checking.note(`Stoep was stopped before, so it is not started. To start it: ${start}`);
    }
  } catch (error) {
    say("It failed; putting everything back");
    await putBack(installation, journal).catch((second: Error) => {
      const both = `${(error as Error).message}\nThen not everything could be put back: ${second.message}`;
      throw new ReleaseError(both);
    });
    callOff();
    throw error;
  }
  await closeJournal(installation.journal);
  callOff();
  await tidy(installation, journal);
  if (size !== null) await asOwner(config.data, "drop-snapshot");
  return { from: old.version, to: release.version };
}

/** Stops the server, undoes the upgrade, and starts the server again if it ran. */
export async function putBack(installation: Installation, journal: Journal): Promise<void> {
  const service = serviceOf(installation.prefix, join(installation.versions, journal.from));
  await service.stop();
  await undoUpgrade(installation, journal, service.stop);
  // Restart, because a start from the killed upgrade may be failing on the data just undone.
  if (journal.wasRunning) await service.restart();
}

/** A file that was lost long ago must not stop every upgrade; what is missing is said. */
export async function backUpFirst(
  stoep: string,
  env: NodeJS.ProcessEnv,
  note: (line: string) => void,
): Promise<void> {
  const made = run(stoep, ["backup"], { env }).catch((error) => {
    if (error.code !== lacksFiles) throw error;
    note(error.stderr.trim());
  });
  await speaking(made);
}

/** @throws ReleaseError: an older program refuses data that a newer one has changed */
function refuseOlder(present: string, offered: string): void {
  const order = new Intl.Collator("en", { numeric: true }).compare(offered, present);
  if (order >= 0) return;
  throw new ReleaseError(
    `Stoep ${present} is installed, and ${offered} is older: it could not use the data. To go back all the same, uninstall Stoep, move the data folder aside, install ${offered}, and restore a backup from its time.`,
  );
}

/** It checks that it runs here and can read the settings when it is asked for its version. */
async function refuseUnfit(folder: string, version: string, env: NodeJS.ProcessEnv): Promise<void> {
  const versionCall = run(join(folder, "stoep"), ["--version"], { env, timeout: 60_000 });
  const { stdout } = await speaking(versionCall);
  if (stdout.trim() === version) return;
  throw new ReleaseError(
    `The new release does not run properly on this machine: it says that it is ${stdout.trim()}.`,
  );
}

/** The backup, the kept copy and the migration's journal each need about the database's size. */
function refuseFullDisk(data: string, databaseBytes: number): void {
  const needed = 3 * databaseBytes + 20e6;
  if (roomIn(data, 0) >= needed) return;
  throw new ReleaseError(
    `The disk of ${data} has too little room for a backup and the old data: ${Math.ceil(needed / 1e6)} MB are needed. Make room on it.`,
  );
}

async function tidy({ versions, fallback }: Installation, { from, to }: Journal) {
  await rm(fallback, { force: true });
  for (const name of await namesIn(versions))
    if (name !== from && name !== to) await rm(join(versions, name), { recursive: true });
}
