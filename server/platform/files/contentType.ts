import { open } from "node:fs/promises";
import { sizeOf } from "./pictures.ts";

/** As much of the start as tells a picture's size, however much a camera wrote in front of it. */
const headBytes = 512 * 1024;
/** Where the end of a ZIP's directory may lie: it and its comment are the last of the file. */
const tailBytes = 22 + 65_535;
/** More dots than any camera or scanner makes: 4 bytes each would fill a phone's memory. */
const mostDots = 120e6;

/** What a file is besides what it seems to be; null when it is nothing else. */
export type UnsafeContent = "archive" | "too_many_dots" | null;

/** Looks for what would harm whoever opens a file: a picture that bursts, an archive at its end. */
export async function findUnsafeContent(path: string, mimeType: string): Promise<UnsafeContent> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const read = async (from: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    };
    const dots = sizeOf(mimeType, await read(0, Math.min(size, headBytes)));
    if (dots && dots.width * dots.height > mostDots) return "too_many_dots";
    const from = Math.max(0, size - tailBytes);
    const tail = await read(from, size - from);
    for (let at = tail.lastIndexOf("PK\x05\x06", undefined, "latin1"); at !== -1; ) {
      const length = at + 22 <= tail.length ? tail.readUInt32LE(at + 12) : 0;
      const directory = from + at - length;
      if (length > 0 && directory >= 0) {
        const begin = await read(directory, 4);
        if (begin.toString("latin1") === "PK\x01\x02") return "archive";
      }
      at = at === 0 ? -1 : tail.lastIndexOf("PK\x05\x06", at - 1, "latin1");
    }
    return null;
  } finally {
    await file.close();
  }
}
