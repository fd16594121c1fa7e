import { columnLetter, shown } from "../../platform/csv/columns.ts";
import { csvError } from "../../platform/csv/errors.ts";
import type { SheetRow } from "../../platform/csv/sheet.ts";
import { unitColumns } from "../units/schema.ts";
import {
  type ListRole,
  labelOf,
  personColumns,
  registerFields,
  unitParts,
  whose,
} from "./schema.ts";

/** A heading without case, accents, punctuation, spaces and text in brackets. */
const plain = (heading: string): string =>
  heading
    .replace(/\(s\)|\/s\b/gi, "s")
    .replace(/\([^()]*\)/g, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/** The field that each known heading means, in the form that `plain` returns; labels mean their own. */
const fieldsByHeading = new Map([
  ...[
    ...unitParts,
    ...personColumns.map((each) => ({ ...each, name: `person.${each.name}` })),
  ].flatMap(({ name, headings }) => headings.split(" ").map((each) => [each, name] as const)),
  ...registerFields.map(({ name, label }) => [plain(label), name] as const),
]);

/** `Owner`, `Owner 2`, `2nd owner`, `Co-owner`, within a heading. */
const groupPattern = (words: string) =>
  new RegExp(
    `(?:\\b(?<before>[1-9])(?:st|nd|rd|th|ste|de)?[\\s.-]*)?\\b(?:(?:registered|geregistreerde)\\s+)?(?<co>(?:co|joint|second|mede|tweede)[\\s-]*)?(?:${words})(?:['’]?s)?\\b(?:[\\s#.-]*(?:n[or]\\b[\\s#.-]*)?(?<after>[1-9])\\b)?`,
    "gi",
  );
const groupPatterns = [
  ["owner", groupPattern("owners?|landlords?|eienaars?|purchasers?")],
  ["tenant", groupPattern("tenants?|lessees?|renters?|huurders?")],
  ["occupant", groupPattern("occupants?|occupiers?|residents?|inwoners?|bewoners?")],
] as const;

/** The meaning of a heading by itself: a field. One of `person` may be that of anybody. */
const fieldOf = (heading: string): string | undefined =>
  fieldInGroup(heading.replace(/\(s\)|\/s\b/gi, "s")) ?? fieldsByHeading.get(plain(heading));

/**
 * `Owner 2 email`, `Co-owner`, `Email (owner 1)`: whose it is, which of them, and what of them. Which a
 * co-owner is depends on the other columns: `owner+co`, and so does whose `Owner cell 2` is: `owner~2`.
 */
function fieldInGroup(heading: string): string | undefined {
  const text = heading.replace(/[()]/g, " ");
  const named = groupPatterns.flatMap(([group, pattern]) =>
    [...text.matchAll(pattern)].map((match) => ({ group, match })),
  );
  const [first, second] = named;
  if (!first || second) return undefined;
  const { group, match } = first;
  const { before, co, after } = match.groups ?? {};
  const number = before ?? after ?? "";
  const which = co ? `+${plain(co)}${number}` : number.replace("1", "");
  const rest = plain(text.replace(match[0], " ").replace(/\b(?:of|the|if any)\b/gi, " "));
  const [, word = rest, last = ""] = (number || co ? null : /^(\D+)([1-9])$/.exec(rest)) ?? [];
  const [, part] = (fieldsByHeading.get(word || "name") ?? "").split(".");
  const isName = part === "name" || part === "surname";
  const counted = last && (isName ? last.replace("1", "") : `~${last}`);
  return part && `${group}${which}${counted}.${part}`;
}

/** Whether a cell may be the heading of a column. */
export const isHeading = (cell: string): boolean => fieldOf(cell) !== undefined;

const titleRows = 10;

/**
 * The row of the headings, from 0: the one with the most known ones, if it has two; else the first
 * row, if it has one; else -1.
 */
export function headingsAt(rows: readonly SheetRow[]): number {
  const known = rows.slice(0, titleRows).map(({ cells }) => cells.filter(isHeading).length);
  const most = Math.max(0, ...known);
  if (most > 1) return known.indexOf(most);
  return known[0] === 1 ? 0 : -1;
}

/** The columns as somebody chose them, field → column from 0. @throws imports.bad_columns */
export function chosenColumns(
  headings: readonly string[],
  chosen: Readonly<Record<string, number>>,
): (string | null)[] {
  const fields = registerFields.map(({ name }) => name);
  const refuse = (message: string) =>
    csvError("imports.bad_columns", { field: "columns", message });
  const columns: (string | null)[] = headings.map(() => null);
  for (const [field, index] of Object.entries(chosen)) {
    if (!fields.includes(field))
      throw refuse(`${field} is not a field here. The fields are ${fields.join(", ")}.`);
    if (columns[index] === undefined)
      throw refuse(`The file has no column ${index} for ${field}. The first column is number 0.`);
    if (columns[index] !== null)
      throw refuse(`Column ${index} cannot be both ${columns[index]} and ${field}.`);
    columns[index] = field;
  }
  return columns;
}

/** The words that people write for the roles, in the form that `plain` returns. */
const roleWords: Readonly<Record<ListRole, string>> = {
  owner: "owner owners landlord registeredowner coowner jointowner eienaar o",
  tenant: "tenant tenants lessee renter cotenant huurder t",
  occupant: "occupant occupier resident livesthere lives inwoner bewoner",
  agent: "agent managingagent lettingagent agente",
  bondholder: "bondholder bank bondholderbank verbandhouer",
  staff: "staff staffmember employee worker personeel werker werknemer",
};
const rolesByWord = new Map(
  Object.entries(roleWords).flatMap(([role, words]) =>
    words.split(" ").map((word) => [word, role as ListRole] as const),
  ),
);

/** The roles in a cell such as `Owner`, or `Owner and occupant`; none if a word is unknown. */
export function rolesIn(cell: string): ListRole[] {
  if (/^owner[\s-]*occup/i.test(cell.trim())) return ["owner", "occupant"];
  const whole = rolesByWord.get(plain(cell));
  if (whole) return [whole];
  const roles = cell.split(/[&+/,;]|\band\b|\ben\b/i).map((word) => rolesByWord.get(plain(word)));
  const known = roles.filter((role) => role !== undefined);
  return known.length === roles.length ? known : [];
}

/** How many of the first values must fit a column whose heading may mean several things. */
const sample = 20;

const kindColumn = unitColumns.find(({ field }) => field === "kind");
const isKind = (cell: string) => kindColumn !== undefined && "value" in kindColumn.read(cell);

/** A heading such as "Type" counts only if the values under it fit. The export's own may have none. */
function fits(field: string, heading: string, values: readonly string[]): boolean {
  if (field !== "role" && field !== "kind") return true;
  const some = values.filter(Boolean).slice(0, sample);
  if (some.length === 0) return heading === labelOf(field);
  const fit = some.filter((value) =>
    field === "role" ? rolesIn(value).length > 0 : isKind(value),
  );
  return fit.length * 2 > some.length;
}

/** Whether a field is of owners, tenants or occupants, and not of somebody whose role the row says. */
const saysWhose = (field: string | null | undefined) =>
  field?.includes(".") && !field.startsWith("person.");

/** The person of a column that does not say it: the owner until another is named. */
const firstWhose = (meanings: readonly (string | undefined)[]): string =>
  meanings.some(saysWhose) && !meanings.includes("role") ? "owner" : "person";

const otherNumber = (field: string): string =>
  field.replace(/cellPhone|telephone/, (part) =>
    part === "telephone" ? "cellPhone" : "telephone",
  );

/** The meaning of each column by its heading and the values under it. */
const meaningsOf = (headings: readonly string[], rows: readonly SheetRow[]) =>
  headings.map(fieldOf).map((found, column, all) => {
    const [, group = "", number = ""] = /^(.+)~(\d)/.exec(found ?? "") ?? [];
    const isSomebodys = number < "2" || all.includes(`${group}${number}.name`);
    const field = isSomebodys ? found?.replace(/~1?/, "") : undefined;
    const values = rows.map(({ cells }) => cells[column] ?? "");
    return field !== undefined && fits(field, headings[column] ?? "", values) ? field : undefined;
  });

/**
 * Each column's field by its heading; null where none fits. Columns such as "Cell" belong to the
 * owner or tenant whose columns they follow; a share is an owner's. A co-owner, and another with the same heading, is the next of
 * the role whom no heading numbers.
 */
export function guessFields(
  headings: readonly string[],
  rows: readonly SheetRow[],
): (string | null)[] {
  const meanings = meaningsOf(headings, rows);
  const hasUnit = meanings.includes("unit");
  const taken = new Set<string>();
  const take = (name: string) => {
    if (taken.has(name) || !registerFields.some((field) => field.name === name)) return null;
    taken.add(name);
    return name;
  };
  const used = new Set(meanings.map((meaning) => meaning?.split(".")[0]));
  const next = (group: string) => {
    const isNext = (who: string) => /\d$/.test(who) && group.startsWith(who.slice(0, -1));
    const found = whose.find((who) => isNext(who) && !used.has(who)) ?? `${group}+`;
    used.add(found);
    return found;
  };
  const placed = new Map<string, string>();
  const named = new Set<string>();
  let current = firstWhose(meanings);
  let owner = current;
  const wanted = meanings.map((meaning, column) => {
    const [of = "", part] = meaning?.split(".") ?? [];
    if (part === undefined) return of;
    if (part === "serviceAddress" && !hasUnit) return "unit";
    if (part === "trade") return "person.trade";
    if (of === "person") return `${part === "share" ? owner : current}.${part}`;
    const heading = ` ${plain(headings[column] ?? "")}`;
    const isAgain = named.has((placed.get(of) ?? of) + heading);
    if (isAgain || (of.includes("+") && !placed.has(of))) placed.set(of, next(of));
    current = placed.get(of) ?? of;
    if (current.startsWith("owner")) owner = current;
    if (part === "name" || part === "surname") named.add(current + heading);
    return `${current}.${part}`;
  });
  // A second "Tel" is the cell phone if no column is called that.
  const fields = wanted
    .map(take)
    .map((field, column) => field ?? take(otherNumber(wanted[column] ?? "")));
  return fields.map((field, column) => {
    const [of = "", part] = field?.split(".") ?? [];
    // A column "Tel" is the only number that there is.
    if (part === "telephone" && !taken.has(`${of}.cellPhone`)) return `${of}.cellPhone`;
    // The only day beside several owners is not the last one's, see `dayFieldIn`.
    const isDay = field && /^person\.(?:since|until)$/.test(meanings[column] ?? "");
    const first = of.replace(/\d$/, "");
    const ofRole = fields.filter((each) => each?.startsWith(first) && each.endsWith(`.${part}`));
    return isDay && ofRole.length === 1 ? `${first}.${part}` : field;
  });
}

/** What to say of columns whose heading is known, but not read because others have its places. */
export const ignoredIn = (
  headings: readonly string[],
  rows: readonly SheetRow[],
  fields: readonly (string | null)[],
): string[] =>
  meaningsOf(headings, rows).flatMap((meaning, column) =>
    meaning && fields[column] === null && rows.some(({ cells }) => cells[column])
      ? `Column ${columnLetter(column)}, “${shown(headings[column] ?? "")}”, is ignored: Stoep has no place left for it.`
      : [],
  );

/** Whether columns or a column of roles say what the people of a list are. */
export const saysRoles = (fields: readonly (string | null)[]): boolean =>
  fields.some((field) => field === "role" || saysWhose(field));
