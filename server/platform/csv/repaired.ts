/** What a cell says after a spreadsheet's meddling is undone, or why that cannot be. */
export type Repaired = { value: string } | { problem: string };

const asText = "Format the column as Text, type the number again and save it as CSV once more";

/** A long number as spreadsheets shorten it: `8.00102E+12`, also with a decimal comma. */
const shortened = /^\d+(?:[.,]\d+)?E\+?\d+$/i;

const lost = (cell: string): Repaired => ({
  problem: `${cell} was shortened by the spreadsheet, so digits are lost. ${asText}`,
});

/** A telephone number; one of South Africa that lost its leading zero as a number gets it back. */
export function repairedPhone(cell: string): Repaired {
  if (shortened.test(cell)) return lost(cell);
  const digits = cell.replace(/[\s().-]/g, "");
  return { value: /^[1-8]\d{8}$/.test(digits) ? `0${cell}` : cell };
}

/** South African identity numbers have so many digits. */
const idDigits = 13;

/** An ID or passport number. One of a child of this century loses up to three zeros as a number. */
export function repairedIdNumber(cell: string): Repaired {
  if (shortened.test(cell)) return lost(cell);
  const digits = cell.replace(/\s/g, "");
  if (!/^\d{10,12}$/.test(digits)) return { value: cell };
  return {
    problem: `has ${digits.length} digits, but a South African one has ${idDigits}. The spreadsheet may have removed zeros at the start. ${asText}. If it is a passport number, write its country in front, such as ZW 12345678`,
  };
}
