const between = /[\s\u00a0().-]/g;

/** The nine digits of a South African number, after 0, 27, +27 or +27 (0). */
const southAfrican = /^(?:(?:\+|00)?270?|0)([1-9]\d)(\d{3})(\d{4})$/;

/** A number in one form for screens: `082 444 1018`. One of another country stays as it was typed. */
export function formatTelephone(typed: string): string {
  const [, area, middle, end] = southAfrican.exec(typed.replace(between, "")) ?? [];
  return area ? `0${area} ${middle} ${end}` : typed;
}

/** The part that two ways to write the same number have in common. */
export const telephoneKey = (typed: string): string =>
  formatTelephone(typed).replace(between, "").replace(/^00/, "+");

/** The same number as a filter may look for it: as it is shown, as it was typed, and its digits. */
export const telephoneToFind = (typed: string): string => {
  const shown = formatTelephone(typed);
  return [typed, shown, shown.replace(between, "")].join(" ");
};

/**
 * In groups that no spreadsheet takes for an amount, which would lose its first zero:
 * `082-444-1018`. One of another country stays as it was typed. Imported, both have the same key.
 */
export const csvTelephone = (typed: string): string => {
  const key = telephoneKey(typed);
  return /^\d+$/.test(key) ? key.replace(/\d{3}(?=\d{3})/g, "$&-") : typed.replace(/^00/, "+");
};
