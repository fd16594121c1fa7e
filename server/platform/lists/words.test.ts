import { expect, test } from "vitest";
import { dayWords, isIn, searchTextOf, termsOf } from "./words.ts";

const row = searchTextOf([
  "Siobhán Ngcobo, Unit 3",
  "Unpaid, 12 days late",
  "Late Rent",
  dayWords("2026-11-30", "yesterday, 14:05"),
  "R1 250.00",
  "082 444 1018",
  "siobhan@jacaranda.example",
]);
const finds = (filter: string) => termsOf(filter).every((term) => isIn(row, term));

test.each([
  ...["", "  ", "siobhan", "SIOBHÁN ngc", "unpaid", "12 days late", "late rent", "november", "nov"],
  ...["30 nov", "30 november 2026", "yesterday", "2026-11-30", "r1 250", "R1250.00", "1250"],
  ...["0824441018", "082 444", "unit 3", "jacaranda"],
])("“%s” finds the row that shows it", (filter) => {
  expect(finds(filter)).toBe(true);
});

test.each(["paid", "3 nov", "0 nov", "2 days", "obhan", "december", "125000", "unit 4", "ent"])(
  "“%s” does not",
  (filter) => {
    expect(finds(filter)).toBe(false);
  },
);

test.each([
  ["Łukasz Strauß", ["lukasz", "strauss", "ŁUKASZ", "strauß"]],
  ["Bjørn Ægidius", ["bjorn", "aegidius", "bjørn"]],
  ["Đorđe Yıldız", ["dorde", "yildiz", "YILDIZ"]],
  ["Fionnuala O’Reilly", ["o'reilly", "o’reilly", "oreilly", "O`Reilly", "reilly"]],
  ["Sean O'Brien", ["obrien", "o’brien"]],
  ["Jan van der Merwe", ["vandermerwe", "van der merwe", "merwe", "vander"]],
  ["Marie du Toit-Smith", ["dutoit", "du toit", "toit\u2011smith", "smith"]],
  ["Zoe\u0308 Na\u00adidoo", ["zoë", "zoe", "naidoo"]],
])("%s is found by each way to type it", (name, ways) => {
  const text = searchTextOf([name]);
  for (const way of ways)
    expect(
      termsOf(way).every((term) => isIn(text, term)),
      way,
    ).toBe(true);
});

test("a day and its month are one term, everything else is one word each", () => {
  expect(termsOf("3 Dec Unit 3 12 days late")).toEqual(["3 dec", "unit 3", "12 days", "late"]);
  expect(termsOf("may 3")).toEqual(["may", "3"]);
});

test("of what is typed the first ten words that differ are looked for", () => {
  expect(termsOf("a b a B á c")).toEqual(["a", "b", "c"]);
  const letters = "abcdefghijklmnopqrstuvwxyz".split("");
  expect(termsOf(letters.join(" "))).toEqual(letters.slice(0, 10));
});
