import { columnLetter, shown } from "../../platform/csv/columns.ts";
import type { SheetRow } from "../../platform/csv/sheet.ts";
import { unitColumns } from "../units/schema.ts";
import {
  type ListRole,
  type PersonPart,
  personColumns,
  registerFields,
  roleOfColumns,
  unitParts,
  type Whose,
} from "./schema.ts";

/** A heading without case, accents, punctuation, spaces and text in brackets. */
const plain = (heading: string): string =>
  heading
    .replace(/\(s\)/gi, "s")
    .replace(/\([^()]*\)/g, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/** Headings by the field they mean, in the form that `plain` returns. */
const unitHeadings = new Map(
  unitParts.flatMap(({ name, headings }) => headings.split(" ").map((each) => [each, name])),
);
const personHeadings = new Map(
  personColumns.flatMap(({ name, headings }) => headings.split(" ").map((each) => [each, name])),
);
const labels = new Map(registerFields.map(({ name, label }) => [plain(label), name]));

/** `Owner`, `Owner 2`, `2nd owner`, `Co-owner`, within a heading. */
const groupPattern = (words: string) =>
  new RegExp(
    `(?:\\b(?<before>[1-4])(?:st|nd|rd|th|ste|de)?[\\s.-]*)?\\b(?:registered\\s+)?(?<co>(?:co|joint|second|mede|tweede)[\\s-]*)?(?:${words})(?:['’]?s)?\\b(?:[\\s#.-]*(?<after>[1-4])\\b)?`,
    "gi",
  );
const groupPatterns = [
  ["owner", groupPattern("owners?|landlords?|eienaars?|purchasers?"), 4],
  ["tenant", groupPattern("tenants?|lessees?|renters?|huurders?"), 2],
  ["occupant", groupPattern("occupants?|occupiers?|residents?|inwoners?"), 1],
] as const;

/** The meaning of a heading by itself: a field of the unit, or of somebody, who may be left open. */
type Meaning = { of: "unit"; field: string } | { of: Whose | "somebody"; field: PersonPart };

/** The meaning of a heading, if it has one. */
function meaningOf(heading: string): Meaning | undefined {
  const whole = plain(heading);
  const label = labels.get(whole);
  if (label) return meaningOfField(label);
  const inGroup = meaningInGroup(heading.replace(/\(s\)/gi, "s"));
  if (inGroup) return inGroup;
  const unit = unitHeadings.get(whole);
  if (unit) return { of: "unit", field: unit };
  const own = personHeadings.get(whole);
  return own && { of: "somebody", field: own };
}

/** `Owner 2 email`, `Co-owner`, `Email (owner 1)`: whose it is, which of them, and what of them. */
function meaningInGroup(heading: string): Meaning | undefined {
  const text = heading.replace(/[()]/g, " ");
  const named = groupPatterns.flatMap(([group, pattern, most]) =>
    [...text.matchAll(pattern)].map((match) => ({ group, most, match })),
  );
  const [first, second] = named;
  if (!first || second) return undefined;
  const { group, most, match } = first;
  const { before, co, after } = match.groups ?? {};
  const which = Number(before ?? after ?? (co ? 2 : 1));
  if (which > most) return undefined;
  const of = which === 1 ? group : (`${group}${which}` as Whose);
  const rest = plain(text.replace(match[0], " ").replace(/\b(?:of|the|if any)\b/gi, " "));
  if (rest === "") return { of, field: "name" };
  const field = personHeadings.get(rest);
  return field && { of, field };
}

/** The same for a field's own name. */
function meaningOfField(name: string): Meaning {
  const [of = "", field] = name.split(".");
  if (field === undefined) return { of: "unit", field: of };
  return { of: of === "person" ? "somebody" : (of as Whose), field: field as PersonPart };
}

/** Whether a cell may be the heading of a column. */
export const isHeading = (cell: string): boolean => meaningOf(cell) !== undefined;

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

/** A heading such as "Type" counts only if the values under it fit. */
function fits(meaning: Meaning, values: readonly string[]): boolean {
  const { field } = meaning;
  if (meaning.of !== "unit" || (field !== "role" && field !== "kind")) return true;
  const some = values.filter(Boolean).slice(0, sample);
  const fit = some.filter((value) =>
    field === "role" ? rolesIn(value).length > 0 : isKind(value),
  );
  return fit.length * 2 > some.length;
}

/** The person of a column that does not say it: the owner until another is named. */
function firstWhose(meanings: readonly (Meaning | undefined)[]): Whose {
  if (meanings.some((each) => each?.of === "unit" && each.field === "role")) return "person";
  const named = meanings.some((each) => each && each.of !== "unit" && each.of !== "somebody");
  return named ? "owner" : "person";
}

const otherNumber: Partial<Record<PersonPart, PersonPart>> = {
  cellPhone: "telephone",
  telephone: "cellPhone",
};

/**
 * Each column's field by its heading; null where none fits. Columns such as "Cell" belong to the
 * owner or tenant whose columns they follow.
 */
export function guessFields(
  headings: readonly string[],
  rows: readonly SheetRow[],
): (string | null)[] {
  const meanings = headings.map((heading, column) => {
    const meaning = meaningOf(heading);
    const values = rows.map(({ cells }) => cells[column] ?? "");
    return meaning && fits(meaning, values) ? meaning : undefined;
  });
  const hasUnit = meanings.some((each) => each?.of === "unit" && each.field === "unit");
  const taken = new Set<string>();
  const take = (name: string) => {
    if (taken.has(name) || !registerFields.some((field) => field.name === name)) return null;
    taken.add(name);
    return name;
  };
  let current = firstWhose(meanings);
  const fields = meanings.map((meaning) => {
    if (!meaning) return null;
    if (meaning.of === "unit") return take(meaning.field);
    if (meaning.field === "serviceAddress" && !hasUnit) return take("unit");
    if (meaning.field === "trade") return take("person.trade");
    if (meaning.of !== "somebody") current = meaning.of;
    const twin = otherNumber[meaning.field];
    return take(`${current}.${meaning.field}`) ?? (twin ? take(`${current}.${twin}`) : null);
  });
  // A column "Tel" is the only number that there is.
  return fields.map((field) => {
    const [of = "", part] = field?.split(".") ?? [];
    return part === "telephone" && !taken.has(`${of}.cellPhone`) ? `${of}.cellPhone` : field;
  });
}

/** Whether columns or a column of roles say what the people of a list are. */
export const saysRoles = (fields: readonly (string | null)[]): boolean =>
  fields.some((field) => {
    const [of, part] = field?.split(".") ?? [];
    return part === undefined ? of === "role" : roleOfColumns(of as Whose) !== undefined;
  });

/** A column as it is shown: its heading, the first value under it and its field. */
export const columnsShown = (
  headings: readonly string[],
  rows: readonly SheetRow[],
  fields: readonly (string | null)[],
) =>
  headings.map((heading, column) => ({
    heading: shown(heading) || `Column ${columnLetter(column)}`,
    example: shown(rows.find(({ cells }) => cells[column])?.cells[column] ?? ""),
    field: fields[column] ?? null,
  }));
