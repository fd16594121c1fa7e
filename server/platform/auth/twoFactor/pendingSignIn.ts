import { and, eq, gt, lte } from "drizzle-orm";
import { type Db, write } from "../../../database/open.ts";
import type { Instant } from "../../clock/clock.ts";
import { accountById } from "../accounts.ts";
import { authError } from "../errors.ts";
import { hashToken, newToken } from "../secrets.ts";
import { halfSignIns } from "../table.ts";

/** How long somebody may take to type the code after the provider's confirmation, in seconds. */
export const halfWaySeconds = 600;

export function beginHalfWay(db: Db, accountId: string, now: Instant): string {
  const token = newToken();
  const expiresAt = new Date(Date.parse(now) + halfWaySeconds * 1000).toISOString();
  write(db, () => {
    db.delete(halfSignIns).where(lte(halfSignIns.expiresAt, now)).run();
    db.insert(halfSignIns)
      .values({ accountId, tokenHash: hashToken(token), expiresAt })
      .run();
  });
  return token;
}

/** The person who completed the first step in this browser. @throws auth.half_way_over */
export function pendingSignInOf(db: Db, token: string | null, now: Instant) {
  const row =
    token === null
      ? undefined
      : db
          .select({ id: halfSignIns.id, accountId: halfSignIns.accountId })
          .from(halfSignIns)
          .where(and(eq(halfSignIns.tokenHash, hashToken(token)), gt(halfSignIns.expiresAt, now)))
          .get();
  const account = row && accountById(db, row.accountId);
  if (!account) throw authError("auth.half_way_over");
  return { account, halfSignIn: row.id };
}

export function endHalfWay(db: Db, halfSignIn: string): void {
  db.delete(halfSignIns).where(eq(halfSignIns.id, halfSignIn)).run();
}
