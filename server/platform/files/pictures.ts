export interface Size {
  width: number;
  height: number;
}

// We read sizes ourselves, because libraries for ordinary pictures miss rare JPEG frames and trust
// the cropped size of a HEIC, and so would accept pictures that exhaust a viewer's memory.

/** JPEG segments that contain the size: SOF0 to SOF15 without the tables among them. */
const saysSize = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(head: Buffer): Size | null {
  for (let at = 2; at + 9 <= head.length && head[at] === 0xff; ) {
    const marker = head[at + 1] ?? 0;
    if (saysSize(marker))
      return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + head.readUInt16BE(at + 2);
  }
  return null;
}

function webpSize(head: Buffer): Size | null {
  if (head.length < 30) return null;
  const kind = head.toString("latin1", 12, 16);
  if (kind === "VP8X")
    return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (kind === "VP8L") {
    const bits = head.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
}

/** The largest picture in it. An iPhone's file has a thumbnail, tiles and the whole. */
function heicSize(head: Buffer): Size | null {
  let largest: Size | null = null;
  for (let at = head.indexOf("ispe"); at !== -1 && at + 16 <= head.length; ) {
    const size = { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) };
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
    at = head.indexOf("ispe", at + 4);
  }
  return largest;
}

const readers: Record<string, (head: Buffer) => Size | null> = {
  "image/png": (head) =>
    head.length < 24 ? null : { width: head.readUInt32BE(16), height: head.readUInt32BE(20) },
  "image/jpeg": jpegSize,
  "image/webp": webpSize,
  "image/heic": heicSize,
  "image/heif": heicSize,
};

export const isPicture = (mimeType: string): boolean => mimeType in readers;

/** The size that a picture says it has; null if it says none. Nothing is decoded. */
export function sizeOf(mimeType: string, content: Buffer): Size | null {
  const size = readers[mimeType]?.(content);
  return size && size.width * size.height > 0 ? size : null;
}
