import * as z from "zod";
import { day } from "../../../platform/validation/schema.ts";
import { type PersonFieldName, personField, personFieldNames } from "../../people/schema.ts";
import type { PartyRole } from "../../units/occupancy/schema.ts";
import { unitColumns } from "../../units/schema.ts";

/** Whose columns there are: an owner's, a tenant's, an occupant's, or those of who the row says. */
export const whose = ["owner", "tenant", "occupant", "person"] as const;
export type Whose = (typeof whose)[number];

/** What a column of a unit may hold: a field of it, or what somebody is to it. */
const unitParts = [
  ...unitColumns,
  {
    name: "role",
    label: "Owner or tenant",
    headings:
      "role type ownertenant tenantowner ownerortenant tenantorowner status capacity rol hoedanigheid ownerresident relationship",
  },
];

/** What a column of a person may hold besides their fields: what they are, and to the unit. */
const personParts = {
  kind: {
    label: "person or company",
    headings: "personorcompany companyorperson legalstatus naturalorjuristic",
  },
  registration: {
    label: "company registration number",
    headings:
      "companyreg companyregno companyregnumber companyregistration companyregistrationno companyregistrationnumber registrationno registrationnumber regno regnumber cipc cipcno trustno trustnumber",
  },
  share: {
    label: "share",
    headings: "share shares sharepercent ownership ownershippercent undividedshare aandeel",
  },
  since: {
    label: "since",
    headings:
      "since from start startdate begin dateofregistration registrationdate registered transferdate dateoftransfer purchasedate leasestart occupationdate dateofoccupation movein moveindate vanaf sedert",
  },
  until: {
    label: "until",
    headings:
      "until to end enddate leaseend leaseexpiry leaseexpires expiry expirydate moveout tot",
  },
} as const;

/** The fields of a person that spreadsheets hold; an address is the unit's column. */
type SheetField = Exclude<PersonFieldName, "address">;
export const sheetFields = personFieldNames.filter(
  (name): name is SheetField => personField(name).column !== undefined,
);

export type PersonField = SheetField | keyof typeof personParts;

/** Headings of a column that holds the whole name. */
const wholeName =
  "name names fullname fullnames nameandsurname namesurname initials voorletters contact contactperson";

/** Every part of a person with its label and headings. */
const personColumns: readonly { name: PersonField; label: string; headings: string }[] = [
  ...sheetFields.flatMap((name) => {
    const { column } = personField(name);
    if (!column) return [];
    const { label, headings } = column;
    return [{ name, label, headings: name === "name" ? `${wholeName} ${headings}` : headings }];
  }),
  ...Object.entries(personParts).map(([name, part]) => ({
    name: name as keyof typeof personParts,
    ...part,
  })),
];

const groups: Readonly<Record<Whose, string>> = {
  owner: "Owner",
  tenant: "Tenant",
  occupant: "Who lives there",
  person: "Person",
};

const upperFirst = (text: string) => text[0]?.toUpperCase() + text.slice(1);

/** Every field that a column may hold, with its label and the group it is shown in. */
export const registerFields: readonly { name: string; label: string; group: string }[] = [
  ...unitParts.map(({ name, label }) => ({ name, label, group: "Unit" })),
  ...whose.flatMap((who) =>
    personColumns.map(({ name, label }) => ({
      name: `${who}.${name}`,
      label: who === "person" ? upperFirst(label) : `${groups[who]}: ${label}`,
      group: groups[who],
    })),
  ),
];

export const labelOf = (field: string): string =>
  registerFields.find(({ name }) => name === field)?.label ?? field;

/** Headings in the form that `plain` returns, by the field they mean. */
const unitHeadings: Readonly<Record<string, string>> = Object.fromEntries(
  unitParts.map(({ name, headings }) => [name, headings]),
);

const personHeadings = Object.fromEntries(
  personColumns.map(({ name, headings }) => [name, headings]),
) as Readonly<Record<PersonField, string>>;

const words: readonly [Whose, RegExp][] = [
  ["owner", /\b(?:registered\s+)?(?:owners?|landlords?|eienaars?|purchasers?)(?:['’]?s)?\b/gi],
  ["tenant", /\b(?:tenants?|lessees?|renters?|huurders?)(?:['’]?s)?\b/gi],
  ["occupant", /\b(?:occupants?|occupiers?|residents?|inwoners?)(?:['’]?s)?\b/gi],
];

/** A heading without case, accents, punctuation, spaces and text in brackets. */
const plain = (heading: string): string =>
  heading
    .replace(/\(s\)/gi, "s")
    .replace(/\([^()]*\)/g, "")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

const has = (headings: string, heading: string) =>
  heading !== "" && headings.split(" ").includes(heading);
const found = <Name extends string>(all: Readonly<Record<Name, string>>, heading: string) =>
  (Object.keys(all) as Name[]).find((name) => has(all[name], heading));

/** What a heading says by itself: a field of the unit, or of somebody, who may be left open. */
export type Meaning =
  | { of: "unit"; field: string }
  | { of: Whose | "somebody"; field: PersonField };

/** The meaning of a heading, if it has one. */
export function meaningOf(heading: string): Meaning | undefined {
  const text = heading.replace(/\(s\)/gi, "s");
  const label = registerFields.find((each) => plain(each.label) === plain(text));
  if (label) return meaningOfField(label.name);
  const whole = plain(text);
  const unit = found(unitHeadings, whole);
  if (unit) return { of: "unit", field: unit };
  const own = found(personHeadings, whole);
  if (own) return { of: "somebody", field: own };
  const named = words.filter(([, pattern]) => text.search(pattern) >= 0);
  const [first, second] = named;
  if (!first || second) return undefined;
  const [of, pattern] = first;
  const rest = plain(text.replace(pattern, " "));
  if (rest === "") return { of, field: "name" };
  const field = found(personHeadings, rest);
  return field && { of, field };
}

/** The same for a field's own name. */
function meaningOfField(name: string): Meaning {
  const [of = "", field] = name.split(".");
  if (field === undefined) return { of: "unit", field: of };
  return { of: of === "person" ? "somebody" : (of as Whose), field: field as PersonField };
}

/** What people write for the roles, in the form that `plain` returns. */
const roleWords: Readonly<Record<PartyRole, string>> = {
  owner: "owner owners landlord registeredowner eienaar o",
  tenant: "tenant tenants lessee renter huurder t",
  occupant: "occupant occupier resident livesthere lives inwoner bewoner",
  agent: "agent managingagent lettingagent agente",
  bondholder: "bondholder bank bondholderbank verbandhouer",
};

/** The roles in a cell such as `Owner`, or `Owner and occupant`; none if a word is unknown. */
export function rolesIn(cell: string): PartyRole[] {
  if (/^owner[\s-]*occup/i.test(cell.trim())) return ["owner", "occupant"];
  const whole = found(roleWords, plain(cell));
  if (whole) return [whole];
  const roles = cell.split(/[&+/,;]|\band\b|\ben\b/i).map((word) => found(roleWords, plain(word)));
  const known = roles.filter((role) => role !== undefined);
  return known.length === roles.length ? known : [];
}

export const exportQuery = z.strictObject({
  format: z.enum(["csv", "xlsx"]).default("csv"),
  /** Another day than today, of which only the units and who had them are known. */
  asAt: day.optional(),
});
