import { readFileSync } from "node:fs";
import { test as base, expect, type Page } from "@playwright/test";
import {
  type Demo,
  furnish,
  type Home,
  shared,
  startDemo,
  startEmpty,
  startHome,
} from "./buildings.ts";
import { giveTime, setGivenTime } from "./givenTime.ts";
import { password, type pieter, sessionOf, startServer, type TestServer } from "./testServer.ts";

setGivenTime();

/** Stops the page from getting one procedure's responses, until `page.unrouteAll()`. */
export type Stop = (procedure: string) => Promise<void>;

/** The reason in the server's responses by `refuse`. */
export const broke = "Something broke here; try again.";
/** The screen's message when no response came. */
export const dead = /The building's server does not answer/;

interface Fixtures {
  /** Response statuses and console texts that are allowed in this test; any others fail it. */
  refusals: (number | string)[];
  /** Fails the test on a console error, an uncaught error or a failed request. */
  quiet: undefined;
  /**
   * Notes that the page asked to print, as `data-asked-to-print` of the document, instead of printing.
   * Chromium refuses `page.pdf()` until its own printing has ended, which nothing tells a test.
   */
  printer: undefined;
  /** A page of somebody else, with a session of its own. */
  otherPage: Page;
  /** Makes the server refuse, where a real refusal is impossible. */
  refuse: Stop;
  /** Cuts the connection, like a dead network. */
  cut: Stop;
}

/**
 * Each is started when a test first asks for it, and kept for all tests of a worker. A file adds none
 * of its own: Playwright would begin a new worker for it, with a new browser and new servers.
 */
interface WorkerFixtures {
  /** A building that is set up and in use. */
  server: TestServer & { inviteLink: string };
  /** For `building` of `adminServer.ts`. */
  sharedBuilding: TestServer;
  /** For `home` of `residentServer.ts`. */
  sharedHome: Home;
  /** The demo building, only for reading, because other tests see every change to it. */
  demo: Demo;
  /** For `onePage.ts`. */
  warm: { page?: Page };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => giveTime(await open(options));
      await use(browser);
    },
    { scope: "worker" },
  ],
  server: shared(async () => {
    const server = await startServer();
    return { ...server, inviteLink: await furnish(server) };
  }),
  sharedBuilding: shared(startEmpty),
  sharedHome: shared(startHome),
  demo: shared(startDemo),
  warm: [
    async ({}, use) => {
      const warm: { page?: Page } = {};
      await use(warm);
      await warm.page?.close();
    },
    { scope: "worker" },
  ],
  // A new list for each test, so that one test's exceptions do not apply to the next.
  refusals: [async ({}, use) => use([]), { option: true }],
  quiet: [
    async ({ page, refusals }, use) => {
      const noises: string[] = [];
      const expected = (text: string) => refusals.some((each) => text.includes(`${each}`));
      page.on("pageerror", (error) => noises.push(`uncaught: ${error.message}`));
      page.on("console", (message) => {
        const fails = message.type() === "error" || message.type() === "warning";
        if (fails && !expected(message.text())) noises.push(`console: ${message.text()}`);
      });
      page.on("requestfailed", (request) => {
        // Leaving a page aborts its pending requests.
        const text = request.failure()?.errorText ?? "";
        if (text !== "net::ERR_ABORTED" && !expected(text))
          noises.push(`failed: ${request.url()} ${text}`);
      });
      page.on("response", (response) => {
        const status = response.status();
        if (status >= 400 && !refusals.includes(status))
          noises.push(`answered ${status}: ${response.url()}`);
      });
      await use(undefined);
      expect(noises).toEqual([]);
    },
    { auto: true },
  ],
  printer: [
    async ({ page }, use) => {
      await page.addInitScript(() => {
        window.print = () => document.documentElement.setAttribute("data-asked-to-print", "");
      });
      await use(undefined);
    },
    { auto: true },
  ],
  otherPage: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(await context.newPage());
    await context.close();
  },
  refuse: async ({ page, refusals }, use) => {
    const reason = { code: "server.broken", message: broke };
    // React logs an error for which a page shows an error screen; its number identifies it.
    const error = { message: "500 server.broken", code: -32603, data: { reason } };
    await use(async (procedure) => {
      refusals.push(500);
      await page.route(asks(procedure), async (route) => {
        const names = proceduresIn(new URL(route.request().url()));
        if (names.length === 1) return route.fulfill({ status: 500, json: { error } });
        const answer = await route.fetch();
        const each: unknown[] = await answer.json();
        const json = each.map((own, at) => (names[at]?.startsWith(procedure) ? { error } : own));
        return route.fulfill({ status: 207, json });
      });
    });
  },
  cut: async ({ page, refusals }, use) => {
    await use(async (procedure) => {
      refusals.push("Failed to fetch");
      await page.route(asks(procedure), (route) => route.abort("aborted"));
    });
  },
});

/** The procedures that an address calls: one, or those of a batch. */
export const proceduresIn = ({ pathname }: URL): string[] =>
  pathname.startsWith("/api/trpc/") ? pathname.slice("/api/trpc/".length).split(",") : [];

/** For routes: whether an address calls a procedure with this name or this beginning of a name. */
export const asks = (procedure: string) => (url: URL) =>
  proceduresIn(url).some((name) => name.startsWith(procedure));

/**
 * A refusal by the server, and no response at all; each with its reason as the screen and the toast
 * show it.
 */
export const both = (refuse: Stop, cut: Stop) =>
  [
    [refuse, broke, broke],
    [cut, dead, ""],
  ] as const;

/** Fills in and submits the login form on the screen. */
export async function logIn(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

/** Logs a person in by the form, and goes to an address. */
export async function logInTo(
  page: Page,
  url: string,
  path: string,
  { username }: { username: string },
  secret = password,
): Promise<void> {
  await page.goto(`${url}/login?to=${encodeURIComponent(path)}`);
  await logIn(page, username, secret);
}

/** As when a tab becomes visible again. */
export const seenAgain = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));

/** Types the current password and twice another, and sends them. */
export async function changePassword(page: Page, from: string, to: string): Promise<void> {
  await page.getByLabel("Current password", { exact: true }).fill(from);
  await page.getByLabel("New password", { exact: true }).fill(to);
  await page.getByLabel("Confirm password", { exact: true }).fill(to);
  await page.getByRole("button", { name: "Change password" }).click();
}

/** Fills in who somebody is, on every form that makes an account. */
export async function fillPerson(page: Page, who: Omit<typeof pieter, "role">): Promise<void> {
  for (const [label, text] of [
    ["Name", who.name],
    ["Surname", who.surname],
    ["Username", who.username],
    ["Email", who.email],
    ["Cellphone", who.cellPhone],
    ["ID/Passport number", who.idNumber],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
}

/** What a press saves on the device. */
export async function savedBy(page: Page, press: () => Promise<unknown>) {
  const download = page.waitForEvent("download");
  await press();
  const file = await download;
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
}

/** Saves the list on the screen, or the page, as a PDF. */
export const savePdf = (page: Page) =>
  savedBy(page, () => page.getByRole("button", { name: "Export as PDF" }).click());

/** Saves the list on the screen as CSV. */
export async function saveCsv(page: Page, choice = /^CSV\s*With/) {
  await page.getByRole("button", { name: "Export CSV" }).click();
  return savedBy(page, () => page.getByRole("menuitem", { name: choice }).click());
}

/** Signs a person in on the page, in tests that are not about the login form. */
export async function signIn(page: Page, url: string, username: string): Promise<void> {
  await page.context().addCookies([{ name: "sid", value: sessionOf(url, username), url }]);
}

/**
 * Expects a toast with this text. With `why`, the toast must have exactly both, so that an earlier
 * one does not match.
 */
export async function says(page: Page, text: string, why?: string): Promise<void> {
  const toast = page.locator("[data-sonner-toast]").filter({ hasText: text });
  await expect(toast).toBeVisible();
  if (why !== undefined) await expect(toast).toHaveText(text + why);
}

/** Opens the "…" of a row and presses something in it. */
export async function chooseOf(page: Page, whose: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `More for ${whose}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

export { expect };
