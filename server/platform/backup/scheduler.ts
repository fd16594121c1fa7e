import type { Config } from "../../config.ts";
import { dayOf, type Instant } from "../clock/clock.ts";
import { commandLine } from "../installation/paths.ts";
import type { Step } from "./archive/archive.ts";
import {
  archivesWithNotes,
  type Failure,
  lastCopying,
  lastFailure,
  type StoredArchive,
} from "./archive/notes.ts";
import { type ChildTask, runChildTask } from "./childProcess.ts";
import { backupError } from "./errors.ts";
import { lacksFiles } from "./makeBackup.ts";
import { copyProblem } from "./offsiteCopy.ts";
import { lastSafetyCopy, safetyCopyTime } from "./restore/prepare.ts";
import { createRestoring } from "./restore/restoring.ts";

/** The known facts of the backups, cached in memory so that reading them is cheap. */
export interface Known {
  /** Newest first. */
  archives: StoredArchive[];
  /** The step of the backup that is being made. `part` is from 0 to 1, or null if unknown. */
  running: { step: Step; part: number | null } | null;
  /** Why the last backup failed. Null once one passes. */
  failure: Failure | null;
  /** The second folder, if one is set, and why it cannot be used. */
  offsiteCopy: { folder: string; problem: string | null } | null;
  undo: Instant | null;
}

const minuteMs = 60_000;
/** How long to wait after a failed backup before the next try, in milliseconds. */
const restMs = 60 * minuteMs;
/** After this long without a rehearsed backup the admins are warned. */
export const staleMs = 3 * 24 * 60 * minuteMs;
/** How often the folders are read again when nothing changes, in milliseconds. */
const lookMs = 10 * minuteMs;

/** Looks after the backups as long as the process lives, even across restores. */
export type Backups = ReturnType<typeof createBackups>;

export function createBackups(config: Config, clock: () => Date, program = commandLine) {
  const { backups: folder, backup, timeZone } = config;
  const begun = clock().getTime();
  const restore = createRestoring(config, program);
  let known: Known = {
    archives: [],
    running: null,
    failure: null,
    undo: null,
    offsiteCopy: backup.copyTo ? { folder: backup.copyTo, problem: null } : null,
  };
  let childTask: ChildTask | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let closing = false;
  /** A failure that could not be written to the disk because the disk is full. */
  let unwritten: Failure | null = null;

  async function look(): Promise<void> {
    lookedAt = clock().getTime();
    const [archives, failure, copying, victim] = await Promise.all([
      archivesWithNotes(folder),
      lastFailure(folder),
      lastCopying(folder),
      lastSafetyCopy(config.data),
    ]);
    const offsiteCopy = backup.copyTo
      ? { folder: backup.copyTo, problem: await copyProblem(backup.copyTo, copying) }
      : null;
    const undo = victim && safetyCopyTime(victim);
    archives.reverse();
    known = { ...known, archives, failure: failure ?? unwritten, offsiteCopy, undo };
  }

  /**
   * Makes a backup, unless Stoep is ending. Resolves at its end with why it failed, or null.
   * @throws backups.busy
   */
  function start(): Promise<string | null> {
    if (closing) return Promise.resolve(null);
    if (childTask) throw backupError("backups.busy");
    const set = (step: Step, part?: number) => {
      known = { ...known, running: { step, part: part ?? null } };
    };
    set("copying");
    childTask = runChildTask(
      config,
      ["backup"],
      (message) => "step" in message && set(...message.step),
      // One that lacks lost files was made all the same, and its note says so.
      { program, alsoGood: lacksFiles },
    );
    return childTask.failed.then(async (why) => {
      // Somebody else is making a backup on the command line, which is no failure.
      const failed = why !== null && why !== backupError("backups.busy").message && !closing;
      try {
        await look();
      } finally {
        childTask = null;
        known = { ...known, running: null };
      }
      unwritten = failed && !known.failure ? { at: clock().toISOString(), why } : null;
      known = { ...known, failure: known.failure ?? unwritten };
      return failed ? why : null;
    });
  }

  return {
    look,
    restore,
    known: (): Known => known,

    begin(): void {
      // A folder that cannot be read is reported by the job, which looks again and again.
      start().catch(() => undefined);
    },

    /**
     * @param since when the building's data began; null if nothing has happened yet
     * @returns why it failed, in words, or null
     */
    async runIfDue(since: Instant | null): Promise<string | null> {
      const now = clock().getTime();
      if (now - lookedAt >= lookMs) await look();
      const isBusy = childTask !== null || restore.isRestoring();
      // The first minute is left to the people who were waiting for the machine to start.
      if (now - begun < minuteMs || isBusy) return null;
      const rested = known.failure ? now - Date.parse(known.failure.at) : restMs;
      if (rested >= 0 && rested < restMs) return null;
      const last = newest(known, clock().toISOString())?.madeAt ?? since;
      // A failed backup is tried again, also if the night's was made: the admins are told so.
      const due = known.failure !== null || isDue(clock(), last, backup.hour, timeZone);
      return due ? start() : null;
    },

    warning(since: Instant | null): string | null {
      if (known.failure) return "The last backup failed.";
      const last = newest(known, clock().toISOString())?.rehearsal?.rehearsedAt ?? since;
      if (last && clock().getTime() - Date.parse(last) > staleMs)
        return "No backup was made and tested in the last 3 days.";
      if (known.offsiteCopy?.problem) return "Backups are not copied to the second folder.";
      return lostWords(newest(known, clock().toISOString())?.rehearsal?.missing ?? 0);
    },

    async close(): Promise<void> {
      closing = true;
      if (!restore.isRestoring()) await restore.discardAll();
      await childTask?.cancel();
    },
  };
}

/** The files that the last backup lacks because the machine lost them, in words; null for none. */
export function lostWords(missing: number): string | null {
  if (missing === 0) return null;
  return missing === 1
    ? "A file that somebody uploaded is lost, so the last backup lacks it."
    : `${missing} files that people uploaded are lost, so the last backup lacks them.`;
}

/** The newest that counts. One made while the clock was wrong, years ahead, must not end all others. */
export const newest = ({ archives }: Known, until: Instant): StoredArchive | undefined =>
  archives.find(({ rehearsal, madeAt }) => rehearsal && madeAt <= until);

/** Whether a backup is due. Days are counted from the hour for backups, and each needs one. */
export function isDue(now: Date, last: Instant | null, hour: number, timeZone: string): boolean {
  if (last === null) return false;
  const dayOfBackup = (at: Date) => dayOf(new Date(at.getTime() - hour * 60 * minuteMs), timeZone);
  return dayOfBackup(new Date(last)) < dayOfBackup(now);
}
