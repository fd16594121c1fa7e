import { expect, test } from "vitest";
import { isKnown, packingFor } from "./compression.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP;Q=0.5", "gzip"],
  ["br;q=0.5, gzip", "gzip"],
  ["br;q=0, *", "gzip"],
  ["identity;q=0, gzip", "gzip"],
  ["identity, gzip;q=0.5", null],
  ["identity;q=0", null],
  ["br;q=much", null],
  [";;, ,q=1", null],
  [undefined, null],
])("of %s it is %s", (accepted, packing) => {
  expect(packingFor(accepted)).toBe(packing);
});

test("only what there is is chosen", () => {
  expect(packingFor("br, gzip", new Set(["gzip"]))).toBe("gzip");
  expect(packingFor("br, gzip", new Set())).toBe(null);
});

test("a tag is known alone, among others, weakened on the way, and as anything", () => {
  for (const known of ['"a"', '"b", "a"', 'W/"a"', "*"]) expect(isKnown(known, '"a"')).toBe(true);
  for (const known of [undefined, "", '"b"', "a"]) expect(isKnown(known, '"a"')).toBe(false);
});
