import { and, desc, eq, lt } from "drizzle-orm";
import type { Db } from "../../../database/open.ts";
import { type Instant, plusDays } from "../../clock/clock.ts";
import { hashToken, newToken } from "../secrets.ts";
import { devices } from "../table.ts";

/** How many days a browser is remembered after a sign-in, the longest that cookies last. */
export const deviceDays = 400;

/** The most remembered browsers per person. The one unused longest is removed. */
const most = 20;

export const knownDevice = (db: Db, accountId: string, token: string | null) =>
  token === null
    ? undefined
    : db
        .select({ id: devices.id })
        .from(devices)
        .where(and(eq(devices.tokenHash, hashToken(token)), eq(devices.accountId, accountId)))
        .get();

/** Call it in a transaction. Returns its cookie's token: two people can share a browser. */
export function rememberDevice(
  db: Db,
  accountId: string,
  presented: string | null,
  now: Instant,
): string {
  const given =
    presented !== null &&
    db
      .select({ id: devices.id })
      .from(devices)
      .where(eq(devices.tokenHash, hashToken(presented)))
      .get();
  const token = given ? presented : newToken();
  db.insert(devices)
    .values({ accountId, tokenHash: hashToken(token), lastSeenAt: now })
    .onConflictDoUpdate({
      target: [devices.tokenHash, devices.accountId],
      set: { lastSeenAt: now },
    })
    .run();
  const all = db
    .select({ id: devices.id })
    .from(devices)
    .where(eq(devices.accountId, accountId))
    .orderBy(desc(devices.lastSeenAt))
    .all();
  for (const { id } of all.slice(most)) db.delete(devices).where(eq(devices.id, id)).run();
  return token;
}

export function forgetDevices(db: Db, accountId: string): void {
  db.delete(devices).where(eq(devices.accountId, accountId)).run();
}

export function sweepDevices(db: Db, now: Instant): void {
  db.delete(devices)
    .where(lt(devices.lastSeenAt, plusDays(now, -deviceDays)))
    .run();
}
