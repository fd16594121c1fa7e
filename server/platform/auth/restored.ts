import type { Db } from "../../database/open.ts";
import {
  accounts,
  credentials,
  devices,
  halfSignIns,
  links,
  oidcAttempts,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  secondFactors,
  sessions,
  throttles,
  tokens,
} from "./table.ts";

/** The tables that a restore keeps: who people are, and what only they know or own. */
export const retainedByRestore = [accounts, credentials, secondFactors, recoveryCodes, passkeys];

/**
 * The tables that a restore empties: access that was ended since the backup must not return, and
 * nobody stays locked out by old attempts.
 */
export const emptiedByRestore = [
  sessions,
  tokens,
  links,
  devices,
  throttles,
  halfSignIns,
  oidcAttempts,
  passkeyChallenges,
];

/** Ends all access except by password, passkey or a new link. */
export function endEverySignIn(db: Db): void {
  for (const table of emptiedByRestore) db.delete(table).run();
}
