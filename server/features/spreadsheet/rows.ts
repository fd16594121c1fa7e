import type * as z from "zod";
import { isCut } from "../../platform/csv/bounds.ts";
import { shown } from "../../platform/csv/columns.ts";
import {
  namesIn,
  type ReadName,
  saysNobody,
  saysNothing,
  saysOwner,
} from "../../platform/csv/names.ts";
import {
  isShortPhone,
  madeByExcel,
  repairedDay,
  repairedIdNumber,
  repairedPhone,
  saysNoEnd,
  wholeFigure,
} from "../../platform/csv/repaired.ts";
import type { SheetRow } from "../../platform/csv/sheet.ts";
import { complaint, nameInParts } from "../../platform/validation/schema.ts";
import { tidyNumber, tidyText } from "../../platform/validation/typed.ts";
import { newPerson } from "../people/schema.ts";
import { valuesOf } from "../people/service.ts";
import { wholeShare } from "../units/occupancy/schema.ts";
import { formatQuota, parseQuota } from "../units/quotas/schema.ts";
import { newUnit, type UnitValues, unitColumns } from "../units/schema.ts";
import { rolesIn } from "./columns.ts";
import {
  type Choices,
  type ListRole,
  labelOf,
  type PersonPart,
  roleOfColumns,
  type SheetField,
  sheetFields,
  type Whose,
  whose,
} from "./schema.ts";

/** A problem with a cell: words that follow its label, or a sentence that begins with a capital. */
interface Problem {
  field: string;
  words: string;
}

/** Somebody in a row, and what they are to the unit. */
export interface Entry {
  /** Null if the list does not say it. */
  roles: ListRole[] | null;
  person: ReadName & Record<SheetField, string>;
  /** Whether a column or somebody on the screen says that it is a person or a company. */
  isKindSaid: boolean;
  /** The trade of staff; empty if the list does not say it. */
  trade: string;
  /** In units of 1/10 000 percent. */
  share: number | undefined;
  /** The first day; empty if the list does not say it. */
  since: string;
  until: string | null;
  /** The owner, tenant and so on that these columns are about. */
  whose: Whose;
  /** The position among the people in their cell, from 0. */
  place: number;
  /** The field for a corrected value: of the cell, or of this person if one was typed before. */
  field: (part: string) => string;
}

/** A row of the list as it was read. */
export interface ListRow {
  line: number;
  unit: string;
  /** The unit of the rows above, which a row without one may belong to; "" if there is none. */
  unitAbove: string;
  /** Whether it says something of a unit: a quota, or what somebody is to it. */
  isAboutUnit: boolean;
  /** The other facts of the unit in the row. */
  facts: Omit<UnitValues, "label">;
  people: Entry[];
  /** Whether it has `Owner occupied` instead of a tenant or occupant. */
  ownerLivesThere: boolean;
  problems: Problem[];
  /** About cells that have no place in the register, or that somebody may want to look at. */
  remarks: string[];
  /** Why the row is not a part of the list, such as a row of totals; else "". */
  skipped: string;
  /** The row's cell for a field, as typed. */
  cell: (field: string) => string;
}

/** A sentence about a cell, with its label. */
export const sentence = (field: string, words: string): string =>
  field === ""
    ? words
    : /^\p{Lu}/u.test(words)
      ? `${labelOf(field)}: ${words}.`
      : `${labelOf(field)} ${words}.`;

/** Notes what is wrong with a cell of a row, unless something else is. */
export function complain({ problems }: Pick<ListRow, "problems">, field: string, words: string) {
  if (!problems.some((each) => each.field === field)) problems.push({ field, words });
}

/** The problems of a value that was checked, in words that follow the field's label. */
export const complaintsOf = ({ error }: z.ZodSafeParseResult<unknown>): Problem[] =>
  (error?.issues ?? []).map((issue) => {
    const { field, message } = complaint(issue);
    return { field, words: message.replace(`${field} `, "").replace(/\.$/, "") };
  });

/** Quotas that may be parts of 1, as in cells formatted as percentages, or those of a few bays. */
export interface SmallQuotas {
  example: string;
  /** Whether they make a whole together. */
  isWhole: boolean;
}

function smallQuotas(cells: readonly string[]): SmallQuotas | undefined {
  const known = cells.filter((cell) => Number(cell.replace(",", ".")) > 0);
  const figures = known.map((cell) => Number(cell.replace(",", ".")));
  const sum = figures.reduce((total, figure) => total + figure, 0);
  const mayBe = figures.length > 1 && figures.every((figure) => figure < 1) && sum < 1.05;
  return mayBe ? { example: known[0] ?? "", isWhole: sum > 0.95 } : undefined;
}

/** A quota of a list in percent with four decimals: rounded, and times 100 if it is a part of 1. */
export function tidyQuota(cell: string, isPart: boolean): string {
  const match = /^(\d+)(?:[.,](\d+))?(?:e([+-]?\d+))?\s*%?$/i.exec(cell);
  if (!match) return cell;
  const [, whole, decimals = "", exponent = "0"] = match;
  // Shifted to units of 1/10 000 percent as a text, which is exact.
  const places = Number(exponent) + (isPart ? 6 : 4);
  return formatQuota(Math.round(Number(`${whole}.${decimals}e${places}`)));
}

/** Cells that mean the same in many rows, such as `N/A`, by field and word. */
type Words = Map<string, { field: string; word: string; meaning: string; lines: Set<number> }>;

const sentencesOf = (words: Words) =>
  [...words.values()].map(
    ({ field, word, meaning, lines: { size } }) =>
      `${labelOf(field)}: “${word}” in ${size === 1 ? "1 row" : `${size} rows`} is read as ${meaning}.`,
  );

const tidied = (typed: string | undefined) => (typed === undefined ? typed : tidyText(typed));

/** The cells of a row with what somebody typed instead, and what is noted while they are read. */
function reader(line: number, typed: ListRow["cell"], mended: Choices["mended"], words: Words) {
  const noted: Pick<ListRow, "problems" | "remarks"> = { problems: [], remarks: [] };
  const note = (field: string, meaning: string, cell = typed(field)) => {
    const word = shown(cell);
    const key = `${field} ${word.toLowerCase()}`;
    const known = words.get(key) ?? { field, word, meaning, lines: new Set() };
    known.lines.add(line);
    words.set(key, known);
  };
  /** Notes what somebody may want to look at; once, if it is the same of two people. */
  const remark = (field: string, what: string) => {
    const words = sentence(field, what);
    if (!noted.remarks.includes(words)) noted.remarks.push(words);
  };
  const problem = (field: string, what: string) => complain(noted, field, what);
  return {
    noted,
    typed,
    /** The value typed on the screen in place of the cell's; undefined without one. */
    said: (field: string) => tidied(mended[line]?.[field]),
    note,
    remark,
    problem,
    /** A cell as typed; empty if it only says that there is nothing. */
    cell(field: string): string {
      const cell = typed(field);
      if (!saysNothing(cell)) return cell;
      note(field, "empty");
      return "";
    },
    /** Notes values that are not kept, and why. */
    leave(field: string, values: readonly string[], why: string) {
      const left = values.filter(Boolean).join(", ");
      if (left) remark(field, `${left} is not kept: ${why}`);
    },
    /** A value as it was read; `none` if that has a problem, which is noted. */
    take<Value>(field: string, read: { value: Value } | { problem: string }, none: Value): Value {
      if ("value" in read) return read.value;
      problem(field, read.problem);
      return none;
    },
  };
}
type Reader = ReturnType<typeof reader>;

/** Reads the label of the row's unit, and its facts. */
function readUnit(areParts: boolean, { cell, problem, take }: Reader) {
  const unit = wholeFigure(cell("unit").replace(/\s+/g, " "));
  const facts: Record<string, unknown> = {};
  for (const { field, name, read } of unitColumns) {
    const typed = cell(name);
    // A spreadsheet makes a date of `2-1`, and writes 1 as `1.0`.
    const why = madeByExcel(typed);
    if (why) problem(name, why);
    if (typed === "" || field === "label") continue;
    const tidy =
      field === "participationQuota" ? tidyQuota(typed, areParts) : wholeFigure(tidyNumber(typed));
    const value = take(name, read(tidy), undefined);
    if (value !== undefined) facts[field] = value;
  }
  for (const { field, words } of complaintsOf(
    newUnit.safeParse({ ...facts, label: unit || "?" }),
  )) {
    const column = unitColumns.find((each) => each.field === field);
    if (column) problem(column.name, words);
  }
  return { unit, facts: facts as ListRow["facts"] };
}

const several = /(?<!\s)\s*[;/\n]\s*|(?<!\s)\s*,\s+|(?<!\s)\s+(?:or|of|and|en)\s+/;
/** Email addresses have no spaces in them. */
const severalEmails = /[\s;/,]+(?:(?:or|of|and|en)\s+)?/;

/** Whether a cell says company (true) or person (false); undefined if it is empty. */
function kindIn(cell: string, field: string, { problem }: Reader): boolean | undefined {
  if (cell === "") return undefined;
  if (/compan|trust|juristic|regs|legal|entity|firm|pty|\bcc\b|maatskappy|body/i.test(cell))
    return true;
  if (/person|persoon|natural|natuurlik|individual|private|human|mens/i.test(cell)) return false;
  problem(field, "must be Person or Company");
  return undefined;
}

/** A name as somebody typed it instead of what was read; the surname is taken from a whole name. */
function nameAsSaid(read: ReadName, who: string, { said }: Reader): ReadName {
  const [name, surname, kind] = ["name", "surname", "kind"].map((part) => said(`${who}.${part}`));
  if (name === undefined && surname === undefined && kind === undefined) return read;
  const juristic = kind === undefined ? read.juristic : kind === "Company";
  const given = { name: name ?? read.name, surname: surname ?? read.surname, juristic };
  return juristic || given.surname ? given : Object.assign(given, nameInParts(given.name));
}

/** The cells of a name and a surname together, as in `Owner` and `occupied`. */
function wholeName(who: Whose, { typed }: Reader): string {
  const cells = [typed(`${who}.name`), typed(`${who}.surname`)];
  return cells.filter((cell) => cell && !saysNothing(cell)).join(" ") || (cells[0] ?? "");
}

/**
 * The field that says a day of somebody. What stands before or after the columns of two owners, and not
 * between them, is of both.
 */
function dayFieldIn(columns: ReadonlyMap<string, number>) {
  const column = (field: string) => columns.get(field) ?? Number.NaN;
  return (who: Whose, part: "since" | "until"): string => {
    const [own, first] = [`${who}.${part}`, who.replace(/\d$/, "")];
    const day = column(`${first}.${part}`);
    const isOfBoth = (day - column(`${first}.name`)) * (day - column(`${who}.name`)) > 0;
    return isOfBoth && !columns.has(own) ? `${first}.${part}` : own;
  };
}

/** The people in one group of the row's columns, such as the owners. */
function readPeople(who: Whose, read: Reader, dayField: ReturnType<typeof dayFieldIn>): Entry[] {
  const of = (part: PersonPart) => `${who}.${part}`;
  const at = (part: PersonPart) => read.cell(of(part));
  const saysKind = kindIn(at("kind"), of("kind"), read);
  const registration = at("registration");
  const whole = wholeName(who, read);
  // A company may be called `Owner occupied` or `Vacant Land`.
  const isNobody =
    saysNothing(whole) || (saysKind !== true && (saysNobody(whole) || saysOwner(whole)));
  if (isNobody) read.note(of("name"), "nobody", whole);
  const juristic = saysKind ?? (registration ? true : undefined);
  const emails = at("email").split(severalEmails).filter(Boolean);
  const beside = { surname: at("surname"), juristic, emails: emails.length };
  const found = isNobody ? [] : namesIn(at("name"), beside);
  // Two emails make two people of `Pillay Naidoo, Devi Anne`, who may be one.
  const mayBeOne =
    found[1] !== undefined &&
    found[0]?.surname !== found[1].surname &&
    namesIn(at("name"), { ...beside, emails: 1 }).length < found.length;
  if (mayBeOne) read.remark(of("name"), `“${shown(whole)}” is read as ${found.length} people`);
  const names = found
    .map((name, place) => ({ place, name: nameAsSaid(name, `${who}.${place}`, read) }))
    .filter(({ name }) => name.name !== "" || name.surname !== "");
  if (names.length === 0) {
    const filled = (["email", "cellPhone", "idNumber", "registration"] as const).find(at);
    if (filled && found.length === 0) read.problem(of("name"), "is empty");
    return [];
  }
  const numbers = at("cellPhone").split(several).filter(Boolean);
  const roles = rolesOfRow(who, read);
  const [since = "", until = ""] = (["since", "until"] as const).map((part) => {
    const field = dayField(who, part);
    const cell = read.cell(field);
    const hasNoEnd = part === "until" && saysNoEnd(cell);
    if (hasNoEnd) read.note(field, "no last day");
    return hasNoEnd ? "" : cell && read.take(field, repairedDay(cell), "");
  });
  if (since && until && until < since)
    read.problem(dayField(who, "until"), "is before the first day");
  if (at("share") === "" && /\d ?%|\(\d+ ?\/ ?\d+\)|\b\d ?\/ ?\d{1,2}\b/.test(whole))
    read.remark(of("share"), `in “${shown(whole)}” is not read, so look at what each has`);
  const share = shareIn(at("share"), of("share"), names.length, read);
  const alone = names.length === 1;
  const mostNumbers = alone && at("telephone") === "" ? 2 : names.length;
  const id = registration || at("idNumber");
  const idOf = ({ juristic }: ReadName) =>
    juristic ? { value: wholeFigure(id) } : repairedIdNumber(id);
  read.leave(of("email"), emails.slice(names.length), "a person has one");
  read.leave(of("cellPhone"), numbers.slice(mostNumbers), "a person has at most two numbers");
  if (!alone)
    read.leave(of("idNumber"), [registration, at("idNumber")], "it does not say whose it is");
  else if (registration)
    read.leave(of("idNumber"), [at("idNumber")], "a company has its registration");
  return names.map(({ name, place }) => {
    const said = (part: string) => read.said(`${who}.${place}.${part}`);
    const field = (part: string) =>
      said(part) === undefined ? `${who}.${part}` : `${who}.${place}.${part}`;
    const phone = (part: "cellPhone" | "telephone", number: string) => {
      if (isShortPhone(number))
        read.remark(of(part), `${number} has only 8 digits, so one may be missing`);
      return read.take(field(part), repairedPhone(number), "");
    };
    const [saidRole, saidShare] = [said("role"), said("share")];
    const asTyped = Object.fromEntries(sheetFields.map((part) => [part, at(part)]));
    const person = {
      ...(asTyped as Record<SheetField, string>),
      ...name,
      email: said("email") ?? emails[place] ?? emails[0] ?? "",
      cellPhone: phone("cellPhone", said("cellPhone") ?? numbers[place] ?? numbers[0] ?? ""),
      telephone: phone("telephone", at("telephone") || (alone ? (numbers[place + 1] ?? "") : "")),
      // A number of one of several people is nobody's.
      idNumber: alone ? read.take(of("idNumber"), idOf(name), "") : "",
    };
    checkPerson(person, field, read);
    return {
      roles: saidRole ? rolesAsTyped(saidRole, field("role"), read) : roles,
      person,
      isKindSaid: (said("kind") ?? saysKind ?? (registration || undefined)) !== undefined,
      trade: who === "person" ? at("trade") : "",
      share: saidShare === undefined ? share : shareIn(saidShare, field("share"), 1, read),
      since,
      until: until || null,
      whose: who,
      place,
      field,
    };
  });
}

function checkPerson(person: Entry["person"], of: Entry["field"], { problem }: Reader): void {
  for (const part of ["name", "surname"] as const) {
    const why = madeByExcel(person[part]);
    if (why) problem(of(part), why);
  }
  const lacksPart = !person.juristic && (person.name === "" || person.surname === "");
  // The values are stored as they were checked, such as a number with hyphens for dashes.
  const checked = newPerson.safeParse(person);
  if (checked.data) Object.assign(person, valuesOf(checked.data, sheetFields));
  for (const { field, words } of complaintsOf(checked))
    if (lacksPart && (field === "surname" || field === "name"))
      problem(of("name"), "needs a first name and a surname, such as Anna Smit");
    else problem(of(field), words);
  if (/\ufffd/.test(`${person.name} ${person.surname}`))
    problem(of("name"), "has lost a letter. Type it here");
}

/**
 * The share of each of the people in a cell. `50` beside two names is the share of each, `100` that of
 * both together.
 */
function shareIn(
  cell: string,
  field: string,
  people: number,
  { take }: Reader,
): number | undefined {
  if (cell === "") return undefined;
  const [, part = 0, whole = 0] = (/^(\d{1,3})\s*\/\s*(\d{1,3})$/.exec(cell) ?? []).map(Number);
  const isFraction = whole > 0 && part <= whole;
  const parsed = isFraction ? { quota: Math.floor((part * wholeShare) / whole) } : parseQuota(cell);
  const share = take(field, "quota" in parsed ? { value: parsed.quota } : parsed, 0);
  return (share * people > wholeShare ? Math.floor(share / people) : share) || undefined;
}

function rolesOfRow(who: Whose, read: Reader): ListRole[] | null {
  const fixed = roleOfColumns(who);
  if (fixed) return [fixed];
  const typed = read.cell("role");
  if (typed !== "") return rolesAsTyped(typed, "role", read);
  return read.cell("person.trade") === "" ? null : ["staff"];
}

function rolesAsTyped(typed: string, field: string, { problem }: Reader): ListRole[] {
  const roles = rolesIn(typed);
  if (roles.length === 0)
    problem(field, "must be Owner, Tenant, Lives there, Agent, Bondholder or Staff");
  return roles;
}

const residents: readonly Whose[] = ["tenant", "tenant2", "occupant", "person"];

/** The groups of columns with `Owner occupied` instead of somebody. */
const ownerOccupied = (read: Reader): Whose[] =>
  residents.filter(
    (who) =>
      saysOwner(wholeName(who, read)) &&
      kindIn(read.cell(`${who}.kind`), `${who}.kind`, read) !== true,
  );

const totals = /^(?:grand |sub)?(?:totals?|totaal|totale)\b/i;

/** The fields of which a row has one. */
const needed = [
  "unit",
  ...whose.flatMap((who) => [`${who}.name`, `${who}.surname`, `${who}.email`]),
];

/** Why a row is not a part of the list; "" if it is. */
function whySkipped(
  row: SheetRow,
  headings: readonly string[],
  fields: ReadonlyMap<string, number>,
  typed: ListRow["cell"],
) {
  const filled = row.cells.filter(Boolean);
  if (headings.length > 0 && row.cells.every((text, at) => text === tidyText(headings[at] ?? "")))
    return "The headings once more.";
  // `Total Property Solutions (Pty) Ltd` may own a unit, and a row of totals says of nobody what they are.
  const unit = typed("unit");
  const mayBeTotals =
    (unit === "" || totals.test(unit)) && !whose.some((who) => typed(`${who}.kind`));
  if (mayBeTotals && filled.some((text) => totals.test(text))) return "A row of totals.";
  if (!needed.some(typed)) return "No unit and no name.";
  if (filled.length === 1 && fields.size > 2 && /^\D+$/.test(typed("unit")))
    return "Only one cell is filled.";
  return "";
}

/**
 * Reads the rows of a list.
 * @param columns the field of each column
 * @returns the rows, and what is to be known of many of them at once
 */
export function readRows(
  { headings, rows }: { headings: readonly string[]; rows: readonly SheetRow[] },
  columns: readonly (string | null)[],
  { mended, quotaParts }: Pick<Choices, "mended" | "quotaParts">,
): { rows: ListRow[]; remarks: string[]; small: SmallQuotas | undefined } {
  const places = new Map(columns.flatMap((field, at) => (field ? [[field, at] as const] : [])));
  const looked = rows.map((given) => {
    const row = { ...given, cells: given.cells.map(tidyText) };
    const typed = (field: string) =>
      tidied(mended[row.line]?.[field]) ?? row.cells[places.get(field) ?? -1] ?? "";
    return { row, typed, skipped: whySkipped(row, headings, places, typed) };
  });
  const listed = looked.filter(({ skipped }) => skipped === "");
  const small = smallQuotas(listed.map(({ typed }) => typed("quota")));
  const areParts = small !== undefined && (quotaParts ?? small.isWhole);
  const words: Words = new Map();
  const dayField = dayFieldIn(places);
  let lastUnit = "";
  const read = looked.map(({ row, typed, skipped }): ListRow => {
    const { line } = row;
    const reading = reader(line, typed, mended, words);
    const { noted } = reading;
    const empty = { unit: "", unitAbove: "", isAboutUnit: false, facts: {}, people: [] };
    if (skipped) return { line, ...empty, ownerLivesThere: false, ...noted, skipped, cell: typed };
    if (row.problem) reading.problem("", `This line ${row.problem}.`);
    const own = new Set([...places.keys(), ...Object.keys(mended[line] ?? {})]);
    for (const field of own)
      if (isCut(typed(field))) reading.problem(field, "has more than 2 000 characters");
    const { unit, facts } = readUnit(areParts, reading);
    const occupied = ownerOccupied(reading);
    for (const who of occupied)
      reading.note(`${who}.name`, "the owner, who lives there", wholeName(who, reading));
    const those = new Set([...own].map((field) => field.split(".")[0]));
    const people = whose.flatMap((who) =>
      those.has(who) && !occupied.includes(who) ? readPeople(who, reading, dayField) : [],
    );
    const hasRole = people.some(({ roles }) => roles?.some((role) => role !== "staff"));
    const unitAbove = unit === "" ? lastUnit : "";
    lastUnit = unit || lastUnit;
    return {
      line,
      unit,
      unitAbove,
      isAboutUnit: Boolean(hasRole || facts.sectionNumber || facts.participationQuota),
      facts,
      people,
      ownerLivesThere: occupied.length > 0,
      ...noted,
      skipped,
      cell: typed,
    };
  });
  return { rows: read, remarks: sentencesOf(words), small };
}
