import { existsSync, readFileSync, statSync } from "node:fs";
import Database from "better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Config } from "../../config.ts";
import { migrationsFolder } from "../../paths.ts";
import { damageIn, levelOf } from "../../platform/backup/inspect.ts";
import { staleMs } from "../../platform/backup/keeper.ts";
import {
  archivesWithNotes,
  type Kept,
  lastCopying,
  lastFailure,
} from "../../platform/backup/notes.ts";
import { troubleWith } from "../../platform/backup/second.ts";
import { counted } from "../words.ts";
import { bad, type Finding, ok, warn } from "./finding.ts";

/**
 * Opens a database without leaving a trace. SQLite makes a -wal and a -shm even to read, so where
 * there is none (nobody has it open) it is read in memory, as an ordinary file instead of a WAL one.
 */
function openUntouched(file: string): Database.Database {
  if (existsSync(`${file}-wal`)) return new Database(file, { readonly: true, timeout: 5_000 });
  const bytes = readFileSync(file);
  // The two bytes of the header that say which journal the file needs.
  bytes.fill(1, 18, 20);
  return new Database(bytes);
}

const restoreHint = "scripts/stoep restore FILE, with the newest good backup";

/** The database, what it says of the mails, and the clock beside it. */
export function checkDatabase(config: Config, now: Date): Finding[] {
  const file = config.database;
  const mail = config.mail
    ? ok("Mail is set up.")
    : ok("Mail is not set up (SMTP_URL): links are handed over instead.");
  if (!existsSync(file) || statSync(file).size === 0)
    return [warn(`There is no database at ${file} yet.`, "scripts/start makes it."), mail];
  let sqlite: Database.Database;
  try {
    sqlite = openUntouched(file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [bad(`${file} cannot be opened (${why}).`, restoreHint), mail];
  }
  try {
    const [damage] = damageIn(sqlite, "quick_check");
    if (damage) return [bad(`${file} is damaged (${damage}).`, restoreHint), mail];
    const level = checkLevel(sqlite, file);
    if (level.verdict === "bad") return [level, mail];
    return [
      ok("The database is sound."),
      level,
      checkClock(sqlite, now),
      mail,
      ...checkMails(sqlite),
    ];
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
      return warn(
        "The tables are those of an older Stoep.",
        "scripts/start brings them up to date.",
      );
    case "current":
      return ok("The tables are those of this Stoep.");
  }
}

/** Clocks of two machines may differ by so much without anybody minding. */
const toleranceMs = 300_000;

function checkClock(sqlite: Database.Database, now: Date): Finding {
  const built = Math.max(...readMigrationFiles({ migrationsFolder }).map((m) => m.folderMillis));
  const newest = sqlite
    .prepare<[], { at: string | null }>("SELECT max(at) AS at FROM audit_events")
    .get()?.at;
  const says = `The clock says ${now.toISOString()}`;
  const mend = "sudo timedatectl set-ntp true";
  if (now.getUTCFullYear() < new Date(built).getUTCFullYear())
    return bad(`${says}, which is before this program was written.`, mend);
  if (newest && now.getTime() + toleranceMs < Date.parse(newest))
    return bad(`${says}, but something was noted at ${newest} already.`, mend);
  return ok(`${says}.`);
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
        "Look at the addresses, and hand the links over: scripts/stoep reset-password --username NAME",
      );
    return [];
  });
}

const dayMs = 86_400_000;

/** Whether the last backup passed its rehearsal, how old it is, and whether it is copied on. */
export async function checkBackups(config: Config, now: Date): Promise<Finding[]> {
  const { backups: folder, backup } = config;
  const archives = await archivesWithNotes(folder);
  const failure = await lastFailure(folder);
  const newest = archives.filter(({ rehearsal }) => rehearsal).at(-1);
  const findings = [ageOf(newest, folder, now)];
  if (failure)
    findings.push(
      bad(
        `The backup of ${failure.at} failed: ${failure.why}`,
        "Mend that, then: scripts/stoep backup",
      ),
    );
  return backup.copyTo ? [...findings, await checkSecond(folder, backup.copyTo)] : findings;
}

function ageOf(newest: Kept | undefined, folder: string, now: Date): Finding {
  if (!newest?.rehearsal)
    return warn(`There is no rehearsed backup in ${folder}.`, "scripts/stoep backup");
  const age = now.getTime() - Date.parse(newest.rehearsal.rehearsedAt);
  const days = Math.floor(age / dayMs);
  const says = `The newest rehearsed backup is ${newest.name}, ${days <= 0 ? "made today" : `${counted(days, "day")} old`}.`;
  return age > staleMs ? warn(says, "scripts/stoep backup") : ok(says);
}

async function checkSecond(folder: string, second: string): Promise<Finding> {
  const mend = `ls -ld ${second}; then: scripts/stoep backup`;
  const trouble = await troubleWith(second);
  if (trouble) return warn(`Backups are not copied: ${trouble}`, mend);
  const last = await lastCopying(folder);
  const problem = last?.folder === second && !last.absent ? last.problem : null;
  return problem
    ? warn(`Backups are not copied: ${problem}`, mend)
    : ok(`Backups are copied to ${second}.`);
}
