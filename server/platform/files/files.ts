import { createHash } from "node:crypto";
import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileTypeFromBuffer } from "file-type";
import { newToken } from "../auth/secrets.ts";
import { findUnsafeContent, type UnsafeContent } from "./contentType.ts";
import { roomIn } from "./diskSpace.ts";
import { withoutMetadata } from "./metadata.ts";
import { isPicture } from "./pictures.ts";
import { telling, typeByContent } from "./typeByContent.ts";

/** A file that is complete on the disk, with an unguessable name. */
export interface StoredFile {
  storedName: string;
  mimeType: string;
  /** In bytes. */
  size: number;
  sha256: string;
}

export class FileRefused extends Error {
  readonly why:
    | "empty"
    | "too_large"
    | "no_room"
    | "wrong_type"
    | "says_where"
    | NonNullable<UnsafeContent>;
  readonly mimeType: string | undefined;
  constructor(why: FileRefused["why"], mimeType?: string) {
    super(why);
    this.why = why;
    this.mimeType = mimeType;
  }
}

const partial = ".part";
/** How many bytes at the start file-type needs to detect the type. */
const headBytes = 4100;

export interface Limits {
  maxBytes: number;
  /** The bytes that must stay free on the disk, even if other files are written meanwhile. */
  leaves: number;
  /** MIME type → file extension. */
  types: Readonly<Record<string, string>>;
  /** The most pixels of a picture, if fewer than for others. */
  mostDots?: number;
}

/** As receiveFile, but names the file at once, for files without a row in the database. */
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
 * Streams a file into `folder`, without a picture's metadata. nameFile names it after the database
 * has a row for it; if the machine stops in between, the next start's sweep decides by the row. A
 * failure leaves nothing behind.
 * @throws FileRefused, or the stream's own error when it was cut off
 */
export async function receiveFile(
  source: Readable,
  folder: string,
  { maxBytes, leaves, types, mostDots }: Limits,
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
    const unsafe = await findUnsafeContent(part, mimeType, mostDots);
    if (unsafe) throw new FileRefused(unsafe);
    const content = isPicture(mimeType) ? await cleaned(part, mimeType) : null;
    await flush(part);
    const storedName = `${newToken()}.${ending}`;
    await rename(part, join(folder, storedName + partial));
    await flush(folder);
    const sha256 = content
      ? createHash("sha256").update(content).digest("hex")
      : hash.digest("hex");
    return { storedName, mimeType, size: content?.length ?? size, sha256 };
  } catch (error) {
    await closed(out);
    await rm(part, { force: true });
    throw error;
  }
}

/** Leaves out of a picture what it says besides itself, and returns its new content. @throws FileRefused */
async function cleaned(path: string, mimeType: string): Promise<Buffer> {
  const content = withoutMetadata(await readFile(path), mimeType);
  if (!content) {
    // A JPEG or PNG whose parts cannot be told apart is damaged. The others may be of a sort we do not know.
    const isBroken = ["image/jpeg", "image/png"].includes(mimeType);
    throw new FileRefused(isBroken ? "broken" : "says_where", mimeType);
  }
  await writeFile(path, content);
  return content;
}

export async function nameFile(folder: string, storedName: string): Promise<void> {
  const path = join(folder, storedName);
  await rename(path + partial, path);
  await flush(folder);
}

export const forgetFile = (folder: string, storedName: string): Promise<void> =>
  rm(join(folder, storedName + partial), { force: true });

export const ageMagic = "age-encryption.org/v1\n";

/** A file's type by its first bytes. file-type does not know the age format. */
async function typeOf(head: Buffer): Promise<string | undefined> {
  const text = head.toString("latin1");
  if (text.startsWith(ageMagic)) return "application/age";
  return typeByContent(text.slice(0, telling)) ?? (await fileTypeFromBuffer(head))?.mime;
}

export async function firstBytes(path: string, length: number): Promise<Buffer> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Flushes a file or folder to the disk, so that it survives a power cut. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits for the stream to close: a file still being opened would appear after its removal. */
const closed = (stream: WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.destroy().once("close", resolve);
  });

export const removeFile = (folder: string, storedName: string): Promise<void> =>
  rm(join(folder, storedName), { force: true });

/** At start: removes uploads that were interrupted, and names those that have a row. */
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
