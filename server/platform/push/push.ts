import { Agent } from "node:https";
import { eq, or } from "drizzle-orm";
import { type Db, write } from "../../database/open.ts";
import type { Instant } from "../clock/clock.ts";
import { seal, unseal } from "../idNumbers/idNumbers.ts";
import { numbersOf } from "../live/events.ts";
import { readSetting, writeSetting } from "../settings/settings.ts";
import type { NewSubscription, PushMessage } from "./schema.ts";
import { pushSubscriptions } from "./table.ts";

export type Subscription = typeof pushSubscriptions.$inferSelect;

/** Browsers have push over HTTPS only. @param origin the address at which people open Stoep */
export const canPush = (origin: string): boolean => origin.startsWith("https:");

/** Loaded when needed, because most buildings have no HTTPS and push nothing. */
const library = () => import("web-push").then((module) => module.default);

const place = "settings.pushKeys";

/**
 * The keys by which push services know this building (VAPID, RFC 8292). They are made at the first
 * time, and again when the key that opens the private one is lost: then people subscribe anew.
 */
async function keysOf(db: Db, at: Instant): Promise<{ publicKey: string; privateKey: string }> {
  const known = knownKeys(db);
  if (known) return known;
  const { generateVAPIDKeys } = await library();
  return write(db, () => {
    // Another call may have made them meanwhile.
    const first = knownKeys(db);
    if (first) return first;
    const made = generateVAPIDKeys();
    const sealed = { ...made, privateKey: seal(db, place, made.privateKey) };
    const isLost = readSetting(db, "pushKeys") !== null;
    writeSetting(db, "pushKeys", sealed, at);
    if (isLost) db.delete(pushSubscriptions).run();
    return made;
  });
}

function knownKeys(db: Db) {
  const stored = readSetting(db, "pushKeys");
  const privateKey = stored && unseal(db, place, stored.privateKey);
  return privateKey ? { publicKey: stored.publicKey, privateKey } : null;
}

/** The public key that a browser needs to subscribe. */
export const publicKeyOf = async (db: Db, at: Instant): Promise<string> =>
  (await keysOf(db, at)).publicKey;

/** How many are sent to one push service at one time. */
export const pushesAtOnce = 10;
const connections = new Agent({ keepAlive: true, maxSockets: pushesAtOnce });
const timeoutMs = 10_000;

interface Sending {
  /** For how long the push service keeps it for a phone that is off, in seconds. */
  keptSeconds: number;
  isUrgent: boolean;
  /** The address of this building, which push services want to know. */
  origin: string;
  agent?: Agent;
}

/**
 * Sends a notification to one browser, encrypted so that only it can read it.
 * @returns whether it was taken; `gone`: the browser wants none any more, and is forgotten
 */
export async function sendPush(
  db: Db,
  subscription: Pick<Subscription, "id" | "endpoint" | "p256dh" | "auth">,
  message: PushMessage,
  { keptSeconds, isUrgent, origin, agent = connections }: Sending,
  at: Instant,
): Promise<"taken" | "gone" | "failed"> {
  const { sendNotification, WebPushError } = await library();
  const { endpoint, p256dh, auth } = subscription;
  const keys = await keysOf(db, at);
  try {
    await sendNotification({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: origin, ...keys },
      TTL: keptSeconds,
      urgency: isUrgent ? "high" : "normal",
      timeout: timeoutMs,
      agent,
    });
    return "taken";
  } catch (error) {
    const status = error instanceof WebPushError ? error.statusCode : 0;
    // The browser has ended it. 401 and 403 may only mean that the machine's clock is wrong.
    if (![404, 410].includes(status)) return "failed";
    db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription.id)).run();
    return "gone";
  }
}

/** A signed-in browser. */
interface Browser {
  accountId: string;
  sessionId: string;
}

/** Notes that a signed-in browser wants to be told of news, from now on. */
export function subscribe(
  db: Db,
  { accountId, sessionId }: Browser,
  subscription: NewSubscription,
  at: Instant,
): void {
  write(db, () => {
    const { endpoint } = subscription;
    // Somebody else may have used this browser before.
    const same = or(
      eq(pushSubscriptions.endpoint, endpoint),
      eq(pushSubscriptions.sessionId, sessionId),
    );
    db.delete(pushSubscriptions).where(same).run();
    const { last: eventsPushed } = numbersOf(db);
    const row = { ...subscription, accountId, sessionId, eventsPushed, createdAt: at };
    db.insert(pushSubscriptions).values(row).run();
  });
}

export const unsubscribe = (db: Db, { sessionId }: Pick<Browser, "sessionId">): void =>
  void db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId)).run();

export const subscriptionOf = (db: Db, { sessionId }: Pick<Browser, "sessionId">) =>
  db.select().from(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId)).get();
