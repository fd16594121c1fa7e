import fc from "fast-check";
import { expect, test } from "vitest";
import { formatRand } from "./format.ts";
import { cents, maxCents, parseRand, rand, randOf, typedRand } from "./schema.ts";

test.each([
  ["450", 45_000],
  ["450.5", 45_050],
  ["450.50", 45_050],
  [" 0.01 ", 1],
  ["0.29", 29],
  ["1000000", 100_000_000],
  // Numbers as a browser's number field gives them.
  [".5", 50],
  [".05", 5],
  ["1e3", 100_000],
  ["1E+3", 100_000],
  ["4.505e2", 45_050],
  ["4505e-1", 45_050],
  ["1.000e3", 100_000],
  ["00450", 45_000],
])("%s rand are %i cents", (typed, cents) => {
  expect(parseRand(typed)).toEqual({ cents });
});

test.each([
  ...["", "abc", "-5", "0", "0.00", "1e9", "1e999", "1e-3", "0e3", ".", "e3", "5.", ".e3", "1e"],
  ...["1e3.5", "+5", "0x10", "450.555", "450,50", "R450", "1000000.01", "NaN", "∞", "１"],
])("%j is refused with a reason", (typed) => {
  expect(parseRand(typed)).toHaveProperty("problem", expect.stringMatching(/^must /));
});

test.each([
  [450.5, 45_050],
  [0.5, 50],
  [1e3, 100_000],
  ["450.50", 45_050],
  [".5", 50],
  ["1e3", 100_000],
])("the JSON value %j is %i cents", (value, amount) => {
  expect(rand.parse(value)).toBe(amount);
});

test.each([[450.555], [-5], [0], [1e9], [Number.NaN], [null], [{}], [true]])(
  "the JSON value %j is refused",
  (value) => {
    expect(rand.safeParse(value).success).toBe(false);
  },
);

test.each([
  [45_000, "R450.00"],
  [125_000, "R1\u00a0250.00"],
  [100_000_000, "R1\u00a0000\u00a0000.00"],
  [5, "R0.05"],
  [-125_050, "-R1\u00a0250.50"],
  [0, "R0.00"],
])("%i cents are shown as %s", (amount, shown) => {
  expect(formatRand(amount)).toBe(shown);
});

test.each([
  ["450", 45_000],
  ["R450", 45_000],
  [" r 450,5 ", 45_050],
  ["R1 250.00", 125_000],
  ["R1\u00a0250,50", 125_050],
  ["12 345 678", null],
  ["999 999,99", 99_999_999],
  ["1,250", null],
  ["1.250,50", null],
  ["12 50", null],
  ["R", null],
  ["", null],
])("%s typed into a field is %s cents", (typed, cents) => {
  expect(typedRand.safeParse(typed).data ?? null).toBe(cents);
});

test("whatever amount there is comes back from how it is written, whatever is typed is refused or a whole cent", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: maxCents }), (amount) => {
      expect(rand.parse(randOf(amount))).toBe(amount);
      expect(rand.parse((amount / 100).toFixed(2))).toBe(amount);
      expect(typedRand.parse(formatRand(amount))).toBe(amount);
      expect(typedRand.parse(formatRand(amount).replace(".", ","))).toBe(amount);
    }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double(), fc.jsonValue()), (typed) => {
      const read = typedRand.safeParse(typed);
      if (read.success) expect(cents.safeParse(read.data).success).toBe(true);
    }),
  );
});
