import * as z from "zod";

/** The content of a locked screen: what is new, or only that something is. */
export const lockScreens = ["what", "that"] as const;
export type LockScreen = (typeof lockScreens)[number];

/**
 * The push services of the browsers' makers: Chrome and Edge on Android, Firefox, Safari, Edge on
 * Windows. Stoep sends to these only, because whoever is signed in chooses the address.
 */
const services =
  /^(fcm\.googleapis\.com|([\w-]+\.)*push\.services\.mozilla\.com|([\w-]+\.)*push\.apple\.com|([\w-]+\.)*notify\.windows\.com)$/;

const endpoint = z
  .url({ protocol: /^https$/, hostname: services, error: "must be an address of a push service" })
  .max(1_000);

const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}=*$`), "must be a key");

/** A subscription as a browser has it, and what it may show. */
export const newSubscription = z.strictObject({
  endpoint,
  p256dh: base64url(65),
  auth: base64url(16),
  lockScreen: z.enum(lockScreens),
});
export type NewSubscription = z.output<typeof newSubscription>;

/** A notification, and the page that it opens. One with the same tag takes its place. */
export interface PushMessage {
  title: string;
  body: string;
  path: string;
  tag: string;
}
