import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Config } from "../../config.ts";
import { damageIn, levelOf, mergeWal, uploadsIn } from "../../platform/backup/archive/inspect.ts";
import {
  archivesWithNotes,
  lastCopying,
  lastFailure,
  type StoredArchive,
} from "../../platform/backup/archive/notes.ts";
import { copyProblem } from "../../platform/backup/offsiteCopy.ts";
import { staleMs } from "../../platform/backup/scheduler.ts";
import { attempt } from "../../platform/files/attempt.ts";
import { readKeys } from "../../platform/idNumbers/keys.ts";
import { start, stoep } from "../../platform/installation/commands.ts";
import { refuseLost } from "../../platform/installation/database.ts";
import { counted } from "../words.ts";
import { bad, type Finding, ok, warn } from "./finding.ts";

/** SQLite creates a -wal and a -shm even to read, so what nobody has open is read in memory. */
function openUntouched(file: string): Database.Database {
  if (existsSync(`${file}-shm`)) return new Database(file, { readonly: true, timeout: 5_000 });
  const bytes = existsSync(`${file}-wal`) ? bytesWithWal(file) : readFileSync(file);
  // The two header bytes that say which journal mode the file needs.
  if (bytes.length > 20) bytes.fill(1, 18, 20);
  return new Database(bytes);
}

function bytesWithWal(file: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "stoep-doctor-"));
  try {
    const copy = join(folder, "stoep.db");
    for (const end of ["", "-wal"]) copyFileSync(file + end, copy + end);
    mergeWal(copy);
    return readFileSync(copy);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const restoreHint = `${stoep} restore FILE, with the newest good backup`;

/** Returns its newest instant too. @param closed what to do when it may not be read */
export function checkDatabase(
  config: Config,
  closed: string,
): { findings: Finding[]; newest: string | null } {
  const file = config.database;
  const only = (finding: Finding) => ({ findings: [finding], newest: null });
  try {
    refuseLost(config);
  } catch (error) {
    return only(bad((error as Error).message, restoreHint));
  }
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats || stats.size === 0)
    return only(warn(`There is no database at ${file} yet.`, `${start} makes it.`));
  if (!stats.isFile())
    return only(
      bad(`${file} is a folder, but a file must be there.`, `mv '${file}' '${file}.old'`),
    );
  let sqlite: Database.Database;
  try {
    sqlite = openUntouched(file);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (code === "EACCES" || code === "SQLITE_CANTOPEN")
      return only(bad(`${file} may not be read.`, closed));
    if (!code.startsWith("SQLITE_")) throw error;
    return only(bad(`${file} cannot be opened (${message}).`, restoreHint));
  }
  try {
    const [damage] = damageIn(sqlite, "quick_check");
    if (damage) return only(bad(`${file} is damaged (${damage}).`, restoreHint));
    const level = checkLevel(sqlite, file);
    if (level.verdict === "bad") return only(level);
    const newest = sqlite.prepare<[], string | null>("SELECT max(at) FROM audit_events").pluck();
    return {
      findings: [
        ok("The database is sound."),
        level,
        checkUploads(sqlite, config.uploads),
        ...checkIdentityKeys(sqlite, config.secrets),
        ...checkMails(sqlite),
        ...checkErasure(sqlite),
      ],
      newest: newest.get() ?? null,
    };
  } finally {
    sqlite.close();
  }
}

function checkLevel(sqlite: Database.Database, file: string): Finding {
  switch (levelOf(sqlite)) {
    case "foreign":
      return bad(`${file} is not a Stoep database.`, restoreHint);
    case "newer":
      return bad("A newer Stoep wrote the database.", "Start the newer program.");
    case "older":
      return warn("The tables are those of an older Stoep.", `${start} brings them up to date.`);
    case "current":
      return ok("The tables are those of this Stoep.");
  }
}

const sizeOf = (path: string): number | null => attempt(() => statSync(path).size, null);

/** Whether every uploaded file exists with the right length; `verify` reads the whole files. */
function checkUploads(sqlite: Database.Database, folder: string): Finding {
  const uploads = uploadsIn(sqlite);
  const lost = uploads.filter(({ storedName, size }) => sizeOf(join(folder, storedName)) !== size);
  if (lost.length === 0) return ok(`${counted(uploads.length, "uploaded file")} in their place.`);
  return bad(
    `Of ${counted(uploads.length, "uploaded file")}, ${lost.length} missing or cut off in ${folder}.`,
    `${stoep} verify names them: take them from a backup, or ask whoever sent them to send them again`,
  );
}

function checkIdentityKeys(sqlite: Database.Database, secrets: string): Finding[] {
  const isOlder = !sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'people'").get();
  const table = isOlder ? "accounts" : "people";
  const sealed = sqlite
    .prepare<[], { key: string; n: number }>(
      `SELECT substr(id_number, 4, 8) AS key, count(*) AS n FROM ${table} WHERE id_number GLOB 'v1.????????.*' GROUP BY 1`,
    )
    .all();
  const keys = readKeys(secrets);
  return sealed
    .filter(({ key }) => !keys.has(key))
    .map(({ key, n }) =>
      warn(
        `${counted(n, "ID number")} cannot be read: their key is not there.`,
        `Put the file identity-${key}.key from a backup into ${secrets}.`,
      ),
    );
}

function checkMails(sqlite: Database.Database): Finding[] {
  const mails = sqlite
    .prepare<[], { status: string; n: number; error: string | null }>(
      "SELECT status, count(*) AS n, max(last_error) AS error FROM outgoing_mail GROUP BY status",
    )
    .all();
  return mails.flatMap(({ status, n, error }) => {
    const why = error ? ` (${error})` : "";
    if (status === "waiting" && error)
      return warn(`${counted(n, "mail")} could not be sent yet${why}.`, "Look at SMTP_URL.");
    if (status === "waiting") return ok(`${counted(n, "mail")} waiting to be sent.`);
    if (status === "failed")
      return warn(
        `${counted(n, "mail")} could not be sent at all${why}.`,
        `Look at the addresses, and hand the links over: ${stoep} reset-password --username NAME`,
      );
    return [];
  });
}

function checkErasure(sqlite: Database.Database): Finding[] {
  const since = sqlite
    .prepare<[], string>(
      "SELECT json_extract(value, '$') FROM settings WHERE name = 'erasureUnfinishedSince'",
    )
    .pluck()
    .get();
  if (!since) return [];
  return [
    warn(
      `What was erased on ${since.slice(0, 10)} can still be read in the file stoep.db-wal, because another program reads the database all the time.`,
      "Stoep tries again every ten seconds. If this line is still here in two minutes, end that program (Litestream, or something that copies the database) for a moment.",
    ),
  ];
}

const dayMs = 86_400_000;

export async function checkBackups(config: Config, now: Date): Promise<Finding[]> {
  const { backups: folder, backup } = config;
  const archives = await archivesWithNotes(folder);
  const failure = await lastFailure(folder);
  // One made while the clock was ahead says nothing about the days since.
  const isPast = ({ madeAt }: StoredArchive) => madeAt <= now.toISOString();
  const newest = archives.filter((archive) => archive.rehearsal && isPast(archive)).at(-1);
  // Without a database there is nothing yet that a backup could have.
  const findings = newest || existsSync(config.database) ? [ageOf(newest, folder, now)] : [];
  if (failure)
    findings.push(
      bad(`The backup of ${failure.at} failed: ${failure.why}`, `Mend that, then: ${stoep} backup`),
    );
  return backup.copyTo ? [...findings, await checkOffsiteCopy(folder, backup.copyTo)] : findings;
}

function ageOf(newest: StoredArchive | undefined, folder: string, now: Date): Finding {
  if (!newest?.rehearsal)
    return warn(`There is no rehearsed backup in ${folder}.`, `${stoep} backup`);
  const age = now.getTime() - Date.parse(newest.rehearsal.rehearsedAt);
  const days = Math.floor(age / dayMs);
  const says = `The newest rehearsed backup is ${newest.name}, ${days <= 0 ? "made today" : `${counted(days, "day")} old`}.`;
  return age > staleMs ? warn(says, `${stoep} backup`) : ok(says);
}

async function checkOffsiteCopy(folder: string, offsiteCopy: string): Promise<Finding> {
  const problem = await copyProblem(offsiteCopy, await lastCopying(folder));
  if (!problem) return ok(`Backups are copied to ${offsiteCopy}.`);
  const mend = `ls -ld ${offsiteCopy}; then: ${stoep} backup`;
  return warn(`Backups are not copied: ${problem}`, mend);
}
