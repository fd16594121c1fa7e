import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { Instant } from "../clock/clock.ts";
import { holdData } from "../files/lock.ts";
import { systemErrorInWords } from "../health/systemErrors.ts";
import { type Archive, makeArchive, requireDatabase, type Tell } from "./archive/archive.ts";
import { BackupError } from "./archive/manifest.ts";
import {
  countedIn,
  forgetFailure,
  noteName,
  rememberCopying,
  rememberFailure,
  removeArchive,
  sweepNotes,
  writeJson,
} from "./archive/notes.ts";
import { backupError } from "./errors.ts";
import { accessProblem, copyOffsite } from "./offsiteCopy.ts";
import { knownAnchors } from "./restore/lineage.ts";
import { type CountIn, verifyRestore } from "./restore/verifyRestore.ts";
import { retained } from "./retention.ts";

/** The exit code of a backup that was made, but without the files that some uploads have lost. */
export const lacksFiles = 3;

export interface Done extends Archive {
  /** Why it was not copied to the second folder, in words, or null. */
  copying: string | null;
}

/**
 * Makes and rehearses an archive, removes those that are no longer kept, and copies missing ones to
 * the second folder. A failure is recorded until a backup passes.
 * @param to another folder than the building's own: then nothing there is removed or copied
 * @throws BackupError; DataInUse
 */
export async function backUp(
  config: Config,
  to: string,
  version: string,
  now: () => Instant,
  tell: Tell = () => undefined,
  count?: CountIn,
): Promise<Done> {
  requireDatabase(config.database);
  const release = holdData(config.data, backupError("backups.busy").message, "backup.lock");
  try {
    const at = now();
    const made = makeVerified(config, to, version, at, tell, count);
    if (to !== config.backups) return { ...(await made), copying: null };
    const archive = await made.catch(async (error) => {
      const why =
        systemErrorInWords(error) ?? (error instanceof Error ? error.message : String(error));
      try {
        rememberFailure(to, { at: now(), why });
      } catch {
        // On a full disk this cannot be written either. The caller reports it then.
      }
      throw error;
    });
    await forgetFailure(to);
    await letGo(to, config.timeZone, at);
    tell("copying_on");
    return { ...archive, copying: await copyToOffsite(config, at) };
  } finally {
    release();
  }
}

/** Makes an archive with its note in `to`. It is restored and compared before it gets its name. */
function makeVerified(
  config: Config,
  to: string,
  version: string,
  now: Instant,
  tell: Tell,
  count: CountIn | undefined,
) {
  const { passphrase } = config.backup;
  return makeArchive(config, to, version, now, {
    passphrase,
    tell,
    // Nobody else works in our own folder, because we hold the lock.
    ...(to === config.backups && { sparesMs: 0 }),
    check: async (archive, manifest, work, name) => {
      const anchors = await knownAnchors({ ...config, backup: { copyTo: null } });
      const options = { passphrase, now, anchors, ...(count && { count }) };
      const note = await verifyRestore(archive, manifest, work, options).catch((error) => {
        if (!(error instanceof BackupError)) throw error;
        const failed = "The backup did not pass its test, so it was not kept.";
        throw new BackupError(failed, ...error.problems);
      });
      const path = join(work, noteName(name));
      writeJson(path, note);
      // The note goes before the archive: as soon as the archive has its name, it counts.
      await rename(path, join(to, noteName(name)));
    },
  });
}

/** Removes archives that the retention rule no longer keeps, but no unrehearsed ones. */
async function letGo(folder: string, timeZone: string, now: Instant): Promise<void> {
  await sweepNotes(folder);
  const counted = await countedIn(folder);
  const staying = retained(counted, timeZone, now);
  for (const name of counted) if (!staying.has(name)) await removeArchive(folder, name);
}

async function copyToOffsite({ backups, backup, timeZone }: Config, at: Instant) {
  const folder = backup.copyTo;
  if (!folder) return null;
  const unusable = await accessProblem(folder);
  const problem = unusable ?? (await copyOffsite(backups, folder, timeZone, at));
  rememberCopying(backups, { at, folder, problem, absent: unusable !== null });
  return problem;
}
