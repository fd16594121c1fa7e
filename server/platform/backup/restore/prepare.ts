import { existsSync } from "node:fs";
import { copyFile, link, mkdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type Database from "better-sqlite3";
import { eq } from "drizzle-orm";
import type { Config } from "../../../config.ts";
import { type Db, openDatabase } from "../../../database/open.ts";
import { type Actor, recordChange } from "../../audit/audit.ts";
import { type Lineage, restored } from "../../audit/history.ts";
import { trailProblem } from "../../audit/verify.ts";
import { endEverySignIn } from "../../auth/restored.ts";
import type { Instant } from "../../clock/clock.ts";
import { authorityIn } from "../../https/localAuthority.ts";
import { outgoingMail } from "../../mail/table.ts";
import { BackupError, databaseName, secretsName, uploadsName } from "../archive/manifest.ts";
import { openCopy, readArchive } from "../archive/read.ts";
import { namesIn } from "../disk.ts";
import { lineageOf, lookInto, noteLiving, type Places } from "./lineage.ts";

/** Somebody who was removed since a backup was made and would be let in again by restoring it. */
interface Returning {
  name: string;
  surname: string;
  role: string;
}

/** What lies unpacked and checked, ready to be put in place. */
export interface Prepared {
  /** When it was made; of what was there before a restore, when that was. */
  madeAt: Instant;
  /** The Stoep that made it; null of what was there before a restore. */
  version: string | null;
  /** Uploaded files in it. */
  files: number;
  lineage: Lineage;
  /** What is wrong with the audit trail in it, in words; null when nothing is. */
  trailProblem: string | null;
  returning: Returning[];
  /** Whether devices that trust the building's authority must trust another one afterwards. */
  losesAuthority: boolean;
}

/**
 * Unpacks what is to be restored into `work`, brings its tables up to this program's and lets nobody
 * be signed in: what was ended since the backup must not live again.
 * @param source an archive, or the folder a restore kept
 * @throws BackupError with everything that is wrong; PassphraseError
 */
export async function prepare(
  source: string,
  work: string,
  passphrase: string | null,
  places: Places,
): Promise<Prepared> {
  const from = await stat(source).catch(() => null);
  const archive = from?.isDirectory()
    ? await stageSafetyCopy(source, work)
    : await readArchive(source, work, { uploads: true, passphrase });
  const db = openCopy(work);
  let found: Pick<Prepared, "trailProblem" | "returning">;
  try {
    endEverySignIn(db);
    // They hold links that no longer lead anywhere, and may have been sent since.
    db.delete(outgoingMail).where(eq(outgoingMail.status, "waiting")).run();
    found = {
      trailProblem: trailProblem(db.$client),
      returning: returningIn(db.$client, places.database),
    };
  } finally {
    closeWhole(db);
  }
  const { madeAt, version } = archive;
  const files = (await namesIn(join(work, uploadsName))).length;
  const lineage = await compareTrail(work, places);
  const { authority = null } = archive;
  const losesAuthority = authority !== null && authority !== authorityIn(places.secrets);
  return { madeAt, version, files, lineage, losesAuthority, ...found };
}

/** Who was removed since, by the living database; nobody where it cannot say. */
function returningIn(copy: Database.Database, living: string): Returning[] {
  const removed = lookInto(living, (sqlite) =>
    sqlite
      .prepare<[], string>("SELECT id FROM accounts WHERE removed_at IS NOT NULL")
      .pluck()
      .all(),
  );
  if (!removed) return [];
  return copy
    .prepare<[string], Returning>(
      `SELECT name, surname, role FROM accounts WHERE removed_at IS NULL
      AND id IN (SELECT value FROM json_each(?)) ORDER BY surname, name`,
    )
    .all(JSON.stringify(removed));
}

/** Closes a database so that its one file is all of it, with nothing beside. */
function closeWhole(db: Db): void {
  db.$client.pragma("journal_mode = DELETE");
  db.$client.close();
}

/** The folder in which a restore keeps what was there: `before-restore-2026-11-20T09-26-24-123Z`. */
export const safetyCopyName = (at: Instant): string => `before-restore-${at.replace(/[:.]/g, "-")}`;

/** When the restore was that kept a folder; null for a name that is no such folder's. */
export function safetyCopyTime(folder: string): Instant | null {
  return instantIn(/^before-restore-(.{24})$/.exec(folder)?.[1]);
}

/** When a migration put a copy of the database aside; null for a name that is no such copy's. */
const putAsideAt = (name: string): Instant | null =>
  instantIn(/^before-migration-\d+-(.{24})\.db$/.exec(name)?.[1]);

/** The instant in a name, in which dashes stand for colons and the dot; null where there is none. */
function instantIn(stamp = ""): Instant | null {
  const [, day, hour, minute, second, ms] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(stamp) ?? [];
  return day ? `${day}T${hour}:${minute}:${second}.${ms}Z` : null;
}

/** How long a restore or a migration can be undone: 31 days. Personal data are not kept longer than is of use. */
const undoMs = 31 * 86_400_000;

/** Removes what restores and migrations kept that are too long ago to be undone. */
export async function letGoOfReplaced(
  { data, backups }: Pick<Config, "data" | "backups">,
  now: Instant,
): Promise<void> {
  const limit = new Date(Date.parse(now) - undoMs).toISOString();
  for (const name of await namesIn(data))
    if ((safetyCopyTime(name) ?? limit) < limit) await rm(join(data, name), { recursive: true });
  for (const name of await namesIn(backups))
    if ((putAsideAt(name) ?? limit) < limit) await rm(join(backups, name));
}

/** The folders in which restores kept what can be put back, the newest first. */
const safetyCopiesIn = async (data: string): Promise<string[]> =>
  (await namesIn(data))
    .filter((name) => safetyCopyTime(name) && existsSync(join(data, name, databaseName)))
    .reverse();

/** What the last restore kept that can be put back: its folder's name, or null. */
export const lastSafetyCopy = async (data: string): Promise<string | null> =>
  (await safetyCopiesIn(data))[0] ?? null;

/** Compares the trail of what was prepared with everything this machine knows of its own. */
export const compareTrail = async (work: string, places: Places): Promise<Lineage> =>
  lineageOf(
    work,
    places,
    (await safetyCopiesIn(places.data)).map((name) => join(places.data, name)),
  );

/**
 * Takes what a restore kept into `work`, and leaves it there too.
 * @throws BackupError when it holds no database
 */
export async function stageSafetyCopy(folder: string, work: string) {
  if (!existsSync(join(folder, databaseName)))
    throw new BackupError(`There is no database in ${folder}, so it cannot be put back.`);
  // Copied, because opening changes it; uploads are never changed, so a second name is enough.
  for (const name of [databaseName, `${databaseName}-wal`])
    if (existsSync(join(folder, name))) await copyFile(join(folder, name), join(work, name));
  for (const each of [uploadsName, secretsName]) {
    await mkdir(join(work, each), { mode: 0o700 });
    for (const name of await namesIn(join(folder, each))) {
      const [from, to] = [join(folder, each, name), join(work, each, name)];
      await link(from, to).catch(() => copyFile(from, to));
    }
  }
  const madeAt = safetyCopyTime(basename(folder)) ?? new Date(0).toISOString();
  return { madeAt, version: null, authority: undefined };
}

/** What a restore notes of itself, apart from the comparison of the trails. */
interface Noted {
  by: Actor;
  at: Instant;
  after: object;
}

/**
 * The last step before a prepared backup is put in place, while nobody else writes: notes where the
 * living trail ends, in a file that stays, and in the prepared database who restored it and what becomes
 * of that trail.
 */
export async function noteRestore(
  work: string,
  places: Places,
  { by, at, after }: Noted,
): Promise<void> {
  const lineage = await compareTrail(work, places);
  await noteLiving(places.data, lineage.living, at);
  const db = openDatabase(join(work, databaseName));
  try {
    // In an older backup or another house's whoever does it may not be known.
    const known = db.$client.prepare("SELECT 1 FROM accounts WHERE id = ?").get(by.accountId);
    const actor = { ...by, accountId: known ? by.accountId : null };
    const details = { ...after, history: lineage };
    recordChange(db, actor, at, { action: restored, subjectId: "backup", after: details });
  } finally {
    closeWhole(db);
  }
}
