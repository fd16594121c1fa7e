import { isParticle, nameInParts } from "../validation/schema.ts";

/** A person or a company as written in one cell, or in one cell for each part of the name. */
export interface ReadName {
  name: string;
  /** Empty for a company or trust, and where only one word is known. */
  surname: string;
  juristic: boolean;
}

export interface SaidOfName {
  /** The cell of a column of surnames; it belongs to all the names. */
  surname?: string;
  /** Whether a column says company (true) or person (false); undefined if none does. */
  juristic?: boolean | undefined;
  /** The number of emails beside it. */
  emails?: number;
}

const bare = (cell: string) =>
  cell
    .toLowerCase()
    .replaceAll(".", "")
    .replace(/[(),:;!*'’"]/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const nothing = new Set([
  ...["", "-", "--", "---", "–", "—", "_", "/", "?", "??", "???"],
  ...["n/a", "#n/a", "na", "n\\a", "n a", "#ref", "#value", "#name?", "#div/0", "#null", "#num"],
  ...["nil", "none", "null", "tbc", "t b c", "tba", "tbd", "unknown", "not applicable"],
  ...["not available", "to be confirmed", "to be advised", "nvt", "n v t", "nie van toepassing"],
  ...["geen", "onbekend"],
]);

/** Whether a cell says that it has no value: `N/A`, `-`, `TBC`. An empty cell does not say it. */
export const saysNothing = (cell: string): boolean => cell.trim() !== "" && nothing.has(bare(cell));

const nobody =
  /^(?:(?:currently |unit |flat )?(?:(?:vacant|empty|unoccupied)[ /-]+)?(?:vacant|empty|unoccupied|not (?:yet )?(?:occupied|let|rented)|to let|for sale)(?: unit| flat)?|no tenants?|no (?:one|body)|nobody|no owner|leeg|leë|vakant|(?:nie |on)bewoond?|te huur|te koop|niemand|geen huurder|(?:un)?sold|airbnb|same as above|x{1,3})$/;

/** Words that mean nobody whatever follows them: `Vacant - renovations`, `No tenant as yet`. */
const beginsWithNobody =
  /^(?:(?:currently |unit |flat )?(?:vacant|unoccupied|empty)|(?:leeg|leë|vakant)(?=\s*(?:$|[-–—(:?/]|\d)|\s+(?:en|vir|tot|sedert|vanaf)\b)|no tenants?|geen huurder|n\/a)(?!\p{L})/iu;

/** What may follow the others: `To let (being sold)`, `To let being renovated`. */
const remark =
  /(?<!\s)\s*\([^()]*\)\s*$|(?<![\s,–—-])[\s,–—-]+(?:since|from|until|till|under|being|yet|now|currently|at present|at the moment|sedert|vanaf)\b.*$/is;

/** `Self since May`, `Owner now lives there`. Whoever is named after `now` is somebody. */
const remarkOfOwner =
  /(?<!\s)\s*\([^()]*\)\s*$|(?<![\s,–—-])[\s,–—-]+(?:(?:[Ss]ince|[Ff]rom|[Uu]ntil|[Tt]ill|[Ss]edert|[Vv]anaf)\b.*|(?:[Yy]et|[Nn]ow|[Cc]urrently|[Aa]t present|[Aa]t the moment)\b\P{Lu}*)$/su;

/** `Vacant Smit` is somebody. */
const ownName = /^\p{L}+ \p{Lu}\p{Ll}+$/u;

const says = (words: RegExp, beginning: RegExp, after: RegExp, cell: string): boolean =>
  [cell, cell.replace(after, "")].some((said) => words.test(bare(said))) ||
  (beginning.test(cell) && !ownName.test(cell) && !isCompany(cell));

/** Whether a cell says that nobody is meant: `Vacant`, `No tenant`, or what says nothing. */
export const saysNobody = (cell: string): boolean =>
  saysNothing(cell) || says(nobody, beginsWithNobody, remark, cell);

const owner =
  /^(?:(?:n\/?a|none|nil|not applicable|no tenants?|nvt|geen huurder)[ –—-]+)?(?:(?:the )?owners?(?: is| are)?(?:[ /-]*(?:occupie[dr]s?|occupant|occupying|occ|resident|in residence|(?:lives?|living|stays?|staying|resid(?:es|ing))(?: there| here| in)?(?: (?:the |this )?(?:unit|flat))?|self))?(?:[ /-]+self|[ &+]+(?:and )?family)?|o\/o|self(?:[ -]occupied)?|same(?: as (?:the )?owner)?|as owner|eienaars?(?: bewoon(?:d| self)?| woon self| self| okkupeer)?|bewoon deur eienaar|occupied by (?:the )?owners?)$/;

/** `Owner occupied with family` */
const beginsWithOwner = /^(?:the )?owners?[ /-]*(?:occupied|occupiers?|occupants?)(?!\p{L})/iu;

/** Whether a cell of a tenant or occupant says that the owner lives there: `Owner occupied (Mrs Dube)`. */
export const saysOwner = (cell: string): boolean =>
  says(owner, beginsWithOwner, remarkOfOwner, cell);

/** Words that make any name a company's or trust's. `Grace Trust Moyo` and `CC Nkosi` are people. */
const forms =
  /\(\s*(?:pty|edms|rf|soc|npc)\s*\)|\b(?:pty|edms|npc|npo)\b|\S\s+(?:ltd|limited|beperk|bpk|inc|incorporated|body corporate|regspersoon)\b|\S\s+trust\b(?!\s+(?!(?:no|nr|it\d*|(?:tmp|mt)(?:\W*n[or]\b)?\W*\d+|fund|company|services|reg\w*|rep\w*|per|by|of|for)\b)\p{L})|^(?:the|die)\s(?!late\b).*\s(?:trust|church|kerk|bank)\b|^(?:the )?trustees\b|\b(?:family|familie|testamentary) trust\b|\p{L}{4}trust\b|^(?:deceased )?(?:est|estate|boedel)\.?(?: of)?(?: the)?(?: late| wyle)\b|\bt\/a\b/iu;

/** Words that end the name of a company that has three words or more. */
const endings = new Set(
  "cc bk bank trust trustees properties property investments investment holdings estate estates church kerk municipality munisipaliteit eiendomme beleggings trading developments enterprises association vereniging foundation school college".split(
    " ",
  ),
);

/** The endings that are surnames, too. */
const surnames = new Set(["bank", "church", "kerk"]);

/** Whether a name looks like a company's or trust's: `Baobab Trust`, `Sea Point Lets (Pty) Ltd`. */
function isCompany(part: string): boolean {
  const text = withoutTitles(part);
  if (forms.test(text)) return true;
  const words = text
    .replace(/\([^()]*\)/g, " ")
    .replace(/[.,]/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  const last = words.at(-1)?.toLowerCase() ?? "";
  // `Estate A Smit`; `Estate Moyo` is a person.
  if (/^(?:estate|boedel)$/i.test(words[0] ?? "") && words.length > 2) return true;
  if (addressed.test(part)) return false;
  // `Van Wyk CC` and `Naidoo, CC` are a surname with initials.
  const isSurname = words.slice(0, -2).every(isParticle) || text.includes(",");
  if (last === "cc" || last === "bk") return words.length > 2 && !isSurname;
  // `J P Church` and `Anna van der Bank` are people.
  if (isParticle(words.at(-2) ?? "")) return false;
  const counted = surnames.has(last)
    ? words.filter((word) => isParticle(word) || !isInitials(word))
    : words;
  return counted.length > 2 && endings.has(last);
}

const mister = "mr|mrs|ms|miss|dr|prof|adv|rev|ds|mnr|mev|mej";
/** The others are words of companies, too: `Lady Grey Street Properties`. */
const title = `${mister}|past|pastor|me|sir|lady|judge|capt|col|the late|wyle`;
const addressed = new RegExp(`^(?:${mister})\\b|[\\s,(](?:${mister})\\.?\\)?$`, "i");
const titlesFirst = new RegExp(`^(?:(?:${title})\\b\\.?\\s*)+`, "i");
const titlesLast = new RegExp(`(?:[\\s,]+\\(?(?:${title})\\b\\.?\\)?)+$`, "i");
const inBrackets = new RegExp(`\\((?:${title})\\.?\\)`, "gi");
/** A title between two names, which begins the second: `Mr T Nkosi Mrs Z Nkosi`. `Prof Dr` begins one. */
const titleBetween = new RegExp(
  `(?<=[^\\s,])(?<!\\b(?:${title})\\.?)\\s+(?=(?:${title})\\b\\.?\\s+\\S)`,
  "i",
);

/** The same where titles end the names: `NKOSI T MR NKOSI Z MRS`. */
const titleAfter = new RegExp(
  `(?<=[\\s(](?:${title})\\.?\\)?)\\s+(?!\\(?(?:${title})\\b)(?=\\S)`,
  "i",
);

/** A remark beside a name: `Smit (1/2)`, `Smit 50%`, `Smit (deceased)`, `Smit T & Z (Mr & Mrs)`. */
const besideName = new RegExp(
  `\\(\\s*(?:\\d[\\d.,/ ]*%?|deceased|oorlede|late|wyle|(?:co-?)?owners?(?:[ -]occupied)?|tenant|occupant|eienaar|huurder|trustee|n\\.?o\\.?|(?:${title})\\.? *(?:[&+/]|and|en) *(?:${title})\\.?)\\s*\\)|(?<=\\s)\\d[\\d.,]* ?%`,
  "gi",
);
/** A share as it may stand beside a person, but in a company's name: `1/2 Smit`, `Smit - 50%`. */
const share =
  /(?:^|:|\s)[\s–—-]{0,4}[([]?\s?(?:\d[\d.,]* ?%|\d ?\/ ?\d{1,2}(?![\d/]))(?: share| aandeel)?\s*[)\]]?/gi;
const withoutShares = (text: string) => text.replace(share, " ").replace(besideName, " ");

/** `Smit c/o Nel`, and the trustee `J Smit N.O.`; `Smit N.O.` may have these initials. */
const afterName = /\s(?:c\/o|p\/a)\s.*$|\sN\.O\.?$(?<=^\p{Lu}\b.+)/iu;

const suffixes = "(?:jr|jnr|junior|sr|snr|senior|ii|iii|iv)\\.?";
const suffixInBrackets = new RegExp(`\\((${suffixes})\\)`, "gi");
const onlySuffix = new RegExp(`^${suffixes}$`, "i");
const isSuffix = (word: string) => onlySuffix.test(word);

const withoutTitles = (text: string) =>
  text
    .replace(besideName, " ")
    .replace(afterName, "")
    .replace(inBrackets, " ")
    .replace(suffixInBrackets, "$1")
    .replace(/\s+/g, " ")
    .trim()
    .replace(titlesFirst, "")
    .replace(titlesLast, "")
    .replace(/^[\s,]+|[\s,]+$/g, "");

/** `J`, `JP`, `J.P.`, `J-P`, `JPM`; three with a vowel, as in `NEL` and `UYS`, are a word. */
const isInitials = (word: string) =>
  /^\p{Lu}(?:[.-]?\p{Lu}){0,2}\.?$/u.test(word) &&
  (word.replace(/\P{L}/gu, "").length < 3 || /[.-]/.test(word) || !/[AEIOUY]/.test(word));

const person = (name: string, surname: string): ReadName => ({ name, surname, juristic: false });

/** The last word is the surname, or what `van` begins. Initials at the end come after it. */
function inParts(whole: string): ReadName {
  const words: string[] = whole.match(/\([^()]*\)|\S+/g) ?? [];
  const last = words.at(-1) ?? "";
  const isBeside = isSuffix(last) || last.startsWith("(");
  const suffix = words.length > 2 && isBeside ? (words.pop() ?? "") : "";
  const withSuffix = (name: string[], surname: string[]) =>
    person(name.join(" "), [...surname, suffix].filter(Boolean).join(" "));
  if (words.length < 2) return person(whole, "");
  // `Van der Merwe Johan`, `De Klerk`: the surname comes first, or alone.
  const begins = words.findIndex((word) => !isParticle(word));
  if (begins > 0 && begins < words.length)
    return withSuffix(words.slice(begins + 1), words.slice(0, begins + 1));
  const initials = words.findLastIndex((word) => !isInitials(word)) + 1;
  if (initials > 0 && initials < words.length)
    return withSuffix(words.slice(initials), words.slice(0, initials));
  const { name, surname } = nameInParts(words.join(" "));
  return withSuffix([name], [surname]);
}

/** `NKOSI THABO MR`: a title ends a name in capitals where its surname comes first. */
const isSurnameFirst = (text: string, words: readonly string[]) =>
  titlesLast.test(text) &&
  !/\)$|\p{Ll}/u.test(text) &&
  !titlesFirst.test(text) &&
  !isInitials(words[0] ?? "") &&
  !words.some(isParticle);

/** `Smit, Anna` or `Anna Smit`; the comma of `Dube, Jr` or `Smit, Mrs` is none of a surname. */
function whole(text: string): ReadName {
  const clean = withoutTitles(text);
  if (isCompany(text)) return { name: clean, surname: "", juristic: true };
  // `Mrs Naidoo` is a surname, and `Thabo` may be either.
  if (clean !== text.trim() && !/[\s,]/.test(clean))
    return isInitials(clean) ? person(clean, "") : person("", clean);
  const comma = /^([^,]+),\s*([^,]+)$/.exec(clean);
  if (!comma?.[1] || !comma[2]) {
    const words = clean.replaceAll(",", "").split(" ");
    return isSurnameFirst(text, words)
      ? person(words.slice(1).join(" "), words[0] ?? "")
      : inParts(words.join(" "));
  }
  if (isSuffix(comma[2])) return inParts(`${comma[1]} ${comma[2]}`);
  return person(withoutTitles(comma[2]), withoutTitles(comma[1]));
}

/** Between two people. `Ravi s/o Kumar` and `t/a` are not two. */
const and = /(?<!\s)\s*(?:&|\+|;|(?<!\b[sdwct])\/|\n|\b(?:and|en)\b(?!\/))\s*/i;

const goesOn =
  /^(?:\(|pty\b|ltd\b|limited\b|cc\b|trust\b|(?:van|von|de|du|der|den)\b|&|\+|(?:and|en)\b)/i;

/** The lines of a cell, each a name of its own; a name on two lines is put together. */
function linesOf(cell: string, hasSurname: boolean): string[] {
  const lines = cell
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter(Boolean);
  const isOneName = !hasSurname && lines.length === 2 && lines.every((line) => !/[\s,]/.test(line));
  if (isOneName) return [lines.join(" ")];
  const names: string[] = [];
  for (const line of lines) {
    const before = names.at(-1);
    const isOpen =
      before !== undefined && (goesOn.test(line) || /(?:&|\+|\b(?:and|en)|,)$/i.test(before));
    if (isOpen) names[names.length - 1] = `${before} ${line}`;
    else names.push(line);
  }
  return names;
}

function peopleOf(typed: string): ReadName[] {
  const line = withoutShares(typed).trim() || typed;
  // `Smit, Anna & Piet`: both have the surname before the comma.
  const shared = /^([^,&]+),\s*([^,]+)$/.exec(line);
  if (shared?.[1] && shared[2] && and.test(shared[2])) return withSurname(shared[2], shared[1]);
  const next = titlesLast.test(line) && !titlesFirst.test(line) ? titleAfter : titleBetween;
  const parts = line
    .split(and)
    .flatMap((part) => part.split(next))
    .filter(Boolean);
  // `Mr & Mrs J & M Smit` are two, whose titles come first.
  const named = parts.filter((part) => withoutTitles(part) !== "");
  return (named.length > 1 ? named : parts).map(whole);
}

function withSurname(names: string, surname: string): ReadName[] {
  const surnames = withoutShares(surname).split(and);
  const several = withoutShares(names)
    .split(and)
    .reduce<string[]>((before, name) => {
      // `Sibusiso; Jnr` is one.
      const last = before.length - 1;
      if (last >= 0 && isSuffix(name)) before[last] = `${before[last]} ${name}`;
      else before.push(name);
      return before;
    }, []);
  return several.map((name, at) => {
    const last = surnames[at] ?? surnames[0] ?? "";
    return person(withoutTitles(name), withoutTitles(last) || last);
  });
}

/** `Smith & Sons (Pty) Ltd` is one company; `Anna Smit; Baobab Trust` are two names. */
const namesOfLine = (line: string) =>
  line
    .split(";")
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap((part) =>
      isCompany(part) ? [{ name: part, surname: "", juristic: true }] : peopleOf(part),
    );

/** Whether a text is a whole name, and no surname or initials beside a comma. */
function isWholeName(text: string): boolean {
  const words = withoutTitles(withoutShares(text)).split(" ");
  return words.length > 1 && !isParticle(words[0] ?? "") && !words.every(isInitials);
}

/** More letters than any names have. Such a cell is not taken apart, which could take long. */
const mostLetters = 1_000;

/**
 * The people in a cell: `Anna Smit`, `Smit, Anna`, `Anna & Piet Smit`, `Smit A (Mrs)`, one line for
 * each, or a company. What other cells say wins over what the name looks like.
 */
export function namesIn(cell: string, given: SaidOfName = {}): ReadName[] {
  const { surname = "", juristic, emails = 0 } = given;
  if (cell.length + surname.length > mostLetters) return [person(cell, surname)];
  const lines = linesOf(cell, surname.trim() !== "");
  const text = lines.join(" ");
  const surnames = linesOf(surname, true);
  const last = surnames.join(" ");
  if (text === "" && last === "") return [];
  const both = `${text} ${last}`.trim();
  if (juristic === true) return [{ name: both, surname: "", juristic: true }];
  if (last !== "") {
    if (juristic === false && lines.length < 2) return [person(text, last)];
    // A surname such as Church makes no company of `Anna Maria`.
    if (juristic !== false && (forms.test(both) || isCompany(text)))
      return [{ name: both, surname: "", juristic: true }];
    return withSurname(lines.join("\n"), surnames.join("\n"));
  }
  const people =
    juristic === false ? lines.flatMap(peopleOf).map(asPerson) : lines.flatMap(namesOfLine);
  // `Thabo Nkosi, Zanele Nkosi`: only as many emails or shares say that the comma is between two people.
  const listed = text.split(",");
  const counts = [emails, text.match(share)?.length];
  const areListed =
    listed.length > 1 && counts.includes(listed.length) && listed.every(isWholeName);
  if (areListed && people.length === 1 && !people[0]?.juristic)
    return namesIn(listed.join(";"), { juristic });
  const family = people.findLast((each) => each.surname !== "")?.surname ?? "";
  return people.map((each) =>
    each.surname === "" && !each.juristic ? { ...each, surname: family } : each,
  );
}

const asPerson = (read: ReadName): ReadName => (read.juristic ? inParts(read.name) : read);
