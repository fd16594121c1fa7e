import type { Db } from "../../../database/open.ts";
import type { Instant } from "../../clock/clock.ts";
import { accountById } from "../accounts.ts";
import { authError } from "../errors.ts";
import { shortLived } from "../shortLived.ts";

/** How long somebody may take to type the code after the provider's confirmation, in seconds. */
export const halfWaySeconds = 600;

/** The ids of people who returned from the provider and have not entered their second factor's code yet. */
export const halfSignIns = shortLived<string>(halfWaySeconds);

/** The person who completed the first step in this browser. @throws auth.half_way_over */
export function pendingSignInOf(db: Db, token: string | null, now: Instant) {
  const accountId = halfSignIns.peek(db, token ?? "", now);
  const account = accountId && accountById(db, accountId);
  if (!account) throw authError("auth.half_way_over");
  return account;
}
