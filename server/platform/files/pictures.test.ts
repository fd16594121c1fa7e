import fc from "fast-check";
import { expect, test } from "vitest";
import { sizeOf } from "./pictures.ts";
import { big, bytes } from "./testing.ts";

const little = (value: number, length: number) => big(value, length).reverse();

const pictures: Record<string, (width: number, height: number) => Buffer> = {
  "image/png": (width, height) =>
    bytes("\x89PNG\r\n\x1a\n", big(13, 4), "IHDR", big(width, 4), big(height, 4)),
  "image/jpeg": (width, height) =>
    bytes(
      [0xff, 0xd8, 0xff, 0xe1],
      ...[big(40_002, 2), Buffer.alloc(40_000), [0xff, 0xc2], big(11, 2), [8]],
      ...[big(height, 2), big(width, 2), Buffer.alloc(10)],
    ),
  "image/webp": (width, height) =>
    bytes(
      ...["RIFF", big(0, 4), "WEBPVP8X", little(10, 4), big(0, 4)],
      ...[little(width - 1, 3), little(height - 1, 3)],
    ),
  "image/heic": (width, height) =>
    bytes(
      ...[big(24, 4), "ftypheic", big(0, 4), "mif1heic"],
      ...["ispe", big(0, 4), big(160, 4), big(120, 4)],
      ...["ispe", big(0, 4), big(width, 4), big(height, 4)],
    ),
};

test.each(Object.entries(pictures))("the size of %s is read from its start", (type, make) => {
  const sizes = [4032, 1, 16_000].map((width) => ({ width, height: width === 1 ? 20_000 : width }));
  for (const { width, height } of sizes)
    expect(sizeOf(type, make(width, height))).toEqual({ width, height });
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
