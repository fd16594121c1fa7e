import { once } from "node:events";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Parser } from "tar";

// Reads an archive only as far as the manifest of a backup or release allows.

/** The most that tar adds at the end of an archive, in bytes. */
export const padding = 64 * 1024;

/** The bytes that a file of this size can take in an archive, with its headers. */
export const inBlocks = (size: number) => 512 * Math.ceil(size / 512) + 3 * 512;

/** Why an archive could not be read, as half a sentence; null for errors of the system. */
export function unreadable(error: unknown): string | null {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === "EISDIR") return "it is a folder";
  if (syscall !== undefined) return syscall === "read" ? message : null;
  return code === "Z_BUF_ERROR" ? "its end is missing" : "it is damaged, or it never was one";
}

/**
 * Writes a whole stream to the parser, no faster than it accepts it. Its handlers are synchronous,
 * because it goes on when they return.
 * @param watch receives the number of bytes unpacked so far; it throws to stop, as handlers may
 */
export async function feed(
  bytes: Readable,
  tar: Parser,
  watch: (unpacked: number) => void,
  isZipped = true,
): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    tar.once("end", resolve);
    tar.once("error", reject);
  });
  // Awaited below, unless writing fails first.
  ended.catch(() => undefined);
  let unpacked = 0;
  // Reading the stream throws its errors too, so the callback has nothing to do.
  const unzipped = isZipped ? pipeline(bytes, createGunzip(), () => undefined) : bytes;
  for await (const chunk of unzipped) {
    unpacked += chunk.length;
    const wantsMore = tar.write(chunk);
    watch(unpacked);
    if (!wantsMore) await Promise.race([once(tar, "drain"), ended]);
  }
  tar.end();
  await ended;
  watch(unpacked);
}
