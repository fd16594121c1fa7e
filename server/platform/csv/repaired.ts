import { withFirstZero } from "../validation/typed.ts";

/** A cell after undoing changes that a spreadsheet made, or why that is impossible. */
export type Repaired = { value: string } | { problem: string };

const asText = "Format the column as Text, type the number again and save it as CSV once more";

/** A long number that a spreadsheet shortened: `8.00102E+12`, also with a decimal comma. */
const shortened = /^\d+(?:[.,]\d+)?E\+?\d+$/i;

const lost = (cell: string): Repaired => ({
  problem: `${cell} was shortened by the spreadsheet, so digits are lost. ${asText}`,
});

/** Without the `.0` or `,00` that programs add to a whole figure: `1.0` is `1`. Other cells stay. */
export const wholeFigure = (cell: string): string => cell.replace(/^(\d+)[.,]0{1,2}$/, "$1");

/** A telephone number. A South African one saved as a number gets its leading zero back. */
export function repairedPhone(cell: string): Repaired {
  if (shortened.test(cell)) return lost(cell);
  return { value: withFirstZero(wholeFigure(cell)) };
}

/** Whether a telephone number has eight digits: it lost some, or is an old one without its code. */
export const isShortPhone = (cell: string): boolean =>
  /^\d{8}$/.test(wholeFigure(cell).replace(/[\s()./-]/g, ""));

const idDigits = 13;

/** An ID or passport number. IDs of people born since 2000 lose up to three zeros as a number. */
export function repairedIdNumber(cell: string): Repaired {
  if (shortened.test(cell)) return lost(cell);
  const value = wholeFigure(cell);
  const digits = value.replace(/\s/g, "");
  if (!/^\d{10,12}$/.test(digits)) return { value };
  return {
    problem: `has ${digits.length} digits, but a South African one has ${idDigits}. The spreadsheet may have removed zeros at the start. ${asText}. If it is a passport number, write its country in front, such as ZW 12345678`,
  };
}

/** The first three letters of each month: in English, in Afrikaans, and with Maart shortened to Mrt. */
const months = [
  "jan feb mar apr may jun jul aug sep oct nov dec",
  "jan feb maa apr mei jun jul aug sep okt nov des",
  "jan feb mrt apr mei jun jul aug sep okt nov des",
].map((list) => list.split(" "));

const monthOf = (word: string): number => {
  const start = word.slice(0, 3).toLowerCase();
  return Math.max(...months.map((list) => list.indexOf(start))) + 1;
};

/** 1950 to 2049, as Excel takes two digits. Nobody owned a section before 1971. */
const yearOf = (digits: string): number => {
  const year = Number(digits);
  return digits.length > 2 ? year : year + (year < 50 ? 2000 : 1900);
};

const isoDay = (year: number, month: number, date: number): string | null => {
  const day = new Date(Date.UTC(year, month - 1, date));
  const exists = day.getUTCMonth() === month - 1 && day.getUTCDate() === date;
  return exists && year >= 1900 && year < 2200 ? day.toISOString().slice(0, 10) : null;
};

/** Day 0 of Excel's calendar, in which 1900 is a leap year. */
const excelZero = Date.UTC(1899, 11, 30);

const withoutMidnight = (cell: string): string =>
  cell.trim().replace(/[ T]00:00(?::00)?(?:\.000Z?)?$/, "");

/**
 * `2021-03-01`, `2021/3/1`, `1/3/2021` (the day first, as in South Africa), `1 March 2021`, `1
 * Maart 2021`, `1 Mrt 21`, or Excel's number of days such as 44256. Two digits are a year only
 * beside a month's name, because `1/3/21` may be three other days.
 */
export function repairedDay(cell: string): Repaired {
  const found = dayIn(withoutMidnight(cell));
  return found
    ? { value: found }
    : { problem: "must be a day, such as 2021-03-01 or 1 March 2021" };
}

/** Whether a lease has no last day: `Month to month`. */
export const saysNoEnd = (cell: string): boolean =>
  /^(?:month(?:ly)?(?:[ -](?:to|by)[ -]month)?(?: basis)?|m2m|periodic|on-?going|indefinite(?:ly)?|open[ -]ended|maand tot maand|onbepaald)\.?$/i.test(
    cell,
  );

function dayIn(text: string): string | null {
  if (/^\d{5}$/.test(text))
    return new Date(excelZero + Number(text) * 86_400_000).toISOString().slice(0, 10);
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (yearFirst) return isoDay(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  if (dayFirst) return isoDay(Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]));
  const inWords = /^(\d{1,2})[\s-]+([a-z]{3,})\.?[\s-]+(\d{4}|\d{2})$/i.exec(text);
  if (!inWords) return null;
  const month = monthOf(inWords[2] ?? "");
  return month === 0 ? null : isoDay(yearOf(inWords[3] ?? ""), month, Number(inWords[1]));
}

/** A day and a short month with or without a year, or a short month and a year: `02-Jan`, `Jan-02`. */
const shortDay = /^(?:\d{1,2}-([a-z]{3}|sept)\.?(?:-\d{2}|-\d{4})?|([a-z]{3}|sept)\.?-\d{2})$/i;

/** A day as Excel writes one with the settings of South Africa, of other countries or without any. */
const wholeDay = /^(?:\d{4}([-/])\d{2}\1\d{2}|\d{1,2}([-/.])\d{1,2}\2\d{4})$/;

function isExcelsDay(cell: string): boolean {
  const text = withoutMidnight(cell);
  if (wholeDay.test(text)) return dayIn(text) !== null;
  const [, before, after] = shortDay.exec(text) ?? [];
  return monthOf(before ?? after ?? "") > 0;
}

/**
 * Recognizes a name that Excel took for something else: of "2-1" it makes `02-Jan`, of "waar" the
 * value `WAAR`. Not for columns of days.
 * @returns the problem in words; undefined if the cell is what somebody typed
 */
export function madeByExcel(cell: string): string | undefined {
  const made = isExcelsDay(cell) ? "a date" : /^(?:TRUE|FALSE|WAAR|ONWAAR)$/.exec(cell.trim())?.[0];
  return made && `Excel made ${made} of this; write it as text`;
}
