import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, desc, eq, isNull, lte } from "drizzle-orm";
import { type Db, write } from "../../../database/open.ts";
import { AppError } from "../../../errors.ts";
import type { Instant } from "../../clock/clock.ts";
import { authError } from "../errors.ts";
import { hashToken, newToken } from "../secrets.ts";
import { passkeyChallenges, passkeys } from "../table.ts";

/** Loaded when somebody uses a passkey: most buildings have none. */
const library = () => import("@simplewebauthn/server");

/** The site that passkeys belong to: the host name and the origin of its pages. */
export interface Site {
  name: string;
  origin: string;
}

/** Browsers allow passkeys only for names with HTTPS, not for plain HTTP or IP addresses. */
export function siteOf(origin: string): Site | null {
  const { protocol, hostname } = new URL(origin);
  const isName = isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
  return protocol === "https:" && isName ? { name: hostname, origin } : null;
}

/** The most passkeys per person. Somebody who needs more has forgotten some. */
const most = 20;

const lifeMs = 300_000;

/** Makes a challenge and removes expired ones. @param accountId of who adds a passkey, or null */
function newChallenge(db: Db, accountId: string | null, now: Instant): string {
  const challenge = newToken();
  const expiresAt = new Date(Date.parse(now) + lifeMs).toISOString();
  write(db, () => {
    db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now)).run();
    db.insert(passkeyChallenges)
      .values({ challengeHash: hashToken(challenge), accountId, expiresAt })
      .run();
  });
  return challenge;
}

/** Whether this challenge was issued for this person and is unused. Uses it up. */
function takeChallenge(db: Db, challenge: string, accountId: string | null, now: Instant): boolean {
  const owner =
    accountId === null
      ? isNull(passkeyChallenges.accountId)
      : eq(passkeyChallenges.accountId, accountId);
  const taken = db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.challengeHash, hashToken(challenge)), owner))
    .returning()
    .get();
  return taken !== undefined && taken.expiresAt > now;
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

export async function registrationOptions(
  db: Db,
  site: Site,
  building: string,
  person: { id: string; username: string; name: string; surname: string },
  now: Instant,
) {
  const own = passkeysOf(db, person.id);
  if (own.length >= most) throw authError("passkeys.too_many");
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: building,
    rpID: site.name,
    userID: bytes(person.id),
    userName: person.username,
    userDisplayName: `${person.name} ${person.surname}`,
    challenge: new Uint8Array(Buffer.from(newChallenge(db, person.id, now), "base64url")),
    excludeCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

export async function checkRegistration(
  db: Db,
  site: Site,
  accountId: string,
  response: object,
  now: Instant,
) {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(db, challenge, accountId, now),
    expectedOrigin: site.origin,
    expectedRPID: site.name,
  }).catch(refuse);
  if (!registrationInfo) throw authError("passkeys.refused");
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}

export async function signInOptions(db: Db, site: Site, now: Instant) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site.name,
    challenge: new Uint8Array(Buffer.from(newChallenge(db, null, now), "base64url")),
    userVerification: "required",
  });
}

/** The account and label of the passkey that signed. Saves its counter. @throws passkeys.refused */
export async function checkSignIn(db: Db, site: Site, response: { id: string }, now: Instant) {
  const { verifyAuthenticationResponse } = await library();
  const found = db.select().from(passkeys).where(eq(passkeys.credentialId, response.id)).get();
  if (!found) throw authError("passkeys.refused");
  const { id, credentialId, publicKey, counter, accountId, label } = found;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(db, challenge, null, now),
    expectedOrigin: site.origin,
    expectedRPID: site.name,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
  }).catch(refuse);
  if (!verified) throw authError("passkeys.refused");
  const used = { counter: authenticationInfo.newCounter, lastUsedAt: now };
  // It may have been removed during the check.
  const { changes } = db.update(passkeys).set(used).where(eq(passkeys.id, id)).run();
  if (changes === 0) throw authError("passkeys.refused");
  return { accountId, label };
}

/** The library's errors say what is wrong with a response. Users only see a refusal. */
const refuse = (error: unknown): never => {
  if (error instanceof AppError || (error as { code?: string }).code?.startsWith("SQLITE_"))
    throw error;
  throw authError("passkeys.refused");
};

export const passkeysOf = (db: Db, accountId: string) =>
  db
    .select({
      id: passkeys.id,
      credentialId: passkeys.credentialId,
      label: passkeys.label,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(desc(passkeys.id))
    .all();
