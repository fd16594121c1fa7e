import type { Day } from "../../platform/clock/clock.ts";
import { unitKey } from "../../platform/validation/keys.ts";
import { type PartyRole, wholeShare } from "../units/occupancy/schema.ts";
import { livesThere, type Party, periodsMeet, shareInWords } from "../units/occupancy/service.ts";
import {
  type Ask,
  type List,
  mark,
  type Neighbour,
  type Planning,
  plural,
  type Register,
  type Somebody,
} from "./planning.ts";
import type { Entry } from "./rows.ts";
import type { Choices } from "./schema.ts";

/** Somebody who becomes something to a unit. */
export interface PlannedParty {
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

/** Rows whose people are not said to be anything. */
export function askWhatTheyAre(
  { saysRoles }: List,
  rows: readonly Planning[],
  choices: Choices,
  ask: Ask,
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

/** Plans who is an owner, tenant and so on of which unit from now on. */
export function planParties(
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
        periodsMeet(party, period),
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
    const field = entry?.field("name") ?? "occupant.name";
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
    const owners = added.filter((party) => party.unit === unit && party.role === "owner");
    const others = here.filter(({ known }) => !inList.has(known.id));
    const people = [...owners.map(({ who }) => who), ...others].filter(
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
      (party) => party.role === "owner" && theirs.some((each) => periodsMeet(each, party)),
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
