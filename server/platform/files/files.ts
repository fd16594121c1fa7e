import { createHash } from "node:crypto";
import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileTypeFromBuffer } from "file-type";
import { newToken } from "../auth/secrets.ts";
import { findUnsafeContent, type UnsafeContent } from "./contentType.ts";
import { roomIn } from "./diskSpace.ts";

/** A file that is whole on the disk, under a name nobody can guess. */
export interface StoredFile {
  storedName: string;
  mimeType: string;
  /** In bytes. */
  size: number;
  sha256: string;
}

/** Why a file was not kept. */
export class FileRefused extends Error {
  readonly why: "empty" | "too_large" | "no_room" | "wrong_type" | NonNullable<UnsafeContent>;
  constructor(why: FileRefused["why"]) {
    super(why);
    this.why = why;
  }
}

const partial = ".part";
/** As much of the start as file-type needs to tell what a file is. */
const headBytes = 4100;

/** What is taken. */
export interface Limits {
  maxBytes: number;
  /** So many bytes stay free on the disk, whatever else is written to it meanwhile. */
  leaves: number;
  /** MIME type → file ending. */
  types: Readonly<Record<string, string>>;
}

/** As receiveFile, and it has its name at once: for what no row in the database is about. */
export async function storeFile(
  source: Readable,
  folder: string,
  limits: Limits,
): Promise<StoredFile> {
  const file = await receiveFile(source, folder, limits);
  await nameFile(folder, file.storedName);
  return file;
}

/**
 * Streams a file into `folder` until it is whole, of an allowed type (by its content) and on the
 * disk. It gets its name by nameFile only, once the database knows of it: whenever the machine stops
 * between, the sweep at the next start finds out which of the two was done. Anything else leaves
 * nothing behind.
 * @throws FileRefused, or the stream's own error when it was cut off
 */
export async function receiveFile(
  source: Readable,
  folder: string,
  { maxBytes, leaves, types }: Limits,
): Promise<StoredFile> {
  await mkdir(folder, { recursive: true });
  const part = join(folder, `${newToken()}${partial}`);
  const hash = createHash("sha256");
  const head: Buffer[] = [];
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size < headBytes) head.push(chunk);
      size += chunk.length;
      hash.update(chunk);
      if (size > maxBytes) done(new FileRefused("too_large"));
      else done(chunk.length > roomIn(folder, leaves) ? new FileRefused("no_room") : null, chunk);
    },
  });
  const out = createWriteStream(part, { flags: "wx", mode: 0o600 });
  try {
    await pipeline(source, measure, out);
    if (size === 0) throw new FileRefused("empty");
    const mimeType = await typeOf(Buffer.concat(head).subarray(0, headBytes));
    const ending = mimeType && types[mimeType];
    if (!ending) throw new FileRefused("wrong_type");
    const unsafe = await findUnsafeContent(part, mimeType);
    if (unsafe) throw new FileRefused(unsafe);
    await flush(part);
    const storedName = `${newToken()}.${ending}`;
    await rename(part, join(folder, storedName + partial));
    await flush(folder);
    return { storedName, mimeType, size, sha256: hash.digest("hex") };
  } catch (error) {
    await closed(out);
    await rm(part, { force: true });
    throw error;
  }
}

/** Gives a received file its name. */
export async function nameFile(folder: string, storedName: string): Promise<void> {
  const path = join(folder, storedName);
  await rename(path + partial, path);
  await flush(folder);
}

/** Forgets a received file that has no name yet. */
export const forgetFile = (folder: string, storedName: string): Promise<void> =>
  rm(join(folder, storedName + partial), { force: true });

/** How every file begins that age encrypted. */
export const ageMagic = "age-encryption.org/v1\n";

/** What a file is by its start; file-type does not know age's. */
const typeOf = async (head: Buffer): Promise<string | undefined> =>
  head.toString("latin1").startsWith(ageMagic)
    ? "application/age"
    : (await fileTypeFromBuffer(head))?.mime;

/** Waits until a file, or a folder's list of names, is on the disk and survives a power cut. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A file that is still being opened when its stream is given up would appear after its removal. */
const closed = (stream: WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.destroy().once("close", resolve);
  });

export const removeFile = (folder: string, storedName: string): Promise<void> =>
  rm(join(folder, storedName), { force: true });

/**
 * At start: removes what uploads left behind when the machine stopped in the middle of them, and
 * names what was noted already.
 * @param isNoted whether the database has a row about a stored file
 */
export async function sweepPartialFiles(
  folder: string,
  isNoted: (storedName: string) => boolean,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (!name.endsWith(partial)) continue;
    const storedName = name.slice(0, -partial.length);
    if (isNoted(storedName)) await nameFile(folder, storedName);
    else await rm(join(folder, name), { force: true });
  }
}
