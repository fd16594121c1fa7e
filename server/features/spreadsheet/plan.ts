import type { Role } from "../../platform/auth/schema.ts";
import { newUsername } from "../../platform/auth/usernames.ts";
import type { Day } from "../../platform/clock/clock.ts";
import { shown } from "../../platform/csv/columns.ts";
import {
  nameKey,
  personKey,
  sectionKey,
  unitKey,
  unitNumber,
} from "../../platform/validation/keys.ts";
import { complaint } from "../../platform/validation/schema.ts";
import { type Invitation, invitation, maintenanceTypes } from "../people/schema.ts";
import { fullName } from "../people/service.ts";
import { type PartyRole, wholeShare } from "../units/occupancy/schema.ts";
import { type Party, shareInWords } from "../units/occupancy/service.ts";
import { formatQuota } from "../units/quotas/schema.ts";
import { type UnitValues, unitColumns } from "../units/schema.ts";
import { changedFields, type Unit, type UnitAction, withValues } from "../units/service.ts";
import { type Entry, type ListRow, sentence } from "./rows.ts";
import {
  type CheckedRegister,
  type Choices,
  type ListRole,
  labelOf,
  type Question,
  type QuestionId,
  type ReadPerson,
  type RegisterChange,
  type RegisterFate,
  type RegisterRow,
  roleLabels,
} from "./schema.ts";

/** Somebody who is in the register already, with their account if they have one. */
export interface Neighbour {
  id: string;
  name: string;
  surname: string;
  juristic: boolean;
  email: string;
  cellPhone: string;
  telephone: string;
  serviceAddress: string;
  address: string;
  role: Role | null;
  emailKey: string | null;
  usernameKey: string | null;
}

/** The existing data that a plan depends on. */
export interface Register {
  people: readonly Neighbour[];
  units: readonly Unit[];
  parties: readonly Party[];
}

/** The rows of a list, and whether its columns say what people are. */
interface List {
  rows: readonly ListRow[];
  saysRoles: boolean;
}

/** Somebody of the list, in one row or several. */
export interface Somebody {
  person: Entry["person"];
  units: Set<string>;
  known?: Neighbour;
  /** For new staff, who get an account. */
  account?: Invitation;
}

/** Somebody who becomes something to a unit. */
interface PlannedParty {
  unit: string;
  who: Somebody;
  role: PartyRole;
  share: number | undefined;
  since: string;
  until: string | null;
}

interface NewParty extends PlannedParty {
  row: Planning;
  field: string;
}

/** A row while it is planned. */
interface Planning {
  row: ListRow;
  /** Its unit as the list has it, perhaps from a row above. */
  typed: string;
  /** Its unit as it is in the register or will be. */
  unit: string;
  fate: RegisterFate;
  notes: string[];
  changes: RegisterChange[];
  problems: ListRow["problems"];
}

/** What will be written, and what is said of it before. */
export interface Plan
  extends Pick<CheckedRegister, "questions" | "rows" | "counts" | "quotaSum" | "quotaCount"> {
  units: UnitAction[];
  people: Somebody[];
  /** People who are here, with what becomes otherwise. */
  changed: Map<Neighbour, Details>;
  parties: PlannedParty[];
}

/** What a list may change of somebody who is here. */
type Details = Partial<Record<(typeof changeable)[number], string>>;
const changeable = ["email", "cellPhone", "telephone", "serviceAddress"] as const;

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

/** Whether two rows of the list can be about one person, but for what somebody has to say. */
const haveOneNumber = (one: Entry["person"], other: Entry["person"]) =>
  emailsDiffer(one, other) &&
  one.cellPhone !== "" &&
  !phonesDiffer(one, other) &&
  other.cellPhone !== "" &&
  !differ(one.idNumber, other.idNumber);

/** Whether two rows of the list are about one person. */
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
  for (const { typed: label } of rows)
    if (label) typed.set(unitKey(label), typed.get(unitKey(label)) ?? label);
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
function planUnits(register: Register, rows: readonly Planning[], choices: Choices) {
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
    const changes =
      before && first ? changesOfUnit(before, { ...facts, label }, first, choices) : [];
    const left = changes.filter(({ isTaken }) => !isTaken).map(({ field }) => field);
    const kept = unitColumns.filter(({ name }) => !left.includes(name));
    const unit = withValues(before, {
      ...Object.fromEntries(kept.map(({ field }) => [field, facts[field as keyof typeof facts]])),
      label,
    });
    const section = unit.sectionNumber;
    const holder = section ? sections.get(sectionKey(section)) : undefined;
    if (holder !== undefined && unitKey(holder) !== key)
      first?.problems.push({ field: "section", words: `${section} is ${holder}'s already` });
    else if (section) sections.set(sectionKey(section), label);
    quotas.set(key, unit.participationQuota ?? null);
    const isChanged = changes.some(({ isTaken }) => isTaken);
    if (!before) counts.add += 1;
    else counts[isChanged ? "update" : "same"] += 1;
    if (first && !before) mark(first, "add");
    if (first && isChanged) mark(first, "update");
    if (!before) actions.push({ unit });
    else if (isChanged) actions.push({ unit, known: before });
  }
  const sums = [...quotas.values()].filter((quota) => quota !== null);
  return {
    actions,
    counts,
    quotaSum: sums.reduce((sum, quota) => sum + quota, 0),
    quotaCount: sums.length,
  };
}

/** What the list has otherwise of a unit. It is taken unless somebody says otherwise. */
function changesOfUnit(
  before: Unit,
  facts: UnitValues,
  planning: Planning,
  choices: Choices,
): RegisterChange[] {
  const changes = changedFields(before, withValues(before, facts)).map((change) => ({
    ...change,
    isTaken: choices.taken[planning.row.line]?.[change.field] ?? true,
  }));
  planning.changes.push(...changes);
  return changes;
}

/** Notes what happens to a row; the first effect of several is shown. */
function mark(planning: Planning, fate: "add" | "update"): void {
  if (planning.fate === "unchanged") planning.fate = fate;
}

/** Everybody in the list once, with who they are in the register. */
function peopleOf(
  register: Register,
  rows: readonly Planning[],
  choices: Choices,
  ask: Questionnaire["ask"],
) {
  const list = new Map<string, Somebody[]>();
  const of = new Map<Entry, Somebody>();
  const twoEmails: string[] = [];
  for (const planning of rows) {
    const here = new Set<Somebody>();
    for (const entry of planning.row.people) {
      const { person } = entry;
      const key = keyOf(person);
      const namesakes = (list.get(key) ?? []).filter((each) => !here.has(each));
      let same = namesakes.find((each) => isSame(each.person, person));
      const alike = same ? undefined : namesakes.find((each) => haveOneNumber(each.person, person));
      if (alike) {
        twoEmails.push(`${fullName(person)}: ${alike.person.email} and ${person.email}`);
        if (choices.samePeople) {
          same = alike;
          const words = `${person.email} is not kept: ${fullName(person)} has ${alike.person.email}`;
          planning.notes.push(sentence(`${entry.whose}.email`, words));
        }
      }
      const who = same ?? { person: { ...person }, units: new Set<string>() };
      if (!same) list.set(key, [...(list.get(key) ?? []), who]);
      for (const [field, value] of Object.entries(person))
        if (who.person[field as keyof Entry["person"]] === "")
          Object.assign(who.person, { [field]: value });
      if (planning.unit) who.units.add(unitKey(planning.unit));
      here.add(who);
      of.set(entry, who);
    }
  }
  if (twoEmails.length > 0)
    ask(
      "samePeople",
      `${plural(twoEmails.length, "name is", "names are")} in the list twice, with one telephone number and two emails. Is that one person each time?`,
      twoEmails,
      choices.samePeople,
    );
  const everyone = [...list.values()].flat();
  recognize(register, everyone);
  return { everyone, of };
}

const isOther = {
  email: emailsDiffer,
  cellPhone: phonesDiffer,
  telephone: (one: Neighbour, other: Entry["person"]) =>
    differ(digitsOf(one.telephone), digitsOf(other.telephone)),
  serviceAddress: (one: Neighbour, other: Entry["person"]) =>
    differ(nameKey(one.serviceAddress), nameKey(other.serviceAddress)),
};

/**
 * What the list has of people who are here. It fills what is empty; what would replace something is
 * taken if somebody says so. An email that somebody logs in with is theirs to change.
 */
function changesOfPeople(
  register: Register,
  rows: readonly Planning[],
  of: ReadonlyMap<Entry, Somebody>,
  choices: Choices,
): Map<Neighbour, Details> {
  const changed = new Map<Neighbour, Details>();
  const signIns = new Set(register.people.map(({ emailKey }) => emailKey));
  for (const planning of rows)
    for (const entry of planning.row.people) {
      const { person, whose } = entry;
      const known = of.get(entry)?.known;
      if (!known) continue;
      for (const name of changeable) {
        const [before, after] = [known[name], person[name]];
        if (after === "" || (before !== "" && !isOther[name](known, person))) continue;
        const field = `${whose}.${name}`;
        if (name === "email" && (known.role !== null || signIns.has(nameKey(after)))) {
          const words = `of ${fullName(known)} stays ${before || "empty"}. The list has ${after}`;
          planning.notes.push(sentence(field, words));
          continue;
        }
        const isTaken =
          choices.taken[planning.row.line]?.[field] ?? choices.takeAll ?? before === "";
        planning.changes.push({ field, label: labelOf(field), before, after, isTaken });
        if (!isTaken) continue;
        mark(planning, "update");
        changed.set(known, { ...changed.get(known), [name]: after });
      }
    }
  return changed;
}

const tradeIn = (cell: string) =>
  maintenanceTypes.find((each) => each.toLowerCase() === cell.toLowerCase());

/** The roles of an entry, also where only the answer to a question says them. */
const rolesOf = ({ roles }: Entry, { as }: Choices): readonly ListRole[] =>
  roles ?? (as ? [as] : []);

/** Gives new staff an account each; what one needs and the list does not say is a problem. */
function planStaff(
  register: Register,
  rows: readonly Planning[],
  of: ReadonlyMap<Entry, Somebody>,
  choices: Choices,
): { add: number; same: number } {
  const holders = new Map(
    register.people.flatMap((each) => (each.emailKey ? [[each.emailKey, each] as const] : [])),
  );
  const taken = new Set(
    register.people.flatMap(({ emailKey, usernameKey }) => [emailKey ?? "", usernameKey ?? ""]),
  );
  const lines = new Map<string, { line: number; who: Somebody }>();
  const numbers = new Map<string, number>();
  const counts = { add: 0, same: 0 };
  for (const { row, problems, notes } of rows)
    for (const entry of row.people) {
      const who = of.get(entry);
      if (!who || who.account || !rolesOf(entry, choices).includes("staff")) continue;
      if (who.known) {
        counts.same += 1;
        notes.push(...staffAlready(who.known));
        continue;
      }
      const complain = (field: string, words: string) =>
        problems.push({ field: `${entry.whose}.${field}`, words });
      const { name, surname, email, cellPhone, idNumber } = who.person;
      const key = nameKey(email);
      const holder = holders.get(key);
      if (holder) complain("email", `is what ${fullName(holder)} logs in with. Type another`);
      const before = lines.get(key);
      if (before) complain("email", `is the same as in line ${before.line}`);
      const username = newUsername({ name, surname, email }, taken, numbers);
      const given = {
        role: "Staff",
        name,
        surname,
        username,
        email,
        cellPhone,
        idNumber,
        address: "",
        maintenanceType: tradeIn(entry.trade) ?? entry.trade,
      };
      const account = invitation.safeParse(given);
      for (const issue of account.error?.issues ?? []) {
        const { field, message } = complaint(issue);
        const words = message.replace(`${field} `, "").replace(/\.$/, "");
        complain(
          field === "maintenanceType" ? "trade" : field,
          given[field as keyof typeof given] === "" ? "is empty, and staff need one" : words,
        );
      }
      if (holder || before || !account.success) continue;
      lines.set(key, { line: row.line, who });
      taken.add(nameKey(username)).add(key);
      who.account = account.data;
      counts.add += 1;
      notes.push(`${fullName(who.person)} logs in as ${username}, once invited.`);
    }
  return counts;
}

function staffAlready(known: Neighbour): string[] {
  if (known.role === "Staff") return [];
  return known.role
    ? [`${fullName(known)} is here as ${known.role}, and stays that.`]
    : [`${fullName(known)} is here without a login. Invite them as staff on the list of staff.`];
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
  today: Day,
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
  const seen = new Map<Somebody, Set<string>>();
  const byEntry = new Map<Entry, { share?: number | null | undefined }>();
  const partiesIn = (unit: string) => byUnit.get(unit) ?? [];

  const enter = (row: Planning, who: Somebody, role: PartyRole, entry: Entry | undefined) => {
    const unit = unitKey(row.unit);
    const before = seen.get(who) ?? new Set();
    const isIn = (...roles: PartyRole[]) => roles.some((each) => before.has(`${unit} ${each}`));
    if (isIn(role) || (role === "occupant" && isIn("tenant"))) return;
    seen.set(who, before.add(`${unit} ${role}`));
    const theirs = partiesIn(unit);
    const period = { since: entry?.since ?? "", until: entry?.until ?? null };
    const same = theirs.find(
      (party) =>
        party.personId === who.known?.id &&
        (party.role === role || (role === "occupant" && livesThere.includes(party.role))) &&
        overlap(party, period),
    );
    if (same) {
      countOf(role).same += 1;
      if (entry) row.notes.push(...differencesOf(same, entry));
      if (entry && role === "owner") byEntry.set(entry, same);
      return;
    }
    countOf(role).add += 1;
    mark(row, "add");
    const since = period.since || (theirs.some((party) => party.role === role) ? today : "");
    const share = role === "owner" ? entry?.share : undefined;
    const field = `${entry?.whose ?? "occupant"}.name`;
    const party = { unit, who, role, share, since, until: period.until, row, field };
    added.push(party);
    if (entry && role === "owner") byEntry.set(entry, party);
  };

  for (const row of rows)
    for (const entry of row.unit ? row.row.people : []) {
      const who = of.get(entry);
      const roles = entry.roles ?? [choices.as ?? "occupant"];
      for (const role of roles) if (who && role !== "staff") enter(row, who, role, entry);
    }
  shareOut(added, byUnit);
  ownersWhoLiveThere(register, rows, { added, partiesIn, enter });
  return { added, counts, byEntry };
}

/** Enters the owners of units where the list says `Owner occupied`. */
function ownersWhoLiveThere(
  register: Register,
  rows: readonly Planning[],
  {
    added,
    partiesIn,
    enter,
  }: {
    added: readonly NewParty[];
    partiesIn: (unit: string) => readonly Party[];
    enter: (row: Planning, who: Somebody, role: PartyRole, entry: undefined) => void;
  },
): void {
  const said = rows.filter(({ row, unit }) => row.ownerLivesThere && unit);
  if (said.length === 0) return;
  const byId = new Map(register.people.map((each) => [each.id, each]));
  const inList = new Map(added.flatMap(({ who }) => (who.known ? [[who.known.id, who]] : [])));
  for (const row of said) {
    const unit = unitKey(row.unit);
    const here = partiesIn(unit).flatMap(({ role, until, personId }) => {
      const known = byId.get(personId);
      return known && role === "owner" && until === null ? [somebodyKnown(known)] : [];
    });
    const owners = [...added.filter((party) => party.unit === unit && party.role === "owner")].map(
      ({ who }) => who,
    );
    const people = [...owners, ...here.filter(({ known }) => !inList.has(known.id))].filter(
      ({ person }) => !person.juristic,
    );
    for (const who of people) enter(row, who, "occupant", undefined);
    if (people.length === 0)
      row.notes.push(
        `${row.unit} has no owner who is a person, so nobody is entered as living there.`,
      );
  }
}

/** Somebody of the register who is in no row of the list. */
function somebodyKnown(known: Neighbour) {
  const { name, surname, juristic, email, cellPhone } = known;
  const person = { name, surname, juristic, email, cellPhone } as Entry["person"];
  return { person, units: new Set<string>(), known };
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

/** Notes what is wrong with a row's unit, unless it was noted before. */
function complainOfUnit({ problems }: Planning, words: string): void {
  if (!problems.some(({ field }) => field === "unit")) problems.push({ field: "unit", words });
}

/** Rows without a unit belong to the unit above, if they say something of one and somebody agrees. */
function placeRows(
  { saysRoles }: List,
  rows: readonly Planning[],
  choices: Choices,
  ask: Questionnaire["ask"],
): void {
  const without = rows.filter(({ row }) => {
    const mayBe = !saysRoles && row.people.length > 0 && choices.as !== "staff";
    return row.unit === "" && (row.isAboutUnit || mayBe);
  });
  const below = without.filter(({ row }) => row.unitAbove !== "");
  // Without roles they may also be people who have no unit.
  const answer = choices.unitAbove ?? (saysRoles || undefined);
  if (below.length > 0)
    ask(
      "unitAbove",
      below.length === 1
        ? "1 row has no unit. Does it belong to the unit above?"
        : `${below.length} rows have no unit. Do they belong to the unit above?`,
      below.map(({ row }) => `row ${row.line} to ${row.unitAbove}`),
      answer,
    );
  for (const planning of without) {
    const { row } = planning;
    if (answer && row.unitAbove) planning.typed = row.unitAbove;
    else if (row.isAboutUnit) complainOfUnit(planning, "is empty");
  }
}

/** Rows whose people are not said to be anything. */
function askWhatTheyAre(
  { saysRoles }: List,
  rows: readonly Planning[],
  choices: Choices,
  ask: Questionnaire["ask"],
): void {
  const unsaid = rows.filter(({ row, unit }) => {
    const hasPlace = unit !== "" || (choices.as === "staff" && !saysRoles);
    return hasPlace && row.people.some(({ roles }) => roles === null);
  });
  if (unsaid.length > 0)
    ask(
      "as",
      `The list does not say who owns and who rents. What are the people in ${plural(unsaid.length, "row", "rows")}?`,
      [],
      choices.as,
    );
}

type Found = Map<ListRow, ListRow["problems"]>;

/** Plans the rows that have no problem yet. */
function planSound(
  register: Register,
  list: List,
  choices: Choices,
  { today, found }: { today: Day; found: Found },
) {
  const leftOut = new Set(choices.leftOut);
  const planned = list.rows.map((row): Planning => {
    const fate = leftOut.has(row.line) ? "left out" : row.skipped ? "skipped" : "unchanged";
    const remarks = row.remarks.map(({ field, words }) => sentence(field, words));
    const notes = fate === "skipped" ? [row.skipped] : remarks;
    const problems = fate === "unchanged" ? [...(found.get(row) ?? row.problems)] : [];
    return { row, typed: row.unit, unit: "", fate, notes, changes: [], problems };
  });
  const counted = planned.filter(({ fate }) => fate === "unchanged");
  const hopeful = counted.filter(({ problems }) => problems.length === 0);
  const { questions, ask } = questionnaire();
  placeRows(list, counted, choices, ask);
  const { labels, missing } = labelsOf(register, counted, choices, ask);
  for (const planning of counted) {
    planning.unit = labels.get(unitKey(planning.typed)) ?? "";
    if (choices.makeUnits === false && missing.has(planning.unit))
      complainOfUnit(planning, "is not in Stoep. Type another, or leave the row out");
  }
  const sound = counted.filter(({ problems }) => problems.length === 0);
  const units = planUnits(register, sound, choices);
  askWhatTheyAre(list, sound, choices, ask);
  const { everyone, of } = peopleOf(register, sound, choices, ask);
  const staff = planStaff(register, sound, of, choices);
  askAboutEmails(register, sound, of, choices, ask);
  const parties = planParties(register, sound, of, choices, today);
  for (const planning of sound)
    if (planning.row.people.some((entry) => of.get(entry)?.known === undefined))
      mark(planning, "add");
  const changed = changesOfPeople(register, sound, of, choices);
  const isNew = hopeful.some(({ problems }) => problems.length > 0);
  return { planned, counted, questions, units, everyone, changed, staff, parties, isNew };
}

/**
 * What importing a list would do. A row with a problem does nothing, so the others are planned again
 * without it until no new problem comes up.
 */
export function plan(register: Register, list: List, choices: Choices, today: Day): Plan {
  const found: Found = new Map();
  let last = planSound(register, list, choices, { today, found });
  const { questions } = last;
  while (last.isNew) {
    for (const { row, problems } of last.counted) found.set(row, problems);
    last = planSound(register, list, choices, { today, found });
  }
  const { planned, counted, units, everyone, changed, staff, parties } = last;
  for (const planning of counted) if (planning.problems.length > 0) planning.fate = "refused";
  const added = everyone.filter((who) => !who.known);
  const { owner, tenant, other } = parties.counts;
  return {
    questions,
    rows: planned.map((planning) => shownRow(planning, parties.byEntry, choices)),
    counts: {
      units: units.counts,
      people: {
        add: added.length,
        update: changed.size,
        same: everyone.length - added.length - changed.size,
      },
      owners: owner,
      tenants: tenant,
      others: { add: other.add + staff.add, same: other.same + staff.same },
      refused: counted.filter(({ fate }) => fate === "refused").length,
    },
    quotaSum: units.quotaSum,
    quotaCount: units.quotaCount,
    units: units.actions,
    people: added,
    changed,
    parties: parties.added,
  };
}

/** A row as it is shown. */
function shownRow(
  { row, typed, unit, fate, notes, changes, problems }: Planning,
  parties: ReadonlyMap<Entry, { share?: number | null | undefined }>,
  choices: Choices,
): RegisterRow {
  const { participationQuota } = row.facts;
  return {
    line: row.line,
    unit: unit || typed,
    quota: participationQuota ? formatQuota(participationQuota) : "",
    what: row.people.map(({ person }) => shown(fullName(person))).join(", "),
    people: row.people.map((entry): ReadPerson => {
      const { name, surname, juristic, email, cellPhone, telephone } = entry.person;
      const share = parties.get(entry)?.share ?? entry.share;
      return {
        whose: entry.whose,
        roles: rolesOf(entry, choices)
          .map((role) => roleLabels[role])
          .join(", "),
        name,
        surname,
        juristic,
        email,
        cellPhone,
        telephone,
        share: share ? shareInWords(share) : "",
        since: entry.since,
        until: entry.until ?? "",
      };
    }),
    changes: fate === "refused" ? [] : changes,
    fate,
    notes: fate === "refused" ? problems.map(({ field, words }) => sentence(field, words)) : notes,
    problems: problems
      .filter(({ field }) => field !== "")
      .map(({ field, words }) => ({
        field,
        label: labelOf(field),
        value: row.cell(field),
        words: sentence(field, words),
      })),
  };
}
