import type { Day } from "../../platform/clock/clock.ts";
import { paperDay } from "../../platform/clock/dayTexts.ts";
import { grouped } from "../../platform/lists/grouped.ts";
import { unitKey } from "../../platform/validation/keys.ts";
import { type PartyRole, wholeShare } from "../units/occupancy/schema.ts";
import { livesThere, type Party, periodsMeet, shareInWords } from "../units/occupancy/service.ts";
import {
  ask,
  fieldIn,
  isChosen,
  type Listed,
  mark,
  type Planning,
  plural,
  type Scope,
  type Somebody,
} from "./planning.ts";
import { complain, type Entry } from "./rows.ts";
import { labelOf } from "./schema.ts";

/** Somebody who becomes something to a unit. */
interface NewParty {
  unit: string;
  who: Somebody;
  role: PartyRole;
  share: number | undefined;
  since: string;
  until: string | null;
  row: Planning;
  entry: Entry | undefined;
}

/** Rows whose people are not said to be anything. */
export function askWhatTheyAre(scope: Scope, rows: readonly Planning[]): void {
  const { as } = scope.choices;
  const unsaid = rows.filter(({ row, unit }) => {
    const hasPlace = unit !== "" || (as === "staff" && !scope.saysRoles);
    return hasPlace && row.people.some(({ roles }) => roles === null);
  });
  const words = `The list does not say who owns and who rents. What are the people in ${plural(unsaid.length, "row", "rows")}?`;
  if (unsaid.length > 0) ask(scope, "as", words, []);
}

/** Plans who is an owner, tenant and so on of which unit from now on. */
export function planParties(
  scope: Scope,
  rows: readonly Planning[],
  everyone: readonly Somebody[],
) {
  const { parties, unitKeys, choices, today } = scope;
  const byUnit = grouped(parties, ({ unitId }) => unitKeys.get(unitId) ?? "");
  const added: NewParty[] = [];
  const counts = {
    owner: { add: 0, same: 0 },
    tenant: { add: 0, same: 0 },
    other: { add: 0, same: 0 },
  };

  const ends: { party: Party; until: Day }[] = [];
  // A last day is never taken by itself: a lease that ends may be renewed.
  const offerEnd = (row: Planning, entry: Entry, { until: before }: Party, after: Day) => {
    const field = fieldIn(entry, "until");
    const isTaken = isChosen(choices, row, field) ?? false;
    row.changes.push({ field, label: labelOf(field), before: before ?? "", after, isTaken });
    if (isTaken) mark(row, "update");
    return isTaken;
  };

  const enter = (row: Planning, who: Somebody, role: PartyRole, listed?: Listed) => {
    const unit = unitKey(row.unit);
    const { since: first = "", until = null } = listed?.entry ?? {};
    // A lease that was renewed is in the list twice, for other days.
    const isRenewed = () =>
      role !== "owner" &&
      first !== "" &&
      !added.some(
        (party) =>
          party.unit === unit &&
          party.who === who &&
          party.role === role &&
          periodsMeet(party, { since: first, until }),
      );
    if (who.roles.has(`${unit} ${role}`) && !isRenewed()) return;
    if (role === "occupant" && who.roles.has(`${unit} tenant`)) return;
    who.roles.add(`${unit} ${role}`);
    const entry = listed?.entry;
    const count = counts[role === "owner" || role === "tenant" ? role : "other"];
    const theirs = byUnit.get(unit) ?? [];
    const same = theirs.find(
      (party) =>
        party.personId === who.known?.id &&
        (party.role === role || (role === "occupant" && livesThere.includes(party.role))) &&
        periodsMeet(party, { since: first, until }),
    );
    if (same) {
      count.same += 1;
      if (entry) row.notes.push(...differencesOf(same, entry));
      if (entry?.until && entry.until !== same.until) {
        const { until } = entry;
        if (!mayEnd(same, until, theirs)) {
          const now = same.until ? `until ${paperDay(same.until)}` : "without a last day";
          row.notes.push(`${same.name} is entered ${now}, which is kept.`);
        } else if (offerEnd(row, entry, same, until)) ends.push({ party: same, until });
      }
      if (listed && role === "owner") listed.owns = same;
      return;
    }
    count.add += 1;
    mark(row, "add");
    const since = first || (theirs.some((party) => party.role === role) ? today : "");
    const share = role === "owner" ? entry?.share : undefined;
    const party = { unit, who, role, share, since, until, row, entry };
    added.push(party);
    if (listed && role === "owner") listed.owns = party;
  };

  for (const row of rows)
    for (const listed of row.unit ? row.people : [])
      for (const role of listed.entry.roles ?? [choices.as ?? "occupant"])
        if (role !== "staff") enter(row, listed.who, role, listed);
  const owners = grouped(
    added.filter(({ role }) => role === "owner"),
    ({ unit }) => unit,
  );
  shareOut(owners, byUnit);
  const toSomebody = inRegister(scope, everyone);
  for (const party of added.filter(({ role }) => role === "tenant"))
    for (const other of byUnit.get(party.unit) ?? []) {
      const { unit, notes } = party.row;
      const isListed = toSomebody(other).some(({ roles }) => roles.has(`${party.unit} tenant`));
      const words = `${other.name} rents ${unit} too, and is kept. If that is over, enter the last day on the unit's page.`;
      const isBeside = other.role === "tenant" && !isListed && periodsMeet(other, party);
      if (isBeside && !notes.includes(words)) notes.push(words);
    }
  const onlyToday = { since: today, until: today };
  for (const row of rows) {
    if (!row.row.ownerLivesThere || !row.unit) continue;
    const here = (byUnit.get(unitKey(row.unit)) ?? [])
      .filter((party) => party.role === "owner" && periodsMeet(party, onlyToday))
      .flatMap(toSomebody);
    const coming = owners.get(unitKey(row.unit)) ?? [];
    const both = new Set([...coming.map(({ who }) => who), ...here]);
    const people = [...both].filter(({ person }) => !person.juristic);
    for (const who of people) enter(row, who, "occupant");
    if (people.length === 0)
      row.notes.push(
        `${row.unit} has no owner who is a person, so nobody is entered as living there.`,
      );
  }
  return { added, ends, counts };
}

/** Whether somebody's time in a unit may get another last day. An owner's is entered with the sale. */
const mayEnd = (party: Party, until: Day, others: readonly Party[]): boolean =>
  party.role !== "owner" &&
  until >= party.since &&
  others.every(
    (other) =>
      other === party ||
      other.personId !== party.personId ||
      other.role !== party.role ||
      !periodsMeet(other, { since: party.since, until }),
  );

/** A function that finds the person of an entry in the register, who may be in no row of the list. */
function inRegister({ people }: Scope, everyone: readonly Somebody[]) {
  const found = new Map(
    people.map((known): [string, Somebody] => [
      known.id,
      { person: { ...known, idNumber: "" }, known, units: new Set(), roles: new Set() },
    ]),
  );
  for (const who of everyone) if (who.known) found.set(who.known.id, who);
  return ({ personId }: Party): Somebody[] => {
    const who = found.get(personId);
    return who ? [who] : [];
  };
}

function differencesOf(party: Party, { share, since }: Entry): string[] {
  const notes: string[] = [];
  if (since && since !== party.since)
    notes.push(
      `${party.name} is entered ${party.since ? `since ${paperDay(party.since)}` : "from the beginning"}, which is kept. The list has ${paperDay(since)}.`,
    );
  if (share && party.share && share !== party.share)
    notes.push(
      `${party.name} has ${shareInWords(party.share)} %, and keeps it. The list has ${shareInWords(share)} %.`,
    );
  return notes;
}

const sumOf = (parties: readonly { share: number | null | undefined }[]) =>
  parties.reduce((sum, { share }) => sum + (share ?? 0), 0);

/** Gives new owners their shares: what is left of the unit in equal parts, unless the list says it. */
function shareOut(
  owners: ReadonlyMap<string, NewParty[]>,
  byUnit: ReadonlyMap<string, Party[]>,
): void {
  for (const [unit, theirs] of owners) {
    const there = (byUnit.get(unit) ?? []).filter(
      (party) => party.role === "owner" && theirs.some((each) => periodsMeet(each, party)),
    );
    const days = [...there, ...theirs].map(({ since }) => since);
    // Who buys on a day shares nothing with who sells then. The last day has those who stay together.
    for (const day of days.sort().reverse()) {
      const owns = ({ since, until }: Pick<Party, "since" | "until">) =>
        since <= day && (until === null || until > day);
      const [before, coming] = [there.filter(owns), theirs.filter(owns)];
      const open = coming.filter(({ share }) => share === undefined);
      const left = wholeShare - sumOf(before) - sumOf(coming);
      if (left < open.length) {
        const names = before.map(({ name, share }) => `${name} ${shareInWords(share ?? 0)} %`);
        for (const { row, entry } of coming) {
          const [part, words] =
            before.length > 0
              ? [
                  "name",
                  `${row.unit} is owned by ${names.join(" and ")} already. If it changed hands, leave this row out and enter the new owners on the unit's page`,
                ]
              : ["share", `the owners of ${row.unit} have more than 100 % together`];
          complain(row, entry?.field(part) ?? "", words);
        }
        break;
      }
      const part = Math.floor(left / Math.max(open.length, 1));
      for (const [index, party] of open.entries())
        party.share = index === 0 ? left - part * (open.length - 1) : part;
    }
  }
}
