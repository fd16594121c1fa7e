import { eq } from "drizzle-orm";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../audit/actor.ts";
import { recordChange } from "../../audit/audit.ts";
import { type Moment, plusDays } from "../../clock/clock.ts";
import { accountByName } from "../accounts.ts";
import { authError } from "../errors.ts";
import { knownDevice } from "../sessions/devices.ts";
import { confirmSession, isFresh } from "../sessions/sessions.ts";
import { credentials } from "../table.ts";
import { endHalfWay, pendingSignInOf } from "../twoFactor/pendingSignIn.ts";
import { hasSecondFactor, takeSecondCode } from "../twoFactor/twoFactor.ts";
import { passwordMatches } from "./passwords.ts";
import {
  type Counter,
  callerOf,
  countFailure,
  forgive,
  nameCounter,
  refuseWhileHeld,
  tryInTurn,
} from "./throttle.ts";

/** A known browser has its own counter: strangers cannot lock people out of their phone. */
function countersOf(db: Db, by: Actor, username: string, deviceToken: string | null): Counter[] {
  const account = accountByName(db, username);
  const device = account && knownDevice(db, account.id, deviceToken);
  if (device) return [{ kind: "device", of: device.id, accountId: account.id }];
  return [nameCounter(username, account?.id), { kind: "address", of: callerOf(by.origin) }];
}

/**
 * Checks a username or email with its password, in the same time whether the name exists or not.
 * @param deviceToken the browser's proof of an earlier sign-in
 * @throws auth.bad_credentials for every kind of failure; auth.too_many
 */
export async function checkCredentials(
  db: Db,
  by: Actor,
  { username, password, code }: { username: string; password: string; code?: string | undefined },
  deviceToken: string | null,
  now: Moment,
) {
  const counters = countersOf(db, by, username, deviceToken);
  const [own] = counters;
  return tryInTurn(db, counters, now.at, async () => {
    const account = accountByName(db, username);
    const credential = await provenBy(db, account?.id ?? "", password);
    const expired = credential?.unusedUntil && credential.unusedUntil <= now.at;
    if (!account || !credential || expired) {
      countFailure(db, counters, now.at);
      throw authError("auth.bad_credentials");
    }
    const step = checkSecondStep(db, account.id, code, counters, now);
    write(db, () => {
      if (credential.unusedUntil)
        db.update(credentials)
          .set({ unusedUntil: null })
          .where(eq(credentials.accountId, account.id))
          .run();
      // The address counter stays: otherwise anybody with an account could go on guessing others'.
      forgive(db, [own as Counter]);
      const self = { ...by, accountId: account.id };
      const after = step && { secondStep: step };
      recordChange(db, self, now.at, { action: "session.sign_in", subjectId: account.id, after });
    });
    return { account, mustChangePassword: credential.mustChange };
  });
}

/** Returns the kind of code. @throws auth.code_needed, auth.bad_code, auth.too_many */
function checkSecondStep(
  db: Db,
  accountId: string,
  typed: string | undefined,
  [own, ...others]: readonly Counter[],
  now: Moment,
) {
  if (!hasSecondFactor(db, accountId)) return undefined;
  if (!typed) throw authError("auth.code_needed", { field: "code" });
  const of = own?.kind === "device" ? own.of : accountId;
  const counter: Counter = { kind: "code", of, accountId };
  refuseWhileHeld(db, [counter], now.at);
  const step = takeSecondCode(db, accountId, typed, now.at);
  if (step) forgive(db, [counter]);
  else countFailure(db, [counter, ...others], now.at);
  if (!step) throw authError("auth.bad_code", { field: "code" });
  return step;
}

/**
 * Checks the code of somebody whom an outside provider has confirmed, and who has no session yet.
 * Other people's wrong passwords for their name do not count.
 * @throws auth.half_way_over, auth.bad_code, auth.too_many: the first step stays valid
 */
export function checkHalfWay(
  db: Db,
  by: Actor,
  { halfWayToken, deviceToken }: { halfWayToken: string | null; deviceToken: string | null },
  code: string,
  now: Moment,
) {
  const { account, halfSignIn } = pendingSignInOf(db, halfWayToken, now.at);
  const counters = countersOf(db, by, account.username, deviceToken);
  refuseWhileHeld(db, counters.slice(1), now.at);
  const secondStep = checkSecondStep(db, account.id, code, counters, now);
  write(db, () => {
    endHalfWay(db, halfSignIn);
    const self = { ...by, accountId: account.id };
    const action = "auth.oidc_sign_in";
    recordChange(db, self, now.at, { action, subjectId: account.id, after: { secondStep } });
  });
  return { account, mustChangePassword: credentialOf(db, account.id)?.mustChange ?? false };
}

const credentialOf = (db: Db, accountId: string) =>
  db.select().from(credentials).where(eq(credentials.accountId, accountId)).get();

/** Looks twice: another request may have changed the password meanwhile. */
async function provenBy(db: Db, accountId: string, password: string) {
  const before = credentialOf(db, accountId)?.passwordHash ?? null;
  const matches = await passwordMatches(before, password);
  const credential = credentialOf(db, accountId);
  return matches && credential?.passwordHash === before ? credential : null;
}

/**
 * Confirms the person before a new way to sign in is added or all is exported: whoever finds an
 * unlocked phone could keep access.
 * @param typed not needed by who signed in a few minutes ago
 * @throws auth.password_needed, auth.sign_in_again without one, auth.wrong_password, auth.too_many
 */
export async function confirmSelf(
  db: Db,
  account: { id: string; sessionId: string | null },
  typed: string | undefined,
  now: Moment,
): Promise<void> {
  if (isFresh(db, account.sessionId, now.at)) return;
  if (!credentialOf(db, account.id)) throw authError("auth.sign_in_again");
  if (!typed) throw authError("auth.password_needed", { field: "currentPassword" });
  await confirmPassword(db, account.id, typed, now);
  if (account.sessionId) confirmSession(db, account.sessionId, now.at);
}

/** Checks the password of a person who is signed in. @throws auth.wrong_password, auth.too_many */
export async function confirmPassword(
  db: Db,
  accountId: string,
  password: string,
  now: Moment,
): Promise<void> {
  const counter: Counter = { kind: "password", of: accountId, accountId };
  await tryInTurn(db, [counter], now.at, async () => {
    if (await provenBy(db, accountId, password)) return forgive(db, [counter]);
    countFailure(db, [counter], now.at);
    throw authError("auth.wrong_password", { field: "currentPassword" });
  });
}

/** A first password from somebody else expires after this many days if it was never used. */
const firstPasswordDays = 14;

/** A new person's password, from somebody else or themselves. Null: they get an invite. */
export type FirstPassword = { hash: string; chosenBy: "themselves" | "somebody else" } | null;

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
