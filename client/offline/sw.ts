import { clientsClaim } from "workbox-core";
import {
  cleanupOutdatedCaches,
  type PrecacheEntry,
  PrecacheFallbackPlugin,
  precacheAndRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { NetworkOnly } from "workbox-strategies";
import type { PushMessage } from "../../server/platform/push/schema.ts";
import { patienceMs } from "./patience.ts";

// The service worker: the app starts without a network, and shows notifications while it is closed.
// Browsers run one over HTTPS only.

/** The events of a service worker here. TypeScript has its types only instead of a page's. */
interface WorkerEvents {
  activate: { waitUntil: (work: Promise<unknown>) => void };
  push: WorkerEvents["activate"] & { data: { json: () => PushMessage } | null };
  notificationclick: WorkerEvents["activate"] & { notification: Notification };
}

interface Page {
  visibilityState: DocumentVisibilityState;
  focus: () => Promise<Page>;
  navigate: (address: string) => Promise<Page | null>;
}

declare const self: {
  __WB_MANIFEST: PrecacheEntry[];
  addEventListener: <Name extends keyof WorkerEvents>(
    type: Name,
    listen: (event: WorkerEvents[Name]) => void,
  ) => void;
  registration: Pick<ServiceWorkerRegistration, "showNotification">;
  clients: {
    matchAll: (which: { type: "window"; includeUncontrolled: true }) => Promise<Page[]>;
    openWindow: (address: string) => Promise<Page | null>;
  };
};

// We never call skipWaiting, which can hang a reload in Chromium. So a newer worker waits until no
// page of Stoep is open, and an open page keeps the worker that has its version's files.
clientsClaim();
cleanupOutdatedCaches();
// A page comes from the network, so that a reload shows the newest version; without a network it is
// the precached one, which is the same for every address.
registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: patienceMs / 1000,
      plugins: [new PrecacheFallbackPlugin({ fallbackURL: "/index.html" })],
    }),
    { denylist: [/^\/(api|trust)(\/|$)/] },
  ),
);
precacheAndRoute(self.__WB_MANIFEST);

// Version 0.1.0 stored what a person had read here.
self.addEventListener("activate", (event) => event.waitUntil(caches.delete("stoep-last-seen")));

const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** Whoever looks at Stoep already sees what is new, and hears the gate. */
async function notify({ title, body, path, tag }: PushMessage): Promise<void> {
  if ((await pages()).some(({ visibilityState }) => visibilityState === "visible")) return;
  const icon = "/icon-192.png";
  await self.registration.showNotification(title, { body, icon, tag, data: path });
}

async function open(path: string): Promise<void> {
  const [page] = await pages();
  // A page that another version's worker has cannot be led anywhere.
  const led = await page
    ?.focus()
    .then((there) => there.navigate(path))
    .catch(() => null);
  if (!led) await self.clients.openWindow(path);
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(notify(event.data.json()));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
