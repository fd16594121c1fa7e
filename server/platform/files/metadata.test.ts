import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutMetadata, withoutReadableMetadata } from "./metadata.ts";
import { big, box, bytes, chunk, heicOf } from "./testing.ts";

const little = (value: number) => big(value, 4).reverse();

const where = "Exif\0\0 GPS 33.9S 18.4E";
const segment = (marker: number, content: string | Buffer) =>
  bytes([0xff, marker], big(content.length + 2, 2), content as string);
const riff = (...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  return bytes("RIFF", little(content.length + 4), "WEBP", content);
};
const piece = (name: string, content: string) =>
  bytes(name, little(content.length), content, content.length % 2 ? "\0" : "");

const signature = "\x89PNG\r\n\x1a\n";
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
      ...[begin, jfif, segment(0xe1, where), profile, segment(0xe2, "MPF\0")],
      ...[segment(0xed, "Photoshop"), segment(0xfe, "a comment"), tables, scan, tables, scan, end],
      ...[begin, segment(0xe1, where), scan, end],
    ),
    bytes(begin, jfif, profile, tables, scan, tables, scan, end),
  ],
  [
    "a PNG",
    "image/png",
    bytes(
      ...[signature, chunk("IHDR", "size"), chunk("eXIf", where), chunk("tEXt", "Author\0Anna")],
      ...[chunk("PLTE", "colours"), chunk("IDAT", "dots"), chunk("tIME", "2026")],
      ...[chunk("IEND", ""), "and more"],
    ),
    bytes(
      ...[signature, chunk("IHDR", "size"), chunk("PLTE", "colours"), chunk("IDAT", "dots")],
      chunk("IEND", ""),
    ),
  ],
  [
    "an extended WebP",
    "image/webp",
    riff(
      ...[piece("VP8X", "\x3c\0\0\0\0\0\0\0\0\0"), piece("ICCP", "colours")],
      ...[piece("VP8 ", "dots"), piece("EXIF", where), piece("XMP ", "<x/>")],
    ),
    riff(piece("VP8X", "\x30\0\0\0\0\0\0\0\0\0"), piece("ICCP", "colours"), piece("VP8 ", "dots")),
  ],
])("%s loses where it was taken and stays the same picture", (_, type, whole, without) => {
  expect(withoutMetadata(whole, type)?.toString("latin1")).toBe(without.toString("latin1"));
  expect(withoutMetadata(without, type)).toEqual(without);
});

test.each<[string, string, Buffer]>([
  ["a JPEG that breaks off in a segment", "image/jpeg", bytes(begin, jfif.subarray(0, 6))],
  ["a JPEG without any data", "image/jpeg", bytes(begin, jfif, tables)],
  ["a JPEG with something else after a segment", "image/jpeg", bytes(begin, jfif, "text", end)],
  ["a PNG without its end", "image/png", bytes(signature, chunk("IHDR", "size"))],
  [
    "a PNG with a chunk of 4 GB",
    "image/png",
    bytes(signature, big(0xffffffff, 4), "IDAT", end, end),
  ],
  [
    "a WebP that is an animation",
    "image/webp",
    riff(piece("VP8X", "\x02123456789"), piece("ANMF", "frame")),
  ],
  ["a WebP that breaks off", "image/webp", riff(piece("VP8 ", "dots")).subarray(0, 19)],
  ["another type", "image/gif", bytes("GIF89a")],
])("%s is refused", (_, type, broken) => {
  expect(withoutMetadata(broken, type)).toBeNull();
});

/** An Exif note with an orientation and a place, in both orders of bytes. */
const note = (orientation: number, order: "II" | "MM") => {
  const number = (value: number, length: number) =>
    order === "II" ? big(value, length).reverse() : big(value, length);
  const turned = number(orientation, 2);
  const entry = bytes(number(0x0112, 2), number(3, 2), number(1, 4), turned, "\0\0");
  const other = bytes(number(0x013b, 2), number(2, 2), number(1, 4), number(65, 4));
  const directory = bytes(number(2, 2), other, entry, number(0, 4));
  return bytes(order, number(42, 2), number(8, 4), directory, "GPS 33.9S");
};
const exif = "Exif\0\0";
const bare = "II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";

const dots = piece("VP8 ", "dots");
const extended = (flags: number) => piece("VP8X", `${String.fromCharCode(flags)}\0\0\0sizes.`);

const size = chunk("IHDR", "the size, and");
const drawn = bytes(chunk("IDAT", "dots"), chunk("IEND", ""));

/** Each type with an Exif note, and with none. */
const noted: [string, string, (exifNote: Buffer | string) => Buffer, Buffer][] = [
  [
    "JPEG",
    "image/jpeg",
    (own) => bytes(begin, segment(0xe1, bytes(exif, own)), jfif, scan, end),
    bytes(begin, jfif, scan, end),
  ],
  [
    "PNG",
    "image/png",
    (own) => bytes(signature, size, chunk("eXIf", own), drawn),
    bytes(signature, size, drawn),
  ],
  [
    "WebP",
    "image/webp",
    (own) => riff(extended(0x08), dots, piece("EXIF", bytes(own).toString("latin1"))),
    riff(extended(0), dots),
  ],
];

test.each(
  noted.flatMap((each) => (["II", "MM"] as const).map((order) => [each[0], order, each] as const)),
)("a %s still says how it has to be turned, and nothing else (%s)", (_, order, each) => {
  const [, type, whole, upright] = each;
  const cleaned = withoutMetadata(whole(note(6, order)), type) ?? bytes();
  expect(cleaned.toString("latin1")).toBe(whole(bare).toString("latin1"));
  expect(withoutMetadata(cleaned, type)).toEqual(cleaned);
  for (const orientation of [1, 0, 9])
    expect(withoutMetadata(whole(note(orientation, order)), type)).toEqual(upright);
});

test("a note in a PNG or WebP may have the head of one in a JPEG", () => {
  for (const [, type, whole] of noted.slice(1))
    expect(withoutMetadata(whole(bytes(exif, note(6, "MM"))), type)).toEqual(whole(bare));
});

test("a JPEG or PNG without its last lines is taken without them", () => {
  const cut = bytes(begin, segment(0xe1, where), scan);
  expect(withoutMetadata(cut, "image/jpeg")).toEqual(bytes(begin, scan));
  const lines = bytes(signature, size, chunk("IDAT", "dots"));
  const more = bytes(lines, chunk("tEXt", where), chunk("IDAT", "more dots").subarray(0, -1));
  expect(withoutMetadata(more, "image/png")).toEqual(lines);
});

const zeros = (content: Buffer | string) => "\0".repeat(content.length);
const place = "Umhlanga, 29.7S";
const who = { exif: "\0\0\0\x06Exif\0\0GPS 33.9S", xmp: "<x:xmpmeta>Nomvula</x:xmpmeta>" };

test("a HEIC has zeros where it says who took it and where, and the picture does not move", () => {
  const cleaned = withoutMetadata(heicOf({ ...who, unknown: place }), "image/heic");
  // The note says only that there is nothing in it.
  const empty = "\0\0\0\0MM\0*\0\0\0\x08".padEnd(who.exif.length, "\0");
  expect(cleaned).toEqual(heicOf({ exif: empty, xmp: zeros(who.xmp), unknown: zeros(place) }));
  // How it has to be turned.
  expect(cleaned?.includes("irot\x01")).toBe(true);
});

test("what a phone adds to a HEIC, such as a film, is left out too", () => {
  const film = box("mpvd", "a film with GPS 33.9S");
  const after = bytes(film, box("moov", "\xa9xyz+33.9"), "SEFH and more");
  const left = [box("free", zeros("a film with GPS 33.9S")), box("free", zeros("\xa9xyz+33.9"))];
  expect(withoutMetadata(heicOf({ after }), "image/heic")).toEqual(
    heicOf({ after: bytes(...left) }),
  );
});

test.each([
  ["cannot say what its items are", heicOf({ version: 1 })],
  ["has only notes", heicOf({ ...who, picture: "" })],
  ["has no list", bytes(box("ftyp", "heic\0\0\0\0mif1"), box("mdat", "dots"))],
  ["breaks off", heicOf(who).subarray(0, -60)],
])("a HEIC that %s is not taken, because nobody can tell what is the picture", (_, heic) => {
  expect(withoutMetadata(heic, "image/heic")).toBeNull();
});

test("what is broken in a stored picture stays, and what was read before it is left out", () => {
  const broken = bytes(begin, jfif, segment(0xe1, where), "text");
  expect(withoutReadableMetadata(broken)).toEqual(bytes(begin, jfif, "text"));
  const heic = heicOf(who);
  for (let length = 0; length < heic.length; length += 1)
    expect(withoutReadableMetadata(heic.subarray(0, length))).toHaveLength(length);
  expect(withoutReadableMetadata(Buffer.from("no picture")).toString()).toBe("no picture");
});

test("no bytes make it fail or go on for ever, and what it returns is never longer", () => {
  const types = fc.constantFrom("image/jpeg", "image/png", "image/webp", "image/heic");
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
