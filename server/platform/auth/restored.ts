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

/** What a restore brings back as it was: who people are, and what they alone know or hold. */
export const retainedByRestore = [accounts, credentials, secondFactors, recoveryCodes, passkeys];

/**
 * What a restore empties: whatever was ended since the backup must not open a door again, and nobody
 * stays locked out by tries of that time.
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

/** Leaves nothing by which somebody was signed in or could be without password, passkey or a new link. */
export function endEverySignIn(db: Db): void {
  for (const table of emptiedByRestore) db.delete(table).run();
}
