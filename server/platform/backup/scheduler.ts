import type { Config } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { dayOf, type Instant } from "../clock/clock.ts";
import type { Step } from "./archive/archive.ts";
import {
  archivesWithNotes,
  type Copying,
  type Failure,
  lastCopying,
  lastFailure,
  type StoredArchive,
} from "./archive/notes.ts";
import { type ChildTask, runChildTask } from "./childProcess.ts";
import { accessProblem } from "./offsiteCopy.ts";
import { lastSafetyCopy, safetyCopyTime } from "./restore/prepare.ts";
import { createRestoring } from "./restore/restoring.ts";

/** What is known of the backups, kept in memory so that asking costs nothing. */
export interface Known {
  /** Newest first. */
  archives: StoredArchive[];
  /** What the backup that is being made is doing, `part` of it from 0 to 1 where that is known. */
  running: { step: Step; part: number | null } | null;
  /** Why the last one did not come about; null once one passed. */
  failure: Failure | null;
  /** The second folder, if one is set, and what keeps it from being used. */
  offsiteCopy: { folder: string; problem: string | null } | null;
  /** When the last restore was, whose victim can be put back. */
  undo: Instant | null;
}

const minuteMs = 60_000;
/** How long a failed backup rests before the next try. */
const restMs = 60 * minuteMs;
/** How long a house may be without a rehearsed backup before its admins are told. */
export const staleMs = 3 * 24 * 60 * minuteMs;
/** How often the folders are looked at when nothing happens in them. */
const lookMs = 10 * minuteMs;

/** What looks after the backups as long as the process lives, whichever database it serves. */
export type Backups = ReturnType<typeof createBackups>;

/** @param node options of Node for the processes it starts, besides this one's own */
export function createBackups(config: Config, clock: () => Date, node: string[] = []) {
  const { backups: folder, backup, timeZone } = config;
  const begun = clock().getTime();
  const restore = createRestoring(config, node);
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
  /** A failure that could not be written down because the disk is full. */
  let unwritten: Failure | null = null;

  /** Reads the folders again. */
  async function look(): Promise<void> {
    lookedAt = clock().getTime();
    const [archives, failure, copying, victim] = await Promise.all([
      archivesWithNotes(folder),
      lastFailure(folder),
      lastCopying(folder),
      lastSafetyCopy(config.data),
    ]);
    const offsiteCopy = backup.copyTo
      ? { folder: backup.copyTo, problem: await problemOf(backup.copyTo, copying) }
      : null;
    const undo = victim && safetyCopyTime(victim);
    archives.reverse();
    known = { ...known, archives, failure: failure ?? unwritten, offsiteCopy, undo };
  }

  /** Makes a backup. Answers why it failed, in words, once it has ended. @throws backups.busy */
  function start(): Promise<string | null> {
    if (childTask) throw new AppError("backups.busy");
    const set = (step: Step, part?: number) => {
      known = { ...known, running: { step, part: part ?? null } };
    };
    set("copying");
    childTask = runChildTask(
      config,
      ["backup"],
      (message) => "step" in message && set(...message.step),
      { node },
    );
    return childTask.failed.then(async (why) => {
      // Somebody makes one at the shell: that is no failure of ours.
      const failed = why !== null && why !== new AppError("backups.busy").message && !closing;
      await look();
      unwritten = failed && !known.failure ? { at: clock().toISOString(), why } : null;
      childTask = null;
      known = { ...known, running: null, failure: known.failure ?? unwritten };
      return failed ? why : null;
    });
  }

  return {
    look,
    restore,
    known: (): Known => known,

    /** Begins a backup and does not wait for it. @throws backups.busy */
    begin: (): void => void start(),

    /**
     * A turn of the nightly job: a backup when one is due. Looks at the folders now and then anyway.
     * @param since when the house began; null for one in which nothing happened yet
     * @returns why it failed, in words
     */
    async runIfDue(since: Instant | null): Promise<string | null> {
      const now = clock().getTime();
      if (now - lookedAt >= lookMs) await look();
      const isBusy = childTask !== null || restore.isRestoring();
      // The first minute belongs to those who were waiting for the machine to start.
      if (now - begun < minuteMs || isBusy) return null;
      const rested = known.failure ? now - Date.parse(known.failure.at) : restMs;
      if (rested >= 0 && rested < restMs) return null;
      const last = newest(known)?.madeAt ?? since;
      return isDue(clock(), last, backup.hour, timeZone) ? start() : null;
    },

    /** What an admin must know of, in a sentence; null when all is well. */
    warning: (since: Instant | null): string | null => warningOf(known, clock(), since),

    /** Ends what is running; nothing half is left. */
    async close(): Promise<void> {
      closing = true;
      if (!restore.isRestoring()) await restore.discardAll();
      await childTask?.cancel();
    },
  };
}

/** The newest archive that counts. */
export const newest = ({ archives }: Known): StoredArchive | undefined =>
  archives.find(({ rehearsal }) => rehearsal);

/**
 * Whether the hour of backing up has come since the last one: between two such hours lies a day, in
 * which there must be one.
 */
export function isDue(now: Date, last: Instant | null, hour: number, timeZone: string): boolean {
  if (last === null) return false;
  const dayOfBackup = (at: Date) => dayOf(new Date(at.getTime() - hour * 60 * minuteMs), timeZone);
  return dayOfBackup(new Date(last)) < dayOfBackup(now);
}

async function problemOf(offsiteCopy: string, last: Copying | null): Promise<string | null> {
  const unusable = await accessProblem(offsiteCopy);
  if (unusable) return unusable;
  // What was absent is back: the next backup copies what is missing there.
  return last?.folder === offsiteCopy && !last.absent ? last.problem : null;
}

function warningOf(known: Known, now: Date, since: Instant | null): string | null {
  if (known.failure) return "The last backup failed.";
  const last = newest(known)?.rehearsal?.rehearsedAt ?? since;
  if (last && now.getTime() - Date.parse(last) > staleMs)
    return "No backup was made and tested in the last 3 days.";
  if (known.offsiteCopy?.problem) return "Backups are not copied to the second folder.";
  return null;
}
