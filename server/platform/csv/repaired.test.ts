import { expect, test } from "vitest";
import {
  isShortPhone,
  madeByExcel,
  repairedDay,
  repairedIdNumber,
  repairedPhone,
  wholeFigure,
} from "./repaired.ts";

test.each([
  ...["2021-01-02", "2021-01-02 00:00:00", "2021-01-02T00:00:00.000Z", "2021/01/02", "02-Jan"],
  ...["2-Jan", "Jan-02", "2-Jan-21", "02-Mrt", "3-Mei-2021", "Okt-04", "12-Des", "05-Sept"],
  ...["4-Oct.", " 02-JAN ", "02/01/2021", "2-1-2021", "02.01.2021"],
])("%j in a column of names is a date that Excel made", (cell) => {
  expect(madeByExcel(cell)).toBe("Excel made a date of this; write it as text");
});

test.each(["TRUE", "FALSE", "WAAR", "ONWAAR"])("%s is a value that Excel made", (cell) => {
  expect(madeByExcel(cell)).toBe(`Excel made ${cell} of this; write it as text`);
});

test.each([
  ...["", "2/3", "1-2", "A-1", "2021-13-45", "2021", "2021-1", "Jan", "Jan 2", "Jan-2", "Mark-02"],
  ...["01/02/21", "45/12/2021", "2/2021"],
  ...["2-Mayfair", "2-Jon", "12-A", "2021-01-02 14:30", "True", "TRUE Investments"],
])("%j is what somebody typed", (cell) => {
  expect(madeByExcel(cell)).toBeUndefined();
});

test.each([
  ["1.0", "1"],
  ["1,0", "1"],
  ["823334444.0", "823334444"],
  ["1.00", "1"],
  ["823334444,00", "823334444"],
  ["1.000", "1.000"],
  ["1.5", "1.5"],
  ["10", "10"],
  ["1.0.0", "1.0.0"],
  ["A1.0", "A1.0"],
  ["-1.0", "-1.0"],
])("the figure %s is %s", (cell, figure) => {
  expect(wholeFigure(cell)).toBe(figure);
});

const said = (problem: string) => ({ problem: expect.stringContaining(problem) });

test.each([
  ["821234567", "0821234567"],
  ["82 123 4567", "082 123 4567"],
  ["0821234567", "0821234567"],
  ["+27 82 123 4567", "+27 82 123 4567"],
  ["27821234567", "27821234567"],
  ["823334444.0", "0823334444"],
  ["27823334444,0", "27823334444"],
  ["later", "later"],
  ["8.21235E+08", null],
  ["8,21E+08", null],
  ["2.7821E10", null],
])("the telephone number %s is %s", (cell, value) => {
  expect(repairedPhone(cell)).toEqual(value === null ? said("as Text") : { value });
});

test.each([
  ["8001015009087", null],
  ["800101 5009 087", null],
  ["A01234567", null],
  ["ZW 63123456", null],
  ["8.00102E+12", "digits are lost"],
  ["8,00102E+12", "digits are lost"],
  ["105050090087", "has 12 digits"],
  ["105050090087.0", "has 12 digits"],
  ["1015009087", "has 10 digits"],
])("the ID number %s: %s", (cell, problem) => {
  expect(repairedIdNumber(cell)).toEqual(problem ? said(problem) : { value: cell });
});

test("an ID number never keeps what made it an amount", () => {
  expect(repairedIdNumber("8001015009087.0")).toEqual({ value: "8001015009087" });
});

test.each([
  ["82333444", true],
  ["8233 3444", true],
  ["(011) 234-56", true],
  ["011/234.56", true],
  ["82333444.0", true],
  ["823334444", false],
  ["444 1018", false],
  ["+4420794", false],
  ["+44207946", false],
  ["", false],
])("whether %j lacks digits: %s", (cell, isShort) => {
  expect(isShortPhone(cell)).toBe(isShort);
});

const months =
  "Jan Januarie January,Feb Februarie February,Mrt Maart Mar March,Apr April,Mei May," +
  "Jun Junie June,Jul Julie July,Aug Augustus August,Sep Sept September," +
  "Okt Oktober Oct October,Nov November,Des Desember Dec December";

test.each(
  months
    .split(",")
    .flatMap((names, at) => names.split(" ").map((name) => [name, `${at + 1}`.padStart(2, "0")])),
)("%s is month %s, in any case and with a dot", (name, month) => {
  for (const written of [name, name?.toUpperCase(), `${name}.`])
    expect(repairedDay(`1 ${written} 2021`)).toEqual({ value: `2021-${month}-01` });
});

test.each([
  ["2021-03-01", "2021-03-01"],
  ["2021/3/1", "2021-03-01"],
  ["01/03/2021", "2021-03-01"],
  ["1.3.2021", "2021-03-01"],
  ["1 March 2021", "2021-03-01"],
  ["44256", "2021-03-01"],
  ["2021-03-01T00:00:00.000Z", "2021-03-01"],
  ["30/02/2021", undefined],
  ["soon", undefined],
  ["1 Mar 21", "2021-03-01"],
  ["1-Mrt-21", "2021-03-01"],
  ["1 Mar 2021 00:00:00", "2021-03-01"],
  ["31 Des 49", "2049-12-31"],
  ["1 Jan 50", "1950-01-01"],
  ["15 Junie 98", "1998-06-15"],
  ["29 Feb 00", "2000-02-29"],
  ["29 Feb 21", undefined],
  ["1/3/21", undefined],
  ["1 Smart 21", undefined],
  ["1 Mar 021", undefined],
])("the day %s", (cell, day) => {
  const read = repairedDay(cell);
  expect("value" in read ? read.value : undefined).toBe(day);
});
