import { eq } from "drizzle-orm";
import type { Db } from "../../database/open.ts";
import { endSessionsOf } from "./sessions/sessions.ts";
import {
  credentials,
  devices,
  halfSignIns,
  links,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  secondFactors,
  throttles,
} from "./table.ts";

/** The tables with somebody's sign-in data, besides sessions and tokens. */
const belongings = [
  ...[credentials, links, devices, secondFactors, recoveryCodes],
  ...[passkeys, passkeyChallenges, halfSignIns, throttles],
];

/** Removes all of a person's sign-in data. Runs in the transaction that erases the person. */
export function forgetSigningIn(db: Db, accountId: string): void {
  endSessionsOf(db, accountId, { andTokens: true });
  for (const table of belongings) db.delete(table).where(eq(table.accountId, accountId)).run();
}
