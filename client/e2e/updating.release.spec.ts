import type { Page } from "@playwright/test";
import { enter, expect, nextWords, test, zanele } from "./secureServer.ts";

// Two builds, one after the other at the same address, as in an upgrade.

const version = (page: Page) => page.locator("meta[name=version]");
const message = (page: Page) => page.getByText("Water is off on Tuesday from 9 to 12.");
const sameWords = "View Signed In Visitors";

/** Whether a newer service worker is installed and waiting. */
const isWaiting = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    return registration.waiting !== null;
  });

type Secure = Parameters<Parameters<typeof test>[2]>[0]["secure"];

async function upgrade(secure: Secure, next: string) {
  await secure.stop();
  await secure.start(next);
}

// While the server restarts, a page tries to listen again.
test.use({ refusals: ["net::ERR_CONNECTION_REFUSED"] });

test("a page that is open keeps its own version's files and its form; a reload is the next version", async ({
  page,
  secure,
  nextVersion,
}) => {
  await enter(page, secure.url, zanele);
  await page.getByRole("link", { name: "Issues" }).first().click();
  const description = page.getByLabel("Description");
  await description.fill("The hall is dark");
  await page.waitForLoadState("networkidle");
  await upgrade(secure, nextVersion);
  await expect.poll(() => isWaiting(page)).toBe(true);

  const debug = await page.context().newCDPSession(page);
  await debug.send("ServiceWorker.enable");
  // However often the older worker is stopped as idle, it stays active while its page is open.
  await debug.send("ServiceWorker.stopAllWorkers");
  expect(await isWaiting(page)).toBe(true);
  await page.getByRole("link", { name: "Visitations" }).first().click();
  await expect(page.getByRole("tab", { name: sameWords })).toBeVisible();
  await page.goBack();
  await expect(description).toHaveValue("The hall is dark");

  await page.reload();
  await expect(version(page)).toHaveCount(1);
  await expect(description).toHaveValue("The hall is dark");
  await page.getByRole("link", { name: "Visitations" }).first().click();
  await expect(page.getByRole("tab", { name: nextWords })).toBeVisible();
});

test("once every page was closed the next one has the newer worker, offline too", async ({
  page,
  secure,
  nextVersion,
}) => {
  await enter(page, secure.url, zanele);
  await upgrade(secure, nextVersion);
  await expect.poll(() => isWaiting(page)).toBe(true);
  const blank = await page.context().newPage();
  await page.close();
  await expect
    .poll(async () => {
      await blank.goto(`${secure.url}/resident/dashboard`);
      const waits = await isWaiting(blank);
      await blank.goto("about:blank");
      return waits;
    })
    .toBe(false);
  await secure.stop();
  await blank.goto(`${secure.url}/resident/dashboard`);
  await expect(message(blank)).toBeVisible();
  await expect(version(blank)).toHaveCount(1);
});

/**
 * Moments at which people reload, from at once to long after. They differ, because the fault behind
 * these tests needed a certain one.
 */
const moments: ((page: Page) => Promise<unknown>)[] = [
  async () => {},
  (page) => page.waitForLoadState("networkidle"),
  (page) => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve))),
  // The browser has looked for a newer worker, if it could.
  (page) =>
    page.evaluate(() => navigator.serviceWorker.ready.then((all) => all.update())).catch(() => {}),
  async (page) => {
    const debug = await page.context().newCDPSession(page);
    await debug.send("ServiceWorker.enable");
    await debug.send("ServiceWorker.stopAllWorkers");
    await debug.detach();
  },
];

for (const state of ["up", "killed", "offline"] as const)
  test.describe(`after an update, the server ${state}`, () => {
    test.use({ refusals: ["net::ERR_", 503, "Failed to fetch"] });

    test("every reload finishes", async ({ page, secure, nextVersion }) => {
      await enter(page, secure.url, zanele);
      await upgrade(secure, nextVersion);
      for (const [time, moment] of [...moments, ...moments].entries()) {
        await moment(page);
        if (time === 2 && state === "killed") await secure.stop();
        if (time === 2 && state === "offline") await page.context().setOffline(true);
        await page.reload({ timeout: 20_000 });
        await expect(message(page)).toBeVisible();
      }
      if (state === "up") await expect(version(page)).toHaveCount(1);
    });
  });
