import { expect, test } from "vitest";
import { formatTelephone, telephoneToFind } from "./format.ts";

test.each([
  "0824441018",
  "082 444 1018",
  "082-444-1018",
  "(082) 444.1018",
  "082\u00a0444\u00a01018",
  "+27824441018",
  "+27 82 444 1018",
  "+27 (0)82 444 1018",
  "0027 82 444 1018",
  "27824441018",
])("%s is shown as 082 444 1018", (typed) => {
  expect(formatTelephone(typed)).toBe("082 444 1018");
});

test.each(["+44 20 7946 0958", "+264 61 123 4567", "444 1018", "0824441018 12", "", "10111"])(
  "%s is no number of this country and stays as it was typed",
  (typed) => {
    expect(formatTelephone(typed)).toBe(typed);
  },
);

test("a filter finds a number as shown, as typed and without spaces", () => {
  expect(telephoneToFind("+27 82-444-1018")).toBe("+27 82-444-1018 082 444 1018 0824441018");
});
