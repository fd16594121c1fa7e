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
  const digits = cell.replace(/[\s().-]/g, "");
  return { value: /^[1-8]\d{8}$/.test(digits) ? `0${cell}` : cell };
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
