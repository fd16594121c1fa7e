import { createECDH } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { enter, expect, lindiwe, test, zanele } from "./secureServer.ts";

/** Debian's Chromium has no key for Google's push service: this stands in for what it answers. */
async function subscribeLocally(page: Page): Promise<void> {
  const p256dh = createECDH("prime256v1").generateKeys().toString("base64url");
  const endpoint = "https://fcm.googleapis.com/fcm/send/of-a-test";
  await page.addInitScript(
    ({ endpoint, p256dh }) => {
      const key = "subscribed of a test";
      const subscription = {
        toJSON: () => ({ endpoint, keys: { p256dh, auth: "A".repeat(22) } }),
        unsubscribe: async () => {
          localStorage.removeItem(key);
        },
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (localStorage.getItem(key) ? subscription : null),
        subscribe: async () => {
          if ((await Notification.requestPermission()) !== "granted") throw new Error("Denied");
          localStorage.setItem(key, "yes");
          return subscription;
        },
      });
    },
    { endpoint, p256dh },
  );
}

/** Gives the service worker a message, as the browser does when one arrives. */
async function deliver(context: BrowserContext, page: Page, origin: string, message: object) {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((found) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) found(first.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  const data = JSON.stringify(message);
  await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  await session.detach();
}

/** What the phone shows. */
const shown = (context: BrowserContext) =>
  context.serviceWorkers()[0]?.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const all = await registration.getNotifications();
    return all.map(({ title, body, tag }) => ({ title, body, tag }));
  });

/** How many pages of Stoep are looked at, as its worker sees it a moment after a page was left. */
const lookedAt = (context: BrowserContext) =>
  context.serviceWorkers()[0]?.evaluate(async () => {
    const { clients } = self as unknown as { clients: Clients };
    const all = await clients.matchAll({ type: "window", includeUncontrolled: true });
    return all.filter(({ visibilityState }) => visibilityState === "visible").length;
  });

interface Clients {
  matchAll: (which: object) => Promise<{ visibilityState: DocumentVisibilityState }[]>;
}

/** Ends the session, without a page that still asks for something. */
async function leave(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

test("a person has notifications on their device, and says what a locked screen shows", async ({
  page,
  context,
  secure,
}) => {
  await context.grantPermissions(["notifications"], { origin: secure.url });
  await subscribeLocally(page);
  await enter(page, secure.url, zanele);
  await page.goto(`${secure.url}/resident/profile`);
  await page.getByRole("button", { name: "Notify me on this device" }).click();
  const shows = page.getByLabel("A locked screen shows");
  await expect(shows).toHaveValue("that");
  await shows.selectOption("What is new");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved")).toBeVisible();
  await page.reload();
  await expect(shows).toHaveValue("what");

  // They end with the session, and the next one of the same person has them again.
  await leave(page);
  await enter(page, secure.url, lindiwe);
  await page.goto(`${secure.url}/resident/profile`);
  const turnOn = page.getByRole("button", { name: "Notify me on this device" });
  await expect(turnOn).toBeVisible();
  await leave(page);
  await enter(page, secure.url, zanele);
  await page.goto(`${secure.url}/resident/profile`);
  await expect(shows).toHaveValue("what");
  await page.getByRole("button", { name: "Stop on this device" }).click();
  await expect(turnOn).toBeVisible();
});

test("who refuses them reads how to allow them", async ({ page, secure }) => {
  await subscribeLocally(page);
  await page.addInitScript(() => {
    Notification.requestPermission = async () => "denied";
  });
  await enter(page, secure.url, zanele);
  await page.goto(`${secure.url}/resident/profile`);
  await page.getByRole("button", { name: "Notify me on this device" }).click();
  await expect(page.getByRole("alert")).toContainText("Allow it in the browser's settings");
});

test("a message is shown while nobody looks at Stoep, a newer one takes its place, and pressed it leads there", async ({
  page,
  context,
  secure,
}) => {
  await context.grantPermissions(["notifications"], { origin: secure.url });
  await enter(page, secure.url, zanele);
  const [title, path] = ["Protea Court", "/resident/dashboard"];
  const news = { title, body: "Something is new.", path, tag: "news" };
  await deliver(context, page, secure.url, { ...news, tag: "while they look" });

  const other = await context.newPage();
  await page.goto("about:blank");
  await expect.poll(() => lookedAt(context)).toBe(0);
  for (const body of [news.body, "No water", "No lift"])
    await deliver(context, other, secure.url, { ...news, body });
  const { path: _, ...last } = { ...news, body: "No lift" };
  await expect.poll(() => shown(context)).toEqual([last]);

  // Pressed, it leads a page of Stoep that is open to what is new. Only a finger may bring a page
  // to the front, so that is left out.
  await other.goto(`${secure.url}/resident/profile`);
  await context.serviceWorkers()[0]?.evaluate(async () => {
    const worker = self as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
    Object.assign(Reflect.get(self, "WindowClient").prototype, {
      focus(this: object) {
        return Promise.resolve(this);
      },
    });
    const [notification] = await worker.registration.getNotifications();
    const Pressed = Reflect.get(self, "NotificationEvent");
    worker.dispatchEvent(new Pressed("notificationclick", { notification }));
  });
  await other.waitForURL(`${secure.url}/resident/dashboard`);
  await expect.poll(() => shown(context)).toEqual([]);
});
