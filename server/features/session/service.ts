import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { newId } from "../../columns.ts";
import { type Db, write } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { type Actor, createOnce, recordChange } from "../../platform/audit/audit.ts";
import { accountByName } from "../../platform/auth/accounts.ts";
import { passwordMatches } from "../../platform/auth/passwords.ts";
import type { Role } from "../../platform/auth/schema.ts";
import { hashToken, tokenFor } from "../../platform/auth/secrets.ts";
import { endSessionsOf } from "../../platform/auth/sessions.ts";
import { credentials, links, tokens } from "../../platform/auth/table.ts";
import type { Instant, Moment } from "../../platform/clock/clock.ts";
import { storePassword } from "../people/service.ts";
import type { userRoles } from "./schema.ts";

/** What a client knows of who is signed in: display name, id and lower-cased role. */
export interface Session {
  user: string;
  profileId: string;
  userRole: (typeof userRoles)[number];
  mustChangePassword: boolean;
}

interface Person {
  id: string;
  name: string;
  surname: string;
  role: Role;
}

export const sessionFor = (person: Person, mustChangePassword: boolean): Session => ({
  user: `${person.name} ${person.surname}`,
  profileId: person.id,
  userRole: person.role.toLowerCase() as Session["userRole"],
  mustChangePassword,
});

/**
 * Checks a username or email with its password. Takes as long for a name nobody has.
 * @throws auth.bad_credentials for every kind of failure
 */
export async function checkCredentials(
  db: Db,
  by: Actor,
  { username, password }: { username: string; password: string },
  now: Moment,
) {
  const account = accountByName(db, username);
  const credential = await provenBy(db, account?.id ?? "", password);
  const expired = credential?.unusedUntil && credential.unusedUntil <= now.at;
  if (!account || !credential || expired) throw new AppError("auth.bad_credentials");
  write(db, () => {
    if (credential.unusedUntil)
      db.update(credentials)
        .set({ unusedUntil: null })
        .where(eq(credentials.accountId, account.id))
        .run();
    const self = { ...by, accountId: account.id };
    recordChange(db, self, now.at, { action: "session.sign_in", subjectId: account.id });
  });
  return { account, mustChangePassword: credential.mustChange };
}

const credentialOf = (db: Db, accountId: string) =>
  db.select().from(credentials).where(eq(credentials.accountId, accountId)).get();

/**
 * The person's credential if `password` is theirs, and still is once that is known: while it was
 * checked, another request may have changed the password or removed the person.
 */
async function provenBy(db: Db, accountId: string, password: string) {
  const before = credentialOf(db, accountId)?.passwordHash ?? null;
  const matches = await passwordMatches(before, password);
  const credential = credentialOf(db, accountId);
  return matches && credential?.passwordHash === before ? credential : null;
}

/** @throws auth.wrong_password unless `password` is the person's own */
export async function confirmPassword(db: Db, accountId: string, password: string): Promise<void> {
  if (!(await provenBy(db, accountId, password)))
    throw new AppError("auth.wrong_password", { field: "currentPassword" });
}

/** Forgets the links nobody has used yet with which a person could choose a password. */
export function forgetPasswordLinks(db: Db, accountId: string): void {
  db.delete(links)
    .where(
      and(
        eq(links.accountId, accountId),
        inArray(links.purpose, ["invite", "reset"]),
        isNull(links.usedAt),
      ),
    )
    .run();
}

/** Gives a person the password they chose; all their sessions and unused password links end. */
export function choosePassword(
  db: Db,
  by: Actor,
  accountId: string,
  hash: string,
  now: Moment,
): void {
  write(db, () => {
    storePassword(db, accountId, { hash, chosenBy: "themselves" }, now);
    endSessionsOf(db, accountId);
    forgetPasswordLinks(db, accountId);
    recordChange(db, by, now.at, { action: "session.choose_password", subjectId: accountId });
  });
}

/** Ends a person's sessions in every browser and revokes their bearer tokens. */
export function signOutEverywhere(db: Db, by: Actor, accountId: string, now: Moment): void {
  write(db, () => {
    endSessionsOf(db, accountId, { andTokens: true });
    recordChange(db, by, now.at, { action: "session.sign_out_everywhere", subjectId: accountId });
  });
}

/** So many bearer tokens a person may have; who needs another one has forgotten some. */
const maxBearers = 20;

/**
 * Makes a bearer token and answers it, the only time it is seen. Sent again with the same idempotency
 * key the same one is answered, while the process is the same.
 * @throws tokens.too_many, tokens.told
 */
export function makeBearer(db: Db, by: Actor, accountId: string, label: string, now: Instant) {
  return write(db, () => {
    const once = { action: "session.make_bearer", input: { label } };
    const id = createOnce(db, by, now, once, () => {
      if (bearersOf(db, accountId).length >= maxBearers) throw new AppError("tokens.too_many");
      const row = { id: newId(), accountId, label, createdAt: now };
      db.insert(tokens)
        .values({ ...row, tokenHash: hashToken(tokenFor(row.id)) })
        .run();
      recordChange(db, by, now, { action: once.action, subjectId: row.id, after: { label } });
      return row.id;
    });
    const token = tokenFor(id);
    const made = db.select().from(tokens).where(eq(tokens.id, id)).get();
    if (made?.tokenHash !== hashToken(token)) throw new AppError("tokens.told");
    return { id, token };
  });
}

export const bearersOf = (db: Db, accountId: string) =>
  db
    .select({
      id: tokens.id,
      label: tokens.label,
      createdAt: tokens.createdAt,
      lastUsedAt: tokens.lastUsedAt,
    })
    .from(tokens)
    .where(eq(tokens.accountId, accountId))
    .orderBy(desc(tokens.id))
    .all();

/** @throws tokens.unknown when the person has no such token */
export function revokeBearer(db: Db, by: Actor, accountId: string, id: string, now: Instant): void {
  write(db, () => {
    const { changes } = db
      .delete(tokens)
      .where(and(eq(tokens.id, id), eq(tokens.accountId, accountId)))
      .run();
    if (changes === 0) throw new AppError("tokens.unknown", { field: "id" });
    recordChange(db, by, now, { action: "session.revoke_bearer", subjectId: id });
  });
}
