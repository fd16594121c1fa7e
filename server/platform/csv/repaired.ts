import { withFirstZero } from "../validation/typed.ts";

/** A cell after undoing changes that a spreadsheet made, or why that is impossible. */
export type Repaired = { value: string } | { problem: string };

const asText = "Format the column as Text, type the number again and save it as CSV once more";

/** A long number that a spreadsheet shortened: `8.00102E+12`, also with a decimal comma. */
const shortened = /^\d+(?:[.,]\d+)?E\+?\d+$/i;

const lost = (cell: string): Repaired => ({
  problem: `${cell} was shortened by the spreadsheet, so digits are lost. ${asText}`,
});

/** A telephone number. A South African one saved as a number gets its leading zero back. */
export function repairedPhone(cell: string): Repaired {
  if (shortened.test(cell)) return lost(cell);
  return { value: withFirstZero(cell) };
}

/** The number of digits in a South African ID number. */
const idDigits = 13;

/** An ID or passport number. IDs of people born since 2000 lose up to three zeros as a number. */
export function repairedIdNumber(cell: string): Repaired {
  if (shortened.test(cell)) return lost(cell);
  const digits = cell.replace(/\s/g, "");
  if (!/^\d{10,12}$/.test(digits)) return { value: cell };
  return {
    problem: `has ${digits.length} digits, but a South African one has ${idDigits}. The spreadsheet may have removed zeros at the start. ${asText}. If it is a passport number, write its country in front, such as ZW 12345678`,
  };
}

const months =
  "jan feb mar apr may jun jul aug sep oct nov dec|jan feb maa apr mei jun jul aug sep okt nov des"
    .split("|")
    .map((list) => list.split(" "));

const isoDay = (year: number, month: number, date: number): string | null => {
  const day = new Date(Date.UTC(year, month - 1, date));
  const exists = day.getUTCMonth() === month - 1 && day.getUTCDate() === date;
  return exists && year >= 1900 && year < 2200 ? day.toISOString().slice(0, 10) : null;
};

/** Day 0 of Excel's calendar, in which 1900 is a leap year. */
const excelZero = Date.UTC(1899, 11, 30);

/**
 * A day in the ways people and spreadsheets write it: `2021-03-01`, `2021/3/1`, `1/3/2021` (the day
 * first, as in South Africa), `1 March 2021`, `1 Maart 2021`, or Excel's number of days such as
 * 44256.
 */
export function repairedDay(cell: string): Repaired {
  const text = cell.trim().replace(/[ T]00:00(?::00)?(?:\.000Z?)?$/, "");
  const found = dayIn(text);
  return found
    ? { value: found }
    : { problem: "must be a day, such as 2021-03-01 or 1 March 2021" };
}

function dayIn(text: string): string | null {
  if (/^\d{5}$/.test(text))
    return new Date(excelZero + Number(text) * 86_400_000).toISOString().slice(0, 10);
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (yearFirst) return isoDay(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  const dayFirst = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  if (dayFirst) return isoDay(Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]));
  const inWords = /^(\d{1,2})[\s-]+([a-z]{3,})\.?[\s-]+(\d{4})$/i.exec(text);
  if (!inWords) return null;
  const start = (inWords[2] ?? "").slice(0, 3).toLowerCase();
  const month = Math.max(...months.map((list) => list.indexOf(start)));
  return month < 0 ? null : isoDay(Number(inWords[3]), month + 1, Number(inWords[1]));
}
