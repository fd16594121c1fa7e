import { clientsClaim } from "workbox-core";
import {
  cleanupOutdatedCaches,
  type PrecacheEntry,
  PrecacheFallbackPlugin,
  precacheAndRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { NetworkOnly } from "workbox-strategies";
import { patienceMs } from "./patience.ts";

// The service worker: the app starts without a network. Browsers run one over HTTPS only.

declare const self: {
  __WB_MANIFEST: PrecacheEntry[];
  addEventListener: (
    type: "activate",
    listen: (event: { waitUntil: (work: Promise<unknown>) => void }) => void,
  ) => void;
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
