import { maskIdNumber } from "../../platform/idNumbers/idNumbers.ts";
import { grouped } from "../../platform/lists/grouped.ts";
import { nameKey, personKey, unitKey } from "../../platform/validation/keys.ts";
import { nameInParts } from "../../platform/validation/schema.ts";
import { personField } from "../people/schema.ts";
import { fullName, kindOf } from "../people/service.ts";
import { type Party, periodsMeet } from "../units/occupancy/service.ts";
import {
  ask,
  fieldIn,
  isChosen,
  mark,
  type Planning,
  plural,
  rolesOf,
  type Scope,
  type Somebody,
} from "./planning.ts";
import type { Neighbour } from "./register.ts";
import { type Entry, sentence } from "./rows.ts";
import { labelOf, type SheetField, sheetFields } from "./schema.ts";

/** What a list may change of somebody who is here. */
export type Details = Partial<Record<SheetField, string> & Pick<Neighbour, "juristic">>;

type Contact = Exclude<SheetField, "name" | "surname">;
const contacts = sheetFields.filter(
  (name): name is Contact => name !== "name" && name !== "surname",
);

const digitsOf = (phone: string) => phone.replace(/\D/g, "").slice(-9);

/** The key by which the details of two are compared. */
const keyIn = (name: Contact, value: string) =>
  personField(name).type === "tel" ? digitsOf(value) : nameKey(value);

/** Whether two have another email and so on (true) or the same (false); undefined if one has none. */
function differ<Name extends Contact>(
  name: Name,
  one: Readonly<Record<Name, string>>,
  other: Readonly<Record<Name, string>>,
): boolean | undefined {
  const [key, otherKey] = [keyIn(name, one[name]), keyIn(name, other[name])];
  return key !== "" && otherKey !== "" ? key !== otherKey : undefined;
}

const keyOf = (person: { name: string; surname: string }) => personKey(fullName(person));

type Reachable = Pick<Neighbour, "email" | "cellPhone">;

const meet = (one: Reachable, other: Reachable) =>
  differ("email", one, other) === false || differ("cellPhone", one, other) === false;
const areApart = (one: Reachable, other: Reachable) =>
  differ("email", one, other) || differ("cellPhone", one, other);

/** Whether two rows of the list are about one person. */
const isSame = (one: Entry["person"], other: Entry["person"]) =>
  !areApart(one, other) && !differ("idNumber", one, other);

const nameAndContacts = (each: Entry["person"] | Neighbour) =>
  `${keyOf(each)} ${nameKey(each.email)} ${digitsOf(each.cellPhone)}`;

/** Whether they may be one person, which somebody has to decide: two emails, one ID or telephone number. */
const haveOneNumber = (one: Entry["person"], other: Entry["person"]) => {
  const isOther = differ("idNumber", one, other);
  const [ones, others] = [one, other].map(({ cellPhone, telephone }) =>
    [cellPhone, telephone].map(digitsOf).filter(Boolean),
  );
  const isReached = ones?.some((number) => others?.includes(number));
  return differ("email", one, other) && !isOther && (isOther === false || isReached);
};

/** Finds out who is in the rows. Returns everybody once, with who they are in the register. */
export function findPeople(scope: Scope, rows: readonly Planning[]): Somebody[] {
  const list = new Map<string, Somebody[]>();
  const twoEmails: string[] = [];
  const here = new Set(scope.people.map(nameAndContacts));
  const inPlace = placeFinder(scope);
  for (const planning of rows)
    for (const entry of planning.row.people) {
      const { person } = entry;
      const namesakes = list.get(keyOf(person)) ?? [];
      // Two of one name in a row are two people, unless one owns the unit and the other lives there.
      const isOwnersOwn = (other: Entry) =>
        entry.whose === "occupant" && other.whose.startsWith("owner");
      const areTwoKinds = (each: Somebody) =>
        each.isKindSaid && entry.isKindSaid && each.person.juristic !== person.juristic;
      const free = namesakes.filter(
        (each) =>
          !areTwoKinds(each) &&
          planning.people.every((other) => other.who !== each || isOwnersOwn(other.entry)),
      );
      const known = inPlace(planning, entry);
      // Whom the register has as two are two.
      const others = free.filter((each) => !known || !each.known || each.known === known);
      // Whom the register has as both rows have them are two people there already.
      const areTwoHere = (each: Somebody) => {
        const both = [each.person, person].map(nameAndContacts);
        return both[0] !== both[1] && both.every((one) => here.has(one));
      };
      let same =
        others.find((each) => known && each.known === known) ??
        others.find((each) => isSame(each.person, person) && !areTwoHere(each));
      const mayBe = (each: Somebody) => haveOneNumber(each.person, person) && !areTwoHere(each);
      const alike = same ? undefined : others.find(mayBe);
      if (alike) {
        twoEmails.push(`${fullName(person)}: ${alike.person.email} and ${person.email}`);
        if (scope.choices.samePeople) {
          same = alike;
          for (const name of contacts.filter((each) => differ(each, alike.person, person))) {
            const words = `${person[name]} is not kept: ${fullName(person)} has ${alike.person[name]}`;
            planning.notes.push(sentence(`${entry.whose}.${name}`, words));
          }
        }
      }
      const who: Somebody = same ?? { person: { ...person }, units: new Set(), roles: new Set() };
      who.known ??= known;
      who.isKindSaid ||= entry.isKindSaid;
      if (!same) list.set(keyOf(person), [...namesakes, who]);
      for (const [field, value] of Object.entries(person))
        if (who.person[field as keyof Entry["person"]] === "")
          Object.assign(who.person, { [field]: value });
      if (planning.unit) who.units.add(unitKey(planning.unit));
      planning.people.push({ entry, who });
    }
  if (twoEmails.length > 0)
    ask(
      scope,
      "samePeople",
      `${plural(twoEmails.length, "name is", "names are")} in the list twice, with the same number but different emails. ${twoEmails.length === 1 ? "Is it" : "Is each of them"} one person?`,
      twoEmails,
    );
  const everyone = [...list.values()].flat();
  recognize(scope, everyone);
  return everyone;
}

/** A function that finds who is in a row's unit already, of namesakes each for one row. */
function placeFinder({ people, parties, unitKeys, choices, today }: Scope) {
  const byId = new Map(people.map((each) => [each.id, each]));
  const byUnit = grouped(parties, ({ unitId }) => unitKeys.get(unitId) ?? "");
  const found = new Set<Party>();
  return ({ unit }: Planning, entry: Entry): Neighbour | undefined => {
    const { person, isKindSaid, since, until } = entry;
    const there = (byUnit.get(unitKey(unit)) ?? []).flatMap((party) => {
      const known = byId.get(party.personId);
      const mayBe =
        known &&
        !found.has(party) &&
        rolesOf(entry, choices).includes(party.role) &&
        periodsMeet(party, { since: since || today, until }) &&
        keyOf(known) === keyOf(person) &&
        !(isKindSaid && known.juristic !== person.juristic) &&
        !areApart(known, person);
      return mayBe ? [{ party, known }] : [];
    });
    const isEqual = ({ known }: { known: Neighbour }) =>
      nameAndContacts(known) === nameAndContacts(person);
    const best = there.find(isEqual) ?? there[0];
    if (best) found.add(best.party);
    return best?.known;
  };
}

/** Finds each of them in the register: by name, and by unit, email or cell phone. */
function recognize(scope: Scope, everyone: readonly Somebody[]): void {
  const { people, parties, unitKeys, choices } = scope;
  const labels = new Map(scope.units.map(({ id, label }) => [id, label]));
  const unitOf = new Map(
    parties.map(({ personId, unitId }) => [personId, labels.get(unitId) ?? "an earlier unit"]),
  );
  const byName = grouped(people, keyOf);
  const homes = new Set(
    parties.map(({ personId, unitId }) => `${personId} ${unitKeys.get(unitId) ?? ""}`),
  );
  const taken = new Set(everyone.map(({ known }) => known));
  const namesakesOnly: string[] = [];
  const score = (who: Somebody, each: Neighbour) => {
    const shares = [...who.units].some(
      (unit) => homes.has(`${each.id} ${unit}`) || unitKey(each.address) === unit,
    );
    const isApart = areApart(who.person, each);
    return (meet(who.person, each) ? 4 : 0) + (shares ? 2 : 0) + (isApart ? 0 : 1);
  };
  for (const who of everyone.filter(({ known }) => !known)) {
    const namesakes = (byName.get(keyOf(who.person)) ?? []).filter((each) => !taken.has(each));
    const best = Math.max(0, ...namesakes.map((each) => score(who, each)));
    const found = best > 0 ? namesakes.find((each) => score(who, each) === best) : undefined;
    if (!found) continue;
    const other = unitOf.get(found.id) ?? found.address;
    if (best === 1 && other !== "" && who.units.size > 0) {
      namesakesOnly.push(`${fullName(who.person)} of ${other}`);
      if (choices.namesakes === false) continue;
    }
    who.known = found;
    taken.add(found);
  }
  const words = `${plural(namesakesOnly.length, "person in the list has", "people in the list have")} the same name as somebody in Stoep, but another unit. ${namesakesOnly.length === 1 ? "Is it the same person" : "Are they the same people"}?`;
  if (namesakesOnly.length > 0) ask(scope, "namesakes", words, namesakesOnly);
}

/**
 * The list's details of people who are here. They fill empty ones; what would replace something is
 * taken if somebody says so. An email that somebody logs in with is theirs to change.
 */
export function changesOfPeople(
  { choices, holders, maskedNumberOf }: Scope,
  rows: readonly Planning[],
): Map<Neighbour, Details> {
  const changed = new Map<Neighbour, Details>();
  for (const planning of rows)
    for (const { entry, who } of planning.people) {
      const { person } = entry;
      const { known } = who;
      if (!known) continue;
      const offer = (name: string, before: string, after: string, details: Details) => {
        const field = fieldIn(entry, name);
        const isTaken = isChosen(choices, planning, field) ?? before === "";
        planning.changes.push({ field, label: labelOf(field), before, after, isTaken });
        if (!isTaken) return;
        mark(planning, "update");
        changed.set(known, { ...changed.get(known), ...details });
      };
      const [name, earlier] = [fullName(person), fullName(known)];
      // What a name looks like makes nobody a company.
      const { juristic } = entry.isKindSaid ? person : known;
      const parts = person.juristic ? nameInParts(name) : person;
      const names = juristic ? { name, surname: "" } : { name: parts.name, surname: parts.surname };
      if (juristic === known.juristic) {
        if (nameKey(name) !== nameKey(earlier)) offer("name", earlier, name, names);
      } else if (known.role !== null)
        planning.notes.push(`${earlier} logs in, and stays a person.`);
      else {
        const [before, after] = [`${earlier} (${kindOf(known)})`, `${name} (${kindOf(person)})`];
        offer("kind", before, after, { ...names, juristic });
      }
      for (const name of contacts) {
        const after = person[name];
        if (after === "") continue;
        const isNumber = name === "idNumber";
        const before = isNumber ? maskedNumberOf(known) : known[name];
        if (keyIn(name, before) === keyIn(name, isNumber ? maskIdNumber(after) : after)) continue;
        const isTheirs = name === "email" && (known.role !== null || holders.has(nameKey(after)));
        const words = isTheirs
          ? `of ${earlier} stays ${before || "empty"}. The list has ${after}`
          : isNumber && before !== ""
            ? `differs from the one that Stoep has for ${earlier}, which is kept`
            : "";
        if (words) planning.notes.push(sentence(fieldIn(entry, name), words));
        else offer(name, before, after, { [name]: after });
      }
    }
  return changed;
}
