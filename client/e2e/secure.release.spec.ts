import type { Page } from "@playwright/test";
import { faultsOf } from "./axe.ts";
import { cachedQueries, enter, expect, lindiwe, storedData, test, zanele } from "./secureServer.ts";
import { logIn, seenAgain } from "./test.ts";
import { nomsa } from "./testServer.ts";

/** Whether the browser's caches hold the app's own files, and nothing else. */
const appCaches = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    return names.length === 1 && names.every((name) => name.startsWith("workbox-precache"));
  });

const banner = (page: Page) => page.getByText(/^You are offline\./);

/** Looks at the page again; who is signed in is answered, but arrives when the returned function is called. */
async function answeredLate(page: Page): Promise<() => Promise<unknown>> {
  const network = await page.context().newCDPSession(page);
  const asked = "*/public.session.current*";
  await network.send("Fetch.enable", {
    patterns: [{ urlPattern: asked, requestStage: "Response" }],
  });
  const held = new Promise<{ requestId: string }>((resolve) => {
    network.once("Fetch.requestPaused", resolve);
  });
  await seenAgain(page);
  const { requestId } = await held;
  network.on("Fetch.requestPaused", (next) =>
    network.send("Fetch.continueRequest", { requestId: next.requestId }),
  );
  return async () => {
    await network.send("Fetch.continueRequest", { requestId });
    await network.detach();
    await page.waitForLoadState("networkidle");
  };
}

/** The errors that a browser reports about a server that does not answer. */
const silence = ["net::ERR_", 503, "Failed to fetch"];

test("the page is secure and so is the cookie; admins see what it stands on", async ({
  page,
  secure,
}) => {
  const response = await page.goto(`${secure.url}/login`);
  expect((await response?.securityDetails())?.issuer).toMatch(/^Stoep on /);
  expect(await page.evaluate(() => isSecureContext)).toBe(true);
  await logIn(page, nomsa.username);
  await page.waitForURL(/admin\/dashboard/);
  const safe = { secure: true, httpOnly: true, sameSite: "Lax", path: "/" };
  const cookies = await page.context().cookies();
  expect(cookies.sort((a, b) => b.name.localeCompare(a.name))).toMatchObject([
    { name: "__Host-sid", ...safe },
    { name: "__Host-device", ...safe },
  ]);
  await page.goto(`${secure.url}/admin/building`);
  await expect(page.getByText("with a certificate that this machine made")).toBeVisible();
  await expect(page.getByRole("img", { name: /how to trust this building/ })).toBeVisible();
  const { host } = new URL(secure.url);
  await expect(page.getByLabel("Address of that page")).toHaveValue(`http://${host}/trust`);
  await expect(page.getByText("plain HTTP")).toHaveCount(0);
});

test("an old bookmark leads to the page about the certificate and on to its address, with its secret", async ({
  page,
  secure,
}) => {
  await page.goto(`${secure.url.replace("https", "http")}/login?to=/resident/issues#kept`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Trust this building");
  await page.getByRole("link", { name: "Open Protea Court" }).click();
  await expect(page).toHaveURL(`${secure.url}/login?to=/resident/issues#kept`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Login");
});

test.describe("on a phone without JavaScript", () => {
  for (const colorScheme of ["light", "dark"] as const)
    test(`the page about the certificate reads well, ${colorScheme}`, async ({
      browser,
      secure,
    }) => {
      const address = `${secure.url.replace("https", "http")}/trust`;
      const context = await browser.newContext({
        colorScheme,
        viewport: { width: 360, height: 740 },
      });
      const page = await context.newPage();
      await page.goto(address);
      await page.locator("details").evaluateAll((all) => {
        for (const each of all) each.setAttribute("open", "");
      });
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await context.close();

      const bare = await browser.newContext({ javaScriptEnabled: false });
      const old = await bare.newPage();
      await old.goto(address);
      const fetched = old.waitForEvent("download");
      await old.getByRole("link", { name: "Get the certificate" }).first().click();
      expect((await fetched).suggestedFilename()).toBe("stoep.pem");
      await bare.close();
    });
});

test("the app can be installed, under the building's name", async ({ page, secure }) => {
  await enter(page, secure.url, zanele);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);
  const { errors, data } = await session.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? "")).toMatchObject({
    name: "Stoep · Protea Court",
    short_name: "Stoep",
    display: "standalone",
  });
});

test("over plain HTTP no worker is registered", async ({ page, server }) => {
  await page.goto(`${server.url}/login`);
  await logIn(page, nomsa.username);
  await page.waitForURL(/admin\/dashboard/);
  await page.waitForLoadState("networkidle");
  const count = () => navigator.serviceWorker.getRegistrations().then(({ length }) => length);
  expect(await page.evaluate(count)).toBe(0);
});

test.describe("without a network", () => {
  test.use({ refusals: silence });

  test("a resident sees what was last seen, marked as such, and can change nothing", async ({
    page,
    secure,
  }) => {
    await enter(page, secure.url, zanele);
    await page.getByRole("link", { name: "Issues" }).first().click();
    await expect(page.getByLabel("Description")).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(banner(page)).toHaveCount(0);
    await secure.stop();

    const response = await page.goto(`${secure.url}/resident/dashboard`);
    // Not the page of another address.
    expect(await response?.text()).toContain('<div id="root"></div>');
    await expect(page.getByText("Water is off on Tuesday from 9 to 12.")).toBeVisible();
    await expect(banner(page)).toHaveText(/^You are offline\. Last seen today, \d\d:\d\d\.$/);

    await page.getByRole("link", { name: "Issues" }).first().click();
    await page.getByLabel("Type Of Maintenance").selectOption("Electricity");
    await page.getByLabel("Description").fill("The hall is dark");
    await page.getByRole("button", { name: "Log the request" }).click();
    await expect(page.getByText(/nothing was sent and nothing changed/).first()).toBeVisible();
    await expect(page.getByLabel("Description")).toHaveValue("The hall is dark");
    await expect(banner(page)).toBeVisible();

    await secure.start();
    await expect(banner(page)).toHaveCount(0);
    await page.getByRole("button", { name: "Log the request" }).click();
    await expect(page.getByRole("cell", { name: "The hall is dark" })).toHaveCount(1);
  });

  test("it is said as soon as the device knows, and what was never seen is not made up", async ({
    page,
    secure,
  }) => {
    await enter(page, secure.url, zanele);
    await page.context().setOffline(true);
    await expect(banner(page)).toHaveText(/^You are offline\. Last seen today/);
    await page.context().setOffline(false);
    await expect(banner(page)).toHaveCount(0);
    await secure.stop();
    await page.goto(`${secure.url}/resident/reports/maintenance`);
    await expect(page.getByText(/The building's server does not answer/)).toBeVisible();
    await expect(banner(page)).toBeVisible();
    await secure.start();
  });
});

test("what one person has seen is gone when they sign out or their session expires, and the next sees none of it", async ({
  page,
  secure,
  refusals,
}) => {
  refusals.push(401);
  await enter(page, secure.url, zanele);
  await page.goto(`${secure.url}/resident/reports/fines`);
  await page.waitForLoadState("networkidle");
  expect(await cachedQueries(page)).toContain("resident.fines.mine");
  const arrive = await answeredLate(page);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(`${secure.url}/`);
  await expect.poll(() => cachedQueries(page)).toEqual([]);
  await arrive();
  await expect(page.getByText("Zanele")).toHaveCount(0);
  expect(await cachedQueries(page)).toEqual([]);
  expect(await appCaches(page)).toBe(true);

  await enter(page, secure.url, lindiwe);
  const words = JSON.stringify(await storedData(page));
  expect(words).toContain("Lindiwe Sithole");
  expect(words).not.toContain("Zanele");
  await page.context().clearCookies();
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => cachedQueries(page)).toEqual([]);
});

test("of an admin only their own dashboard is stored, and of nobody a number or a file", async ({
  page,
  secure,
}) => {
  await enter(page, secure.url, nomsa);
  for (const path of ["residents", "fines", "building", "profile"]) {
    await page.goto(`${secure.url}/admin/${path}`);
    await page.waitForLoadState("networkidle");
  }
  await page.getByRole("button", { name: "Numbers" }).click();
  await page.getByText("Numbers to call").waitFor();
  await expect
    .poll(async () => [...new Set(await cachedQueries(page))].sort())
    .toEqual([
      "admin.dashboard.firstSteps",
      "admin.dashboard.needs",
      "admin.dashboard.overview",
      "member.building.contacts",
      "member.building.details",
      "member.notices.mine",
      "member.weather.current",
      "owner",
      "public.session.current",
    ]);
  expect(JSON.stringify(await storedData(page))).not.toMatch(/idNumber|8001015009087/);
});
