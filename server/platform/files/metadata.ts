// A photo also says where and when it was taken, and with which device. These functions leave that
// out without decoding the picture: they copy the parts that a viewer needs to show it.

/** A part of a picture: from where to where, and whether it stays. */
type Part = readonly [from: number, to: number, stays: boolean];

/** The parts that stay, one after the other; null if the file is broken. */
function partsOf(content: Buffer, parts: Iterable<Part | null>): Buffer | null {
  const kept: Buffer[] = [];
  for (const part of parts) {
    if (!part || part[1] > content.length) return null;
    if (part[2]) kept.push(content.subarray(part[0], part[1]));
  }
  return Buffer.concat(kept);
}

const beginOfScan = 0xda;
const endOfImage = 0xd9;

/** APP0 (JFIF), APP2 with a colour profile, APP14 (Adobe's colours) and all that is no APPn or comment. */
function staysInJpeg(content: Buffer, marker: number, at: number): boolean {
  if (marker === 0xe2) return content.toString("latin1", at + 4, at + 15) === "ICC_PROFILE";
  if (marker === 0xe0) return content.toString("latin1", at + 4, at + 8) === "JFIF";
  return marker === 0xee || !(marker === 0xfe || (marker >= 0xe0 && marker <= 0xef));
}

/** Where the compressed data that begin at `at` end: at the next marker that is no part of them. */
function endOfScan(content: Buffer, at: number): number {
  for (let from = at; ; from += 2) {
    const found = content.indexOf(0xff, from);
    if (found === -1) return content.length;
    const next = content[found + 1] ?? 0;
    // A stuffed 0, a restart marker and a fill byte belong to the data.
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return found;
    from = found - (next === 0xff ? 1 : 0);
  }
}

/** What follows the end of the image, such as a second picture with its own metadata, is left out. */
function* jpegParts(content: Buffer): Generator<Part | null> {
  yield [0, 2, true];
  for (let at = 2; ; ) {
    if (at + 4 > content.length && content[at + 1] !== endOfImage) return yield null;
    if (content[at] !== 0xff) return yield null;
    const marker = content[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === endOfImage) return yield [at, at + 2, true];
    else {
      const end = at + 2 + content.readUInt16BE(at + 2);
      yield [at, end, staysInJpeg(content, marker, at)];
      at = end;
      if (marker !== beginOfScan) continue;
      at = endOfScan(content, end);
      yield [end, at, true];
    }
  }
}

const pngChunks = ["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT"];

function* pngParts(content: Buffer): Generator<Part | null> {
  yield [0, 8, true];
  for (let at = 8; ; ) {
    if (at + 12 > content.length) return yield null;
    const name = content.toString("latin1", at + 4, at + 8);
    const end = at + 12 + content.readUInt32BE(at);
    yield [at, end, pngChunks.includes(name)];
    if (name === "IEND") return;
    at = end;
  }
}

const webpChunks = ["VP8 ", "VP8L", "VP8X", "ALPH", "ICCP"];
/** The bits of a VP8X chunk that announce Exif and XMP data. */
const announced = 0x0c;

function* webpParts(content: Buffer): Generator<Part | null> {
  if (content.length < 21) return yield null;
  yield [0, 12, true];
  const whole = Math.min(content.length, 8 + content.readUInt32LE(4));
  let hasPicture = false;
  for (let at = 12; at + 8 <= whole; ) {
    const name = content.toString("latin1", at, at + 4);
    const length = content.readUInt32LE(at + 4);
    // Chunks begin at even places.
    const end = Math.min(whole, at + 8 + length + (length % 2));
    if (at + 8 + length > whole) return yield null;
    yield [at, end, webpChunks.includes(name)];
    hasPicture ||= name === "VP8 " || name === "VP8L";
    at = end;
  }
  // An animation has its pictures elsewhere.
  if (!hasPicture) yield null;
}

function webpWithout(content: Buffer): Buffer | null {
  const kept = partsOf(content, webpParts(content));
  if (!kept) return null;
  kept.writeUInt32LE(kept.length - 8, 4);
  const isExtended = kept.toString("latin1", 12, 16) === "VP8X";
  if (isExtended) kept[20] = (kept[20] ?? 0) & ~announced;
  return kept;
}

const cleaners: Record<string, (content: Buffer) => Buffer | null> = {
  "image/jpeg": (content) => partsOf(content, jpegParts(content)),
  "image/png": (content) => partsOf(content, pngParts(content)),
  "image/webp": webpWithout,
};

/** A JPEG, PNG or WebP without its metadata; null if it is broken or of another type. */
export const withoutMetadata = (content: Buffer, mimeType: string): Buffer | null =>
  cleaners[mimeType]?.(content) ?? null;
