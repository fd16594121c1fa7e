import { expect, test } from "vitest";
import { sectionKey, unitNumber } from "./keys.ts";

test.each([
  ["Unit 1", "1"],
  ["Flat 01", "1"],
  ["Loft", "loft"],
  ["Unit 1.0", "1"],
  ["1.0", "1"],
  ["1,0", "1"],
  ["#01.0", "1"],
  ["1.5", "1.5"],
  ["Unit 1.5", "1.5"],
  ["Block 1 unit 5", "block1.5"],
  ["Block 1: 5", "block1.5"],
  ["Block 15", "block15"],
  ["10", "10"],
  ["No. 12B.", "12b"],
  ["St. James 4", "stjames4"],
])("%s is numbered %s", (label, number) => {
  expect(unitNumber(label)).toBe(number);
});

test("sections are the same whatever a spreadsheet adds to their numbers", () => {
  for (const section of ["1", "01", "1.0", "1,0", " 1.0 "]) expect(sectionKey(section)).toBe("1");
  expect(sectionKey("1.5")).toBe("1.5");
  expect(sectionKey("10")).toBe("10");
  expect(sectionKey("1A")).toBe("1a");
});
