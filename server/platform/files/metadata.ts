import { withoutHeicMetadata } from "./heicMetadata.ts";

// A photo also says where and when it was taken, and with which device. These functions leave that
// out without decoding the picture: they copy the parts that a viewer needs to show it.

/** A part of a picture: from where to where, and whether it stays. */
type Part = readonly [from: number, to: number, stays: boolean];

/** The parts that stay, one after the other, and where those end that could be read. */
interface Kept {
  content: Buffer;
  /** The length of the file if it is whole. */
  readUntil: number | "whole";
}

function partsOf(content: Buffer, parts: Iterable<Part | null>): Kept {
  const kept: Buffer[] = [];
  let readUntil = 0;
  for (const part of parts) {
    if (!part || part[1] > content.length) return { content: Buffer.concat(kept), readUntil };
    if (part[2]) kept.push(content.subarray(part[0], part[1]));
    readUntil = part[1];
  }
  return { content: Buffer.concat(kept), readUntil: "whole" };
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

function webpWithout(content: Buffer): Kept {
  const kept = partsOf(content, webpParts(content));
  const riff = kept.content;
  if (riff.length >= 8) riff.writeUInt32LE(riff.length - 8, 4);
  if (riff.toString("latin1", 12, 16) === "VP8X") riff[20] = (riff[20] ?? 0) & ~announced;
  return kept;
}

/** The tag of an Exif directory that says how a camera was held. */
const orientationTag = 0x0112;

/** How a viewer has to turn a JPEG, from 1 (not at all) to 8; 1 if it does not say. */
function orientationOf(content: Buffer): number {
  for (const part of jpegParts(content)) {
    if (!part || part[1] > content.length) return 1;
    const segment = content.subarray(part[0], part[1]);
    if (segment[1] === 0xe1 && segment.toString("latin1", 4, 10) === "Exif\0\0")
      return orientationIn(segment.subarray(10));
  }
  return 1;
}

/** @param tiff what follows the head of the segment */
function orientationIn(tiff: Buffer): number {
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number) => {
    if (at + 2 > tiff.length) return 0;
    return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  };
  if (tiff.length < 8) return 1;
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + 12 * entry;
    if (at + 12 > tiff.length) return 1;
    const turned = short(at + 8);
    if (short(at) === orientationTag) return turned >= 1 && turned <= 8 ? turned : 1;
  }
  return 1;
}

/** An Exif segment with nothing but the orientation. */
function orientationSegment(orientation: number): Buffer {
  const segment = Buffer.from(
    "ffe1002245786966000049492a0008000000010012010300010000000000000000000000",
    "hex",
  );
  segment[28] = orientation;
  return segment;
}

function jpegWithout(content: Buffer): Kept {
  const kept = partsOf(content, jpegParts(content));
  const orientation = orientationOf(content);
  if (orientation === 1) return kept;
  const [begin, rest] = [kept.content.subarray(0, 2), kept.content.subarray(2)];
  return { ...kept, content: Buffer.concat([begin, orientationSegment(orientation), rest]) };
}

const cleaners: Record<string, (content: Buffer) => Kept> = {
  "image/jpeg": jpegWithout,
  "image/png": (content) => partsOf(content, pngParts(content)),
  "image/webp": webpWithout,
};

/**
 * A JPEG, PNG or WebP without its metadata, except how a JPEG has to be turned; null if it is broken
 * or of another type.
 */
export function withoutMetadata(content: Buffer, mimeType: string): Buffer | null {
  const kept = cleaners[mimeType]?.(content);
  return kept?.readUntil === "whole" ? kept.content : null;
}

const signatures: [mimeType: string, begin: RegExp][] = [
  ["image/jpeg", /^\xff\xd8/],
  ["image/png", /^\x89PNG/],
  ["image/webp", /^RIFF.{4}WEBP/s],
];

/** The same for a stored picture: what is broken in it stays as it is, and HEIC is known too. */
export function withoutReadableMetadata(content: Buffer): Buffer {
  const head = content.toString("latin1", 0, 12);
  const [mimeType] = signatures.find(([, begin]) => begin.test(head)) ?? [];
  const kept = mimeType && cleaners[mimeType]?.(content);
  if (!kept) return withoutHeicMetadata(content);
  if (kept.readUntil === "whole") return kept.content;
  return Buffer.concat([kept.content, content.subarray(kept.readUntil)]);
}
