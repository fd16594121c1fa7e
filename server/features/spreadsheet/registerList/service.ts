import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import Papa from "papaparse";
import writeWorkbook from "write-excel-file/node";
import { type Db, prepared } from "../../../database/open.ts";
import { wholeOf } from "../../../database/pagination.ts";
import { accounts } from "../../../platform/auth/table.ts";
import type { Day } from "../../../platform/clock/clock.ts";
import { isCut } from "../../../platform/csv/bounds.ts";
import { columnLetter } from "../../../platform/csv/columns.ts";
import { guardFormulas } from "../../../platform/csv/formulas.ts";
import { namesIn, type ReadName } from "../../../platform/csv/names.ts";
import { shown } from "../../../platform/csv/plan.ts";
import {
  type Repaired,
  repairedDay,
  repairedIdNumber,
  repairedPhone,
} from "../../../platform/csv/repaired.ts";
import type { SheetRow } from "../../../platform/csv/sheet.ts";
import { csvTelephone } from "../../../platform/telephones/format.ts";
import { complaint } from "../../../platform/validation/schema.ts";
import { newPerson, personField } from "../../people/schema.ts";
import { fullName, kindOf } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { type PartyRole, partyRoles } from "../../units/occupancy/schema.ts";
import { everyParty, type Party, partiesByUnit } from "../../units/occupancy/service.ts";
import { formatQuota, parseQuota } from "../../units/quotas/schema.ts";
import { newUnit, type UnitValues, unitColumns } from "../../units/schema.ts";
import { unitsOf } from "../../units/service.ts";
import {
  labelOf,
  type Meaning,
  meaningOf,
  type PersonField,
  rolesIn,
  sheetFields,
  type Whose,
  whose,
} from "./schema.ts";

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

/** Whose a column is that does not say so: the owner's until another is named. */
function firstWhose(meanings: readonly (Meaning | undefined)[]): Whose {
  if (meanings.some((each) => each?.of === "unit" && each.field === "role")) return "person";
  const named = meanings.some((each) => each && each.of !== "unit" && each.of !== "somebody");
  return named ? "owner" : "person";
}

const other: Partial<Record<PersonField, PersonField>> = {
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
    if (taken.has(name)) return null;
    taken.add(name);
    return name;
  };
  let current = firstWhose(meanings);
  const fields = meanings.map((meaning) => {
    if (!meaning) return null;
    if (meaning.of === "unit") return take(meaning.field);
    if (meaning.field === "serviceAddress" && !hasUnit) return take("unit");
    if (meaning.of !== "somebody") current = meaning.of;
    const twin = other[meaning.field];
    return take(`${current}.${meaning.field}`) ?? (twin ? take(`${current}.${twin}`) : null);
  });
  // A column "Tel" is the only number that there is.
  return fields.map((field) => {
    const [of = "", part] = field?.split(".") ?? [];
    return part === "telephone" && !taken.has(`${of}.cellPhone`) ? `${of}.cellPhone` : field;
  });
}

/** What is wrong with a cell: a sentence about the field without its name. */
interface Problem {
  field: string;
  words: string;
}

/** Somebody in a row, and what they are to the unit. */
export interface Entry {
  /** Null if the list does not say it. */
  roles: PartyRole[] | null;
  person: ReadName & Record<(typeof sheetFields)[number], string>;
  /** In units of 1/10 000 percent. */
  share: number | undefined;
  /** The first day; empty if the list does not say it. */
  since: string;
  until: string | null;
  /** Whose columns these are. */
  whose: Whose;
}

/** What a row of the list says. */
export interface ListRow {
  line: number;
  unit: string;
  /** What else the row says of the unit. */
  facts: Omit<UnitValues, "label">;
  people: Entry[];
  problems: Problem[];
  /** What was read and has no place in the register. */
  notKept: Problem[];
  /** Why the row is not a part of the list, such as a row of totals; else "". */
  skipped: string;
  /** What the row has for a field, as typed. */
  cell: (field: string) => string;
}

/** Whether the quotas are parts of 1, as in cells formatted as percentages. */
function quotasAreParts(cells: readonly string[]): boolean {
  const figures = cells.map((cell) => Number(cell.replace(",", ".")));
  const known = figures.filter((figure) => Number.isFinite(figure) && figure > 0);
  const sum = known.reduce((total, figure) => total + figure, 0);
  return known.length > 1 && known.every((figure) => figure < 1) && sum < 1.05;
}

/** A quota of a list in percent with four decimals: rounded, and times 100 if it is a part of 1. */
function tidyQuota(cell: string, isPart: boolean): string {
  const match = /^(\d+)(?:[.,](\d+))?\s*%?$/.exec(cell.trim());
  const typed = /e/i.test(cell) ? Number(cell).toFixed(12) : undefined;
  if (typed && Number.isFinite(Number(typed))) return tidyQuota(typed, isPart);
  if (!match) return cell;
  const [, whole = "0", decimals = ""] = match;
  if (!isPart && decimals.length <= 4) return cell;
  // Shifted to units of 1/10 000 percent; the digit after them rounds.
  const places = isPart ? 6 : 4;
  const digits = decimals.padEnd(places + 1, "0");
  const units = BigInt(whole + digits.slice(0, places)) + (Number(digits[places]) >= 5 ? 1n : 0n);
  const text = String(units).padStart(5, "0");
  return `${text.slice(0, -4)}.${text.slice(-4)}`;
}

type Cell = (field: string) => string;

/** A field that may be wrong: its value, or a problem that is noted. */
function reader(problems: Problem[], notKept: Problem[]) {
  const problem = (field: string, words: string) => {
    if (!problems.some((each) => each.field === field)) problems.push({ field, words });
  };
  return {
    problem,
    /** Notes values that are not kept, and why. */
    leave(field: string, values: readonly string[], why: string) {
      const left = values.filter(Boolean).join(", ");
      if (left) notKept.push({ field, words: `${left} is not kept: ${why}` });
    },
    take(field: string, repaired: Repaired): string {
      if ("value" in repaired) return repaired.value;
      problem(field, repaired.problem);
      return "";
    },
  };
}
type Reader = ReturnType<typeof reader>;

/** What a row says of its unit besides the label. */
function readUnit(cell: Cell, areParts: boolean, { problem }: Reader): ListRow["facts"] {
  const facts: Record<string, unknown> = {};
  for (const { field, name, read } of unitColumns) {
    const typed = cell(name);
    if (typed === "" || field === "label") continue;
    const value = read(field === "participationQuota" ? tidyQuota(typed, areParts) : typed);
    if ("problem" in value) problem(name, value.problem);
    else facts[field] = value.value;
  }
  const { error } = newUnit.safeParse({ ...facts, label: cell("unit") || "?" });
  for (const issue of error?.issues ?? []) {
    const { field, message } = complaint(issue);
    const column = unitColumns.find((each) => each.field === field);
    if (column) problem(column.name, message.replace(`${field} `, "").replace(/\.$/, ""));
  }
  return facts;
}

const several = /(?<!\s)\s*[;/\n]\s*|(?<!\s)\s*,\s+|(?<!\s)\s+or\s+/;

const readOneByOne = ["name", "surname", "email", "cellPhone", "telephone", "idNumber"] as const;
type OtherField = Exclude<(typeof sheetFields)[number], (typeof readOneByOne)[number]>;

/** The fields whose cells are read as they are. */
const others = sheetFields.filter(
  (name): name is OtherField => !(readOneByOne as readonly string[]).includes(name),
);

/** Those of the row's people who have columns of their own, such as the owners. */
function readPeople(cell: Cell, who: Whose, read: Reader): Entry[] {
  const of = (part: PersonField) => `${who}.${part}`;
  const at = (part: PersonField) => cell(of(part));
  const names = namesIn(at("name"), at("surname"));
  const registration = at("registration");
  if (names.length === 0) {
    const filled = (["email", "cellPhone", "idNumber", "registration"] as const).find(at);
    if (filled) read.problem(of("name"), "is empty");
    return [];
  }
  const emails = at("email").split(several).filter(Boolean);
  const numbers = at("cellPhone").split(several).filter(Boolean);
  const roles = rolesOf(cell, who, read);
  const since = at("since") && read.take(of("since"), repairedDay(at("since")));
  const until = at("until") && read.take(of("until"), repairedDay(at("until")));
  if (since && until && until < since) read.problem(of("until"), "is before the first day");
  const share = shareIn(at("share"), of("share"), read);
  const alone = names.length === 1;
  const mostNumbers = alone && at("telephone") === "" ? 2 : names.length;
  read.leave(of("email"), emails.slice(names.length), "a person has one");
  read.leave(of("cellPhone"), numbers.slice(mostNumbers), "a person has at most two numbers");
  if (!alone)
    read.leave(of("idNumber"), [registration, at("idNumber")], "it does not say whose it is");
  else if (registration)
    read.leave(of("idNumber"), [at("idNumber")], "a company has its registration");
  return names.map((name, index) => {
    const isCompany =
      name.juristic || registration !== "" || /compan|trust|juristic/i.test(at("kind"));
    const id = registration || at("idNumber");
    const person = {
      ...(Object.fromEntries(others.map((name) => [name, at(name)])) as Record<OtherField, string>),
      ...(isCompany ? { name: `${name.name} ${name.surname}`.trim(), surname: "" } : name),
      juristic: isCompany,
      email: (alone ? emails[0] : (emails[index] ?? emails[0])) ?? "",
      cellPhone: read.take(
        of("cellPhone"),
        repairedPhone((alone ? numbers[0] : (numbers[index] ?? numbers[0])) ?? ""),
      ),
      telephone: read.take(
        of("telephone"),
        repairedPhone(at("telephone") || (alone ? (numbers[1] ?? "") : "")),
      ),
      // A number of one of several people is nobody's.
      idNumber: alone ? (isCompany ? id : read.take(of("idNumber"), repairedIdNumber(id))) : "",
    };
    complain(person, of, read);
    return { roles, person, share, since, until: until || null, whose: who };
  });
}

function complain(
  person: Entry["person"],
  of: (part: PersonField) => string,
  { problem }: Reader,
): void {
  for (const issue of newPerson.safeParse(person).error?.issues ?? []) {
    const { field, message } = complaint(issue);
    const words = message.replace(`${field} `, "").replace(/\.$/, "");
    if (field === "surname" && person.surname === "")
      problem(of("name"), "needs a first name and a surname, such as Anna Smit");
    else problem(of(field as PersonField), words);
  }
  if (/\ufffd/.test(person.name + person.surname))
    problem(of("name"), "has lost a letter. Type it here");
}

function shareIn(cell: string, field: string, { problem }: Reader): number | undefined {
  if (cell === "") return undefined;
  const fraction = /^(\d{1,3})\s*\/\s*(\d{1,3})$/.exec(cell);
  if (fraction && Number(fraction[1]) <= Number(fraction[2]))
    return Math.floor((Number(fraction[1]) * 1_000_000) / Number(fraction[2])) || undefined;
  const parsed = parseQuota(cell);
  if ("quota" in parsed) return parsed.quota;
  problem(field, parsed.problem);
  return undefined;
}

function rolesOf(cell: Cell, who: Whose, { problem }: Reader): PartyRole[] | null {
  if (who !== "person") return [who];
  const typed = cell("role");
  if (typed === "") return null;
  const roles = rolesIn(typed);
  if (roles.length === 0)
    problem("role", "must be Owner, Tenant, Lives there, Agent or Bondholder");
  return roles;
}

const totals = /^(?:grand |sub)?(?:totals?|totaal|totale)\b/i;

/** Why a row is not a part of the list; "" if it is. */
function whySkipped(
  row: SheetRow,
  headings: readonly string[],
  fields: ReadonlySet<string>,
  cell: Cell,
) {
  const filled = row.cells.filter(Boolean);
  if (headings.length > 0 && row.cells.every((text, at) => text === (headings[at] ?? "")))
    return "The headings once more.";
  if (filled.some((text) => totals.test(text))) return "A row of totals.";
  const hasName = whose.some((who) => cell(`${who}.name`) || cell(`${who}.surname`));
  if (!hasName && !cell("unit") && !whose.some((who) => cell(`${who}.email`)))
    return "No unit and no name.";
  if (filled.length === 1 && fields.size > 2 && /^\D+$/.test(cell("unit")))
    return "Only one cell is filled.";
  return "";
}

/**
 * Reads the rows of a list.
 * @param columns the field of each column
 * @param mended what somebody typed instead, by line and field
 */
export function readList(
  { headings, rows }: { headings: readonly string[]; rows: readonly SheetRow[] },
  columns: readonly (string | null)[],
  mended: Readonly<Record<string, Readonly<Record<string, string>>>>,
): ListRow[] {
  const place = new Map(columns.flatMap((field, at) => (field ? [[field, at] as const] : [])));
  const cellOf = (row: SheetRow) => (field: string) =>
    mended[row.line]?.[field]?.trim() ?? row.cells[place.get(field) ?? -1] ?? "";
  const fields = new Set(place.keys());
  const isListed = (row: SheetRow) => whySkipped(row, headings, fields, cellOf(row)) === "";
  const areParts = quotasAreParts(rows.filter(isListed).map((row) => cellOf(row)("quota")));
  return rows.map((row) => {
    const cell = cellOf(row);
    const problems: Problem[] = [];
    const notKept: Problem[] = [];
    const read = reader(problems, notKept);
    const skipped = whySkipped(row, headings, fields, cell);
    const noted = { problems, notKept, skipped, cell };
    if (skipped) return { line: row.line, unit: "", facts: {}, people: [], ...noted };
    if (row.problem) read.problem("", `This line ${row.problem}.`);
    for (const field of fields)
      if (isCut(cell(field))) read.problem(field, "has more than 2 000 characters");
    const facts = readUnit(cell, areParts, read);
    const people = whose.flatMap((who) => readPeople(cell, who, read));
    const hasRole = people.some(({ roles }) => roles !== null && roles.length > 0);
    const isAboutUnit = hasRole || facts.sectionNumber || facts.participationQuota;
    if (cell("unit") === "" && isAboutUnit) read.problem("unit", "is empty");
    return { line: row.line, unit: cell("unit"), facts, people, ...noted };
  });
}

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

/** ID numbers are in no export. */
const exportedContacts = sheetFields.filter(
  (name) => name !== "name" && name !== "surname" && name !== "idNumber",
);

/** The columns of the export, in its order; the import understands each heading. */
const exported = [
  ...unitColumns.map(({ name }) => name),
  ...["role", "person.share", "person.since", "person.until"],
  ...["person.name", "person.surname", "person.kind"],
  ...exportedContacts.map((name) => `person.${name}`),
];

const roleLabels: Readonly<Record<PartyRole, string>> = {
  owner: "Owner",
  tenant: "Tenant",
  occupant: "Lives there",
  agent: "Agent",
  bondholder: "Bondholder",
};

const { idNumber: _, ...columns } = getTableColumns(people);
const inRegister = { ...columns, role: accounts.role };

const peopleWhere = (where?: SQL) =>
  prepared((db) =>
    db
      .select(inRegister)
      .from(people)
      .leftJoin(accounts, and(eq(accounts.id, people.id), isNull(accounts.removedAt)))
      .where(where)
      .limit(sql.placeholder("limit"))
      .prepare(),
  );
/** Everybody who was not removed, with the role of their account if they have one. */
const everybody = peopleWhere(isNull(people.removedAt));
/** The same with those who were removed since. */
const everybodyEver = peopleWhere();

/** A row's cells by field; empty ones may be left out. */
type Cells = Readonly<Record<string, string>>;

const alphabetically = new Intl.Collator("en-ZA");

/**
 * The register as a list with its headings: a row for each person of a unit, for each unit without
 * people, and for each person without a unit. Importing it changes nothing. It has no ID numbers.
 * @throws request.list_too_long
 */
export function registerRows(db: Db, today: Day): string[][] {
  const everyone = wholeOf((limit) => everybody(db).all({ limit }));
  const current = everyParty(db).filter(({ until }) => until === null || until >= today);
  const placed = new Set(current.map(({ personId }) => personId));
  const others = everyone
    .filter(({ id, role }) => !placed.has(id) && (role === null || role === "Resident"))
    .sort((one, other) => alphabetically.compare(fullName(one), fullName(other)))
    .map((person) => personCells(person));
  const now = (id: string) => current.filter(({ unitId }) => unitId === id);
  return asTable([...unitRows(db, today, now, everyone), ...others]);
}

/**
 * The units of another day with who had them then, as a list with its headings. Names and addresses
 * are today's.
 * @throws request.list_too_long
 */
export function registerRowsAsAt(db: Db, day: Day): string[][] {
  const everyone = wholeOf((limit) => everybodyEver(db).all({ limit }));
  const byUnit = partiesByUnit(db, day);
  return asTable(unitRows(db, day, (id) => byUnit.get(id) ?? [], everyone));
}

const asTable = (rows: readonly Cells[]): string[][] => [
  exported.map(labelOf),
  ...rows.map((cells) => exported.map((field) => cells[field] ?? "")),
];

/** A row for each person of a unit and for each unit without people, in the order of the sections. */
function unitRows(
  db: Db,
  day: Day,
  partiesOf: (unitId: string) => readonly Party[],
  everyone: readonly InRegister[],
) {
  const byId = new Map(everyone.map((person) => [person.id, person]));
  return unitsOf(db, day).flatMap((unit): Cells[] => {
    const cells: Cells = Object.fromEntries(
      unitColumns.map(({ field, name, write }) => {
        const value = unit[field];
        return [name, value === null ? "" : write(value)];
      }),
    );
    const theirs = partiesOf(unit.id)
      .filter(({ personId }) => byId.has(personId))
      .sort(inOrder);
    if (theirs.length === 0) return [cells];
    return theirs.map((party) => ({
      ...cells,
      role: roleLabels[party.role],
      "person.share": party.share === null ? "" : formatQuota(party.share),
      "person.since": party.since,
      "person.until": party.until ?? "",
      ...personCells(byId.get(party.personId)),
    }));
  });
}

const inOrder = (one: Party, other: Party) =>
  partyRoles.indexOf(one.role) - partyRoles.indexOf(other.role) ||
  alphabetically.compare(one.name, other.name) ||
  (other.share ?? 0) - (one.share ?? 0);

type InRegister = ReturnType<ReturnType<typeof everybody>["all"]>[number];

function personCells(person: InRegister | undefined): Cells {
  if (!person) return {};
  return {
    "person.name": person.name,
    "person.surname": person.surname,
    "person.kind": kindOf(person),
    ...Object.fromEntries(exportedContacts.map((name) => [`person.${name}`, person[name]])),
  };
}

/** The rows as an .xlsx file. All cells are text, so that no spreadsheet changes a number. */
export const workbookOf = (rows: readonly (readonly string[])[], name: string): Promise<Buffer> =>
  writeWorkbook(
    rows.map((cells, index) =>
      cells.map((value) =>
        value === ""
          ? null
          : {
              value,
              type: String,
              format: "@",
              ...(index === 0 && { fontWeight: "bold" as const }),
            },
      ),
    ),
    { sheet: name, stickyRowsCount: 1, columns: exported.map(() => ({ width: 18 })) },
  ).toBuffer();

const telephones = new Set(
  exportedContacts
    .filter((name) => personField(name).type === "tel")
    .map((name) => exported.indexOf(`person.${name}`)),
);

/** The rows as CSV, which spreadsheets take for text and not for formulas or amounts. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${Papa.unparse(
    rows.map((cells) =>
      cells.map((cell, at) => guardFormulas(telephones.has(at) ? csvTelephone(cell) : cell)),
    ),
    { newline: "\r\n" },
  )}\r\n`;
