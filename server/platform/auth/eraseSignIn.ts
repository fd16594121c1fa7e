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

/** All that belongs to somebody's signing in, besides their sessions and tokens. */
const belongings = [
  ...[credentials, links, devices, secondFactors, recoveryCodes],
  ...[passkeys, passkeyChallenges, halfSignIns, throttles],
];

/** Leaves nothing by which somebody has ever signed in. Inside the transaction that erases them. */
export function forgetSigningIn(db: Db, accountId: string): void {
  endSessionsOf(db, accountId, { andTokens: true });
  for (const table of belongings) db.delete(table).where(eq(table.accountId, accountId)).run();
}
