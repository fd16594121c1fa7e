import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { list, type ReadEntry } from "tar";
import type { Db } from "../../../database/open.ts";
import { DatabaseError } from "../../../errors.ts";
import { reserve, roomIn } from "../../files/diskSpace.ts";
import { openBuilding } from "../../installation/database.ts";
import { dropOtherTriggers, unexpectedParts } from "../restore/unexpectedSchema.ts";
import { feed, inBlocks, padding, unreadable } from "./boundedTar.ts";
import { unsealed } from "./encryption.ts";
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

function isOurs(path: string): boolean {
  if (path === databaseName || path === manifestName) return true;
  const [folder = "", name = "", ...deeper] = path.split("/");
  return [uploadsName, secretsName].includes(folder) && isPlainName(name) && deeper.length === 0;
}

/** The largest accepted manifest, in bytes. It names every file, so it can be large. */
const mostManifest = 64e6;

interface Reading {
  /** False: uploads and secrets are checked but not written. */
  uploads: boolean;
  passphrase?: string | null;
  /** This process has just made the archive: its sizes are trusted, and it fits on the disk. */
  isOwn?: boolean;
}

/**
 * Unpacks an archive into an empty folder. It writes only plain files that the manifest, which
 * comes first, names, with the sizes and hashes in it. Anything else ends the reading at once.
 * @throws PassphraseError; BackupError with everything that is wrong, or for lack of room
 */
export async function readArchive(
  file: string,
  into: string,
  { uploads, passphrase = null, isOwn = false }: Reading,
): Promise<Manifest> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  mkdirSync(join(into, uploadsName), { recursive: true });
  mkdirSync(join(into, secretsName), { mode: 0o700 });
  const found = new Map<string, FileFacts>();
  const isExtracted = (path: string) => uploads || !path.includes("/");
  let archiveManifest: Manifest | null = null;
  /** The most bytes that the archive may unpack to in total. */
  let most = mostManifest + padding;

  const onManifest = (entry: ReadEntry) => {
    if (entry.size > mostManifest) throw damaged(file);
    const parts: Buffer[] = [];
    entry.on("data", (chunk) => void parts.push(chunk));
    entry.on("end", () => {
      archiveManifest = readManifest(file, Buffer.concat(parts));
      most = inBlocks(entry.size) + padding;
      let written = 0;
      for (const [path, { size }] of Object.entries(archiveManifest.files)) {
        most += inBlocks(size);
        if (isExtracted(path)) written += size;
      }
      if (!isOwn) refuseFull(into, written);
    });
  };
  const onReadEntry = (entry: ReadEntry) => {
    const { path, size } = entry;
    const isFirst = found.size === 0;
    refuse(entry, found);
    found.set(path, { size: 0, sha256: "" });
    if (isFirst && path === manifestName) return onManifest(entry);
    if (!archiveManifest) throw noManifest(file);
    const wanted = archiveManifest.files[path];
    if (!wanted) throw new BackupError(unlisted(path));
    if (size !== wanted.size) throw new BackupError(changed(path));
    const hash = createHash("sha256");
    // An empty file has no data that would make it.
    if (isExtracted(path)) writeFileSync(join(into, path), "", { mode: 0o600 });
    entry.on("data", (chunk) => {
      hash.update(chunk);
      if (isExtracted(path)) appendFileSync(join(into, path), chunk);
    });
    entry.on("end", () => found.set(path, { size, sha256: hash.digest("hex") }));
  };
  const watch = (unpacked: number) => {
    if (unpacked > most)
      throw new BackupError(`${file} holds more than its manifest names. Use another backup.`);
  };
  try {
    await feed(await unsealed(file, passphrase), list({ strict: true, onReadEntry }), watch);
  } catch (error) {
    const why = error instanceof BackupError ? null : unreadable(error);
    if (why === null) throw error;
    throw new BackupError(`${file} is not a complete Stoep backup: ${why}. Use another one.`);
  }
  const manifest = archiveManifest as Manifest | null;
  if (!manifest) throw noManifest(file);
  found.delete(manifestName);
  const differences = compare(manifest.files, found);
  if (differences.length > 0) throw new BackupError(...differences);
  return manifest;
}

const noManifest = (file: string) =>
  new BackupError(`${file} has no ${manifestName}, so it is not a Stoep backup.`);

/** @throws BackupError when unpacking would use up the reserved space on the disk */
function refuseFull(folder: string, bytes: number): void {
  if (bytes <= roomIn(folder, reserve)) return;
  throw new BackupError(
    `There is not enough room on the disk to unpack it: ${Math.ceil(bytes / 1e6)} MB are needed besides the ${reserve / 1e6} MB that stay free. Make room and try again.`,
  );
}

const unlisted = (path: string) =>
  `${path} is in the archive but not in its manifest. Use another backup.`;

const changed = (path: string) =>
  `${path} in the archive is not what was backed up. Use another backup.`;

/** @throws BackupError when no Stoep backup has such an entry, or has it twice */
function refuse({ path, type }: ReadEntry, found: ReadonlyMap<string, unknown>): void {
  const refusal = (what: string) =>
    new BackupError(`The archive contains ${JSON.stringify(path)}${what}. Use another backup.`);
  if (type !== "File" && type !== "OldFile") throw refusal(`, which is no plain file (${type})`);
  if (!isOurs(path)) throw refusal(", which no Stoep backup contains");
  if (found.has(path)) throw refusal(" more than once");
}

const damaged = (file: string) =>
  new BackupError(`The ${manifestName} in ${file} is damaged. Use another backup.`);

function readManifest(file: string, bytes: Buffer): Manifest {
  let content: unknown;
  try {
    content = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw damaged(file);
  }
  const { format } = (content ?? {}) as { format?: unknown };
  if (typeof format === "number" && format > 2)
    throw new BackupError(`${file} was made by a newer Stoep. Use that one to restore it.`);
  const parsed = manifest.safeParse(content);
  if (!parsed.success) throw damaged(file);
  return parsed.data;
}

function compare(listed: Manifest["files"], found: ReadonlyMap<string, FileFacts>): string[] {
  const names = [...new Set([databaseName, ...Object.keys(listed), ...found.keys()])];
  return names.flatMap((name) => {
    const wanted = listed[name];
    const real = found.get(name);
    if (!real) return `${name} is missing in the archive. Use another backup.`;
    if (!wanted) return unlisted(name);
    if (wanted.size === real.size && wanted.sha256 === real.sha256) return [];
    return changed(name);
  });
}

/**
 * Opens and migrates an unpacked database.
 * @throws BackupError when it is damaged, inconsistent, of a newer Stoep, or has foreign parts
 */
export function openCopy(folder: string): Db {
  const path = join(folder, databaseName);
  const isOurs = refuseUnexpected(path);
  const db = openUnderName(path);
  const lost = lostParents(db.$client);
  if (isOurs && lost.length === 0) return db;
  db.$client.close();
  throw new BackupError(
    isOurs
      ? `In the archive's database ${lost.join(", ")} point to rows that are not there. Use another backup.`
      : `The archive's ${databaseName} is damaged. Use another backup.`,
  );
}

/** Writing would fire foreign triggers. @returns false if it cannot be read; opening says why */
function refuseUnexpected(path: string): boolean {
  try {
    const sqlite = new Database(path, { fileMustExist: true });
    try {
      const [first, ...others] = unexpectedParts(sqlite);
      if (first)
        throw new BackupError(
          `The archive's database ${[first, ...others.slice(0, 2)].join(", ")}${others.length > 2 ? ` and ${others.length - 2} more` : ""}, which no Stoep makes like that. Somebody changed it. Use another backup.`,
        );
      dropOtherTriggers(sqlite);
      return true;
    } finally {
      sqlite.close();
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) return false;
    throw error;
  }
}

function openUnderName(path: string): Db {
  try {
    return openBuilding(path);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new BackupError(error.message.replaceAll(path, `The archive's ${databaseName}`));
  }
}
