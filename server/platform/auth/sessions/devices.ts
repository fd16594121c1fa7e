import { and, desc, eq, lt } from "drizzle-orm";
import type { Db } from "../../../database/open.ts";
import { type Instant, plusDays } from "../../clock/clock.ts";
import { hashToken, newToken } from "../secrets.ts";
import { devices } from "../table.ts";

/** A browser is known for so long after it was last signed in with; browsers keep no cookie longer. */
export const deviceDays = 400;

/** A person has so many known browsers; the one that was away longest is forgotten. */
const most = 20;

/** The known browser this token is of, if it has signed in as this person. */
export const knownDevice = (db: Db, accountId: string, token: string | null) =>
  token === null
    ? undefined
    : db
        .select({ id: devices.id })
        .from(devices)
        .where(and(eq(devices.tokenHash, hashToken(token)), eq(devices.accountId, accountId)))
        .get();

/**
 * Remembers that this browser signed in as a person; call inside a transaction. Answers the token it
 * shall keep: its own, if the house gave it one, so that two people may share a browser.
 */
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

/** A person's browsers are strangers again. */
export function forgetDevices(db: Db, accountId: string): void {
  db.delete(devices).where(eq(devices.accountId, accountId)).run();
}

/** Housekeeping: forgets browsers that were not signed in with for long. */
export function sweepDevices(db: Db, now: Instant): void {
  db.delete(devices)
    .where(lt(devices.lastSeenAt, plusDays(now, -deviceDays)))
    .run();
}

const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const machines: readonly [RegExp, string][] = [
  [/\biPhone\b/, "an iPhone"],
  [/\biPad\b/, "an iPad"],
  [/\bAndroid\b.*\bMobile\b/, "an Android phone"],
  [/\bAndroid\b/, "an Android tablet"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "a Mac"],
  [/\bCrOS\b/, "a Chromebook"],
  [/\bLinux\b/, "Linux"],
];

/** A browser in words a person knows it by: "Chrome on an Android phone". */
export function deviceInWords(userAgent: string): string {
  const [browser, machine] = [browsers, machines].map(
    (names) => names.find(([pattern]) => pattern.test(userAgent))?.[1],
  );
  if (browser && machine) return `${browser} on ${machine}`;
  return browser ?? (machine ? `A program on ${machine}` : "A program");
}
