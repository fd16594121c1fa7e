import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { newId } from "../../database/columns.ts";
import { type Db, write } from "../../database/open.ts";
import { AppError } from "../../errors.ts";
import { type Actor, createOnce, recordChange } from "../../platform/audit/audit.ts";
import { forgiveAllOf } from "../../platform/auth/passwords/throttle.ts";
import { deleteOwn } from "../../platform/auth/removeOwn.ts";
import { passwordPurposes, type Role } from "../../platform/auth/schema.ts";
import { hashToken, tokenFor } from "../../platform/auth/secrets.ts";
import { deviceInWords, forgetDevices } from "../../platform/auth/sessions/devices.ts";
import { endSession, endSessionsOf, sessionsOf } from "../../platform/auth/sessions/sessions.ts";
import { links, sessions, tokens } from "../../platform/auth/table.ts";
import { lacksSecondStep } from "../../platform/auth/twoFactor/twoFactor.ts";
import { type Instant, type Moment, plusDays } from "../../platform/clock/clock.ts";
import { personById, storePassword } from "../people/service.ts";
import type { userRoles } from "./schema.ts";

/** What a client knows of who is signed in: display name, id and lower-cased role. */
export interface Session {
  user: string;
  email: string;
  profileId: string;
  userRole: (typeof userRoles)[number];
  mustChangePassword: boolean;
  /** An admin who must set up a second step before anything else. */
  lacksSecondStep: boolean;
}

interface Person {
  id: string;
  email: string;
  name: string;
  surname: string;
  role: Role;
}

export const sessionFor = (db: Db, person: Person, mustChangePassword: boolean): Session => ({
  user: `${person.name} ${person.surname}`,
  email: person.email,
  profileId: person.id,
  userRole: person.role.toLowerCase() as Session["userRole"],
  mustChangePassword,
  lacksSecondStep: lacksSecondStep(db, person),
});

/** Forgets the links nobody has used yet with which a person could choose a password. */
export function forgetPasswordLinks(db: Db, accountId: string): void {
  db.delete(links)
    .where(
      and(
        eq(links.accountId, accountId),
        inArray(links.purpose, passwordPurposes),
        isNull(links.usedAt),
      ),
    )
    .run();
}

/**
 * Gives a person the password they chose; their sessions, bearer tokens and unused password links end.
 * @param except a session that goes on
 */
export function choosePassword(
  db: Db,
  by: Actor,
  accountId: string,
  hash: string,
  now: Moment,
  except: string | null = null,
): void {
  write(db, () => {
    storePassword(db, accountId, { hash, chosenBy: "themselves" }, now);
    endSessionsOf(db, accountId, { except, andTokens: true });
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

/** Where a person is signed in, in words they know their devices by. */
export const devicesOf = (db: Db, account: { id: string; sessionId: string | null }, now: Moment) =>
  sessionsOf(db, account.id, now.at).map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceInWords(userAgent),
    here: session.id === account.sessionId,
  }));

/** Ends the session of the browser that asks for it. */
export function signOut(db: Db, by: Actor, sessionId: string, now: Moment): void {
  write(db, () => {
    endSession(db, sessionId);
    recordChange(db, by, now.at, { action: "session.sign_out", subjectId: by.accountId ?? "" });
  });
}

/** Signs a person out on one device and nowhere else. @throws sessions.unknown */
export function signOutDevice(db: Db, by: Actor, accountId: string, id: string, now: Moment): void {
  write(db, () => {
    const { userAgent } = deleteOwn(db, sessions, accountId, id, "sessions.unknown");
    const before = { device: deviceInWords(userAgent) };
    recordChange(db, by, now.at, { action: "session.sign_out_device", subjectId: id, before });
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
 * Makes a bearer token that works for so many days and answers it, the only time it is seen. Sent again with the same idempotency
 * key the same one is answered, while the process is the same.
 * @throws tokens.too_many, tokens.told
 */
export function makeBearer(
  db: Db,
  by: Actor,
  accountId: string,
  { label, days }: { label: string; days: number },
  now: Instant,
) {
  return write(db, () => {
    const once = { action: "session.make_bearer", input: { label } };
    const id = createOnce(db, by, now, once, () => {
      if (bearersOf(db, accountId).length >= maxBearers) throw new AppError("tokens.too_many");
      const expiresAt = plusDays(now, days);
      const row = { id: newId(), accountId, label, createdAt: now, expiresAt };
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
      expiresAt: tokens.expiresAt,
    })
    .from(tokens)
    .where(eq(tokens.accountId, accountId))
    .orderBy(desc(tokens.id))
    .all();

/** @throws tokens.unknown when the person has no such token */
export function revokeBearer(db: Db, by: Actor, accountId: string, id: string, now: Instant): void {
  write(db, () => {
    const { label } = deleteOwn(db, tokens, accountId, id, "tokens.unknown");
    recordChange(db, by, now, {
      action: "session.revoke_bearer",
      subjectId: id,
      before: { label },
    });
  });
}
