import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { withoutGuards } from "../../server/platform/csv/formulas.ts";
import { csvOf, csvRows } from "./csv.ts";
import { csvMoment } from "./days.ts";

const fine = { id: "1", name: "Siobhán", amountCents: 125_000, at: "2026-11-20T09:26:24.123Z" };
type Fine = typeof fine;
const columns = [
  { key: "name", label: "Name", value: ({ name }: Fine) => name },
  {
    key: "amount",
    label: "Amount Due",
    right: true,
    value: ({ amountCents }: Fine) => amountCents,
    text: () => "R1 250.00",
    csvValue: ({ amountCents }: Fine) => (amountCents / 100).toFixed(2),
  },
  { key: "room", label: "RoomNo", value: () => "12.5" },
  { key: "action", label: "Action", show: () => null },
];

test("a list has the screen's headings, figures to reckon with, and no buttons", () => {
  expect(csvRows([fine], columns, ",")).toEqual([
    ["Name", "Amount Due", "RoomNo"],
    ["Siobhán", "1250.00", "12.5"],
  ]);
});

test("with semicolons figures have a decimal comma, as that spreadsheet reads them, and texts do not", () => {
  expect(csvRows([fine], columns, ";")[1]).toEqual(["Siobhán", "1250,00", "12.5"]);
});

test("an instant is the building's day and time", () => {
  expect(csvMoment(new Date(2026, 10, 20, 0, 5))).toBe("2026-11-20 00:05");
  expect(csvMoment(new Date(2026, 10, 20, 14, 5))).toBe("2026-11-20 14:05");
});

test("the file begins with the mark of UTF-8 and has RFC 4180's quotes and line ends", () => {
  expect(
    csvOf(
      [
        ["a", 'b "c"'],
        ["d,e", "f\ng"],
        ["", "h"],
      ],
      ",",
    ),
  ).toBe('\ufeff"a","b ""c"""\r\n"d,e","f\ng"\r\n"","h"\r\n');
  expect(csvOf([["a", "b;c", "d,e"]], ";")).toBe('\ufeff"a";"b;c";"d,e"\r\n');
});

test.each([
  ["=1+1", "'=1+1"],
  ["+27 82 123 4567", "'+27 82 123 4567"],
  ["-Anna", "'-Anna"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["＝1+1", "'＝1+1"],
  ["＠x", "'＠x"],
  ["\t=1", "'\t'=1"],
  ["\r=1", "'\r'=1"],
  ["Foo;=1+1;", "Foo;'=1+1;"],
  ["Foo,@SUM(A1)\n-2+3", "Foo,'@SUM(A1)\n'-2+3"],
  ['Foo;"=1+1;', `Foo;'""=1+1;`],
  ["'=1", "''=1"],
  ["-12.50", "-12.50"],
  ["-5", "-5"],
  ["'n Huis", "'n Huis"],
  ["a=b", "a=b"],
  ["-1+1", "'-1+1"],
])("the cell %j is written %j", (cell, written) => {
  expect(csvOf([[cell]], ",")).toBe(`\ufeff"${written}"\r\n`);
});

/** Whether a spreadsheet would run the cell as a formula; a plain number is harmless. */
const runs = (cell: string) =>
  /^[=+\-@＝＋－＠\t\r\n]/.test(cell) && !/^-?\d+([.,]\d+)?$/.test(cell);

test("whatever is in a list is read back equal, and no program begins a cell with a formula's sign", () => {
  const sign = constantFrom(..."=+-@＝＋－＠\t\r\n'\";,");
  const cell = oneof(
    string({ unit: "grapheme" }),
    string({ unit: oneof(sign, constantFrom("1", ".", " ", "a")), maxLength: 6 }),
  );
  const lists = array(array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 9 });
  assert(
    property(lists, constantFrom(",", ";"), (rows, separator) => {
      const text = csvOf(rows, separator);
      const { data, errors } = Papa.parse<string[]>(text.slice(1), {
        delimiter: separator,
        newline: "\r\n",
      });
      expect(errors).toEqual([]);
      // After the last line break.
      expect(data.pop()).toEqual([""]);
      for (const delimiter of [",", ";", "\t"])
        for (const newline of ["\r\n", "\n"] as const) {
          const seen = Papa.parse<string[]>(text.slice(1), { delimiter, newline }).data.flat();
          // A number goes on with the next cell there, and what begins with a space is a text.
          expect(seen.filter((each) => runs(each) && !/^(\s|-[\d.,]+")/.test(each))).toEqual([]);
        }
      expect(data.map((row) => row.map(withoutGuards))).toEqual(rows);
    }),
  );
});
