// Text of one byte a letter, as spreadsheets save CSV that is not UTF-8. Nothing in the file says which
// of two tables it was written with: Windows-1252, or Mac Roman, which Excel for Mac uses. They have the
// same letters in other places, so that one of them turns Zoë into "Zo‘" or, the other way round, "ZoÎ".

/** Windows-1252 from 0x80, where Latin-1 has control characters. Node 20 lacks this table. */
const windows = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const fromWindows = (bytes: Buffer) =>
  bytes
    .toString("latin1")
    .replace(/[\u0080-\u009f]/g, (each) => windows[each.charCodeAt(0) - 0x80] ?? each);

const fromMac = (bytes: Buffer) => new TextDecoder("macintosh").decode(bytes);

const [letter, small, capital] = ["\\p{L}", "\\p{Ll}", "\\p{Lu}"];
const consonant = "[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ]";

/** A sign that is odd between what is before it and what is after it; "" is anything. */
type Oddity = readonly [before: string, sign: string, after: string];

/** Finds each of them. The sign is looked for first, because it is rare and what is around it is not. */
const anyOf = (oddities: readonly Oddity[]) =>
  new RegExp(
    oddities
      .map(([before, sign, after]) => `${sign}(?<=${before}.)${after && `(?=${after})`}`)
      .join("|"),
    "gu",
  );

/**
 * Letters that Windows-1252 makes of those of Mac Roman, and that no list saved on Windows has. An
 * apostrophe (O’Brien), a dash and dots between letters are not odd, nor is a quotation mark at the end
 * of a word, nor š beside a vowel or in tšh and tšw, which Sepedi has: Mogotši, Tšhwane.
 */
const oddInWindows = anyOf([
  // Places that Windows leaves empty: å, ç, è, ê and ù.
  [letter, "[\u0081\u008d\u008f\u0090\u009d]", ""],
  // é, ä and ü as capitals in a word of small letters: RenŽ, LŽo, MŸller; and an apostrophe, DÕArcy.
  [small, "[ŠŒŽŸÕ]", ""],
  [capital, "[ŠŒŽŸÕ]", `${capital}?${small}`],
  // É, which is in no word as ƒ.
  [letter, "ƒ", ""],
  ["", "ƒ", letter],
  // î, ï, ô, ã and others as signs within a word: Beno”t, Ana•s, Jer™me, Jo‹o.
  [letter, "[‚„“”ˆ˜‰‹›•™‡]", small],
  // Ä, Ç, Ñ, Ö and Ü in a word of capitals: M†LLER, K…NIG.
  [capital, "[€‚„…†]", capital],
  // ö, û and ú between consonants: Schršder.
  [`(?![tT])${consonant}`, "[šžœ]", consonant],
  ["[tT]", "[šžœ]", `(?![hw])${consonant}`],
  // ë: Jo‘l, Zo‘; unless the word is within quotation marks.
  [`(?<!['‘‚]\\p{L}*)${small}`, "‘", `(?!${capital})`],
]);

/** Signs that Mac Roman makes of the letters and the quotation marks of Windows-1252. */
const oddInMac = anyOf([
  // é, ë and others as capitals in a word of small letters: RenÈ, ZoÎ, LÈon.
  [small, "(?![A-Z])\\p{Lu}", ""],
  [capital, "(?![A-Z])\\p{Lu}", small],
  // ü, ö, á and others as signs within a word: M¸ller, Schrˆder, Andr·s.
  [letter, "(?:[^\\p{L}\\p{M}\\p{N}\\p{ASCII}\\s‘’“”–—…]|[ˆˇﬂ])", letter],
  // Quotation marks and apostrophes: ìKobus, OíBrien, ín Huis.
  [`(?<!${letter})`, "[ëíìî]", letter],
  [capital, "í", capital],
  // Dashes and a currency by themselves: Unit 3 ñ Garden, Ä5.
  [`(?<!${letter})`, "[ñóÄ]", `(?!${letter})`],
]);

const countOf = (text: string, oddities: RegExp) => text.match(oddities)?.length ?? 0;

/** Reads Mac Roman if that gives fewer odd words than Windows-1252, which is far more common. */
export function fromOneByte(bytes: Buffer): { text: string; isMac: boolean } {
  const [asWindows, asMac] = [fromWindows(bytes), fromMac(bytes)];
  const isMac = countOf(asWindows, oddInWindows) > countOf(asMac, oddInMac);
  return { text: isMac ? asMac : asWindows, isMac };
}
