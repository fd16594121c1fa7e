import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { list, type Parser, type ReadEntry } from "tar";
import { type Db, openDatabase } from "../../db.ts";
import { DatabaseError } from "../../errors.ts";
import { lostParents } from "./inspect.ts";
import {
  BackupError,
  databaseName,
  type FileFacts,
  isPlainName,
  type Manifest,
  manifest,
  manifestName,
  secretsName,
  uploadsName,
} from "./manifest.ts";
import { unsealed } from "./seal.ts";

/** Whether a Stoep backup has entries of this name. */
function isOurs(path: string): boolean {
  if (path === databaseName || path === manifestName) return true;
  const [folder = "", name = "", ...deeper] = path.split("/");
  return [uploadsName, secretsName].includes(folder) && isPlainName(name) && deeper.length === 0;
}

/**
 * Unpacks an archive into the empty folder `into` and compares every file with the manifest.
 * Nothing but plain files of the names above is ever written.
 * @param uploads false: they and the secrets are only checked, not kept
 * @param passphrase for an archive that is encrypted
 * @throws BackupError with everything that is wrong; PassphraseError
 */
export async function readArchive(
  file: string,
  into: string,
  { uploads, passphrase = null }: { uploads: boolean; passphrase?: string | null },
): Promise<Manifest> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  mkdirSync(join(into, uploadsName), { recursive: true });
  mkdirSync(join(into, secretsName), { mode: 0o700 });
  const found = new Map<string, FileFacts>();
  const problems: string[] = [];
  let broken: unknown;
  const onReadEntry = (entry: ReadEntry) => {
    const problem = refuse(entry, found);
    if (problem) {
      problems.push(problem);
      return;
    }
    const hash = createHash("sha256");
    const keep = uploads || !entry.path.includes("/");
    found.set(entry.path, { size: 0, sha256: "" });
    // Written at once as it comes, because tar goes on as soon as the handler returns.
    entry.on("data", (chunk) => {
      hash.update(chunk);
      if (!keep || broken) return;
      try {
        appendFileSync(join(into, entry.path), chunk, { mode: 0o600 });
      } catch (error) {
        broken = error;
      }
    });
    entry.on("end", () => found.set(entry.path, { size: entry.size, sha256: hash.digest("hex") }));
  };
  try {
    await feed(await unsealed(file, passphrase), list({ strict: true, onReadEntry }));
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${file} is not a whole Stoep backup (${why}). Use another one.`);
  }
  if (broken) throw broken;
  if (problems.length > 0) throw new BackupError(...problems);
  const said = await readManifest(file, found.has(manifestName) && join(into, manifestName));
  found.delete(manifestName);
  const differences = compare(said.files, found);
  if (differences.length > 0) throw new BackupError(...differences);
  return said;
}

/** Hands all of a stream to tar, no faster than it takes it. */
async function feed(bytes: Readable, tar: Parser): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    tar.once("end", resolve);
    tar.once("error", reject);
  });
  // Whoever waits for it is told; where writing fails first, nobody waits any more.
  ended.catch(() => undefined);
  await pipeline(bytes, createGunzip(), async (unzipped: AsyncIterable<Buffer>) => {
    for await (const chunk of unzipped)
      if (!tar.write(chunk)) await Promise.race([once(tar, "drain"), ended]);
    tar.end();
    await ended;
  });
}

function refuse(entry: ReadEntry, found: ReadonlyMap<string, unknown>): string | null {
  const name = JSON.stringify(entry.path);
  if (entry.type !== "File" && entry.type !== "OldFile")
    return `The archive contains ${name}, which is no plain file (${entry.type}). Use another backup.`;
  if (!isOurs(entry.path))
    return `The archive contains ${name}, which no Stoep backup contains. Use another backup.`;
  if (found.has(entry.path))
    return `The archive contains ${name} more than once. Use another backup.`;
  return null;
}

async function readManifest(file: string, path: string | false): Promise<Manifest> {
  if (!path) throw new BackupError(`${file} has no ${manifestName}: it is no Stoep backup.`);
  let said: unknown;
  try {
    said = JSON.parse(await readFile(path, "utf8"));
  } catch {
    throw new BackupError(`The ${manifestName} in ${file} is damaged. Use another backup.`);
  }
  const { format } = said as { format?: unknown };
  if (typeof format === "number" && format > 2)
    throw new BackupError(`${file} was made by a newer Stoep. Use that one to restore it.`);
  const parsed = manifest.safeParse(said);
  if (!parsed.success)
    throw new BackupError(`The ${manifestName} in ${file} is damaged. Use another backup.`);
  return parsed.data;
}

function compare(said: Manifest["files"], found: ReadonlyMap<string, FileFacts>): string[] {
  const names = [...new Set([databaseName, ...Object.keys(said), ...found.keys()])];
  return names.flatMap((name) => {
    const wanted = said[name];
    const real = found.get(name);
    if (!real) return `${name} is missing in the archive. Use another backup.`;
    if (!wanted) return `${name} is in the archive but not in its manifest. Use another backup.`;
    if (wanted.size === real.size && wanted.sha256 === real.sha256) return [];
    return `${name} in the archive is not what was backed up. Use another backup.`;
  });
}

/**
 * Opens the database of an unpacked archive, brought up to this program's tables.
 * @throws BackupError when it is damaged, inconsistent, or was written by a newer Stoep
 */
export function openCopy(folder: string): Db {
  const path = join(folder, databaseName);
  const db = openUnderName(path);
  const lost = lostParents(db.$client);
  if (lost.length === 0) return db;
  db.$client.close();
  throw new BackupError(
    `In the archive's database ${lost.join(", ")} point to rows that are not there. Use another backup.`,
  );
}

function openUnderName(path: string): Db {
  try {
    return openDatabase(path);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new BackupError(error.message.replaceAll(path, `The archive's ${databaseName}`));
  }
}
