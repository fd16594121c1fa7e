const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** A column's name in a spreadsheet: A to Z, then AA. */
export const columnLetter = (index: number): string =>
  (index < 26 ? "" : columnLetter(Math.floor(index / 26) - 1)) + letters[index % 26];

/** The part of a text that fits in a list, in one line and without unprintable characters. */
export function shown(text: string): string {
  const clean = text.replace(/\s+/g, " ").replace(/[\p{Cc}\p{Cf}]/gu, "");
  return clean.length > 80 ? `${clean.slice(0, 79)}…` : clean;
}
