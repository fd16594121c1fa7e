import { sameText } from "../validation/typed.ts";
import { isIn, searchTextOf, termsOf } from "./words.ts";

export interface Searched {
  title: string;
  words: readonly string[];
  /** Telephone numbers and payment references, any part of which finds it. */
  numbers: readonly string[];
}

/** A number without what is written between its figures: +27 (0)82 444-1018 is 0824441018. */
const plainNumber = (number: string): string =>
  number
    .replaceAll("(0)", "")
    .replace(/[^\p{L}\d+]/gu, "")
    .replace(/^(?:\+|00)27/, "0")
    .replace(/^\+/, "00")
    .toLowerCase();

const bothForms = (number: string): string => {
  const plain = plainNumber(number);
  return plain.startsWith("0") ? `${plain} 27${plain.slice(1)}` : plain;
};

/** The fewest digits that are looked for inside numbers. Fewer are in nearly all of them. */
const leastFigures = 3;

/** The part of a term that is looked for inside numbers, if it has figures. */
const partOfNumber = (term: string): string | undefined => {
  const part = plainNumber(term);
  return /\d/.test(term) && part.length >= leastFigures ? part : undefined;
};

/** The fewest letters of a word in which one may be wrong: shorter ones match nearly anything. */
const leastLetters = 4;

/** Whether a word begins so, but for one letter: another, one too many or few, or two swapped. */
function nearlyBegins(word: string, term: string): boolean {
  let at = 0;
  while (at < term.length && word[at] === term[at]) at += 1;
  const rest = term.slice(at + 1);
  return (
    word.startsWith(rest, at + 1) ||
    word.startsWith(rest, at) ||
    word.startsWith(term.slice(at), at + 1) ||
    (word[at] === rest[0] && word[at + 1] === term[at] && word.startsWith(rest.slice(1), at + 2))
  );
}

/** The quality of a match, the best first: whole name, part of it, other words, or nearly. */
export const ranks = ["exact", "name", "words", "nearly"] as const;
export type Rank = (typeof ranks)[number];

type Texts = ReturnType<typeof textsOf>;

function textsOf({ title, words, numbers }: Searched) {
  const all = searchTextOf([title, ...words]);
  return {
    whole: sameText(title),
    name: searchTextOf([title]),
    all,
    words: Array.from(all.match(/\p{L}+/gu) ?? []),
    numbers: numbers.map(bothForms).join(" "),
  };
}

/** Makes the texts of each thing once, until it changes. Texts of a thing that is gone are forgotten. */
export function rememberTexts() {
  let known = new Map<string, Texts>();
  return <Each extends Searched>(all: readonly Each[]): [Each, Texts][] => {
    const now = new Map<string, Texts>();
    const pairs = all.map((each): [Each, Texts] => {
      const key = JSON.stringify([each.title, each.words, each.numbers]);
      const texts = known.get(key) ?? textsOf(each);
      now.set(key, texts);
      return [each, texts];
    });
    known = now;
    return pairs;
  };
}

export function ranking(typed: string): (texts: Texts) => Rank | undefined {
  const whole = sameText(typed);
  const terms = termsOf(typed).map((term) => ({
    term,
    part: partOfNumber(term),
    mayBeWrong: term.length >= leastLetters && /^\p{L}+$/u.test(term),
  }));
  // Figures with spaces between them are one number.
  const number = /^\+?[\d ().-]+$/.test(typed) ? partOfNumber(typed) : undefined;
  return (texts) => {
    if (texts.whole === whole) return "exact";
    if (terms.every(({ term }) => isIn(texts.name, term))) return "name";
    if (number !== undefined && texts.numbers.includes(number)) return "words";
    let rank: Rank = "words";
    for (const { term, part, mayBeWrong } of terms) {
      if (isIn(texts.all, term)) continue;
      if (number === undefined && part !== undefined && texts.numbers.includes(part)) continue;
      if (!mayBeWrong || !texts.words.some((word) => nearlyBegins(word, term))) return undefined;
      rank = "nearly";
    }
    return rank;
  };
}
