import { once } from "node:events";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Parser } from "tar";

// Reading an archive no further than it may go: both a backup's and a release's manifest say how far.

/** What tar adds at the end of an archive, at most. */
export const padding = 64 * 1024;

/** How many bytes a file of a size takes in an archive, with what may be said of it. */
export const inBlocks = (size: number) => 512 * Math.ceil(size / 512) + 3 * 512;

/** Why an archive could not be read to its end, as the rest of a sentence. */
export function unreadable(error: unknown): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return message;
  return code === "Z_BUF_ERROR" ? "its end is missing" : "it is damaged, or it never was one";
}

/**
 * Hands all of a stream to tar, no faster than it takes it.
 * @param watch hears how many bytes were unpacked so far, and throws where that has to end
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
  // Whoever waits for it is told; where writing fails first, nobody waits any more.
  ended.catch(() => undefined);
  let unpacked = 0;
  const into = async (unzipped: AsyncIterable<Buffer>) => {
    for await (const chunk of unzipped) {
      unpacked += chunk.length;
      const wantsMore = tar.write(chunk);
      watch(unpacked);
      if (!wantsMore) await Promise.race([once(tar, "drain"), ended]);
    }
    tar.end();
    await ended;
    watch(unpacked);
  };
  await (isZipped ? pipeline(bytes, createGunzip(), into) : pipeline(bytes, into));
}
