import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutMetadata } from "./metadata.ts";

const bytes = (...parts: (number[] | string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, "latin1")));
const big = (value: number, length: number) => {
  const buffer = Buffer.alloc(length);
  buffer.writeUIntBE(value, 0, length);
  return buffer;
};
const little = (value: number) => big(value, 4).reverse();

const where = "Exif\0\0 GPS 33.9S 18.4E";
const segment = (marker: number, content: string | Buffer) =>
  bytes([0xff, marker], big(content.length + 2, 2), content as string);
const chunk = (name: string, content: string) =>
  bytes(big(content.length, 4), name, content, "crc.");
const riff = (...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  return bytes("RIFF", little(content.length + 4), "WEBP", content);
};
const piece = (name: string, content: string) =>
  bytes(name, little(content.length), content, content.length % 2 ? "\0" : "");

const begin = [0xff, 0xd8];
const end = [0xff, 0xd9];
/** Compressed data with a stuffed 0, a restart marker and a fill byte before the next marker. */
const scan = bytes(segment(0xda, "\x01\x01\0\0?\0"), [1, 0xff, 0, 2, 0xff, 0xd3, 3, 0xff]);
const jfif = segment(0xe0, "JFIF\0\x01\x01");
const tables = segment(0xdb, "quant");
const profile = segment(0xe2, "ICC_PROFILE\0\x01\x01colours");

test.each<[string, string, Buffer, Buffer]>([
  [
    "a JPEG",
    "image/jpeg",
    bytes(
      begin,
      jfif,
      segment(0xe1, where),
      profile,
      segment(0xe2, "MPF\0"),
      segment(0xed, "Photoshop"),
      segment(0xfe, "a comment"),
      tables,
      scan,
      tables,
      scan,
      end,
      bytes(begin, segment(0xe1, where), scan, end),
    ),
    bytes(begin, jfif, profile, tables, scan, tables, scan, end),
  ],
  [
    "a PNG",
    "image/png",
    bytes(
      "\x89PNG\r\n\x1a\n",
      chunk("IHDR", "size"),
      chunk("eXIf", where),
      chunk("tEXt", "Author\0Anna"),
      chunk("PLTE", "colours"),
      chunk("IDAT", "dots"),
      chunk("tIME", "2026"),
      chunk("IEND", ""),
      "and more",
    ),
    bytes(
      "\x89PNG\r\n\x1a\n",
      chunk("IHDR", "size"),
      chunk("PLTE", "colours"),
      chunk("IDAT", "dots"),
      chunk("IEND", ""),
    ),
  ],
  [
    "an extended WebP",
    "image/webp",
    riff(
      piece("VP8X", "\x3c\0\0\0\0\0\0\0\0\0"),
      piece("ICCP", "colours"),
      piece("VP8 ", "dots"),
      piece("EXIF", where),
      piece("XMP ", "<x/>"),
    ),
    riff(piece("VP8X", "\x30\0\0\0\0\0\0\0\0\0"), piece("ICCP", "colours"), piece("VP8 ", "dots")),
  ],
])("%s loses where it was taken and stays the same picture", (_, type, whole, without) => {
  expect(withoutMetadata(whole, type)?.toString("latin1")).toBe(without.toString("latin1"));
  expect(withoutMetadata(without, type)).toEqual(without);
});

test.each<[string, string, Buffer]>([
  ["a JPEG that breaks off in a segment", "image/jpeg", bytes(begin, jfif.subarray(0, 6))],
  ["a JPEG that breaks off in its data", "image/jpeg", bytes(begin, jfif, scan)],
  ["a JPEG with something else after a segment", "image/jpeg", bytes(begin, jfif, "text", end)],
  ["a PNG without its end", "image/png", bytes("\x89PNG\r\n\x1a\n", chunk("IHDR", "size"))],
  [
    "a PNG with a chunk of 4 GB",
    "image/png",
    bytes("\x89PNG\r\n\x1a\n", big(0xffffffff, 4), "IDAT", end, end),
  ],
  [
    "a WebP that is an animation",
    "image/webp",
    riff(piece("VP8X", "\x02123456789"), piece("ANMF", "frame")),
  ],
  ["a WebP that breaks off", "image/webp", riff(piece("VP8 ", "dots")).subarray(0, 19)],
  ["another type", "image/heic", bytes("ftypheic")],
])("%s is refused", (_, type, broken) => {
  expect(withoutMetadata(broken, type)).toBeNull();
});

test("no bytes make it fail or go on for ever, and what it returns is never longer", () => {
  const types = fc.constantFrom("image/jpeg", "image/png", "image/webp");
  const marks = fc.constantFrom(0xff, 0xd8, 0xd9, 0xda, 0xe1, 0, 1, 2, 4);
  const content = fc.array(fc.oneof(marks, fc.nat(255)), { maxLength: 200 });
  fc.assert(
    fc.property(types, content, (type, list) => {
      const given = Buffer.from(list);
      const cleaned = withoutMetadata(given, type);
      expect(cleaned === null || cleaned.length <= given.length).toBe(true);
    }),
  );
});
