import { existsSync } from "node:fs";
import { copyFile, link, mkdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import type { Config } from "../../config.ts";
import type { Db } from "../../db.ts";
import { type Actor, recordChange } from "../audit/audit.ts";
import { halfSignIns, oidcAttempts, passkeyChallenges, sessions } from "../auth/table.ts";
import type { Instant } from "../clock/clock.ts";
import type { Places } from "./archive.ts";
import { namesIn } from "./disk.ts";
import { rowCounts } from "./inspect.ts";
import { BackupError, databaseName, secretsName, uploadsName } from "./manifest.ts";
import { openCopy, readArchive } from "./read.ts";

/** What a house holds. */
export interface Holding {
  /** Rows per table. */
  rows: Record<string, number>;
  /** Uploaded files. */
  files: number;
}

/** What lies unpacked and checked, ready to be put in place. */
export interface Prepared extends Holding {
  /** When it was made; of what was there before a restore, when that was. */
  madeAt: Instant;
  /** The Stoep that made it; null of what was there before a restore. */
  version: string | null;
}

/**
 * Unpacks what is to be restored into `work`, brings its tables up to this program's and lets nobody
 * be signed in: a session that was ended since the backup must not live again.
 * @param source an archive, or the folder a restore kept
 * @throws BackupError with everything that is wrong; PassphraseError
 */
export async function prepare(
  source: string,
  work: string,
  passphrase: string | null,
): Promise<Prepared> {
  const from = await stat(source).catch(() => null);
  const said = from?.isDirectory()
    ? await takeKept(source, work)
    : await readArchive(source, work, { uploads: true, passphrase });
  const db = openCopy(work);
  try {
    db.delete(sessions).run();
    db.delete(oidcAttempts).run();
    db.delete(halfSignIns).run();
    db.delete(passkeyChallenges).run();
    const { madeAt, version } = said;
    const files = (await namesIn(join(work, uploadsName))).length;
    return { madeAt, version, rows: rowCounts(db.$client), files };
  } finally {
    closeWhole(db);
  }
}

/** Closes a database so that its one file is all of it, with nothing beside. */
function closeWhole(db: Db): void {
  db.$client.pragma("journal_mode = DELETE");
  db.$client.close();
}

/** The folder in which a restore keeps what was there: `before-restore-2026-11-20T09-26-24-123Z`. */
export const keptName = (at: Instant): string => `before-restore-${at.replace(/[:.]/g, "-")}`;

/** When the restore was that kept a folder; null for a name that is no such folder's. */
export function keptAt(folder: string): Instant | null {
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
    if ((keptAt(name) ?? limit) < limit) await rm(join(data, name), { recursive: true });
  for (const name of await namesIn(backups))
    if ((putAsideAt(name) ?? limit) < limit) await rm(join(backups, name));
}

/** What the last restore kept that can be put back: its folder's name, or null. */
export async function lastKept(data: string): Promise<string | null> {
  const names = (await namesIn(data)).filter(
    (name) => keptAt(name) && existsSync(join(data, name, databaseName)),
  );
  return names.at(-1) ?? null;
}

/**
 * Takes what a restore kept into `work`, and leaves it there too.
 * @throws BackupError when it holds no database
 */
export async function takeKept(folder: string, work: string) {
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
  return { madeAt: keptAt(basename(folder)) ?? new Date(0).toISOString(), version: null };
}

/** What there is now and a restore would replace; null when there is nothing. */
export async function presentHolding({ database, uploads }: Places): Promise<Holding | null> {
  const files = (await namesIn(uploads)).length;
  if (!existsSync(database)) return files > 0 ? { rows: {}, files } : null;
  try {
    const sqlite = new Database(database, { readonly: true, timeout: 5_000 });
    try {
      return { rows: rowCounts(sqlite), files };
    } finally {
      sqlite.close();
    }
  } catch {
    // It cannot be read, which may be why somebody restores.
    return { rows: {}, files };
  }
}

/** Notes in the prepared database who restored it, because the trail of the present one goes with it. */
export function noteRestore(work: string, by: Actor, at: Instant, after: object): void {
  const db = openCopy(work);
  try {
    // In an older backup or another house's whoever does it may not be known.
    const known = db.$client.prepare("SELECT 1 FROM accounts WHERE id = ?").get(by.accountId);
    const actor = { ...by, accountId: known ? by.accountId : null };
    recordChange(db, actor, at, { action: "backups.restore", subjectId: "backup", after });
  } finally {
    closeWhole(db);
  }
}
