import { existsSync } from "node:fs";
import { copyFile, link, mkdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type Database from "better-sqlite3";
import { eq } from "drizzle-orm";
import type { Config } from "../../../config.ts";
import type { Db } from "../../../database/open.ts";
import type { Actor } from "../../audit/actor.ts";
import { recordChange } from "../../audit/audit.ts";
import { type Lineage, restored } from "../../audit/history.ts";
import { trailProblem } from "../../audit/verify.ts";
import { holdsLink } from "../../auth/links/delivery.ts";
import { endEverySignIn } from "../../auth/restored.ts";
import type { Instant } from "../../clock/clock.ts";
import { authorityIn } from "../../https/localAuthority.ts";
import { openBuilding } from "../../installation/database.ts";
import { textOf } from "../../mail/mail.ts";
import { outgoingMail } from "../../mail/table.ts";
import { clearSetting } from "../../settings/settings.ts";
import { BackupError, databaseName, secretsName, uploadsName } from "../archive/manifest.ts";
import { instantIn, stampOf } from "../archive/names.ts";
import { openCopy, readArchive } from "../archive/read.ts";
import { namesIn } from "../disk.ts";
import { lineageOf, lookInto, noteLiving, type Places } from "./lineage.ts";

/** Somebody who was removed after the backup was made, and whom a restore would let in again. */
interface Returning {
  name: string;
  surname: string;
  role: string;
}

export interface Prepared {
  /** When the backup was made. For the data that a restore replaced: when that restore was. */
  madeAt: Instant;
  version: string | null;
  files: number;
  /** How many uploads had lost their file when it was made. */
  missing: number;
  lineage: Lineage;
  /** The fault of its audit trail, in words, or null. */
  trailProblem: string | null;
  returning: Returning[];
  /** Whether devices that trust the building's authority may have to trust another one afterwards. */
  losesAuthority: boolean;
}

/**
 * Unpacks a backup into `work`, migrates it and ends every session in it: one that was ended since
 * must not become valid again.
 * @param source an archive, or the folder a restore kept
 * @throws BackupError with everything that is wrong; PassphraseError
 */
export async function prepare(
  source: string,
  work: string,
  passphrase: string | null,
  places: Places,
  whoAre: (db: Db, accountIds: readonly string[]) => Returning[],
): Promise<Prepared> {
  const from = await stat(source).catch(() => null);
  const archive = from?.isDirectory()
    ? await stageSafetyCopy(source, work)
    : await readArchive(source, work, { uploads: true, passphrase });
  const db = openCopy(work);
  let found: Pick<Prepared, "trailProblem" | "returning">;
  try {
    endEverySignIn(db);
    clearSetting(db, "eventsEpoch");
    dropWaitingMail(db, from?.isDirectory() ? holdsLink : () => true);
    found = {
      trailProblem: trailProblem(db.$client),
      returning: whoAre(db, returningIn(db.$client, places.database)),
    };
  } finally {
    closeWhole(db);
  }
  const { madeAt, version, authority, missing } = archive;
  const files = (await namesIn(join(work, uploadsName))).length;
  const lineage = await compareTrail(work, places);
  // An archive's own key replaces the machine's; without one the machine's stays.
  const [coming, present] = [authorityIn(join(work, secretsName)), authorityIn(places.secrets)];
  const trusted = coming ? present : authority;
  const losesAuthority = !!trusted && trusted !== (coming ?? present);
  return { madeAt, version, files, missing: missing.length, lineage, losesAuthority, ...found };
}

/** What an archive holds may have been sent since, and links no longer work. Nobody sent the rest. */
function dropWaitingMail(db: Db, goes: (text: string) => boolean): void {
  const waiting = db.select().from(outgoingMail).where(eq(outgoingMail.status, "waiting")).all();
  for (const mail of waiting)
    if (goes(textOf(db, mail) ?? ""))
      db.delete(outgoingMail).where(eq(outgoingMail.id, mail.id)).run();
}

/** People of a copy that the live database says were removed; none if it cannot be read. */
function returningIn(copy: Database.Database, living: string): string[] {
  const removed = lookInto(living, (sqlite) =>
    sqlite.prepare<[], string>("SELECT id FROM people WHERE removed_at IS NOT NULL").pluck().all(),
  );
  if (!removed) return [];
  return copy
    .prepare<[string], string>(
      `SELECT id FROM people WHERE removed_at IS NULL
      AND id IN (SELECT value FROM json_each(?))`,
    )
    .pluck()
    .all(JSON.stringify(removed));
}

/** Closes a database so that everything is in its one file. */
function closeWhole(db: Db): void {
  db.$client.pragma("journal_mode = DELETE");
  db.$client.close();
}

export const safetyCopyName = (at: Instant): string => `before-restore-${stampOf(at)}`;

/** When the restore that kept this folder was made. Null if the name is of another form. */
export const safetyCopyTime = (folder: string): Instant | null =>
  instantIn(/^before-restore-(.{24})$/.exec(folder)?.[1]);

/** The same, also of a restore that was undone because its result could not be opened. */
const replacedAt = (folder: string): Instant | null =>
  safetyCopyTime(folder.replace(/^failed-/, "before-"));

const putAsideAt = (name: string): Instant | null =>
  instantIn(/^before-migration-\d+-(.{24})\.db$/.exec(name)?.[1]);

/** How long restores and migrations can be undone: 31 days, to limit kept personal data. */
const undoMs = 31 * 86_400_000;

export async function letGoOfReplaced(
  { data, backups }: Pick<Config, "data" | "backups">,
  now: Instant,
): Promise<void> {
  const limit = new Date(Date.parse(now) - undoMs).toISOString();
  for (const name of await namesIn(data))
    if ((replacedAt(name) ?? limit) < limit) await rm(join(data, name), { recursive: true });
  for (const name of await namesIn(backups))
    if ((putAsideAt(name) ?? limit) < limit) await rm(join(backups, name));
}

const safetyCopiesIn = async (data: string): Promise<string[]> =>
  (await namesIn(data))
    .filter((name) => safetyCopyTime(name) && existsSync(join(data, name, databaseName)))
    .reverse();

export const lastSafetyCopy = async (data: string): Promise<string | null> =>
  (await safetyCopiesIn(data))[0] ?? null;

export const compareTrail = async (work: string, places: Places): Promise<Lineage> =>
  lineageOf(
    work,
    places,
    (await safetyCopiesIn(places.data)).map((name) => join(places.data, name)),
  );

/** Copies what a restore replaced. The original stays. @throws BackupError without a database */
export async function stageSafetyCopy(folder: string, work: string) {
  if (!existsSync(join(folder, databaseName)))
    throw new BackupError(`There is no database in ${folder}, so it cannot be put back.`);
  // The database is copied, because opening changes it. Uploads never change: a link is enough.
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
  return { madeAt, version: null, authority: undefined, missing: [] };
}

/** While nobody else writes: records in a file that stays where the live trail ends. */
export async function noteRestore(
  work: string,
  places: Places,
  { by, at, after }: { by: Actor; at: Instant; after: object },
): Promise<void> {
  const lineage = await compareTrail(work, places);
  await noteLiving(places.data, lineage.living, at);
  const db = openBuilding(join(work, databaseName));
  try {
    // An older backup, or another building's, may not have the account of this person.
    const known = db.$client.prepare("SELECT 1 FROM accounts WHERE id = ?").get(by.accountId);
    const actor = { ...by, accountId: known ? by.accountId : null };
    const details = { ...after, history: lineage };
    recordChange(db, actor, at, { action: restored, subjectId: "backup", after: details });
  } finally {
    closeWhole(db);
  }
}
