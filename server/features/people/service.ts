import {
  and,
  count,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  or,
  type Placeholder,
  sql,
} from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Config } from "../../config.ts";

import { newId } from "../../database/columns.ts";
import { countRows } from "../../database/counting.ts";
import { type Db, placeholdersOf, prepared, write } from "../../database/open.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import { createOnce, recordChange } from "../../platform/audit/audit.ts";
import {
  accountByEmail,
  accountById,
  accountByUsername,
  adminsNow,
  newAccount,
} from "../../platform/auth/accounts.ts";
import { type FirstPassword, storePassword } from "../../platform/auth/passwords/credentials.ts";
import { type Role, roles } from "../../platform/auth/schema.ts";
import { endSessionsOf } from "../../platform/auth/sessions/sessions.ts";
import { accounts, credentials } from "../../platform/auth/table.ts";
import type { Moment } from "../../platform/clock/clock.ts";
import { printOf, sealIdNumber } from "../../platform/idNumbers/idNumbers.ts";
import { queueMail } from "../../platform/mail/mail.ts";
import { emailSharedMail } from "../../platform/mail/messages.ts";
import { readSetting } from "../../platform/settings/settings.ts";
import { nameKey } from "../../platform/validation/keys.ts";
import { lookOf, sameText } from "../../platform/validation/typed.ts";
import { peopleError } from "./errors.ts";
import {
  type Invitation,
  type MaintenanceType,
  maintenanceTypes,
  type NewPerson,
  type PersonDetails,
  type PersonFieldName,
  personFieldNames,
} from "./schema.ts";
import { people } from "./table.ts";

export const countPeople = (db: Db, role: Role) =>
  countRows(db, accounts, and(eq(accounts.role, role), isNull(accounts.removedAt)));

const othersHere = prepared((db) =>
  db
    .select({ count: count() })
    .from(people)
    .leftJoin(accounts, eq(accounts.id, people.id))
    .where(and(isNull(people.removedAt), or(isNull(accounts.id), isNotNull(accounts.removedAt)))),
);

/** How many people and companies are in the register and cannot log in. */
export const countWithoutLogin = (db: Db): number => othersHere(db).get()?.count ?? 0;

const columnsEver = {
  ...getTableColumns(people),
  role: accounts.role,
  maintenanceType: accounts.maintenanceType,
  username: accounts.username,
  emailVerifiedAt: accounts.emailVerifiedAt,
  emailUnproven: accounts.emailUnproven,
  signInEndedAt: accounts.removedAt,
};

/** Everybody who ever was here, with their account or null in its place, to filter and to order. */
export const selectPeopleEver = (db: Db) =>
  db.select(columnsEver).from(people).leftJoin(accounts, eq(accounts.id, people.id)).$dynamic();

const byId = prepared((db) => selectPeopleEver(db).where(eq(people.id, sql.placeholder("id"))));

/** The person with this id, also removed ones. Without an account, its fields are null. */
export const personEver = (db: Db, id: string) => byId(db).get({ id });

/** Whether somebody may log in. */
export const mayLogIn = ({
  role,
  signInEndedAt,
}: Pick<NonNullable<ReturnType<typeof personEver>>, "role" | "signInEndedAt">): boolean =>
  role !== null && signInEndedAt === null;

export type Person = NonNullable<ReturnType<typeof personEver>>;

/** The same; nobody else has an id. @param field the field to blame @throws people.unknown */
export function knownPerson(db: Db, id: string, field = "personId"): Person {
  const person = personEver(db, id);
  if (!person) throw peopleError("people.unknown", { field });
  return person;
}

/** The person, unless removed. @param field the field to blame @throws people.unknown */
export function personById(db: Db, id: string, field = "id"): Person {
  const person = knownPerson(db, id, field);
  if (person.removedAt) throw peopleError("people.unknown", { field });
  return person;
}

const mergedRows = prepared((db) =>
  db
    .select()
    .from(people)
    .where(eq(people.mergedInto, sql.placeholder("id"))),
);

/** The entries that turned out to be this person, with what is left of them. */
export const mergedInto = (db: Db, id: string) => mergedRows(db).all({ id });

/** For `where`: a column has the id of somebody, or of an entry that was merged into theirs. */
export const isEntryOf = (column: SQLiteColumn, id: Placeholder) =>
  sql`${column} IN (SELECT ${people.id} FROM ${people} WHERE ${people.id} = ${id}
    UNION ALL SELECT ${people.id} FROM ${people} WHERE ${people.mergedInto} = ${id})`;

/** The person, if they may sign in. @throws people.unknown */
export function memberById(db: Db, id: string) {
  const { role, username, ...person } = personById(db, id);
  if (!role || !username || person.signInEndedAt)
    throw peopleError("people.unknown", { field: "id" });
  return { ...person, role, username, emailUnproven: person.emailUnproven ?? false };
}

/** For `where`: people with one of these ids. */
export const isOneOf = (ids: readonly (string | null)[]) =>
  sql`${people.id} IN (SELECT value FROM json_each(${JSON.stringify([...new Set(ids)])}))`;

/** The first name and the surname; a company or trust has only one name. */
export const fullName = ({ name, surname }: { name: string; surname: string }): string =>
  `${name} ${surname}`.trim();

/** The kind of an entry, as spreadsheets and the trail say it. */
export const kindOf = ({ juristic }: { juristic: boolean }): "Company" | "Person" =>
  juristic ? "Company" : "Person";

const namesById = prepared((db) => {
  const { id, name, surname } = people;
  return db
    .select({ id, name, surname })
    .from(people)
    .where(sql`${id} IN (SELECT value FROM json_each(${sql.placeholder("ids")}))`);
});

/** The first names and surnames of people, also removed ones, by id. */
export function fullNamesOf(db: Db, ids: readonly (string | null)[]): Map<string | null, string> {
  const found = namesById(db).all({ ids: JSON.stringify([...new Set(ids)]) });
  return new Map(found.map((person) => [person.id, fullName(person)]));
}

/** Some fields of a person, "" for those that are left out. */
export const valuesOf = <Name extends PersonFieldName>(
  person: { [Each in Name]?: string | undefined },
  names: readonly Name[],
) => Object.fromEntries(names.map((name) => [name, person[name] ?? ""])) as Record<Name, string>;

/** The row of a new person. */
function personOf(db: Db, details: PersonDetails, now: Moment) {
  const id = newId();
  return {
    id,
    ...valuesOf(details, personFieldNames),
    juristic: details.juristic ?? false,
    idNumber: sealIdNumber(db, id, details.idNumber ?? ""),
    createdAt: now.at,
    removedAt: null,
    removedOn: null,
    erasedAt: null,
    mergedInto: null,
  } satisfies typeof people.$inferSelect;
}

const insertPerson = prepared((db) => db.insert(people).values(placeholdersOf(people)));

/** The plain number could be guessed from the input's hash, so that covers a keyed digest of it. */
const hashable = <Details extends PersonDetails>(db: Db, by: Actor, details: Details): Details =>
  by.requestKey && details.idNumber
    ? { ...details, idNumber: printOf(db, details.idNumber) }
    : details;

/**
 * Adds somebody who does not sign in. Returns their id.
 * @param tell called in the transaction for a person who shares their email from now on, and so
 *   signs in with their username
 * @throws people.email_shared if somebody signs in with the email and nobody agreed to that
 */
export function addPersonWithoutSignIn(
  db: Db,
  by: Actor,
  { shareEmail: agreed, ...details }: PersonDetails & Pick<NewPerson, "shareEmail">,
  now: Moment,
  tell: (holder: Member) => void = () => undefined,
): string {
  const once = { action: "people.add", input: hashable(db, by, details) };
  return createOnce(db, by, now.at, once, () => {
    const person = personOf(db, details, now);
    const holder = person.email && accountByEmail(db, person.email);
    if (holder) tell(shareEmail(db, by, memberById(db, holder.id), agreed ?? false, now));
    insertPerson(db).run(person);
    recordChange(db, by, now.at, { action: once.action, subjectId: person.id, after: {} });
    return person.id;
  });
}

export type Member = ReturnType<typeof memberById>;

/** The parts that telling somebody needs; `ctx` of a request has them. */
interface Telling {
  db: Db;
  config: Pick<Config, "mail">;
  now: () => Moment;
}

/**
 * A function that mails somebody who shares their email from now on, if Stoep sends mail; after
 * `waitMs`, if that can be taken back meanwhile.
 */
export const tellSharedEmail =
  ({ db, config, now }: Telling, waitMs = 0) =>
  ({ id: personId, name, username, email }: Member): void => {
    if (!config.mail) return;
    const mail = emailSharedMail(readSetting(db, "buildingName"), name, username);
    queueMail(db, { personId, to: email, ...mail }, now().at, waitMs);
  };

const withEmail = prepared((db) => {
  const { id, name, surname } = people;
  return db
    .select({ id, name, surname })
    .from(people)
    .where(and(sql`lower(email) = ${sql.placeholder("key")}`, isNull(people.removedAt)))
    .limit(2);
});

const everWithEmail = prepared((db) =>
  db
    .select({ id: people.id, mergedInto: people.mergedInto })
    .from(people)
    .where(sql`lower(email) = ${sql.placeholder("key")}`),
);

/**
 * For an address that somebody only types: that of anybody in the register is taken, also of people who
 * do not sign in, share it or were removed.
 * @throws people.email_taken
 */
export function refuseAnybodysEmail(db: Db, email: string, id: string): void {
  const others = everWithEmail(db)
    .all({ key: nameKey(email) })
    .filter((person) => person.id !== id && person.mergedInto !== id);
  if (others.length > 0) throw peopleError("people.email_taken", { field: "email" });
}

/** Another person here who has this email; undefined if nobody has. */
export const sharerOf = (db: Db, email: string, exceptId: string) =>
  withEmail(db)
    .all({ key: nameKey(email) })
    .find(({ id }) => id !== exceptId);

/** The last person left with an email that was shared signs in with it again. */
export function endSharing(db: Db, email: string): void {
  const [only, another] = email === "" ? [] : withEmail(db).all({ key: nameKey(email) });
  const account = only && !another && accountById(db, only.id);
  if (!account || account.emailKey !== null) return;
  const namesake = accountByUsername(db, email);
  if (!namesake || namesake.id === account.id)
    db.update(accounts)
      .set({ emailKey: nameKey(email) })
      .where(eq(accounts.id, account.id))
      .run();
}

/** A shared email signs nobody in and resets nothing, because it does not say which of them it is. */
export function shareEmail(
  db: Db,
  by: Actor,
  holder: Member,
  agreed: boolean,
  now: Moment,
): Member {
  const { id, username } = holder;
  if (!agreed)
    throw peopleError("people.email_shared", {
      field: "email",
      message: `${fullName(holder)} signs in with this email. If somebody else uses it too, ${fullName(holder)} signs in with the username ${username} from then on. Confirm that, or leave the email out.`,
    });
  db.update(accounts).set({ emailKey: null }).where(eq(accounts.id, id)).run();
  const after = { signsInWith: username };
  recordChange(db, by, now.at, { action: "people.share_email", subjectId: id, after });
  return holder;
}

/** Asks first whether these people may sign in with their usernames, because another has their email. */
export const mayShare = (
  other: { name: string; surname: string },
  signing: readonly Pick<Member, "name" | "surname" | "username">[],
) => {
  const names = signing.map(
    (each) => `${fullName(each)} signs in with the username ${each.username}`,
  );
  return peopleError("people.email_shared", {
    field: "email",
    message: `${fullName(other)} has this email too. If they share it, ${names.join(", and ")} from then on. Confirm that, or enter another email.`,
  });
};

/** Says that whoever is signed up is probably in the register already: with the same name and email. */
function knownAs(db: Db, details: Invitation) {
  const name = sameText(fullName(details));
  const known = withEmail(db)
    .all({ key: nameKey(details.email) })
    .find((other) => sameText(fullName(other)) === name);
  if (!known) return undefined;
  return peopleError("people.email_shared", {
    field: "email",
    message: `${fullName(known)} is in the register already, with this email. If it is the same person, invite them under Invites on paper instead. If it is somebody else, confirm that they share it.`,
  });
}

/**
 * Adds somebody who signs in. Returns their id.
 * @param welcome called in the transaction, but not for a repeated request
 * @throws people.email_taken, people.username_taken; people.email_shared to ask first
 */
export function addPerson(
  db: Db,
  by: Actor,
  { shareEmail: agreed, ...details }: Invitation,
  password: FirstPassword,
  now: Moment,
  welcome: (id: string) => void = () => undefined,
): string {
  const { role, username, email } = details;
  const once = { action: "people.add", input: hashable(db, by, details) };
  return createOnce(db, by, now.at, once, () => {
    refuseTaken(db, "email", email);
    refuseTaken(db, "username", username);
    refuseLookAlike(db, username);
    const sharer = sharerOf(db, email, "");
    if (sharer && !agreed) throw knownAs(db, details) ?? mayShare(sharer, [details]);
    const person = personOf(db, details, now);
    const { id } = person;
    insertPerson(db).run(person);
    db.insert(accounts)
      .values(newAccount(id, details, now.at))
      .run();
    if (password) storePassword(db, id, password, now);
    recordChange(db, by, now.at, { action: "people.add", subjectId: id, after: { role } });
    if (sharer) shareEmail(db, by, memberById(db, id), true, now);
    welcome(id);
    return id;
  });
}

/**
 * People sign in with either, so a username must not be somebody's email either.
 * @param except the id of the person themselves
 */
export function refuseTaken(db: Db, field: "email" | "username", value: string, except = ""): void {
  const code = field === "email" ? "people.email_taken" : "people.username_taken";
  const holders = [accountByEmail(db, value), accountByUsername(db, value)];
  if (holders.some((holder) => holder && holder.id !== except)) throw peopleError(code, { field });
}

/** Refuses a username in another alphabet that only looks like somebody's. */
function refuseLookAlike(db: Db, username: string): void {
  const key = nameKey(username);
  const look = lookOf(key);
  if (look !== key && accountByUsername(db, look))
    throw peopleError("people.username_taken", { field: "username" });
}

/** Refuses to part with the only admin, or with the only one who can log in. */
function refuseLastAdmin(db: Db, id: string, now: Moment): void {
  const admins = adminsNow(db, now.at);
  const own = admins.find((admin) => admin.id === id);
  const others = admins.filter((admin) => admin.id !== id);
  if (own && !others.some(({ canLogIn }) => canLogIn >= own.canLogIn))
    throw peopleError("people.last_admin");
}

/**
 * Removes a person from the lists and ends their sessions; their records stay.
 * @param role if given, people of another role count as unknown
 * @throws people.unknown, people.last_admin
 */
export function removePerson(
  db: Db,
  by: Actor,
  { id, role }: { id: string; role?: Role | undefined },
  now: Moment,
): void {
  write(db, () => {
    const person = personById(db, id);
    refuseLastAdmin(db, id, now);
    if (role !== undefined && person.role !== role)
      throw peopleError("people.unknown", { field: "id" });
    const removed = { removedAt: now.at };
    db.update(people)
      .set({ ...removed, removedOn: now.today })
      .where(eq(people.id, id))
      .run();
    db.update(accounts)
      .set(removed)
      .where(and(eq(accounts.id, id), isNull(accounts.removedAt)))
      .run();
    db.delete(credentials).where(eq(credentials.accountId, id)).run();
    endSessionsOf(db, id, { andTokens: true });
    endSharing(db, person.email);
    const before = { role: person.role };
    recordChange(db, by, now.at, { action: "people.remove", subjectId: id, before });
  });
}

const sameWord = <T extends string>(words: readonly T[], typed: string): T | undefined =>
  words.find((word) => word.toLowerCase() === typed.trim().toLowerCase());

/** The role and trade that a typed `newRole` means for a person. @throws people.bad_role */
export function readNewRole(
  typed: string,
  current: { role: Role; maintenanceType: string | null },
): { role: Role; maintenanceType: string | null } {
  const role = sameWord(roles, typed);
  // The trade is kept for whoever is made staff again, such as after a slip.
  if (role) return { role, maintenanceType: current.maintenanceType };
  const trade: MaintenanceType | undefined = sameWord(maintenanceTypes, typed);
  if (trade && current.role === "Staff") return { role: "Staff", maintenanceType: trade };
  throw peopleError("people.bad_role", {
    field: "newRole",
    ...(trade && { message: "Only staff have a maintenance type. Make this person Staff first." }),
  });
}

/**
 * Changes a person's role or a staff member's trade. A new role ends their sessions.
 * @throws people.unknown, people.bad_role, people.last_admin
 */
export function changeRole(
  db: Db,
  by: Actor,
  { id, newRole }: { id: string; newRole: string },
  now: Moment,
): void {
  write(db, () => {
    const member = memberById(db, id);
    const { role, maintenanceType } = member;
    const next = readNewRole(newRole, member);
    if (next.role !== role) refuseLastAdmin(db, id, now);
    db.update(accounts).set(next).where(eq(accounts.id, id)).run();
    if (next.role !== role) endSessionsOf(db, id, { andTokens: true });
    const change = { subjectId: id, before: { role, maintenanceType }, after: next };
    recordChange(db, by, now.at, { action: "people.change_role", ...change });
  });
}
