/** Characters that replace letters, so that `P@ssw0rd` is recognized as a common password. */
const lookAlikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
  "€": "e",
};

const plain = (text: string) => text.normalize("NFKC").toLowerCase();
const asLetters = (text: string) =>
  text.replace(/[0134579@$!€]/g, (sign) => lookAlikes[sign] ?? sign);
const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

/** The text with and without replaced characters, each with and without what is around it. */
const readings = (text: string): string[] =>
  [text, asLetters(text)].flatMap((reading) => [reading, bare(reading)]);

/** A repeated character or group, or a sequence such as 12345678 and abcd1234. */
function isPattern(text: string): boolean {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const jumps = codes.filter((code, at) => at > 0 && Math.abs(code - (codes[at - 1] ?? 0)) > 1);
  return new Set(codes).size < 4 || jumps.length < 2 || /^(.{1,5})\1+$/su.test(text);
}

/** How many letters besides known names make a password strong enough. */
const ownLetters = 4;

/** Whether a text without these words has hardly any letters left, or only a common password. */
function isMadeOf(text: string, words: readonly string[], common: ReadonlySet<string>): boolean {
  return [text, asLetters(text)].some((reading) => {
    const rest = words.reduce(
      (left, word) => left.replaceAll(word, " ").replaceAll(asLetters(word), " "),
      reading,
    );
    if (rest === reading) return false;
    const letters = rest.replace(/[^\p{L}]/gu, "");
    return letters.length < ownLetters || common.has(letters);
  });
}

/** The words in names and addresses, longest first. Words below three letters are too common. */
const wordsIn = (texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => [plain(text), ...plain(text).split(/[^\p{L}\p{N}]+/u)]))]
    .filter((word) => [...word].length >= 3)
    .sort((a, b) => b.length - a.length);

export function weakness(
  password: string,
  names: readonly string[],
  common: ReadonlySet<string>,
): string | null {
  const text = plain(password);
  if (isPattern(text))
    return "This password is only a simple pattern. Choose one that is harder to guess.";
  if (readings(text).some((reading) => common.has(reading)))
    return "Many people use this password, so burglars try it first. Choose another.";
  if (isMadeOf(text, wordsIn(names), common))
    return "This password is made of names that everybody here knows. Add words of your own.";
  return null;
}
