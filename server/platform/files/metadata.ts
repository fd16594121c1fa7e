import { crc32 } from "node:zlib";
import { withoutHeicMetadata } from "./heicMetadata.ts";
import { telling, typeByContent } from "./typeByContent.ts";

// A photo also says where and when it was taken, and with which device. These functions leave that
// out without decoding the picture: they copy the parts that a viewer needs to show it, and of its
// Exif note only how the camera was held, so that every viewer shows it upright.

/** A part of a picture: from where to where, and whether it stays. */
type Part = readonly [from: number, to: number, stays: boolean];

/** The parts that stay, one after the other, and where those end that could be read. */
interface Kept {
  content: Buffer;
  /** The length of the file if it is whole. */
  readUntil: number | "whole";
}

/** More parts than any camera makes. A file of millions would keep the server busy. */
const mostParts = 50_000;

/**
 * Reads the parts up to the first that cannot be read, which is null, and how to turn the picture.
 * @param noteIn the Exif note, if a part has it; the first counts
 */
function keptOf(
  content: Buffer,
  parts: Iterable<Part | null>,
  noteIn: (part: Buffer) => Buffer | null,
): { kept: Kept; orientation: number } {
  const kept: Buffer[] = [];
  let [count, end] = [0, 0];
  let readUntil: Kept["readUntil"] = "whole";
  let note: Buffer | null = null;
  for (const part of parts) {
    if (!part || part[1] > content.length || count === mostParts) {
      readUntil = end;
      break;
    }
    const [from, to, stays] = part;
    [count, end] = [count + 1, to];
    const bytes = content.subarray(from, to);
    if (stays) kept.push(bytes);
    note ??= noteIn(bytes);
  }
  const orientation = note ? orientationIn(note) : 1;
  return { kept: { content: Buffer.concat(kept), readUntil }, orientation };
}

const beginOfScan = 0xda;
const endOfImage = 0xd9;

/** The first bytes of APP0, APP2 and APP14 segments: dot size, colour profile and colours. */
const namesInJpeg: Readonly<Record<number, string>> = {
  224: "JFIF",
  226: "ICC_PROFILE",
  238: "Adobe",
};

function staysInJpeg(content: Buffer, marker: number, at: number): boolean {
  const name = namesInJpeg[marker];
  if (name) return content.toString("latin1", at + 4, at + 4 + name.length) === name;
  return marker !== 0xfe && !(marker >= 0xe0 && marker <= 0xef);
}

/** The end of the compressed data that begin at `at`: the next marker that is no part of them. */
function endOfScan(content: Buffer, at: number): number {
  for (let from = at; from + 1 < content.length; from += 1) {
    if (content[from] !== 0xff) continue;
    const next = content[from + 1] ?? 0;
    // A stuffed 0, a restart marker and a fill byte belong to the data.
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return from;
  }
  return content.length;
}

/** Leaves out the bytes after the image. One whose last lines are missing is shown without them. */
function* jpegParts(content: Buffer): Generator<Part | null> {
  yield [0, 2, true];
  for (let at = 2, hasLines = false; !(hasLines && at === content.length); ) {
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
      hasLines = at > end;
      yield [end, at, true];
    }
  }
}

const pngChunks = ["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT"];

/** Here too, a picture that breaks off after some of its lines is shown without the others. */
function* pngParts(content: Buffer): Generator<Part | null> {
  yield [0, 8, true];
  for (let at = 8, hasLines = false; ; ) {
    const end = at + 12 + (at + 4 > content.length ? 0 : content.readUInt32BE(at));
    if (end > content.length) {
      if (!hasLines) yield null;
      return;
    }
    const name = content.toString("latin1", at + 4, at + 8);
    yield [at, end, pngChunks.includes(name)];
    if (name === "IEND") return;
    hasLines ||= name === "IDAT";
    at = end;
  }
}

const webpChunks = ["VP8 ", "VP8L", "VP8X", "ALPH", "ICCP"];
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

const orientationTag = 0x0112;
const exifHead = "Exif\0\0";

/** The orientation in this Exif note, which viewers turn a picture by: 1 (not at all) to 8. */
function orientationIn(note: Buffer): number {
  // In a JPEG it has a head, and in others some programs write the same one.
  const tiff = note.toString("latin1", 0, 6) === exifHead ? note.subarray(6) : note;
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

function orientationNote(orientation: number): Buffer {
  const note = Buffer.from("49492a0008000000010012010300010000000000000000000000", "hex");
  note[18] = orientation;
  return note;
}

const withPart = ({ content, readUntil }: Kept, at: number, part: Buffer): Kept => ({
  content: Buffer.concat([content.subarray(0, at), part, content.subarray(at)]),
  readUntil,
});

function jpegWithout(content: Buffer): Kept {
  const { kept, orientation } = keptOf(content, jpegParts(content), (part) =>
    part[1] === 0xe1 && part.toString("latin1", 4, 10) === exifHead ? part.subarray(4) : null,
  );
  if (orientation === 1) return kept;
  const note = orientationNote(orientation);
  const head = Buffer.from([0xff, 0xe1, 0, 2 + exifHead.length + note.length]);
  return withPart(kept, 2, Buffer.concat([head, Buffer.from(exifHead), note]));
}

const pngHead = 33;

function pngWithout(content: Buffer): Kept {
  const { kept, orientation } = keptOf(content, pngParts(content), (part) =>
    part.toString("latin1", 4, 8) === "eXIf" ? part.subarray(8, -4) : null,
  );
  if (orientation === 1 || kept.content.length < pngHead) return kept;
  const named = Buffer.concat([Buffer.from("eXIf"), orientationNote(orientation)]);
  return withPart(
    kept,
    pngHead,
    Buffer.concat([bigEndian(named.length - 4), named, bigEndian(crc32(named))]),
  );
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The bits of a VP8X chunk that announce Exif data, and these or XMP. */
const announcesExif = 0x08;
const announces = 0x0c;

function webpWithout(content: Buffer): Kept {
  const found = keptOf(content, webpParts(content), (part) =>
    part.toString("latin1", 0, 4) === "EXIF" ? part.subarray(8) : null,
  );
  const { orientation } = found;
  let { kept } = found;
  const isExtended = kept.content.toString("latin1", 12, 16) === "VP8X";
  if (orientation > 1 && isExtended) {
    const note = orientationNote(orientation);
    const head = Buffer.from("EXIF\0\0\0\0");
    head.writeUInt32LE(note.length, 4);
    kept = withPart(kept, kept.content.length, Buffer.concat([head, note]));
  }
  const riff = kept.content;
  if (riff.length >= 8) riff.writeUInt32LE(riff.length - 8, 4);
  if (isExtended) riff[20] = ((riff[20] ?? 0) & ~announces) | (orientation > 1 ? announcesExif : 0);
  return kept;
}

const heicWithout = (content: Buffer): Kept => {
  const cleaned = withoutHeicMetadata(content);
  return { content: cleaned ?? content, readUntil: cleaned ? "whole" : content.length };
};

const cleaners: Record<string, (content: Buffer) => Kept> = {
  "image/jpeg": jpegWithout,
  "image/png": pngWithout,
  "image/webp": webpWithout,
  "image/heic": heicWithout,
  "image/heif": heicWithout,
};

/** Null if it is broken or of another type, so that its parts cannot be told apart. */
export function withoutMetadata(content: Buffer, mimeType: string): Buffer | null {
  const kept = cleaners[mimeType]?.(content);
  return kept?.readUntil === "whole" ? kept.content : null;
}

/** The same for any stored file: what is broken in a picture stays as it is, and so does all else. */
export function withoutReadableMetadata(content: Buffer): Buffer {
  const kept = cleaners[typeByContent(content.toString("latin1", 0, telling)) ?? ""]?.(content);
  if (!kept) return content;
  if (kept.readUntil === "whole") return kept.content;
  return Buffer.concat([kept.content, content.subarray(kept.readUntil)]);
}
