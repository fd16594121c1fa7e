import fc from "fast-check";
import { expect, test } from "vitest";
import { withoutMetadata, withoutReadableMetadata } from "./metadata.ts";

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

/** An Exif note with an orientation and a place, in both orders of bytes. */
const note = (orientation: number, order: "II" | "MM") => {
  const number = (value: number, length: number) =>
    order === "II" ? big(value, length).reverse() : big(value, length);
  const entry = bytes(
    number(0x0112, 2),
    number(3, 2),
    number(1, 4),
    number(orientation, 2),
    "\0\0",
  );
  const other = bytes(number(0x013b, 2), number(2, 2), number(1, 4), number(65, 4));
  const directory = bytes(number(2, 2), other, entry, number(0, 4));
  return bytes("Exif\0\0", order, number(42, 2), number(8, 4), directory, "GPS 33.9S");
};

test.each(["II", "MM"] as const)("a JPEG still says how it has to be turned (%s)", (order) => {
  const whole = (orientation: number) =>
    bytes(begin, jfif, segment(0xe1, note(orientation, order)), scan, end);
  const cleaned = withoutMetadata(whole(6), "image/jpeg") ?? bytes();
  const expected = bytes(
    "Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0",
    "\x06\0\0\0\0\0\0\0",
  );
  const turned = bytes(begin, segment(0xe1, expected), jfif, scan, end);
  expect(cleaned.toString("latin1")).toBe(turned.toString("latin1"));
  expect(withoutMetadata(cleaned, "image/jpeg")).toEqual(cleaned);
  const upright = bytes(begin, jfif, scan, end);
  for (const orientation of [1, 0, 9])
    expect(withoutMetadata(whole(orientation), "image/jpeg")).toEqual(upright);
});

const box = (type: string, ...parts: (number[] | string | Buffer)[]) => {
  const content = bytes(...parts);
  return bytes(big(content.length + 8, 4), type, content);
};

/** A HEIC with a picture, an Exif note and XMP, one after the other. */
function heicOf(picture: string, exif: string, xmp: string) {
  const item = (id: number, type: string) =>
    box("infe", [2, 0, 0, 0], big(id, 2), [0, 0], type, "name\0");
  const items = [item(1, "hvc1"), item(2, "Exif"), item(3, "mime")];
  const listed = box("iinf", [0, 0, 0, 0], big(items.length, 2), ...items);
  const headed = (offset: number) => {
    const place = (id: number, from: number, length: number) =>
      bytes(big(id, 2), [0, 0], big(1, 2), big(from, 4), big(length, 4));
    const places = [
      place(1, offset, picture.length),
      place(2, offset + picture.length, exif.length),
      place(3, offset + picture.length + exif.length, xmp.length),
    ];
    const placed = box("iloc", [0, 0, 0, 0, 0x44, 0], big(places.length, 2), ...places);
    return bytes(box("ftyp", "heic\0\0\0\0mif1"), box("meta", [0, 0, 0, 0], listed, placed));
  };
  const head = headed(headed(0).length + 8);
  return bytes(head, box("mdat", picture, exif, xmp));
}

test("a HEIC has zeros where it says who took it and where, and the picture does not move", () => {
  const [exif, xmp] = ["\0\0\0\x06Exif\0\0GPS 33.9S", "<x:xmpmeta>Nomvula</x:xmpmeta>"];
  const zeros = (text: string) => "\0".repeat(text.length);
  const cleaned = withoutReadableMetadata(heicOf("picture", exif, xmp));
  expect(cleaned).toEqual(heicOf("picture", zeros(exif), zeros(xmp)));
});

test("what is broken in a stored picture stays, and what was read before it is left out", () => {
  const broken = bytes(begin, jfif, segment(0xe1, where), "text");
  expect(withoutReadableMetadata(broken)).toEqual(bytes(begin, jfif, "text"));
  const heic = heicOf("picture", "Exif", "<x/>");
  for (let length = 0; length < heic.length; length += 1)
    expect(withoutReadableMetadata(heic.subarray(0, length))).toHaveLength(length);
  expect(withoutReadableMetadata(Buffer.from("no picture")).toString()).toBe("no picture");
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
