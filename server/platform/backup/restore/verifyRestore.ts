import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Anchor, trailProblem } from "../../audit/verify.ts";
import type { Instant } from "../../clock/clock.ts";
import { damageIn, inDatabase, lostParents, rowCounts } from "../archive/inspect.ts";
import {
  BackupError,
  databaseName,
  type Manifest,
  uploadEntry,
  uploadsName,
} from "../archive/manifest.ts";
import type { Rehearsal } from "../archive/notes.ts";
import { readArchive } from "../archive/read.ts";
import type { Count } from "../childProcess.ts";
import { factsOf } from "../disk.ts";
import { unexpectedParts } from "./unexpectedSchema.ts";

interface VerifyOptions {
  passphrase: string | null;
  now: Instant;
  anchors: readonly Anchor[];
  count?: CountIn;
}

export type CountIn = (database: string, uploads: string) => Promise<Count[]>;

/**
 * Restores an archive into a temporary folder of `work` and compares it with what was backed up. A
 * fault of the audit trail's chain is noted, but the backup still counts.
 * @throws BackupError with everything that is wrong
 */
export async function verifyRestore(
  archive: string,
  manifest: Manifest,
  work: string,
  { passphrase, now, anchors, count }: VerifyOptions,
): Promise<Rehearsal> {
  const into = join(work, "rehearsal");
  await mkdir(into);
  try {
    await readArchive(archive, into, { uploads: true, passphrase, isOwn: true });
    const problems = [...(await changedFiles(manifest, into)), ...wrongRows(manifest, into)];
    if (problems.length > 0) throw new BackupError(...problems);
    const names = Object.keys(manifest.files);
    const counts = await count?.(join(into, databaseName), join(into, uploadsName));
    return {
      rehearsedAt: now,
      version: manifest.version,
      rows: manifest.rows,
      ...(counts && { counts: Object.fromEntries(counts.map((each) => [each.kind, each.count])) }),
      ...(manifest.trail && { trail: manifest.trail }),
      trailProblem: inDatabase(join(into, databaseName), (sqlite) => trailProblem(sqlite, anchors)),
      files: names.filter((name) => name.startsWith(uploadEntry(""))).length,
      ...(manifest.missing.length > 0 && { missing: manifest.missing.length }),
      ...(await factsOf(archive)),
    };
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

/** Compares the files on the disk, not the bytes that came out of the archive. */
async function changedFiles(manifest: Manifest, into: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, { size, sha256 }] of Object.entries(manifest.files)) {
    const real = await factsOf(join(into, name));
    if (real.size !== size || real.sha256 !== sha256)
      problems.push(`${name} is not the same after being restored. Look at the disk.`);
  }
  return problems;
}

function wrongRows(manifest: Manifest, into: string): string[] {
  return inDatabase(join(into, databaseName), (sqlite) => {
    const damage = damageIn(sqlite, "integrity_check");
    if (damage.length > 0)
      return damage.map(
        (line) => `The database is damaged (${line}). Restore the newest good backup.`,
      );
    const unexpected = unexpectedParts(sqlite).map(
      (part) =>
        `The database ${part}, which is not as Stoep makes it, so a restore would refuse it. Put it right in the database.`,
    );
    const lost = lostParents(sqlite).map((rows) => `${rows} point to rows that are not there.`);
    const real = rowCounts(sqlite);
    const tables = [...new Set([...Object.keys(manifest.rows), ...Object.keys(real)])];
    const counts = tables
      .filter((table) => manifest.rows[table] !== real[table])
      .map(
        (table) =>
          `${table} has ${real[table]} rows after being restored, not ${manifest.rows[table]}.`,
      );
    return [...unexpected, ...lost, ...counts];
  });
}
