import { expect, test } from "vitest";
import { asksFor, finds } from "./find.ts";

const jan = ["Jan Botha", "Thandi Mokoena"];

test.each(["unit 21", " UNIT  21 ", "jan", "Jan B", "both", "thandi", "jan unit 21"])(
  "%s says who is meant, and so shows them",
  (typed) => {
    expect(finds(typed, ["Unit 21", ...jan])).toBe(true);
    expect(asksFor(typed, "Unit 21", jan)).toBe(true);
  },
);

test.each(["", "u", "un", "uni", "unit", "unit 2", "2", "21", "ja", "ja bo"])(
  "%s only looks in the list, and shows nobody to the queue",
  (typed) => {
    expect(finds(typed, ["Unit 21", ...jan])).toBe(true);
    expect(asksFor(typed, "Unit 21", jan)).toBe(false);
  },
);

test("the word of the label shows nobody, also not who has such a name", () => {
  for (const typed of ["uni", "unit"])
    expect(asksFor(typed, "Unit 21", ["Unity Dube"])).toBe(false);
  for (const typed of ["unity", "dube"])
    expect(asksFor(typed, "Unit 21", ["Unity Dube"])).toBe(true);
  expect(asksFor("sho", "Shop 1", jan)).toBe(false);
  expect(asksFor("unit 2", "Unit 2", jan)).toBe(true);
  expect(asksFor("21", "21", jan)).toBe(false);
});

test("a number plate is found as it stands on the car", () => {
  const jacob = ["Jacob Nel", "Unit 21", "BB12CDGP"];
  for (const typed of ["BB 12 CD GP", "bb12cd", "BB-12.CD", "12-CD"])
    expect(finds(typed, jacob), typed).toBe(true);
  for (const typed of ["BB 12 CE", "2 CD"]) expect(finds(typed, jacob), typed).toBe(false);
});
