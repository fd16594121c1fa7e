import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { type Db, write } from "../../../database/open.ts";
import type { Actor } from "../../../platform/audit/actor.ts";
import { recordChange } from "../../../platform/audit/audit.ts";
import { authError } from "../../../platform/auth/errors.ts";
import {
  type Counter,
  countFailure,
  forgive,
  refuseWhileHeld,
} from "../../../platform/auth/passwords/throttle.ts";
import { accounts, secondFactors, tokens } from "../../../platform/auth/table.ts";
import {
  beginSecondFactor,
  codesLeft,
  confirmSecondFactor,
  giveRecoveryCodes,
  hasSecondFactor,
  removeSecondFactor,
  takeSecondCode,
} from "../../../platform/auth/twoFactor/twoFactor.ts";
import type { Moment } from "../../../platform/clock/clock.ts";
import { readSetting, writeSetting } from "../../../platform/settings/settings.ts";
import { memberById } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { accountError } from "../errors.ts";

/** The state of a person's second factor; `needed` means they must have one. */
export function secondStepOf(db: Db, { id, role }: { id: string; role: string }) {
  return {
    on: hasSecondFactor(db, id),
    codesLeft: codesLeft(db, id),
    needed: role === "Admin" && readSetting(db, "adminsNeedSecondStep"),
  };
}

/** Records that a second factor is turned on or off now. */
function noteStep(
  db: Db,
  by: Actor,
  { at }: Moment,
  action: "turn_on" | "turn_off" | "reset",
  subjectId: string,
): void {
  const before = { secondStep: hasSecondFactor(db, subjectId) };
  const after = { secondStep: action === "turn_on" };
  recordChange(db, by, at, { action: `factors.${action}`, subjectId, before, after });
}

/**
 * Creates the secret to scan; the same idempotency key returns the same secret. Nothing changes
 * until its first code arrives. @throws factors.on_already
 */
export function beginSecondStep(db: Db, by: Actor, accountId: string, now: Moment) {
  return write(db, () => {
    if (hasSecondFactor(db, accountId)) throw accountError("factors.on_already");
    const building = readSetting(db, "buildingName");
    return beginSecondFactor(db, memberById(db, accountId), building, now.at, by.requestKey);
  });
}

/**
 * Turns the second factor on with the app's first code. Returns the recovery codes, only here.
 * @throws factors.on_already, auth.bad_code, auth.too_many
 */
export function turnOn(db: Db, by: Actor, accountId: string, code: string, now: Moment): string[] {
  if (hasSecondFactor(db, accountId)) throw accountError("factors.on_already");
  const counter: Counter = { kind: "code", of: accountId, accountId };
  refuseWhileHeld(db, [counter], now.at);
  const codes = write(db, () => {
    if (takeSecondCode(db, accountId, code, now.at) !== "app") return null;
    forgive(db, [counter]);
    noteStep(db, by, now, "turn_on", accountId);
    confirmSecondFactor(db, accountId, now.at);
    return giveRecoveryCodes(db, accountId);
  });
  if (codes) return codes;
  countFailure(db, [counter], now.at);
  throw authError("auth.bad_code", { field: "code" });
}

/** Replaces the recovery codes. @throws factors.not_begun without a second factor */
export function renewCodes(db: Db, by: Actor, accountId: string, now: Moment): string[] {
  return write(db, () => {
    if (!hasSecondFactor(db, accountId)) throw accountError("factors.not_begun");
    const before = { codesLeft: codesLeft(db, accountId) };
    const codes = giveRecoveryCodes(db, accountId);
    const change = { subjectId: accountId, before, after: { codesLeft: codes.length } };
    recordChange(db, by, now.at, { action: "factors.new_codes", ...change });
    return codes;
  });
}

/** Turns the caller's own second factor off. @throws factors.needed if admins must have one */
export function turnOff(
  db: Db,
  by: Actor,
  account: { id: string; role: string },
  now: Moment,
): void {
  write(db, () => {
    if (secondStepOf(db, account).needed) throw accountError("factors.needed");
    noteStep(db, by, now, "turn_off", account.id);
    removeSecondFactor(db, account.id);
  });
}

/**
 * Turns off the second factor of somebody who lost it.
 * @throws people.unknown; factors.own for one's own, which requires the password
 */
export function resetSecondStep(db: Db, by: Actor, id: string, now: Moment): void {
  write(db, () => {
    const person = memberById(db, id);
    if (person.id === by.accountId) throw accountError("factors.own");
    noteStep(db, by, now, "reset", person.id);
    removeSecondFactor(db, person.id);
  });
}

/** The tokens of admins without a second factor, which stop working when admins must have one. */
export const tokensWithoutSecondStep = (db: Db, now: Moment) =>
  db
    .select({ label: tokens.label, name: people.name, surname: people.surname })
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .innerJoin(people, eq(people.id, accounts.id))
    .leftJoin(
      secondFactors,
      and(eq(secondFactors.accountId, accounts.id), isNotNull(secondFactors.confirmedAt)),
    )
    .where(
      and(
        eq(accounts.role, "Admin"),
        isNull(accounts.removedAt),
        isNull(secondFactors.accountId),
        gt(tokens.expiresAt, now.at),
      ),
    )
    .all()
    // Sorted here, because there are only a few rows and no index fits.
    .sort((a, b) => a.label.localeCompare(b.label));

/**
 * Sets whether admins must log in with a second factor.
 * @throws factors.own_first if the admin who sets it has none
 */
export function ruleForAdmins(
  db: Db,
  by: Actor,
  accountId: string,
  on: boolean,
  now: Moment,
): void {
  write(db, () => {
    if (on && !hasSecondFactor(db, accountId)) throw accountError("factors.own_first");
    const before = { on: readSetting(db, "adminsNeedSecondStep") };
    writeSetting(db, "adminsNeedSecondStep", on, now.at);
    const change = { subjectId: "admins", before, after: { on } };
    recordChange(db, by, now.at, { action: "factors.rule_for_admins", ...change });
  });
}
