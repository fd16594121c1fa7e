import fc from "fast-check";
import { expect, test } from "vitest";
import { sizeOf } from "./pictures.ts";

const bytes = (...parts: (number[] | string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, "latin1")));
const number = (value: number, length: number, little = false) => {
  const buffer = Buffer.alloc(length);
  if (little) buffer.writeUIntLE(value, 0, length);
  else buffer.writeUIntBE(value, 0, length);
  return buffer;
};

const pictures: Record<string, (width: number, height: number) => Buffer> = {
  "image/png": (width, height) =>
    bytes("\x89PNG\r\n\x1a\n", number(13, 4), "IHDR", number(width, 4), number(height, 4)),
  "image/jpeg": (width, height) =>
    bytes(
      [0xff, 0xd8, 0xff, 0xe1],
      ...[number(40_002, 2), Buffer.alloc(40_000), [0xff, 0xc2], number(11, 2), [8]],
      ...[number(height, 2), number(width, 2), Buffer.alloc(10)],
    ),
  "image/webp": (width, height) =>
    bytes(
      ...["RIFF", number(0, 4), "WEBPVP8X", number(10, 4, true), number(0, 4)],
      ...[number(width - 1, 3, true), number(height - 1, 3, true)],
    ),
  "image/heic": (width, height) =>
    bytes(
      ...[number(24, 4), "ftypheic", number(0, 4), "mif1heic"],
      ...["ispe", number(0, 4), number(160, 4), number(120, 4)],
      ...["ispe", number(0, 4), number(width, 4), number(height, 4)],
    ),
};

test.each(Object.entries(pictures))("the size of %s is read from its start", (type, make) => {
  for (const [width, height] of [
    [4032, 3024],
    [1, 20_000],
    [16_000, 16_000],
  ] as const)
    expect(sizeOf(type, make(width, Math.max(height, 200)))).toEqual({
      width,
      height: Math.max(height, 200),
    });
});

test("whatever follows the first bytes, reading the size ends and never fails", () => {
  const any = fc.uint8Array({ maxLength: 2_000 });
  for (const [type, make] of Object.entries(pictures))
    fc.assert(
      fc.property(any, fc.nat(60), (rest, length) => {
        sizeOf(type, Buffer.concat([make(10, 10).subarray(0, length), rest]));
      }),
    );
});
