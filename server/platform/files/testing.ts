import { crc32 } from "node:zlib";

/** Text as Latin-1, numbers and buffers, one after the other. */
export const bytes = (...parts: (number[] | string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, "latin1")));

/** A number as so many bytes, the highest first. */
export function big(value: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  buffer.writeUIntBE(value, 0, length);
  return buffer;
}

/** A box of a HEIC. */
export function box(type: string, ...parts: (number[] | string | Buffer)[]): Buffer {
  const content = bytes(...parts);
  return bytes(big(content.length + 8, 4), type, content);
}

interface Heic {
  picture?: string;
  exif?: string;
  xmp?: string;
  /** An item of a kind that nobody knows. */
  unknown?: string;
  /** Boxes after the picture. */
  after?: Buffer;
  /** The version of the entries of its items. */
  version?: number;
}

/** A HEIC with a picture, an Exif note, XMP and something else, one after the other. */
export function heicOf({
  picture = "dots",
  exif = "",
  xmp = "",
  unknown = "",
  ...more
}: Heic = {}) {
  const { after, version = 2 } = more;
  const contents = { hvc1: picture, Exif: exif, mime: xmp, plac: unknown };
  const there = Object.entries(contents).filter(([, content]) => content !== "");
  const items = there.map(([type], index) =>
    box("infe", [version, 0, 0, 0], big(index + 1, 2), [0, 0], type, "name\0"),
  );
  const listed = box("iinf", [0, 0, 0, 0], big(items.length, 2), ...items);
  const size = box("ispe", [0, 0, 0, 0], big(40, 4), big(30, 4));
  const properties = box("iprp", box("ipco", size, box("irot", [1])));
  const headed = (offset: number) => {
    let from = offset;
    const places = there.map(([, { length }], index) => {
      from += length;
      return bytes(big(index + 1, 2), [0, 0], big(1, 2), big(from - length, 4), big(length, 4));
    });
    const placed = box("iloc", [0, 0, 0, 0, 0x44, 0], big(places.length, 2), ...places);
    const meta = box("meta", [0, 0, 0, 0], listed, properties, placed);
    return bytes(box("ftyp", "heic\0\0\0\0mif1"), meta);
  };
  const head = headed(headed(0).length + 8);
  return bytes(head, box("mdat", picture, exif, xmp, unknown), after ?? "");
}

/** A chunk of a PNG. */
export const chunk = (name: string, content: string | Buffer): Buffer => {
  const named = bytes(name, content);
  return bytes(big(named.length - 4, 4), named, big(crc32(named), 4));
};
