import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { newId } from "../../columns.ts";
import { type Db, write } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { type Actor, createOnce, recordChange } from "../../platform/audit/audit.ts";
import { accountByName, nameKey } from "../../platform/auth/accounts.ts";
import { deviceInWords, forgetDevices, knownDevice } from "../../platform/auth/devices.ts";
import { passwordMatches } from "../../platform/auth/passwords.ts";
import type { Role } from "../../platform/auth/schema.ts";
import {
  hasSecondFactor,
  lacksSecondStep,
  takeSecondCode,
} from "../../platform/auth/secondFactor.ts";
import { hashToken, tokenFor } from "../../platform/auth/secrets.ts";
import { endSession, endSessionsOf, sessionsOf } from "../../platform/auth/sessions.ts";
import { credentials, links, tokens } from "../../platform/auth/table.ts";
import {
  type Counter,
  callerOf,
  countFailure,
  forgive,
  forgiveAllOf,
  inTurn,
  nameCounter,
  refuseWhileHeld,
} from "../../platform/auth/throttle.ts";
import type { Instant, Moment } from "../../platform/clock/clock.ts";
import { personById, storePassword } from "../people/service.ts";
import type { userRoles } from "./schema.ts";

/** What a client knows of who is signed in: display name, id and lower-cased role. */
export interface Session {
  user: string;
  profileId: string;
  userRole: (typeof userRoles)[number];
  mustChangePassword: boolean;
  /** An admin who must set up a second step before anything else. */
  lacksSecondStep: boolean;
}

interface Person {
  id: string;
  name: string;
  surname: string;
  role: Role;
}

export const sessionFor = (db: Db, person: Person, mustChangePassword: boolean): Session => ({
  user: `${person.name} ${person.surname}`,
  profileId: person.id,
  userRole: person.role.toLowerCase() as Session["userRole"],
  mustChangePassword,
  lacksSecondStep: lacksSecondStep(db, person),
});

/** What somebody tries to sign in with. */
interface Entry {
  username: string;
  password: string;
  /** The second step, from who has one. */
  code?: string | undefined;
}

/**
 * What wrong tries are counted of. A browser that has signed in as this person before is counted by
 * itself, so that no stranger's tries can keep a person out of their own phone.
 */
function countersOf(db: Db, by: Actor, username: string, deviceToken: string | null): Counter[] {
  const account = accountByName(db, username);
  const device = account && knownDevice(db, account.id, deviceToken);
  if (device) return [{ kind: "device", of: device.id, accountId: account.id }];
  return [nameCounter(username, account?.id), { kind: "address", of: callerOf(by.origin) }];
}

/**
 * Checks a username or email with its password. Takes as long for a name nobody has.
 * @param deviceToken what the browser showed of having signed in before
 * @throws auth.bad_credentials for every kind of failure; auth.too_many after too many of them
 */
export async function checkCredentials(
  db: Db,
  by: Actor,
  { username, password, code }: Entry,
  deviceToken: string | null,
  now: Moment,
) {
  const counters = countersOf(db, by, username, deviceToken);
  const [own] = counters;
  return inTurn(own as Counter, async () => {
    refuseWhileHeld(db, counters, now.at);
    const account = accountByName(db, username);
    const credential = await provenBy(db, account?.id ?? "", password);
    const expired = credential?.unusedUntil && credential.unusedUntil <= now.at;
    if (!account || !credential || expired) {
      countFailure(db, counters, now.at);
      throw new AppError("auth.bad_credentials");
    }
    const step = checkSecondStep(db, account.id, code, counters, now);
    write(db, () => {
      if (credential.unusedUntil)
        db.update(credentials)
          .set({ unusedUntil: null })
          .where(eq(credentials.accountId, account.id))
          .run();
      // Of the address not: else whoever has an account could guess at others' for ever.
      forgive(db, [own as Counter]);
      const self = { ...by, accountId: account.id };
      const after = step && { secondStep: step };
      recordChange(db, self, now.at, { action: "session.sign_in", subjectId: account.id, after });
    });
    return { account, mustChangePassword: credential.mustChange };
  });
}

/**
 * Checks the second step of who has one; answers which it was.
 * @throws auth.code_needed, auth.bad_code, auth.too_many
 */
function checkSecondStep(
  db: Db,
  accountId: string,
  typed: string | undefined,
  [own, ...others]: readonly Counter[],
  now: Moment,
) {
  if (!hasSecondFactor(db, accountId)) return undefined;
  if (!typed) throw new AppError("auth.code_needed", { field: "code" });
  const of = own?.kind === "device" ? own.of : accountId;
  const counter: Counter = { kind: "code", of, accountId };
  refuseWhileHeld(db, [counter], now.at);
  const step = takeSecondCode(db, accountId, typed, now.at);
  if (step) forgive(db, [counter]);
  else countFailure(db, [counter, ...others], now.at);
  if (!step) throw new AppError("auth.bad_code", { field: "code" });
  return step;
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

/**
 * Asks a person who is signed in for their password once more.
 * @throws auth.wrong_password unless `password` is their own; auth.too_many after too many wrong ones
 */
export async function confirmPassword(
  db: Db,
  accountId: string,
  password: string,
  now: Moment,
): Promise<void> {
  const counter: Counter = { kind: "password", of: accountId, accountId };
  await inTurn(counter, async () => {
    refuseWhileHeld(db, [counter], now.at);
    if (await provenBy(db, accountId, password)) return forgive(db, [counter]);
    countFailure(db, [counter], now.at);
    throw new AppError("auth.wrong_password", { field: "currentPassword" });
  });
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

/** Gives a person the password they chose; their sessions, bearer tokens and unused password links end. */
export function choosePassword(
  db: Db,
  by: Actor,
  accountId: string,
  hash: string,
  now: Moment,
): void {
  write(db, () => {
    storePassword(db, accountId, { hash, chosenBy: "themselves" }, now);
    endSessionsOf(db, accountId, { andTokens: true });
    forgiveAllOf(db, accountId);
    forgetPasswordLinks(db, accountId);
    recordChange(db, by, now.at, { action: "session.choose_password", subjectId: accountId });
  });
}

/** Ends a person's sessions in every browser and revokes their bearer tokens. */
export function signOutEverywhere(db: Db, by: Actor, accountId: string, now: Moment): void {
  write(db, () => {
    endSessionsOf(db, accountId, { andTokens: true });
    forgetDevices(db, accountId);
    recordChange(db, by, now.at, { action: "session.sign_out_everywhere", subjectId: accountId });
  });
}

/**
 * Counts a mail with a link that somebody asks for, whether or not there is such a person.
 * @throws auth.too_many when it was asked for too often, by that name or from that address
 */
export function countMailAskedFor(db: Db, by: Actor, name: string, now: Instant): void {
  const counters: Counter[] = [
    { kind: "mail", of: nameKey(name) },
    { kind: "mailAddress", of: callerOf(by.origin) },
  ];
  refuseWhileHeld(db, counters, now);
  countFailure(db, counters, now);
}

/** Where a person is signed in, in words they know their devices by. */
export const devicesOf = (db: Db, account: { id: string; sessionId: string | null }, now: Moment) =>
  sessionsOf(db, account.id, now.at).map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceInWords(userAgent),
    here: session.id === account.sessionId,
  }));

/** Signs a person out on one device and nowhere else. @throws sessions.unknown */
export function signOutDevice(db: Db, by: Actor, accountId: string, id: string, now: Moment): void {
  write(db, () => {
    if (!sessionsOf(db, accountId, now.at).some((session) => session.id === id))
      throw new AppError("sessions.unknown", { field: "id" });
    endSession(db, id);
    recordChange(db, by, now.at, { action: "session.sign_out_device", subjectId: id });
  });
}

/** Lets a person try again who was kept out because of wrong tries. @throws people.unknown */
export function unlock(db: Db, by: Actor, id: string, now: Moment): void {
  write(db, () => {
    const { id: accountId } = personById(db, id);
    forgiveAllOf(db, accountId);
    recordChange(db, by, now.at, { action: "session.unlock", subjectId: accountId });
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
