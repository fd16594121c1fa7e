import { createWriteStream, existsSync } from "node:fs";
import { chmod, copyFile, mkdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import Database from "better-sqlite3";
import { create } from "tar";
import type { Config } from "../../../config.ts";
import { headOf } from "../../audit/chain.ts";
import type { Instant } from "../../clock/clock.ts";
import { roomIn, scarceBytes } from "../../files/diskSpace.ts";
import { flush } from "../../files/files.ts";
import { authorityIn, localNames } from "../../https/localAuthority.ts";
import { stoep } from "../../installation/commands.ts";
import { factsOf, ifThere, namesIn, workFolder } from "../disk.ts";
import { seal } from "./encryption.ts";
import { damageIn, levelOf, notOfTheFile, rowCounts, uploadsIn } from "./inspect.ts";
import {
  BackupError,
  databaseName,
  isPlainName,
  type Manifest,
  manifestName,
  secretEntry,
  secretsName,
  uploadEntry,
  uploadsName,
} from "./manifest.ts";
import { archiveName } from "./names.ts";

export type Places = Pick<Config, "database" | "uploads" | "secrets">;

export interface Archive {
  path: string;
  /** In bytes. */
  size: number;
  manifest: Manifest;
}

export type Step = "copying" | "packing" | "rehearsing" | "copying_on";
/** Receives the progress of a backup. `part` is from 0 to 1, where it is known. */
export type Tell = (step: Step, part?: number) => void;

interface Making {
  /** Encrypts the archive. Without it, anybody who has the archive can read it. */
  passphrase?: string | null;
  /** Checks the archive before it gets its name, and throws if it must not. */
  check?: (archive: string, manifest: Manifest, work: string, name: string) => Promise<void>;
  tell?: Tell;
  /** Leaves younger unfinished folders alone, which others may be using. In milliseconds. */
  sparesMs?: number;
}

const dayMs = 86_400_000;

/**
 * Makes one archive in the folder `to`, while others may write. It gets its name when it is
 * complete on the disk, and a failure leaves nothing behind.
 * @throws BackupError without a sound database: a bad backup would push out good ones
 */
export async function makeArchive(
  { database, uploads, secrets }: Places,
  to: string,
  version: string,
  now: Instant,
  { passphrase = null, check, tell = () => undefined, sparesMs = dayMs }: Making = {},
): Promise<Archive> {
  requireDatabase(database);
  const work = await workFolder(to, sparesMs);
  try {
    await refuseFull({ database, uploads }, to);
    tell("copying");
    const copy = join(work, databaseName);
    await copyDatabase(database, copy);
    const manifest = await manifestOf(copy, uploads, version, now);
    await addSecrets(secrets, work, manifest, passphrase !== null);
    await writeFile(join(work, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
    await symlink(resolve(uploads), join(work, uploadsName), "junction");
    const archive = join(work, "archive");
    await pack(work, manifest, archive, passphrase, tell);
    const name = archiveName(now, passphrase !== null);
    tell("rehearsing");
    await check?.(archive, manifest, work, name);
    const path = join(to, name);
    await rename(archive, path);
    await flush(to);
    return { path, size: (await stat(path)).size, manifest };
  } catch (error) {
    // When a write fails, the system does not say on which path.
    const failed = error as NodeJS.ErrnoException;
    if (failed.code === "ENOSPC") failed.path ??= to;
    throw failed;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

export function requireDatabase(file: string): void {
  if (existsSync(file)) return;
  throw new BackupError(
    `There is no database at ${file}, so nothing to back up. Is STOEP_DATA the right folder?`,
  );
}

/** Others than the backup need the disk too. @throws BackupError when it would get full */
async function refuseFull(
  { database, uploads }: Pick<Places, "database" | "uploads">,
  to: string,
): Promise<void> {
  const sizeOf = async (path: string) => (await ifThere(stat(path), null))?.size ?? 0;
  // The copy, the archive and what is unpacked of it to test it; the uploads are not copied.
  let needed = 3 * ((await sizeOf(database)) + (await sizeOf(`${database}-wal`)));
  for (const name of await namesIn(uploads)) needed += 2 * (await sizeOf(join(uploads, name)));
  if (needed <= roomIn(to, scarceBytes)) return;
  throw new BackupError(
    `The disk is full: a backup into ${to} needs ${Math.ceil(needed / 1e6)} MB, and ${scarceBytes / 1e6} MB must stay free. No backup was made. Make room on it.`,
  );
}

async function pack(
  work: string,
  manifest: Manifest,
  archive: string,
  passphrase: string | null,
  tell: Tell,
): Promise<void> {
  const total = Object.values(manifest.files).reduce((sum, { size }) => sum + size, 1);
  let done = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      done += chunk.length;
      tell("packing", Math.min(1, done / total));
      pass(null, chunk);
    },
  });
  const names = [manifestName, ...Object.keys(manifest.files)];
  const files = Readable.from(create({ cwd: work, portable: true, strict: true }, names));
  const zip = createGzip();
  const written = createWriteStream(archive, { mode: 0o600 });
  const packed = pipeline(files, measure, zip).catch((error) => void zip.destroy(error));
  await pipeline(passphrase === null ? zip : await seal(zip, passphrase), written);
  await packed;
  await chmod(archive, 0o600);
  await flush(archive);
}

/** Copies a database, as it was at one moment, while others may write. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const sqlite = new Database(from, { fileMustExist: true, timeout: 5_000 });
  try {
    // Without its own read transaction, the copy would start over each time others write.
    sqlite.exec("BEGIN");
    sqlite.prepare("SELECT 1 FROM sqlite_schema").get();
    await sqlite.backup(to);
  } catch (error) {
    throw noBackup(from, to, error);
  } finally {
    sqlite.close();
  }
  const copy = new Database(to);
  try {
    // Otherwise the copy would need a -wal file beside it when it is opened.
    copy.pragma("journal_mode = DELETE");
    const [damage] = damageIn(copy, "quick_check");
    if (damage) throw new Error(damage);
  } catch (error) {
    throw noBackup(from, to, error);
  } finally {
    copy.close();
  }
}

/** A full, failing or closed disk does not mean that the database is damaged. */
function noBackup(from: string, to: string, error: unknown): BackupError {
  const { code, message } = error as Error & { code?: string };
  return new BackupError(
    notOfTheFile.test(String(code))
      ? `The disk is full or failing, or may not be written to (${message}): that of ${from} or of ${to}. No backup was made. Make room on it.`
      : `${from} is damaged (${message}). No backup was made. Restore the newest good one with: ${stoep} restore FILE`,
  );
}

async function manifestOf(copy: string, uploads: string, version: string, madeAt: Instant) {
  const sqlite = new Database(copy, { readonly: true });
  const manifest: Manifest = { format: 2, version, madeAt, rows: {}, files: {}, missing: [] };
  try {
    if (levelOf(sqlite) === "foreign")
      throw new BackupError("The database holds no Stoep. Is STOEP_DATA the right folder?");
    manifest.rows = rowCounts(sqlite);
    const trail = headOf(sqlite);
    if (trail) manifest.trail = trail;
    manifest.files[databaseName] = await factsOf(copy);
    for (const { storedName } of uploadsIn(sqlite)) {
      const facts = await ifThere(factsOf(join(uploads, storedName)), null);
      if (facts) manifest.files[uploadEntry(storedName)] = facts;
      else manifest.missing.push(storedName);
    }
  } finally {
    sqlite.close();
  }
  return manifest;
}

/** Without encryption the keys of certificates stay out: they allow impersonating the server. */
async function addSecrets(
  secrets: string,
  work: string,
  manifest: Manifest,
  isEncrypted: boolean,
): Promise<void> {
  const authority = isEncrypted ? null : authorityIn(secrets);
  if (authority) manifest.authority = authority;
  await mkdir(join(work, secretsName), { mode: 0o700 });
  for (const name of await namesIn(secrets)) {
    const path = join(secrets, name);
    // A file that is still being written is not complete yet.
    if (name.endsWith(".part") || !(await stat(path)).isFile()) continue;
    if (!isEncrypted && localNames.includes(name)) continue;
    if (!isPlainName(name))
      throw new BackupError(
        `${path} has a name that cannot be backed up. Give it one of letters, digits, dots and dashes.`,
      );
    const copy = join(work, secretEntry(name));
    await copyFile(path, copy);
    manifest.files[secretEntry(name)] = await factsOf(copy);
  }
}
