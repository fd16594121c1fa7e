// Texts that people type and paste are tidied before they are checked, so that nothing is refused
// for what nobody sees. All expressions here are linear in the length of the text.

/**
 * Soft hyphens, zero-width marks, and those that turn the direction of a text. A joiner is one too,
 * unless it stands between letters that it joins, as in Persian, or emoji.
 */
const unseen =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202d\u2060-\u206f\ufeff]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\p{M}|\p{Script=Arabic})(?:\u200c|\u200d)/gu;

const withoutUnseen = (typed: string): string => typed.replace(unseen, "");

/** A text of several lines as it was meant. Word's line breaks become those of everybody else. */
export const tidyText = (typed: string): string =>
  withoutUnseen(typed)
    .normalize("NFC")
    .replace(/[\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(/\p{Zs}/gu, " ")
    .trim();

/** The same for a text of one line, in which Word's line breaks are spaces. */
export const tidyLine = (typed: string): string =>
  tidyText(typed.replace(/[\v\f\u0085\u2028\u2029]/g, " "));

/** For numbers, usernames and codes: any dash is a hyphen, full-width letters are plain ones. */
export const tidyNumber = (typed: string): string =>
  tidyLine(typed)
    .normalize("NFKC")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .trim();

/** A telephone number, with the first zero that a South African one loses when it is taken as a number. */
export const withFirstZero = (typed: string): string =>
  /^[1-8]\d{8}$/.test(typed.replace(/[\s().-]/g, "")) ? `0${typed}` : typed;

/** Letters that nobody sees, so that a name could be empty, or look like another. */
const blank = /[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;

export const hasBlankLetter = (text: string): boolean => blank.test(text);

const latin = /\p{Script=Latin}/u;
const likeLatin = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Whether a word mixes letters of alphabets that look alike, such as a Latin and a Cyrillic "a". */
export const mixesAlphabets = (text: string): boolean =>
  (text.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => latin.test(word) && likeLatin.test(word));

/** Cyrillic and Greek small letters, and below them the Latin ones they look like. */
const looks = [
  "авезіјкмнорсѕтухүһԁԛԝӏαβεικμνορτυχγη",
  "abe3ijkmhopcstyxyhdqwlabeikmvoptuxyn",
] as const;

/** A key with letters of other alphabets replaced by the Latin ones they look like. */
export const lookOf = (key: string): string =>
  key.replace(
    /[\p{Script=Cyrillic}\p{Script=Greek}]/gu,
    (letter) => looks[1][looks[0].indexOf(letter)] ?? letter,
  );

/** Letters that have no base letter of their own when accents are taken off. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ħ: "h",
};

/**
 * Without case, accents and marks that nobody sees, and with one kind of apostrophe and dash.
 * "lukasz" is Łukasz, "o'reilly" is O’Reilly.
 */
export const sameText = (typed: string): string =>
  // Nearly all texts have only plain letters, and lists have thousands of them.
  /^[\n -_a-~]*$/.test(typed)
    ? typed.toLowerCase()
    : withoutUnseen(typed)
        .toLowerCase()
        .replace(/[ßæœøđðþłıħ]/g, (letter) => plainLetters[letter] ?? letter)
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .replace(/[\u2018\u2019\u201b\u02bc\u02b9\u2032\u00b4`]/g, "'")
        .replace(/[\p{Pd}\u2212]/gu, "-");
