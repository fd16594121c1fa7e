import { nameKey, personKey, unitKey } from "../../platform/validation/keys.ts";
import { fullName } from "../people/service.ts";
import {
  type Ask,
  mark,
  type Neighbour,
  type Planning,
  plural,
  type Register,
  type Somebody,
} from "./planning.ts";
import { type Entry, sentence } from "./rows.ts";
import { type Choices, labelOf } from "./schema.ts";

/** The details that a list may change of somebody who is here. */
export type Details = Partial<Record<(typeof changeable)[number], string>>;

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

/** Everybody in the list once, with who they are in the register. */
export function peopleOf(
  register: Register,
  rows: readonly Planning[],
  choices: Choices,
  ask: Ask,
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

const isOther = {
  email: emailsDiffer,
  cellPhone: phonesDiffer,
  telephone: (one: Neighbour, other: Entry["person"]) =>
    differ(digitsOf(one.telephone), digitsOf(other.telephone)),
  serviceAddress: (one: Neighbour, other: Entry["person"]) =>
    differ(nameKey(one.serviceAddress), nameKey(other.serviceAddress)),
};

/**
 * The list's details of people who are here. They fill empty ones; what would replace something is
 * taken if somebody says so. An email that somebody logs in with is theirs to change.
 */
export function changesOfPeople(
  register: Register,
  rows: readonly Planning[],
  of: ReadonlyMap<Entry, Somebody>,
  choices: Choices,
): Map<Neighbour, Details> {
  const changed = new Map<Neighbour, Details>();
  const signIns = new Set(register.people.map(({ emailKey }) => emailKey));
  for (const planning of rows)
    for (const entry of planning.row.people) {
      const { person, whose, place } = entry;
      const known = of.get(entry)?.known;
      if (!known) continue;
      for (const name of changeable) {
        const [before, after] = [known[name], person[name]];
        if (after === "" || (before !== "" && !isOther[name](known, person))) continue;
        const field = place === 0 ? `${whose}.${name}` : `${whose}.${place}.${name}`;
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
