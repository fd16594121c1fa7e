import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { mapped, type Work } from "../../database/chunks.ts";
import { newId } from "../../database/columns.ts";
import { counting } from "../../database/counting.ts";
import { listing } from "../../database/list.ts";
import { adding, addingAll, type Db, write } from "../../database/open.ts";
import { fromOldest, type Page } from "../../database/pagination.ts";
import { type Actor, createOnce, recordChange, recordingAll } from "../../platform/audit/audit.ts";
import {
  accountByEmail,
  accountById,
  accountByUsername,
  nameKey,
} from "../../platform/auth/accounts.ts";
import { type Role, roles } from "../../platform/auth/schema.ts";
import { endSessionsOf } from "../../platform/auth/sessions/sessions.ts";
import { accounts, credentials } from "../../platform/auth/table.ts";
import { type Moment, plusDays } from "../../platform/clock/clock.ts";
import { printOf, sealIdNumber } from "../../platform/idNumbers/idNumbers.ts";
import { peopleError } from "./errors.ts";
import { type Invitation, type MaintenanceType, maintenanceTypes } from "./schema.ts";

const columns = {
  id: accounts.id,
  role: accounts.role,
  name: accounts.name,
  surname: accounts.surname,
  username: accounts.username,
  email: accounts.email,
  address: accounts.address,
  cellPhone: accounts.cellPhone,
  maintenanceType: accounts.maintenanceType,
};

const byRole = listing(
  columns,
  (db, written) =>
    db
      .select(written)
      .from(accounts)
      .where(
        and(
          eq(accounts.role, sql.placeholder("role")),
          isNull(accounts.removedAt),
          gt(accounts.id, sql.placeholder("cursor")),
        ),
      )
      .orderBy(asc(accounts.id))
      .limit(sql.placeholder("limit")),
  fromOldest,
);

/** The people of one role, in the order they joined, without their ID numbers. */
export const peopleOf = (db: Db, role: Role, page: Page) => byRole(db, page, { role });

const ofRole = counting(
  accounts,
  and(eq(accounts.role, sql.placeholder("role")), isNull(accounts.removedAt)),
);

export const countPeople = (db: Db, role: Role) => ofRole(db, { role });

const addAccount = adding(accounts);
const addingAccounts = addingAll(accounts);

/** A row for a new person. */
function accountOf(db: Db, details: Invitation, now: Moment) {
  const { role, name, surname, username, email, cellPhone } = details;
  const id = newId();
  return {
    id,
    role,
    name,
    surname,
    username,
    email,
    cellPhone,
    usernameKey: nameKey(username),
    emailKey: nameKey(email),
    emailVerifiedAt: null,
    emailUnproven: false,
    removedAt: null,
    erasedAt: null,
    address: details.address ?? "",
    idNumber: sealIdNumber(db, id, details.idNumber),
    maintenanceType: details.maintenanceType ?? null,
    createdAt: now.at,
  };
}

/** A first password from somebody else expires after this many days if it was never used. */
const firstPasswordDays = 14;

/**
 * How a new person signs in: a password from somebody else, their own password, or an invite
 * (null).
 */
export type FirstPassword = { hash: string; chosenBy: "themselves" | "somebody else" } | null;

/**
 * Creates an account. Returns its id.
 * @param welcome called in the transaction, but not for a repeated request
 * @throws people.email_taken, people.username_taken
 */
export function addPerson(
  db: Db,
  by: Actor,
  details: Invitation,
  password: FirstPassword,
  now: Moment,
  welcome: (id: string) => void = () => undefined,
): string {
  const { role, username, email } = details;
  // The plain number could be guessed from the input's hash, so the hash covers a keyed digest of
  // it.
  const input = by.requestKey ? { ...details, idNumber: printOf(db, details.idNumber) } : details;
  return createOnce(db, by, now.at, { action: "people.add", input }, () => {
    refuseTaken(db, "email", email);
    refuseTaken(db, "username", username);
    const account = accountOf(db, details, now);
    const { id } = account;
    addAccount(db, account);
    if (password) storePassword(db, id, password, now);
    recordChange(db, by, now.at, { action: "people.add", subjectId: id, after: { role } });
    welcome(id);
    return id;
  });
}

/**
 * Prepares many accounts without passwords, and returns the function that adds them in a
 * transaction.
 * @param everybody the caller has checked that no existing person has these usernames and emails
 * @throws people.email_taken, people.username_taken if two of them have the same
 */
export function* addingPeople(
  db: Db,
  by: Actor,
  everybody: readonly Invitation[],
  now: Moment,
): Work<() => void> {
  const taken = new Set<string>();
  const rows = yield* mapped(everybody, (details) => {
    const account = accountOf(db, details, now);
    const { emailKey, usernameKey } = account;
    if (taken.has(emailKey)) throw peopleError("people.email_taken", { field: "email" });
    if (taken.has(usernameKey)) throw peopleError("people.username_taken", { field: "username" });
    taken.add(emailKey).add(usernameKey);
    return account;
  });
  const add = yield* addingAccounts(db, rows);
  const changes = rows.map(({ id: subjectId, role }) => {
    return { action: "people.add", subjectId, after: { role } };
  });
  const note = yield* recordingAll(db, by, now.at, changes);
  return () => {
    add();
    note();
  };
}

/** Sets a person's password. Call it in a transaction. */
export function storePassword(
  db: Db,
  accountId: string,
  { hash, chosenBy }: NonNullable<FirstPassword>,
  now: Moment,
): void {
  const byOther = chosenBy === "somebody else";
  const set = {
    passwordHash: hash,
    mustChange: byOther,
    unusedUntil: byOther ? plusDays(now.at, firstPasswordDays) : null,
    changedAt: now.at,
  };
  db.insert(credentials)
    .values({ accountId, ...set })
    .onConflictDoUpdate({ target: credentials.accountId, set })
    .run();
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

/** The person, unless removed. @throws people.unknown */
export function personById(db: Db, id: string) {
  const account = accountById(db, id);
  if (!account) throw peopleError("people.unknown", { field: "id" });
  return account;
}

function refuseLastAdmin(db: Db, account: { role: Role }): void {
  if (account.role === "Admin" && countPeople(db, "Admin") === 1)
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
    const account = personById(db, id);
    refuseLastAdmin(db, account);
    if (role !== undefined && account.role !== role)
      throw peopleError("people.unknown", { field: "id" });
    db.update(accounts).set({ removedAt: now.at }).where(eq(accounts.id, id)).run();
    db.delete(credentials).where(eq(credentials.accountId, id)).run();
    endSessionsOf(db, id, { andTokens: true });
    recordChange(db, by, now.at, {
      action: "people.remove",
      subjectId: id,
      before: { role: account.role },
    });
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
  if (role)
    return { role, maintenanceType: role === "Staff" ? (current.maintenanceType ?? null) : null };
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
    const account = personById(db, id);
    const { role, maintenanceType } = account;
    const next = readNewRole(newRole, account);
    if (next.role !== role) refuseLastAdmin(db, account);
    db.update(accounts).set(next).where(eq(accounts.id, id)).run();
    if (next.role !== role) endSessionsOf(db, id, { andTokens: true });
    recordChange(db, by, now.at, {
      action: "people.change_role",
      subjectId: id,
      before: { role, maintenanceType },
      after: next,
    });
  });
}
