import { newUsername } from "../../platform/auth/usernames.ts";
import { nameKey } from "../../platform/validation/keys.ts";
import { complaint } from "../../platform/validation/schema.ts";
import { invitation, maintenanceTypes } from "../people/schema.ts";
import { fullName } from "../people/service.ts";
import {
  type Ask,
  type Neighbour,
  type Planning,
  plural,
  type Register,
  rolesOf,
  type Somebody,
} from "./planning.ts";
import type { Entry } from "./rows.ts";
import type { Choices } from "./schema.ts";

/** The people who log in, by their email. */
const holdersOf = ({ people }: Register) =>
  new Map(people.flatMap((each) => (each.emailKey ? [[each.emailKey, each] as const] : [])));

const tradeIn = (cell: string) =>
  maintenanceTypes.find((each) => each.toLowerCase() === cell.toLowerCase());

/** Gives new staff an account each; what one needs and the list does not say is a problem. */
export function planStaff(
  register: Register,
  rows: readonly Planning[],
  of: ReadonlyMap<Entry, Somebody>,
  choices: Choices,
): { add: number; same: number } {
  const holders = holdersOf(register);
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
        problems.push({ field: entry.field(field), words });
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

/** Those who would share an email with somebody who logs in with it. */
export function askAboutEmails(
  register: Register,
  rows: readonly Planning[],
  of: ReadonlyMap<Entry, Somebody>,
  choices: Choices,
  ask: Ask,
): void {
  const holders = holdersOf(register);
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
          field: entry.field("email"),
          words: `is what ${fullName(holder)} logs in with. Type another, or empty it`,
        });
    }
  if (shared.size === 0) return;
  const words = `${plural(shared.size, "person has", "people have")} the email of somebody who logs in with it. If they share it, it logs in nobody: that person uses the username from then on. Do they share it?`;
  ask("shareEmails", words, [...shared.values()], choices.shareEmails);
}
