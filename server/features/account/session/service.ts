import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { newId } from "../../../database/columns.ts";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { createOnce, recordAlways, recordChange } from "../../../platform/audit/audit.ts";
import { deviceInWords } from "../../../platform/audit/device.ts";
import { accountById, isGuard } from "../../../platform/auth/accounts.ts";
import { replaceLinks } from "../../../platform/auth/links/links.ts";
import { storePassword } from "../../../platform/auth/passwords/credentials.ts";
import { forgiveAllOf } from "../../../platform/auth/passwords/throttle.ts";
import { deleteOwn } from "../../../platform/auth/removeOwn.ts";
import { passwordPurposes } from "../../../platform/auth/schema.ts";
import { hashToken, tokenFor } from "../../../platform/auth/secrets.ts";
import { forgetDevices } from "../../../platform/auth/sessions/devices.ts";
import { endSession, endSessionsOf, sessionsOf } from "../../../platform/auth/sessions/sessions.ts";
import { links, sessions, tokens } from "../../../platform/auth/table.ts";
import { lacksSecondStep } from "../../../platform/auth/twoFactor/twoFactor.ts";
import { type Day, type Instant, type Moment, plusDays } from "../../../platform/clock/clock.ts";
import { type Member, memberById } from "../../people/service.ts";
import { staysElsewhere } from "../../units/occupancy/homes.ts";
import { accountError } from "../errors.ts";
import type { userRoles } from "./schema.ts";

/** A client's data about the signed-in person. @throws people.unknown */
export function sessionFor(db: Db, id: string, mustChangePassword: boolean, today: Day) {
  const member = memberById(db, id);
  return {
    user: `${member.name} ${member.surname}`,
    email: member.email,
    profileId: id,
    userRole: member.role.toLowerCase() as (typeof userRoles)[number],
    mustChangePassword,
    /** An admin who must set up a second factor before anything else. */
    lacksSecondStep: lacksSecondStep(db, member),
    /** True for guards, whose first screen is the gate. */
    atGate: isGuard(member),
    /** A resident who is known to live in no unit, and to move into none, has no visitors and no gate. */
    livesElsewhere: member.role === "Resident" && staysElsewhere(db, id, today),
  };
}
export type Session = ReturnType<typeof sessionFor>;

/** Why a link by mail would not show that this person's address is theirs, in words for them, or null. */
export function whyNoVerification(db: Db, person: Member): string | null {
  if (person.email === "") return "You have no email here yet. Enter one on your profile first.";
  if (!accountById(db, person.id)?.emailKey)
    return "Somebody else here has this email too, so no link can show that it is yours. Enter one that only you have.";
  if (person.emailVerifiedAt && person.emailUnproven)
    return "This address is verified already. Confirm it with your password below it on your profile.";
  return null;
}

/** Deletes a person's unused links for choosing a password. */
function forgetPasswordLinks(db: Db, accountId: string): void {
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

/** Ends the links in the mailbox of an address that is this person's no longer: others may read it. */
export function endLinksByMail(db: Db, accountId: string, now: Instant): void {
  forgetPasswordLinks(db, accountId);
  replaceLinks(db, accountId, ["verify"], now);
}

/**
 * Sets the password a person chose. Ends their sessions, bearer tokens and password links.
 * @param except a session that continues
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
    recordAlways(db, by, now.at, { action: "session.choose_password", subjectId: accountId });
  });
}

/** Ends all sessions of a person and revokes their bearer tokens. */
export function signOutEverywhere(db: Db, by: Actor, accountId: string, now: Moment): void {
  write(db, () => {
    endSessionsOf(db, accountId, { andTokens: true });
    forgetDevices(db, accountId);
    recordAlways(db, by, now.at, { action: "session.sign_out_everywhere", subjectId: accountId });
  });
}

/** A person's sessions, with devices described in words. */
export const devicesOf = (db: Db, account: { id: string; sessionId: string | null }, now: Moment) =>
  sessionsOf(db, account.id, now.at).map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceInWords(userAgent),
    here: session.id === account.sessionId,
  }));

/** Ends the caller's current session. */
export function signOut(db: Db, by: Actor, sessionId: string, now: Moment): void {
  write(db, () => {
    endSession(db, sessionId);
    recordAlways(db, by, now.at, { action: "session.sign_out", subjectId: by.accountId ?? "" });
  });
}

/** Signs a person out on one device only. @throws sessions.unknown */
export function signOutDevice(db: Db, by: Actor, accountId: string, id: string, now: Moment): void {
  write(db, () => {
    const { userAgent } = deleteOwn(db, sessions, accountId, id, () =>
      accountError("sessions.unknown", { field: "id" }),
    );
    const before = { device: deviceInWords(userAgent) };
    recordAlways(db, by, now.at, { action: "session.sign_out_device", subjectId: id, before });
  });
}

/** Lets a person who was locked out after wrong attempts try again. @throws people.unknown */
export function unlock(db: Db, by: Actor, id: string, now: Moment): void {
  write(db, () => {
    const { id: accountId } = memberById(db, id);
    forgiveAllOf(db, accountId);
    recordChange(db, by, now.at, { action: "session.unlock", subjectId: accountId });
  });
}

/** The most bearer tokens per person; those who need more have probably forgotten some. */
const maxBearers = 20;

/**
 * Creates a bearer token that is valid for `days`. The token is only returned here. Repeating the
 * request with its idempotency key returns the same token, until the process restarts.
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
      if (bearersOf(db, accountId).length >= maxBearers) throw accountError("tokens.too_many");
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
    if (made?.tokenHash !== hashToken(token)) throw accountError("tokens.told");
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

/** @throws tokens.unknown if the person has no such token */
export function revokeBearer(db: Db, by: Actor, accountId: string, id: string, now: Instant): void {
  write(db, () => {
    const { label } = deleteOwn(db, tokens, accountId, id, () =>
      accountError("tokens.unknown", { field: "id" }),
    );
    const before = { label };
    recordAlways(db, by, now, { action: "session.revoke_bearer", subjectId: id, before });
  });
}
