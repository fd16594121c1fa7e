import { randomBytes } from "node:crypto";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { countRows } from "../../../database/counting.ts";
import { type Db, prepared, write } from "../../../database/open.ts";
import type { Instant } from "../../clock/clock.ts";
import { seal, unseal } from "../../idNumbers/idNumbers.ts";
import { readSetting } from "../../settings/settings.ts";
import { tidyNumber } from "../../validation/typed.ts";
import { authError } from "../errors.ts";
import { type Role, readCode } from "../schema.ts";
import { codeOf, hashToken, newToken, tokenFor } from "../secrets.ts";
import { recoveryCodes, secondFactors } from "../table.ts";

const period = 30;

/** The settings that every authenticator app supports: six digits, half a minute, SHA-1. */
const codesOf = (secret: Secret, building: string, label: string) =>
  new TOTP({ issuer: building, label, secret, period });

const isOwn = eq(secondFactors.accountId, sql.placeholder("accountId"));
const confirmed = prepared((db) =>
  db
    .select()
    .from(secondFactors)
    .where(and(isOwn, isNotNull(secondFactors.confirmedAt))),
);

export const hasSecondFactor = (db: Db, accountId: string): boolean =>
  confirmed(db).get({ accountId }) !== undefined;

/** Whether somebody must set up a second factor before using admin procedures. */
export const lacksSecondStep = (db: Db, { id, role }: { id: string; role: Role }): boolean =>
  role === "Admin" && readSetting(db, "adminsNeedSecondStep") && !hasSecondFactor(db, id);

export const holdersOfSecondFactor = (db: Db): string[] =>
  db
    .select({ accountId: secondFactors.accountId })
    .from(secondFactors)
    .where(isNotNull(secondFactors.confirmedAt))
    .all()
    .map(({ accountId }) => accountId);

const placeOf = (accountId: string) => `second_factors.secret ${accountId}`;

/**
 * Makes a new secret, which is active after one of its codes was entered.
 * @param attempt gives the same secret again: a repeated call must not replace the one that was
 * scanned
 */
export function beginSecondFactor(
  db: Db,
  { id, email, username }: { id: string; email: string; username: string },
  building: string,
  now: Instant,
  attempt = newToken(),
) {
  const bytes = Buffer.from(tokenFor(`${id} ${attempt}`), "base64url");
  const secret = new Secret({ buffer: Uint8Array.from(bytes.subarray(0, 20)).buffer });
  const sealed = seal(db, placeOf(id), secret.base32);
  const set = { secret: sealed, createdAt: now, confirmedAt: null, lastStep: 0 };
  db.insert(secondFactors)
    .values({ accountId: id, ...set })
    .onConflictDoUpdate({ target: secondFactors.accountId, set })
    .run();
  return { secret: secret.base32, uri: codesOf(secret, building, email || username).toString() };
}

/** Accepts the app's present, previous or next code, each once. @throws factors.lost */
function takeAppCode(db: Db, accountId: string, code: string, now: Instant): boolean {
  const secondFactor = db
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.accountId, accountId))
    .get();
  if (!secondFactor) return false;
  const timestamp = Date.parse(now);
  const secret = unseal(db, placeOf(accountId), secondFactor.secret);
  if (secret === null) throw authError("factors.lost");
  const totp = codesOf(Secret.fromBase32(secret), "", "");
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / period) + delta;
  // Somebody may have seen a used code. If lastStep is far ahead, the clock was wrong then.
  if (step <= secondFactor.lastStep && secondFactor.lastStep <= step + 2) return false;
  db.update(secondFactors)
    .set({ lastStep: step })
    .where(eq(secondFactors.accountId, accountId))
    .run();
  return true;
}

/** The stored form of a recovery code, which cannot be used as a code. */
const codeHash = (accountId: string, code: string) => hashToken(`${accountId} ${code}`);

function takeRecoveryCode(db: Db, accountId: string, code: string, now: Instant): boolean {
  const { changes } = db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.accountId, accountId),
        eq(recoveryCodes.codeHash, codeHash(accountId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .run();
  return changes === 1;
}

/** Accepts a second-factor code and marks it as used. Returns its kind, or null if it is wrong. */
export function takeSecondCode(
  db: Db,
  accountId: string,
  typed: string,
  now: Instant,
): "app" | "recovery code" | null {
  return write(db, () => {
    const digits = tidyNumber(typed).replace(/[\s-]/g, "");
    if (/^\d{6}$/.test(digits)) return takeAppCode(db, accountId, digits, now) ? "app" : null;
    return takeRecoveryCode(db, accountId, readCode(typed), now) ? "recovery code" : null;
  });
}

const codesGiven = 10;

/** Makes new recovery codes, which are only shown once. Older ones stop working. */
export function giveRecoveryCodes(db: Db, accountId: string): string[] {
  const codes = Array.from({ length: codesGiven }, () => codeOf(randomBytes(12)));
  db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId)).run();
  for (const code of codes)
    db.insert(recoveryCodes)
      .values({ accountId, codeHash: codeHash(accountId, code) })
      .run();
  return codes.map((code) => code.replace(/.{4}\B/g, "$&-"));
}

export const codesLeft = (db: Db, accountId: string): number =>
  countRows(
    db,
    recoveryCodes,
    and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt)),
  );

export function confirmSecondFactor(db: Db, accountId: string, now: Instant): void {
  db.update(secondFactors)
    .set({ confirmedAt: now })
    .where(eq(secondFactors.accountId, accountId))
    .run();
}

export function removeSecondFactor(db: Db, accountId: string): void {
  db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId)).run();
  db.delete(secondFactors).where(eq(secondFactors.accountId, accountId)).run();
}
