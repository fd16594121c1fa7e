import { sameText } from "../validation/typed.ts";

const months =
  "january february march april may june july august september october november december".split(
    " ",
  );

const isMonth = (word: string) => word.length > 2 && months.some((month) => month.startsWith(word));

const isNumber = (word: string) => /^\d{1,4}$/.test(word);

/** Whether a typed number belongs to the word beside it: "3 dec", "12 days", "unit 4". */
const belongTogether = (word: string, next: string) =>
  isNumber(word)
    ? isMonth(next) || /^days?$/.test(next)
    : /^(?:unit|flat|door|room|section)$/.test(word) && /^\d/.test(next);

/** More than people type. Each one is looked for in every row. */
const mostTerms = 10;

/** The first ten that differ. A day and its month are one: "3 dec" is not 13 December. */
export function termsOf(filter: string): string[] {
  const words = sameText(filter).split(/\s+/).filter(Boolean);
  const terms = new Set<string>();
  for (let at = 0; at < words.length && terms.size < mostTerms; at += 1) {
    const [word = "", next = ""] = [words[at], words[at + 1]];
    const joined = belongTogether(word, next);
    terms.add(joined ? `${word} ${next}` : word);
    if (joined) at += 1;
  }
  return [...terms];
}

/** A day as a filter may be typed: "3 december 2026", with the words that a screen has for it. */
export const dayWords = (day: string, shown = ""): string =>
  `${Number(day.slice(8, 10))} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)} ${day.slice(0, 10)} ${shown}`;

/** The particles of surnames that some people write together: "vandermerwe" finds van der Merwe. */
const particles =
  /(?<!\p{L})(van|von|der|den|ter|ten|de|du|da|dos|di|le|la|st|mac|mc|o|d)[ '-](?=\p{L})/gu;

/** The text to search in: "1250" finds R1 250.00, and "obrien" finds O'Brien. */
export function searchTextOf(texts: readonly string[]): string {
  const text = sameText(texts.join("\n")).replace(/[^\S\n]{2,}|[^\S\n ]/g, " ");
  const spaced = text.replace(/(\d) (?=\d)/g, "$1").replace(particles, "$1");
  const joined = spaced.includes("'") ? spaced.replace(/(\p{L})'(?=\p{L})/gu, "$1") : spaced;
  return joined === text ? text : `${text}\n${joined}`;
}

/** Whether the text has a word that begins with the term: "paid" is not in "Unpaid". */
export function isIn(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1))
    if (at === 0 || beginsWord(text[at - 1] ?? "", term)) return true;
  return false;
}

/** Words begin after anything but a letter or figure, and figures also after a letter: R450. */
function beginsWord(before: string, term: string): boolean {
  if (/\d/.test(before)) return /^\P{N}/u.test(term) && !/^\p{L}/u.test(term);
  return !/\p{L}/u.test(before) || /^\d/.test(term);
}
