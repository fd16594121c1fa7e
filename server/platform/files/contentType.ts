import { open } from "node:fs/promises";
import { isPicture, sizeOf } from "./pictures.ts";

/** The last bytes, which contain the end record of a ZIP's directory and its comment. */
const tailBytes = 22 + 65_535;
/** More pixels than any camera or scanner makes. With 4 bytes each they fill a phone's memory. */
const mostDots = 120e6;

/** A danger in a file that its type does not show; null if there is none. */
export type UnsafeContent = "archive" | "too_many_dots" | "broken" | null;

/** Looks for what endangers whoever opens it: huge pictures, and archives at its end. */
export async function findUnsafeContent(
  path: string,
  mimeType: string,
  most = mostDots,
): Promise<UnsafeContent> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const read = async (from: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    };
    if (isPicture(mimeType)) {
      // All of it, because a camera may write megabytes before the size, and so may somebody else.
      const dots = sizeOf(mimeType, await read(0, size));
      if (!dots) return "broken";
      if (dots.width * dots.height > most) return "too_many_dots";
    }
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
