import { expect, test } from "vitest";
import { guardFormulas, withoutGuards } from "../csv/formulas.ts";
import { repairedPhone } from "../csv/repaired.ts";
import { csvTelephone, formatTelephone, telephoneKey, telephoneToFind } from "./format.ts";

test.each([
  ...["0824441018", "082 444 1018", "082-444-1018", "(082) 444.1018", "082\u00a0444\u00a01018"],
  ...["+27824441018", "+27 82 444 1018", "+27 (0)82 444 1018", "0027 82 444 1018", "27824441018"],
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

test.each([
  ["0824441018", "082-444-1018"],
  ["082 444 1018", "082-444-1018"],
  ["+27 (0)82 444 1018", "082-444-1018"],
  ["0027824441018", "082-444-1018"],
  ["0861 234 567", "086-123-4567"],
  ["+44 20 7946 0958", "'+44 20 7946 0958"],
  ["+442079460958", "'+442079460958"],
  ["(+44) 20-7946", "(+44) 20-7946"],
  ["0044 20 7946 0958", "'+44 20 7946 0958"],
  ["264 61 123 4567", "264-611-234-567"],
  ["444 1018", "444-1018"],
  ["82444101", "824-44101"],
  ["10111", "10111"],
  ["", ""],
])("the number %s is %s in a list for Excel, and comes back as the same number", (typed, cell) => {
  expect(guardFormulas(csvTelephone(typed))).toBe(cell);
  const back = repairedPhone(withoutGuards(cell));
  expect("value" in back && telephoneKey(back.value)).toBe(telephoneKey(typed));
});
