import { rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import { type Config, readConfig } from "../config.ts";
import { type Anchor, trailProblem } from "../platform/audit/verify.ts";
import { PassphraseError } from "../platform/backup/archive/encryption.ts";
import {
  damageIn,
  levelOf,
  lostParents,
  type Upload,
  uploadProblems,
  uploadsIn,
} from "../platform/backup/archive/inspect.ts";
import { BackupError, type FileFacts, uploadEntry } from "../platform/backup/archive/manifest.ts";
import { openCopy, readArchive } from "../platform/backup/archive/read.ts";
import { factsOf, namesIn, ownFolder } from "../platform/backup/disk.ts";
import { knownAnchors } from "../platform/backup/restore/lineage.ts";
import { compareTrail } from "../platform/backup/restore/prepare.ts";
import { stoep } from "../platform/installation/commands.ts";
import { command } from "./command.ts";
import { requireBuilding } from "./openServices.ts";
import { passphraseOption, withPassphrase } from "./passphrase.ts";
import { counted, rowsInWords } from "./words.ts";

async function checkArchive(
  file: string,
  passphrase: string | null,
  config: Config,
): Promise<string[]> {
  const work = ownFolder(join(tmpdir(), "stoep-verify-"));
  try {
    const manifest = await readArchive(file, work, { uploads: false, passphrase });
    const db = openCopy(work);
    const uploads = uploadsIn(db.$client);
    const { trail, madeAt } = manifest;
    const anchors = trail ? [{ ...trail, at: madeAt, where: "The archive's manifest" }] : [];
    const broken = trailProblem(db.$client, anchors);
    const nobodys = accountsOfNobody(db.$client);
    db.$client.close();
    const { origin, shared } = await compareTrail(work, config);
    const other =
      !broken && origin === "other"
        ? `The audit trail in it differs from this building's own history: only the first ${counted(shared, "entry", "entries")} are the same. It is a backup of another building, or somebody changed it.`
        : null;
    const facts = new Map<string, FileFacts>();
    for (const { storedName } of uploads) {
      const recorded = manifest.files[uploadEntry(storedName)];
      if (recorded) facts.set(storedName, recorded);
    }
    console.log(`${file} was made at ${manifest.madeAt} by Stoep ${manifest.version}.`);
    console.log(
      `It holds ${rowsInWords(manifest.rows)}, and ${counted(facts.size, "uploaded file")}.`,
    );
    const problems = uploadProblems(uploads, facts, "in the archive");
    return [...[broken, other].flatMap((each) => each ?? []), ...nobodys, ...problems];
  } catch (error) {
    if (error instanceof PassphraseError) throw error;
    if (error instanceof BackupError) return error.problems;
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const restoreHint = `Restore the newest good backup with: ${stoep} restore FILE`;

/** The database itself cannot refuse these, because the table of accounts has no foreign key. */
function accountsOfNobody(sqlite: Database.Database): string[] {
  const count = sqlite
    .prepare<[], number>("SELECT count(*) FROM accounts WHERE id NOT IN (SELECT id FROM people)")
    .pluck()
    .get();
  if (!count) return [];
  return [`${counted(count, "account")} without the person it belongs to. ${restoreHint}`];
}

function checkDatabase(
  file: string,
  anchors: Anchor[],
): { problems: string[]; uploads?: Upload[] } {
  const sqlite = new Database(file, { fileMustExist: true, timeout: 5_000 });
  try {
    const damage = damageIn(sqlite, "integrity_check");
    if (damage.length > 0)
      return {
        problems: damage.map((line) => `The database is damaged (${line}). ${restoreHint}`),
      };
    const level = levelOf(sqlite);
    if (level === "foreign")
      return { problems: [`${file} is not a Stoep database. ${restoreHint}`] };
    const problems = lostParents(sqlite).map(
      (rows) => `In the database ${rows} point to rows that are not there. ${restoreHint}`,
    );
    if (level === "newer")
      problems.push("The database was written by a newer Stoep. Start the newer program.");
    const broken = level === "current" ? trailProblem(sqlite, anchors) : null;
    if (broken) problems.push(broken);
    if (level === "current") problems.push(...accountsOfNobody(sqlite));
    return { problems, uploads: uploadsIn(sqlite) };
  } finally {
    sqlite.close();
  }
}

async function factsIn(folder: string): Promise<Map<string, FileFacts>> {
  const facts = new Map<string, FileFacts>();
  for (const name of await namesIn(folder)) {
    if (name.endsWith(".part")) continue;
    const path = join(folder, name);
    const isFile = (await stat(path)).isFile();
    facts.set(name, isFile ? await factsOf(path) : { size: 0, sha256: "" });
  }
  return facts;
}

async function checkData(config: Config): Promise<string[]> {
  const { database, uploads } = config;
  requireBuilding(config);
  // Files first: one that arrives in between has its row by the time the database is read.
  const facts = await factsIn(uploads);
  const { problems, uploads: rows } = checkDatabase(database, await knownAnchors(config));
  console.log(`Looked at ${database} and ${counted(facts.size, "file")} in ${uploads}.`);
  return rows ? [...problems, ...uploadProblems(rows, facts, "in the uploads folder")] : problems;
}

export const verify = command({
  name: "verify",
  summary:
    "Checks a backup, or without a FILE the database, every uploaded file and the audit trail.",
  file: "optional",
  options: passphraseOption,
  async run({ "passphrase-stdin": fromStdin }, file) {
    const config = readConfig();
    const check = (passphrase: string | null) => checkArchive(resolve(file), passphrase, config);
    const problems = file
      ? await withPassphrase(config, fromStdin, check)
      : await checkData(config);
    if (problems.length === 0) return console.log("All is well.");
    console.error(`${counted(problems.length, "problem")}:`);
    for (const problem of problems) console.error(`- ${problem}`);
    process.exitCode = 1;
  },
});
