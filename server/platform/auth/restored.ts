import type { Db } from "../../database/open.ts";
import * as tables from "./table.ts";

/** The tables that a restore keeps: who people are, and what only they know or own. */
export const retainedByRestore = [
  tables.accounts,
  tables.credentials,
  tables.secondFactors,
  tables.recoveryCodes,
  tables.passkeys,
];

/** The tables that a restore empties: ended access must not return, and nobody stays locked out. */
export const emptiedByRestore = [
  tables.sessions,
  tables.tokens,
  tables.links,
  tables.devices,
  tables.throttles,
  tables.halfSignIns,
  tables.oidcAttempts,
  tables.passkeyChallenges,
];

export function endEverySignIn(db: Db): void {
  for (const table of emptiedByRestore) db.delete(table).run();
}
