import { newUsername } from "../../platform/auth/usernames.ts";
import { nameKey } from "../../platform/validation/keys.ts";
import { invitation, maintenanceTypes } from "../people/schema.ts";
import { fullName } from "../people/service.ts";
import { ask, type Planning, plural, rolesOf, type Scope } from "./planning.ts";
import type { Neighbour } from "./register.ts";
import { complain, complaintsOf } from "./rows.ts";

const tradeIn = (cell: string) =>
  maintenanceTypes.find((each) => each.toLowerCase() === cell.toLowerCase());

/** Gives new staff an account each; what one needs and the list does not say is a problem. */
export function planStaff({ people, holders, choices }: Scope, rows: readonly Planning[]) {
  const taken = new Set(
    people.flatMap(({ emailKey, usernameKey }) => [emailKey ?? "", usernameKey ?? ""]),
  );
  const lines = new Map<string, number>();
  const numbers = new Map<string, number>();
  const counts = { add: 0, same: 0 };
  for (const planning of rows)
    for (const { entry, who } of planning.people) {
      if (who.account || !rolesOf(entry, choices).includes("staff")) continue;
      if (who.known) {
        counts.same += 1;
        planning.notes.push(...staffAlready(who.known));
        continue;
      }
      const { name, surname, email, cellPhone, idNumber } = who.person;
      const key = nameKey(email);
      const holder = holders.get(key);
      const before = lines.get(key);
      const taker = holder ? `what ${fullName(holder)} logs in with. Type another` : undefined;
      const why = taker ?? (before && `the same as in line ${before}`);
      if (why) complain(planning, entry.field("email"), `is ${why}`);
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
      const checked = invitation.safeParse(given);
      for (const { field, words } of complaintsOf(checked))
        complain(
          planning,
          entry.field(field === "maintenanceType" ? "trade" : field),
          given[field as keyof typeof given] === "" ? "is empty, and staff need one" : words,
        );
      if (why || !checked.success) continue;
      lines.set(key, planning.row.line);
      taken.add(nameKey(username)).add(key);
      who.account = checked.data;
      counts.add += 1;
      planning.notes.push(`${fullName(who.person)} logs in as ${username}, once invited.`);
    }
  return counts;
}

function staffAlready(known: Neighbour): string[] {
  if (known.role === "Staff") return [];
  return known.role
    ? [`${fullName(known)} is here as ${known.role}, which is kept.`]
    : [`${fullName(known)} is here without a login. Invite them as staff on the list of staff.`];
}

/** Asks whether people share an email with somebody who logs in with it. */
export function askAboutEmails(scope: Scope, rows: readonly Planning[]): void {
  const shared = new Set<string>();
  for (const planning of rows)
    for (const { entry, who } of planning.people) {
      const holder = scope.holders.get(nameKey(entry.person.email));
      if (!holder || who.known) continue;
      shared.add(`${fullName(entry.person)} has the email of ${fullName(holder)}`);
      const words = `is what ${fullName(holder)} logs in with. Type another, or empty it`;
      if (scope.choices.shareEmails === false) complain(planning, entry.field("email"), words);
    }
  const words = `${plural(shared.size, "person in the list has", "people in the list have")} an email with which somebody in Stoep logs in. If they share it, nobody can log in with that email any more, only with a username. Do they share it?`;
  if (shared.size > 0) ask(scope, "shareEmails", words, [...shared]);
}
