import * as z from "zod";
import { day, id } from "../../platform/validation/schema.ts";
import { type PersonFieldName, personField, personFieldNames } from "../people/schema.ts";
import { partyRoles } from "../units/occupancy/schema.ts";
import { unitColumns } from "../units/schema.ts";

/** The largest file, in bytes: 2 MB. */
export const maxImportBytes = 2 * 1024 * 1024;
/** The most rows in one list, because one transaction writes them all. */
export const maxImportRows = 5_000;

/** The roles of people in a list: in a unit, or staff. */
const listRoles = [...partyRoles, "staff"] as const;
export type ListRole = (typeof listRoles)[number];

/** The name of each on screens and in the export, which the import reads again. */
export const roleLabels: Readonly<Record<ListRole, string>> = {
  owner: "Owner",
  tenant: "Tenant",
  occupant: "Lives there",
  agent: "Agent",
  bondholder: "Bondholder",
  staff: "Staff",
};

/**
 * The people that columns are about: owners (`Owner 1`, `Co-owner`), tenants and occupants, or
 * somebody whose role another column of the row says.
 */
const groups = {
  owner: "Owner",
  owner2: "Owner 2",
  owner3: "Owner 3",
  owner4: "Owner 4",
  tenant: "Tenant",
  tenant2: "Tenant 2",
  occupant: "Who lives there",
  person: "Person",
} as const;
export type Whose = keyof typeof groups;
export const whose = Object.keys(groups) as Whose[];

/** The role in the unit of people in such columns; undefined where the row says it. */
export const roleOfColumns = (who: Whose): ListRole | undefined =>
  listRoles.find((role) => role === who.replace(/\d$/, ""));

/** The parts of a unit that a column may hold: its fields, and people's roles in it. */
export const unitParts = [
  ...unitColumns,
  {
    name: "role",
    label: "Owner or tenant",
    headings:
      "role type ownertenant tenantowner ownerortenant tenantorowner eienaarhuurder huurdereienaar status capacity rol hoedanigheid ownerresident relationship",
  },
];

/** The fields of a person that spreadsheets hold; an address is the unit's column. */
export type SheetField = Exclude<PersonFieldName, "address">;
export const sheetFields = personFieldNames.filter(
  (name): name is SheetField => personField(name).column !== undefined,
);

/** The parts of a person in a column besides their fields: their kind, and roles in the unit. */
const otherParts = [
  {
    name: "kind",
    label: "person or company",
    headings: "personorcompany companyorperson legalstatus naturalorjuristic",
  },
  {
    name: "registration",
    label: "company registration number",
    headings:
      "companyreg companyregno companyregnumber companyregistration companyregistrationno companyregistrationnumber registrationno registrationnumber regno regnumber cipc cipcno trustno trustnumber",
  },
  {
    name: "trade",
    label: "maintenance type",
    headings:
      "trade job jobtitle occupation position department typeofmaintenance ambag beroep werk",
  },
  {
    name: "share",
    label: "share",
    headings: "share shares sharepercent ownership ownershippercent undividedshare aandeel",
  },
  {
    name: "since",
    label: "since",
    headings:
      "since from start startdate leasestartdate begin dateofregistration registrationdate registered transferdate dateoftransfer purchasedate leasestart huurbegin occupationdate dateofoccupation movein moveindate vanaf sedert",
  },
  {
    name: "until",
    label: "until",
    headings:
      "until to end enddate leaseend leaseenddate leaseexpiry leaseexpires huureinde expiry expirydate moveout tot",
  },
] as const;

export type PersonPart = SheetField | (typeof otherParts)[number]["name"];

/** Every part of a person with its label and headings, which are in the form that `plain` returns. */
export const personColumns: readonly { name: PersonPart; label: string; headings: string }[] = [
  ...sheetFields.flatMap((name) => {
    const { column } = personField(name);
    return column ? [{ name, ...column }] : [];
  }),
  ...otherParts,
];

const partsOf = (who: Whose) =>
  personColumns.filter(({ name }) => name !== "trade" || who === "person");

const upperFirst = (text: string) => text[0]?.toUpperCase() + text.slice(1);

/** Every field that a column may hold, with its label and the group it is shown in. */
export const registerFields: readonly { name: string; label: string; group: string }[] = [
  ...unitParts.map(({ name, label }) => ({ name, label, group: "Unit" })),
  ...whose.flatMap((who) =>
    partsOf(who).map(({ name, label }) => ({
      name: `${who}.${name}`,
      label: who === "person" ? upperFirst(label) : `${groups[who]}: ${label}`,
      group: groups[who],
    })),
  ),
];

/** The label of a field, also of one that is somebody's in a cell: `owner.0.name`. */
export function labelOf(field: string): string {
  const whole = field.replace(/\.\d+\./, ".");
  if (whole.endsWith(".role")) return labelOf("role");
  return registerFields.find(({ name }) => name === whole)?.label ?? field;
}

/** The questions that somebody answers once for the whole list. */
const questionIds = [
  "sameUnits",
  "makeUnits",
  "unitAbove",
  "quotaParts",
  "as",
  "samePeople",
  "namesakes",
  "shareEmails",
] as const;
export type QuestionId = (typeof questionIds)[number];

/** The roles to choose from if the list does not say them. */
export const defaultRoles = ["owner", "tenant", "occupant", "staff"] as const;

/** Somebody's choices about a list. Without a choice, the headings and the server decide. */
export const choices = z.strictObject({
  sheet: z.string().max(100).optional(),
  /** The row of the headings, from 1; 0: there are none. */
  headings: z.int().min(0).max(20_000).optional(),
  /** The column of each field, counted from 0. */
  columns: z.record(z.string(), z.int().min(0).max(199)).optional(),
  /**
   * Whether a newer detail of the list is taken, by row and field. Without a choice, those of units
   * are, and those that fill an empty field.
   */
  taken: z.record(z.string(), z.record(z.string(), z.boolean())).default({}),
  /** Whether all are taken for which nothing else is chosen. */
  takeAll: z.boolean().optional(),
  /**
   * The typed corrections, by row and field: instead of a cell, `owner.name`, or of what was read in it
   * of one of its people, `owner.0.name`.
   */
  mended: z.record(z.string(), z.record(z.string(), z.string().max(500))).default({}),
  /** The rows that are not imported. */
  leftOut: z.array(z.int()).max(maxImportRows).default([]),
  /** Whether "1" is "Unit 1". */
  sameUnits: z.boolean().optional(),
  /** Whether units that are not in the register are made. */
  makeUnits: z.boolean().optional(),
  /** Whether rows without a unit belong to the unit above them. */
  unitAbove: z.boolean().optional(),
  /** Whether quotas below 1 are parts of 1. */
  quotaParts: z.boolean().optional(),
  as: z.enum(defaultRoles).optional(),
  /** Whether two of the same name with two emails and one ID or telephone number are one person. */
  samePeople: z.boolean().optional(),
  /** Whether people of the same name with another unit are the same, though nothing else is. */
  namesakes: z.boolean().optional(),
  /** Whether people may share an email with somebody who logs in with it. */
  shareEmails: z.boolean().optional(),
});
export type Choices = z.output<typeof choices>;

/** A choice as the answer to its question. */
export const answerOf = (choice: Choices[QuestionId]): string | null =>
  typeof choice === "boolean" ? (choice ? "yes" : "no") : (choice ?? null);

export const importQuery = z.strictObject({
  /** `true` only checks the file and changes nothing. */
  dryRun: z.enum(["true", "false"]).default("false"),
  /** `true` keeps the list with the choices for the admin's next visit of the page. */
  keep: z.enum(["true", "false"]).default("false"),
});

export const oneImport = z.strictObject({ importId: id });

const rowOutcomes = ["add", "update", "unchanged", "refused", "left out", "skipped"] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

const newAndSame = z.strictObject({ add: z.int(), same: z.int() });
const newOrOther = newAndSame.extend({ update: z.int() });

/** Counts of what an import adds and of what is there already. Refused rows are only in the last. */
const registerCounts = z.strictObject({
  units: newOrOther,
  people: newOrOther,
  owners: newAndSame,
  tenants: newAndSame,
  /** Occupants, agents, bondholders and staff. */
  others: newAndSame,
  /** The staff among the others. */
  staff: newAndSame,
  refused: z.int(),
});
export type RegisterCounts = z.output<typeof registerCounts>;

const question = z.strictObject({
  id: z.enum(questionIds),
  words: z.string(),
  /** Some of what it is about, such as `1 is Unit 1`. */
  examples: z.array(z.string()),
  /** `yes`, `no` or a role; null while nobody decided. */
  answer: z.string().nullable(),
});
export type Question = z.output<typeof question>;

/** Somebody in a row as they are read: what may be guessed, each part apart. */
const readPerson = z.strictObject({
  /** The group of the columns, which `choices.mended` names the fields by: `owner2`. */
  whose: z.enum(whose),
  /** The position among the people in the cell, from 0. */
  place: z.int(),
  /** Their roles, such as `Owner`; empty while nobody said them. */
  roles: z.string(),
  name: z.string(),
  surname: z.string(),
  juristic: z.boolean(),
  email: z.string(),
  cellPhone: z.string(),
  /** An owner's, in percent: `33.3333`; empty for others. */
  share: z.string(),
});
export type ReadPerson = z.output<typeof readPerson>;

/** A detail of a unit or of somebody who is here, which the list has otherwise. */
const change = z.strictObject({
  field: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
  isTaken: z.boolean(),
});
export type RegisterChange = z.output<typeof change>;

const row = z.strictObject({
  line: z.int(),
  unit: z.string(),
  /** The participation quota of the row in percent; empty if it says none. */
  quota: z.string(),
  /** The people in the row. */
  what: z.string(),
  people: z.array(readPerson),
  /** The changes that the import would make, or could. */
  changes: z.array(change),
  /** The outcome of the row, in the word that programs read. */
  fate: z.enum(rowOutcomes),
  notes: z.array(z.string()),
  /** The cells that keep the row out, with their values, to type them again. */
  problems: z.array(
    z.strictObject({ field: z.string(), label: z.string(), value: z.string(), words: z.string() }),
  ),
});
export type RegisterRow = z.output<typeof row>;

/** The preview of an import. */
export const checkedRegister = z.strictObject({
  /** The sheets of a workbook, and the one that is read. */
  sheets: z.array(z.string()),
  sheet: z.string(),
  /** Why this sheet of several cannot be read, or "". */
  problem: z.string(),
  /** The row of the headings; 0: there are none. */
  headings: z.int(),
  columns: z.array(
    z.strictObject({ heading: z.string(), example: z.string(), field: z.string().nullable() }),
  ),
  /** Whether no column has units or names. Then no rows are checked. */
  missing: z.boolean(),
  /** Remarks about many rows at once, such as `N/A` in 40 of them. */
  remarks: z.array(z.string()),
  questions: z.array(question),
  rows: z.array(row),
  counts: registerCounts,
  /** The sum of all quotas after the import, in units of 1/10 000 percent. */
  quotaSum: z.int(),
  quotaCount: z.int(),
});
export type CheckedRegister = z.output<typeof checkedRegister>;

export const doneRegister = z.strictObject({
  id: z.string(),
  message: z.string(),
  counts: registerCounts,
});
export type DoneRegister = z.output<typeof doneRegister>;

export const exportQuery = z.strictObject({
  format: z.enum(["csv", "xlsx"]).default("csv"),
  /** Another day than today, of which only the units and who had them are known. */
  asAt: day.optional(),
});
