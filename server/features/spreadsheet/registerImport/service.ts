import { and, eq, isNull } from "drizzle-orm";
import { inChunks, type Work } from "../../../database/chunks.ts";
import { newId } from "../../../database/columns.ts";
import { type Db, named, native, prepared } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import { refuseTooMuch } from "../../../platform/audit/creationLimit.ts";
import { accounts } from "../../../platform/auth/table.ts";
import type { Day, Moment } from "../../../platform/clock/clock.ts";
import { chosenColumns, headingsAt } from "../../../platform/csv/columns.ts";
import { csvError } from "../../../platform/csv/errors.ts";
import { rowsOfSheet } from "../../../platform/csv/file.ts";
import { tableOf } from "../../../platform/csv/read.ts";
import type { SheetFile } from "../../../platform/csv/sheets.ts";
import {
  nameKey,
  personKey,
  sectionKey,
  unitKey,
  unitNumber,
} from "../../../platform/validation/keys.ts";
import { addPersonWithoutSignIn, fullName } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { type PartyRole, wholeShare } from "../../units/occupancy/schema.ts";
import { addParty, everyParty, type Party, shareInWords } from "../../units/occupancy/service.ts";
import { unitColumns } from "../../units/schema.ts";
import {
  changedFields,
  enteringUnits,
  type Unit,
  type UnitAction,
  unitsOf,
  withValues,
} from "../../units/service.ts";
import { spreadsheetError } from "../errors.ts";
import { writeImport, writtenImport } from "../imports/service.ts";
import { labelOf, meaningOf, registerFields } from "../registerList/schema.ts";
import {
  columnsShown,
  type Entry,
  guessFields,
  type ListRow,
  readList,
} from "../registerList/service.ts";
import {
  type CheckedRegister,
  type Choices,
  type DoneRegister,
  maxRegisterRows,
  type Question,
  type QuestionId,
  type RegisterCounts,
  type RegisterFate,
  type RegisterRow,
} from "./schema.ts";

const known = {
  id: people.id,
  name: people.name,
  surname: people.surname,
  email: people.email,
  cellPhone: people.cellPhone,
  address: people.address,
  emailKey: accounts.emailKey,
};
type Neighbour = Pick<typeof people.$inferSelect, Exclude<keyof typeof known, "emailKey">> & {
  emailKey: string | null;
};

const everybody = prepared((db) =>
  native<Neighbour>(
    db,
    db
      .select(named(known))
      .from(people)
      .leftJoin(accounts, and(eq(accounts.id, people.id), isNull(accounts.removedAt)))
      .where(isNull(people.removedAt)),
  ),
);

/** The existing data that a plan depends on. */
interface Register {
  people: Neighbour[];
  units: Unit[];
  parties: Party[];
}

const registerOf = (db: Db, today: Day): Register => ({
  people: everybody(db).statement.all(),
  units: unitsOf(db, today),
  parties: everyParty(db),
});

/** A list as it is read with somebody's choices. */
interface List {
  sheets: string[];
  sheet: string;
  headings: number;
  columns: CheckedRegister["columns"];
  missing: boolean;
  rows: ListRow[];
}

const isHeading = (cell: string) => meaningOf(cell) !== undefined;

/** The chosen sheet, or else the one with the most known headings. @throws register.no_sheet */
function sheetOf({ sheets }: SheetFile, name: string | undefined) {
  const chosen = sheets.find((sheet) => sheet.name === name);
  if (name !== undefined && !chosen) throw spreadsheetError("register.no_sheet");
  const score = ({ rows }: (typeof sheets)[number]) => {
    const head = rows[headingsAt(rows, isHeading)];
    return (head?.cells.filter(isHeading).length ?? 0) + Math.min(rows.length, 1) / 2;
  };
  const best = Math.max(...sheets.map(score));
  const sheet = chosen ?? sheets.find((each) => score(each) === best);
  if (!sheet) throw csvError("imports.empty", { field: "file" });
  return sheet;
}

/**
 * @throws register.no_sheet, imports.formula, imports.empty, imports.no_rows, imports.too_many_rows,
 *   imports.bad_columns
 */
function* listOf(file: SheetFile, { sheet: name, mended, ...chosen }: Choices): Work<List> {
  const sheet = sheetOf(file, name);
  const lines = rowsOfSheet(sheet);
  const guessed = headingsAt(lines, isHeading);
  const hasHeadings = (lines[guessed]?.cells.filter(isHeading).length ?? 0) > 0;
  const at =
    chosen.headings === undefined
      ? hasHeadings
        ? guessed
        : -1
      : lines.findIndex(({ line }) => line === chosen.headings);
  const { headings, rows } = yield* tableOf(lines, at, maxRegisterRows);
  const names = registerFields.map(({ name: field }) => field);
  const fields = chosen.columns
    ? chosenColumns(headings, names, chosen.columns)
    : guessFields(headings, rows);
  const missing = !fields.some((field) => field === "unit" || field?.endsWith(".name"));
  return {
    sheets: file.sheets.map((each) => each.name).filter(Boolean),
    sheet: sheet.name,
    headings: lines[at]?.line ?? 0,
    columns: columnsShown(headings, rows, fields),
    missing,
    rows: missing ? [] : readList({ headings, rows }, fields, mended),
  };
}

/** Somebody of the list, in one row or several. */
interface Somebody {
  person: Entry["person"];
  units: Set<string>;
  known?: Neighbour;
}

interface NewParty {
  unit: string;
  who: Somebody;
  role: PartyRole;
  share: number | undefined;
  since: string;
  until: string | null;
  row: Planning;
  field: string;
}

/** A row while it is planned. */
interface Planning {
  row: ListRow;
  unit: string;
  fate: RegisterFate;
  notes: string[];
  problems: ListRow["problems"];
}

const digitsOf = (phone: string) => phone.replace(/\D/g, "").slice(-9);
const keyOf = (person: { name: string; surname: string }) => personKey(fullName(person));
const differ = (one: string, other: string) => one !== "" && other !== "" && one !== other;

type Reachable = Pick<Neighbour, "email" | "cellPhone">;
const emailsDiffer = (one: Reachable, other: Reachable) =>
  differ(nameKey(one.email), nameKey(other.email));
const phonesDiffer = (one: Reachable, other: Reachable) =>
  differ(digitsOf(one.cellPhone), digitsOf(other.cellPhone));
const meet = (one: Reachable, other: Reachable) =>
  (one.email !== "" && nameKey(one.email) === nameKey(other.email)) ||
  (one.cellPhone !== "" && digitsOf(one.cellPhone) === digitsOf(other.cellPhone));

/** Whether two rows of the list can be about one person. */
const isSame = (one: Entry["person"], other: Entry["person"]) =>
  !emailsDiffer(one, other) && !phonesDiffer(one, other) && !differ(one.idNumber, other.idNumber);

/** What is decided for all rows, and what is still open. */
function questionnaire() {
  const questions: Question[] = [];
  const said = (answer: boolean | string | undefined) =>
    answer === undefined ? null : answer === true ? "yes" : answer === false ? "no" : answer;
  return {
    questions,
    ask(id: QuestionId, words: string, examples: string[], answer: boolean | string | undefined) {
      questions.push({ id, words, examples: examples.slice(0, 60), answer: said(answer) });
    },
  };
}
type Questionnaire = ReturnType<typeof questionnaire>;

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/**
 * The label of each unit of the list as it is in the register or will be. A list may write "1" for
 * "Unit 1".
 */
function labelsOf(
  register: Register,
  rows: readonly Planning[],
  choices: Choices,
  ask: Questionnaire["ask"],
) {
  const existing = new Map(register.units.map(({ label }) => [unitKey(label), label]));
  const typed = new Map<string, string>();
  for (const { row } of rows)
    if (row.unit) typed.set(unitKey(row.unit), typed.get(unitKey(row.unit)) ?? row.unit);
  const byNumber = new Map<string, string[]>();
  const candidates = [...existing, ...[...typed].filter(([key]) => !existing.has(key))];
  for (const [, label] of candidates) {
    const number = unitNumber(label);
    if (number) byNumber.set(number, [...(byNumber.get(number) ?? []), label]);
  }
  const same = new Map<string, string>();
  for (const [key, label] of typed) {
    if (existing.has(key)) continue;
    const others = byNumber.get(unitNumber(label)) ?? [];
    const here = others.filter((other) => existing.has(unitKey(other)));
    // Without one in the register, the list's own longer way of writing it is meant.
    const longest = others.reduce((one, other) => (other.length > one.length ? other : one), label);
    const meant = here.length === 1 ? here[0] : here.length === 0 ? longest : undefined;
    if (meant && unitKey(meant) !== key) same.set(key, meant);
  }
  if (same.size > 0) {
    const examples = [...same].map(([key, label]) => `${typed.get(key)} is ${label}`);
    const words =
      same.size === 1
        ? `Is ${typed.get([...same.keys()][0] ?? "")} the same unit as ${[...same.values()][0]}?`
        : `The list writes ${same.size} units in another way. Are they the same units?`;
    ask("sameUnits", words, examples, choices.sameUnits);
  }
  const labels = new Map<string, string>();
  for (const [key, label] of typed)
    labels.set(
      key,
      existing.get(key) ?? (choices.sameUnits !== false ? same.get(key) : undefined) ?? label,
    );
  const missing = [...new Set(labels.values())].filter((label) => !existing.has(unitKey(label)));
  if (missing.length > 0)
    ask(
      "makeUnits",
      `${missing.length === 1 ? `${missing[0]} is` : `${missing.length} units are`} not in Stoep yet. Make ${missing.length === 1 ? "it" : "them"}?`,
      missing,
      choices.makeUnits,
    );
  return { labels, missing: new Set(missing) };
}

/** What the list says about each unit, in one row or several that must not contradict each other. */
function factsOf(rows: readonly Planning[]) {
  const facts = new Map<string, { label: string; facts: ListRow["facts"]; rows: Planning[] }>();
  for (const planning of rows) {
    const { row, unit, problems } = planning;
    if (unit === "") continue;
    const key = unitKey(unit);
    const of = facts.get(key) ?? { label: unit, facts: {}, rows: [] };
    facts.set(key, of);
    for (const { field, name } of unitColumns) {
      if (field === "label" || row.facts[field] === undefined) continue;
      const before = of.facts[field];
      if (before !== undefined && before !== row.facts[field])
        problems.push({ field: name, words: `is not the same as in line ${of.rows[0]?.row.line}` });
      else Object.assign(of.facts, { [field]: row.facts[field] });
    }
    of.rows.push(planning);
  }
  return facts;
}

/** The units to add and to change. */
function planUnits(register: Register, rows: readonly Planning[]) {
  const existing = new Map(register.units.map((unit) => [unitKey(unit.label), unit]));
  const sections = new Map(
    register.units.flatMap(({ label, sectionNumber }) =>
      sectionNumber ? [[sectionKey(sectionNumber), label] as const] : [],
    ),
  );
  const actions: UnitAction[] = [];
  const counts = { add: 0, update: 0, same: 0 };
  const quotas = new Map(
    register.units.map((unit) => [unitKey(unit.label), unit.participationQuota]),
  );
  for (const [key, { label, facts, rows: theirs }] of factsOf(rows)) {
    const before = existing.get(key);
    const [first] = theirs;
    const unit = withValues(before, { ...facts, label });
    const section = unit.sectionNumber;
    const holder = section ? sections.get(sectionKey(section)) : undefined;
    if (holder !== undefined && unitKey(holder) !== key)
      first?.problems.push({ field: "section", words: `${section} is ${holder}'s already` });
    else if (section) sections.set(sectionKey(section), label);
    quotas.set(key, unit.participationQuota ?? null);
    const changes = before ? changedFields(before, unit) : [];
    if (!before) counts.add += 1;
    else counts[changes.length > 0 ? "update" : "same"] += 1;
    if (first && !before) mark(first, "add", []);
    if (first && changes.length > 0) mark(first, "update", changes);
    if (!before) actions.push({ unit });
    else if (changes.length > 0) actions.push({ unit, known: before });
  }
  const sums = [...quotas.values()].filter((quota) => quota !== null);
  return {
    actions,
    counts,
    quotaSum: sums.reduce((sum, quota) => sum + quota, 0),
    quotaCount: sums.length,
  };
}

/** Notes what happens to a row; the first effect of several is shown. */
function mark(planning: Planning, fate: "add" | "update", notes: readonly string[]): void {
  if (planning.fate === "unchanged") planning.fate = fate;
  planning.notes.push(...notes);
}

/** Everybody in the list once, with who they are in the register. */
function peopleOf(register: Register, rows: readonly Planning[]) {
  const list = new Map<string, Somebody[]>();
  const of = new Map<Entry, Somebody>();
  for (const { row, unit } of rows) {
    const here = new Set<Somebody>();
    for (const entry of row.people) {
      const key = keyOf(entry.person);
      const namesakes = list.get(key) ?? [];
      const same = namesakes.find((each) => !here.has(each) && isSame(each.person, entry.person));
      const who = same ?? { person: { ...entry.person }, units: new Set<string>() };
      if (!same) list.set(key, [...namesakes, who]);
      for (const [field, value] of Object.entries(entry.person))
        if (who.person[field as keyof Entry["person"]] === "")
          Object.assign(who.person, { [field]: value });
      if (unit) who.units.add(unitKey(unit));
      here.add(who);
      of.set(entry, who);
    }
  }
  const everyone = [...list.values()].flat();
  recognize(register, everyone);
  return { everyone, of };
}

/** Finds each of them in the register: by name, and by unit, email or cell phone. */
function recognize(register: Register, everyone: readonly Somebody[]): void {
  const byName = new Map<string, Neighbour[]>();
  for (const each of register.people)
    byName.set(keyOf(each), [...(byName.get(keyOf(each)) ?? []), each]);
  const labels = new Map(register.units.map(({ id, label }) => [id, unitKey(label)]));
  const homes = new Map<string, Set<string>>();
  for (const { personId, unitId } of register.parties) {
    const theirs = homes.get(personId) ?? new Set();
    homes.set(personId, theirs.add(labels.get(unitId) ?? ""));
  }
  const taken = new Set<string>();
  const score = (who: Somebody, each: Neighbour) => {
    const shares = [...who.units].some(
      (unit) => homes.get(each.id)?.has(unit) || unitKey(each.address) === unit,
    );
    const apart = emailsDiffer(who.person, each) || phonesDiffer(who.person, each);
    return (meet(who.person, each) ? 4 : 0) + (shares ? 2 : 0) + (apart ? 0 : 1);
  };
  for (const who of everyone) {
    const namesakes = (byName.get(keyOf(who.person)) ?? []).filter(({ id }) => !taken.has(id));
    const best = Math.max(0, ...namesakes.map((each) => score(who, each)));
    const found = best > 0 ? namesakes.find((each) => score(who, each) === best) : undefined;
    if (!found) continue;
    who.known = found;
    taken.add(found.id);
  }
}

/** Those who would share an email with somebody who logs in with it. */
function askAboutEmails(
  register: Register,
  rows: readonly Planning[],
  of: ReadonlyMap<Entry, Somebody>,
  choices: Choices,
  ask: Questionnaire["ask"],
): void {
  const holders = new Map(
    register.people.flatMap((each) => (each.emailKey ? [[each.emailKey, each] as const] : [])),
  );
  const shared = new Map<string, string>();
  for (const { row, problems } of rows)
    for (const entry of row.people) {
      const who = of.get(entry);
      const holder = holders.get(nameKey(entry.person.email));
      if (!holder || who?.known) continue;
      shared.set(
        `${fullName(entry.person)} ${holder.id}`,
        `${fullName(entry.person)} has the email of ${fullName(holder)}`,
      );
      if (choices.shareEmails === false)
        problems.push({
          field: `${entry.whose}.email`,
          words: `is what ${fullName(holder)} logs in with. Type another, or empty it`,
        });
    }
  if (shared.size === 0) return;
  const words = `${plural(shared.size, "person has", "people have")} the email of somebody who logs in with it. If they share it, it logs in nobody: that person uses the username from then on. Do they share it?`;
  ask("shareEmails", words, [...shared.values()], choices.shareEmails);
}

const livesThere: readonly PartyRole[] = ["tenant", "occupant"];
const endOf = (until: string | null) => until ?? "9999";

type Period = Pick<Party, "since" | "until">;
const overlap = (one: Period, other: Period) =>
  one.since < endOf(other.until) && other.since < endOf(one.until);

/** Who has what to do with which unit from now on. */
function planParties(
  register: Register,
  rows: readonly Planning[],
  of: ReadonlyMap<Entry, Somebody>,
  choices: Choices,
  { ask, today }: { ask: Questionnaire["ask"]; today: Day },
) {
  const labels = new Map(register.units.map(({ id, label }) => [id, unitKey(label)]));
  const byUnit = new Map<string, Party[]>();
  for (const party of register.parties) {
    const key = labels.get(party.unitId) ?? "";
    byUnit.set(key, [...(byUnit.get(key) ?? []), party]);
  }
  const added: NewParty[] = [];
  const counts = {
    owner: { add: 0, same: 0 },
    tenant: { add: 0, same: 0 },
    other: { add: 0, same: 0 },
  };
  const countOf = (role: PartyRole) =>
    counts[role === "owner" || role === "tenant" ? role : "other"];
  const seen = new Map<string, Set<PartyRole>>();
  const unsaid = rows.filter(
    ({ row, unit }) => unit && row.people.some(({ roles }) => roles === null),
  );
  if (unsaid.length > 0)
    ask(
      "as",
      `The list does not say who owns and who rents. What are the people in ${plural(unsaid.length, "row", "rows")}?`,
      [],
      choices.as,
    );
  for (const row of rows)
    for (const entry of row.unit ? row.row.people : []) {
      const who = of.get(entry);
      if (!who) continue;
      const unit = unitKey(row.unit);
      for (const role of entry.roles ?? [choices.as ?? "occupant"]) {
        const place = `${unit} ${keyOf(entry.person)} ${who.known?.id ?? ""} ${who.person.email} ${who.person.cellPhone}`;
        const before = seen.get(place) ?? new Set();
        if (before.has(role) || (role === "occupant" && before.has("tenant"))) continue;
        seen.set(place, before.add(role));
        const theirs = byUnit.get(unit) ?? [];
        const period = { since: entry.since, until: entry.until };
        const same = theirs.find(
          (party) =>
            party.personId === who.known?.id &&
            (party.role === role || (role === "occupant" && livesThere.includes(party.role))) &&
            overlap(party, period),
        );
        if (same) {
          countOf(role).same += 1;
          row.notes.push(...differencesOf(same, entry));
          continue;
        }
        countOf(role).add += 1;
        mark(row, "add", []);
        const since = entry.since || (theirs.some((party) => party.role === role) ? today : "");
        const share = role === "owner" ? entry.share : undefined;
        const field = `${entry.whose}.name`;
        added.push({ unit, who, role, share, since, until: entry.until, row, field });
      }
    }
  shareOut(added, byUnit);
  return { added, counts };
}

function differencesOf(party: Party, { share, since }: Entry): string[] {
  const notes: string[] = [];
  if (since && since !== party.since)
    notes.push(`${party.name} is entered since ${party.since || "always"}, and stays so.`);
  if (share && party.share && share !== party.share)
    notes.push(`${party.name} has ${shareInWords(party.share)} %, and keeps it.`);
  return notes;
}

/** Gives new owners their shares: what is left of the unit in equal parts, unless the list says it. */
function shareOut(added: readonly NewParty[], byUnit: ReadonlyMap<string, Party[]>): void {
  const owners = new Map<string, NewParty[]>();
  for (const party of added)
    if (party.role === "owner") owners.set(party.unit, [...(owners.get(party.unit) ?? []), party]);
  for (const [unit, theirs] of owners) {
    const [first] = theirs;
    if (!first) continue;
    const there = (byUnit.get(unit) ?? []).filter(
      (party) => party.role === "owner" && theirs.some((each) => overlap(each, party)),
    );
    const had = there.reduce((sum, { share }) => sum + (share ?? 0), 0);
    const given = theirs.reduce((sum, { share }) => sum + (share ?? 0), 0);
    const open = theirs.filter(({ share }) => share === undefined);
    const left = wholeShare - had - given;
    if (left < open.length) {
      const names = there.map(({ name, share }) => `${name} ${shareInWords(share ?? 0)} %`);
      const words =
        there.length > 0
          ? `${first.row.unit} is owned by ${names.join(" and ")} already. If it changed hands, leave this row out and enter the new owners on the unit's page`
          : `the owners of ${first.row.unit} have more than 100 % together`;
      for (const { row, field } of theirs) {
        const at = there.length > 0 ? field : field.replace(".name", ".share");
        if (!row.problems.some((problem) => problem.field === at))
          row.problems.push({ field: at, words });
      }
      continue;
    }
    const part = Math.floor(left / Math.max(open.length, 1));
    for (const [index, party] of open.entries())
      party.share = index === 0 ? left - part * (open.length - 1) : part;
  }
}

/** The planned changes. */
interface Plan extends Omit<CheckedRegister, keyof List> {
  rows: RegisterRow[];
  units: UnitAction[];
  people: Somebody[];
  parties: NewParty[];
}

const whatIn = ({ people: entries }: ListRow) =>
  entries.map(({ person }) => fullName(person)).join(", ");

/** A sentence about a cell, with its label. */
const sentence = (field: string, words: string) =>
  field === "" ? words : `${labelOf(field)} ${words}.`;

function planRegister(register: Register, list: List, choices: Choices, today: Day): Plan {
  const leftOut = new Set(choices.leftOut);
  const planned = list.rows.map((row): Planning => {
    const fate = leftOut.has(row.line) ? "left out" : row.skipped ? "skipped" : "unchanged";
    const notKept = row.notKept.map(({ field, words }) => sentence(field, words));
    const notes = fate === "skipped" ? [row.skipped] : notKept;
    return { row, unit: "", fate, notes, problems: fate === "unchanged" ? [...row.problems] : [] };
  });
  const counted = planned.filter(({ fate }) => fate === "unchanged");
  const { questions, ask } = questionnaire();
  const { labels, missing } = labelsOf(register, counted, choices, ask);
  for (const planning of counted) {
    planning.unit = labels.get(unitKey(planning.row.unit)) ?? "";
    if (choices.makeUnits === false && missing.has(planning.unit))
      planning.problems.push({
        field: "unit",
        words: "is not in Stoep. Type another, or leave the row out",
      });
  }
  const sound = counted.filter(({ problems }) => problems.length === 0);
  const units = planUnits(register, sound);
  const { everyone, of } = peopleOf(register, sound);
  askAboutEmails(register, sound, of, choices, ask);
  const parties = planParties(register, sound, of, choices, { ask, today });
  const added = everyone.filter((who) => !who.known);
  for (const planning of sound) {
    const isNew = planning.row.people.some((entry) => added.includes(of.get(entry) as Somebody));
    if (isNew) mark(planning, "add", []);
  }
  for (const planning of counted) if (planning.problems.length > 0) planning.fate = "refused";
  return {
    questions,
    rows: planned.map(({ row, unit, fate, notes, problems }) => ({
      line: row.line,
      unit: unit || row.unit,
      what: whatIn(row),
      fate,
      notes:
        fate === "refused" ? problems.map(({ field, words }) => sentence(field, words)) : notes,
      problems: problems
        .filter(({ field }) => field !== "")
        .map(({ field, words }) => ({
          field,
          label: labelOf(field),
          value: row.cell(field),
          words: sentence(field, words),
        })),
    })),
    counts: {
      units: units.counts,
      people: { add: added.length, same: everyone.length - added.length },
      owners: parties.counts.owner,
      tenants: parties.counts.tenant,
      others: parties.counts.other,
      refused: counted.filter(({ fate }) => fate === "refused").length,
    },
    quotaSum: units.quotaSum,
    quotaCount: units.quotaCount,
    units: units.actions,
    people: added,
    parties: parties.added,
  };
}

const nothing = { add: 0, same: 0 };
const noCounts: RegisterCounts = {
  units: { ...nothing, update: 0 },
  people: nothing,
  owners: nothing,
  tenants: nothing,
  others: nothing,
  refused: 0,
};
const noPlan = {
  questions: [],
  rows: [],
  counts: noCounts,
  quotaSum: 0,
  quotaCount: 0,
  units: [],
  people: [],
  parties: [],
};

/** A list that was read, and what importing it would do. */
type Whole = Omit<List, "rows"> & Plan;

function* planOf(register: Register, file: SheetFile, choices: Choices, today: Day): Work<Whole> {
  const list = yield* listOf(file, choices);
  yield list.rows.length;
  const plan = list.missing ? noPlan : planRegister(register, list, choices, today);
  return { ...list, ...plan };
}

/**
 * Checks what importing a list would do.
 * @throws register.no_sheet, imports.formula, imports.empty, imports.no_rows, imports.too_many_rows,
 *   imports.bad_columns
 */
export async function checkRegister(
  db: Db,
  file: SheetFile,
  choices: Choices,
  today: Day,
): Promise<CheckedRegister> {
  const plan = await inChunks(planOf(registerOf(db, today), file, choices, today));
  const { units: _, people: __, parties: ___, ...checked } = plan;
  return checked;
}

/** Called in the transaction for a person who shares their email from now on. */
type Tell = Parameters<typeof addPersonWithoutSignIn>[4];

/** @throws register.no_columns, imports.refused, register.undecided */
function refuseOpen({ missing, counts, questions }: Whole): void {
  if (missing) throw spreadsheetError("register.no_columns");
  if (counts.refused > 0)
    throw spreadsheetError("imports.refused", {
      message: `${plural(counts.refused, "row is", "rows are")} refused, so nothing was imported. Mend or leave them out.`,
    });
  const open = questions.filter(({ answer }) => answer === null);
  if (open.length > 0)
    throw spreadsheetError("register.undecided", {
      field: open[0]?.id ?? "choices",
      message: open.map(({ words }) => words).join(" "),
    });
}

/** The people's ids by the list's people. */
function addEverybody(db: Db, by: Actor, added: readonly Somebody[], tell: Tell, now: Moment) {
  const ids = new Map<Somebody, string>();
  for (const who of added) {
    // Whoever imports has agreed, or the plan has found nobody to share with.
    ids.set(who, addPersonWithoutSignIn(db, by, { ...who.person, shareEmail: true }, now, tell));
  }
  return ids;
}

function* prepareRegister(
  db: Db,
  by: Actor,
  {
    register,
    file,
    choices,
    tell,
  }: { register: Register; file: SheetFile; choices: Choices; tell: Tell },
  now: Moment,
): Work<() => string> {
  const plan = yield* planOf(register, file, choices, now.today);
  const isOpen =
    plan.missing || plan.counts.refused > 0 || plan.questions.some(({ answer }) => answer === null);
  // Each row is a change of its own; the key belongs to the whole import.
  const each: Actor = { ...by, requestKey: undefined };
  const enterUnits = isOpen ? undefined : yield* enteringUnits(db, each, plan.units, now);
  return () => {
    refuseOpen(plan);
    const { units, people: everyone } = plan.counts;
    refuseTooMuch(db, by, "units.add", now.at, units.add);
    refuseTooMuch(db, by, "people.add", now.at, everyone.add);
    enterUnits?.();
    const ids = addEverybody(db, each, plan.people, tell, now);
    const unitIds = new Map(unitsOf(db, now.today).map(({ id, label }) => [unitKey(label), id]));
    for (const { unit, who, role, share, since, until } of plan.parties) {
      const unitId = unitIds.get(unit) ?? "";
      const personId = who.known?.id ?? ids.get(who) ?? "";
      const more = { ...(share !== undefined && { share }), ...(until !== null && { until }) };
      addParty(db, each, { unitId, personId, role, since, ...more }, now);
    }
    const id = newId();
    const after = { kind: "register", ...plan.counts };
    recordChange(db, by, now.at, { action: "imports.run", subjectId: id, after });
    return id;
  };
}

/**
 * Imports a whole list or nothing. The same list with the same key is imported once.
 * @param tell called in the transaction for a person who shares their email from now on
 * @throws register.undecided, register.no_columns, imports.refused, and what `checkRegister` and
 *   `writeImport` throw
 */
export async function runRegister(
  db: Db,
  by: Actor,
  { file, choices, tell }: { file: SheetFile; choices: Choices; tell?: Tell },
  now: () => Moment,
): Promise<DoneRegister> {
  const importing = {
    read: () => registerOf(db, now().today),
    prepare: (register: Register) =>
      prepareRegister(db, by, { register, file, choices, tell }, now()),
    input: { kind: "register", sha256: file.sha256, choices },
  };
  const id = await writeImport(db, by, importing, now);
  const { kind: _, ...counts } = writtenImport(db, id) as RegisterCounts & { kind: string };
  return { id, counts, message: registerInWords(counts) };
}

/** The result of an import in words: "40 units, 52 people, 44 owners and 12 tenants added." */
export function registerInWords({
  units,
  people: everyone,
  owners,
  tenants,
  others,
}: RegisterCounts): string {
  const parts = [
    [units.add, "unit", "units"],
    [everyone.add, "person", "people"],
    [owners.add, "owner", "owners"],
    [tenants.add, "tenant", "tenants"],
    [others.add, "other entry", "other entries"],
  ] as const;
  const added = parts.flatMap(([count, one, many]) => (count ? [plural(count, one, many)] : []));
  const changed = units.update ? `${plural(units.update, "unit", "units")} changed` : "";
  if (added.length === 0)
    return changed
      ? `${changed}.`
      : "Everything in this list was here already. Nothing was changed.";
  const last = added.at(-1) ?? "";
  const list = added.length > 1 ? `${added.slice(0, -1).join(", ")} and ${last}` : last;
  return `${list} added${changed && `, ${changed}`}.`;
}
