import { isIP } from "node:net";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, desc, eq, isNull, lte } from "drizzle-orm";
import { type Db, write } from "../../../database/open.ts";
import { AppError } from "../../../errors.ts";
import type { Instant } from "../../clock/clock.ts";
import { hashToken, newToken } from "../secrets.ts";
import { passkeyChallenges, passkeys } from "../table.ts";

/** Fetched when somebody uses a passkey: most houses have none. */
const library = () => import("@simplewebauthn/server");

/** Where a passkey is for: the house's name, and the address its pages are opened at. */
export interface Site {
  name: string;
  origin: string;
}

/** Passkeys are for names with HTTPS: browsers know none for plain HTTP or for addresses in numbers. */
export function siteOf(origin: string): Site | null {
  const { protocol, hostname } = new URL(origin);
  const isName = isIP(hostname.replace(/^\[|\]$/g, "")) === 0;
  return protocol === "https:" && isName ? { name: hostname, origin } : null;
}

/** A person has so many passkeys; who needs another one has forgotten some. */
const most = 20;

const lifeMs = 300_000;

/** Makes what a device has to sign; those that grew too old go. @param accountId who adds a passkey */
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

/** Whether this was asked for, of this person, and not answered yet. It is answered now. */
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

/** What the browser needs to make a passkey. @throws passkeys.too_many */
export async function registrationOptions(
  db: Db,
  site: Site,
  building: string,
  person: { id: string; username: string; name: string; surname: string },
  now: Instant,
) {
  const own = passkeysOf(db, person.id);
  if (own.length >= most) throw new AppError("passkeys.too_many");
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

/** The passkey a device has made, to be kept. @throws passkeys.refused */
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
  if (!registrationInfo) throw new AppError("passkeys.refused");
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
}

/** What the browser needs to sign somebody in: whoever it is, the device knows. */
export async function signInOptions(db: Db, site: Site, now: Instant) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: site.name,
    challenge: new Uint8Array(Buffer.from(newChallenge(db, null, now), "base64url")),
    userVerification: "required",
  });
}

/** Whose passkey signed, and which; its counter is kept. @throws passkeys.refused */
export async function checkSignIn(db: Db, site: Site, response: { id: string }, now: Instant) {
  const { verifyAuthenticationResponse } = await library();
  const found = db.select().from(passkeys).where(eq(passkeys.credentialId, response.id)).get();
  if (!found) throw new AppError("passkeys.refused");
  const { id, credentialId, publicKey, counter, accountId, label } = found;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => takeChallenge(db, challenge, null, now),
    expectedOrigin: site.origin,
    expectedRPID: site.name,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
  }).catch(refuse);
  if (!verified) throw new AppError("passkeys.refused");
  const used = { counter: authenticationInfo.newCounter, lastUsedAt: now };
  // It may have been removed while it was checked.
  const { changes } = db.update(passkeys).set(used).where(eq(passkeys.id, id)).run();
  if (changes === 0) throw new AppError("passkeys.refused");
  return { accountId, label };
}

/** The library says in an error of its own what is wrong with an answer, which is for nobody to read. */
const refuse = (error: unknown): never => {
  if (error instanceof AppError || (error as { code?: string }).code?.startsWith("SQLITE_"))
    throw error;
  throw new AppError("passkeys.refused");
};

/** A person's passkeys, the newest first. */
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
