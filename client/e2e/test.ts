import { test as base, expect, type Page } from "@playwright/test";
import { furnish, password, startServer, type TestServer } from "./testServer.ts";

/** Keeps the answers of one procedure from the page, until `page.unrouteAll()`. */
export type Stop = (procedure: string) => Promise<void>;

/** Why the server says that it refused, in the answers of `refuse`. */
export const broke = "Something broke here; try again.";
/** What a screen says when no answer came. */
export const dead = /The building's server does not answer/;

interface Fixtures {
  /** Statuses the server may answer in this test, and words the console may say; others fail it. */
  refusals: (number | string)[];
  /** Fails the test on a console error, an uncaught error or a request that failed. */
  quiet: undefined;
  /** Has the server say no, where a real refusal cannot be had. */
  refuse: Stop;
  /** Cuts the line, as a dead network does. */
  cut: Stop;
}

interface WorkerFixtures {
  /** A building that is set up and lived in. */
  server: TestServer & { inviteLink: string };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const server = await startServer();
      const inviteLink = await furnish(server);
      await use({ ...server, inviteLink });
      await server.close();
    },
    { scope: "worker" },
  ],
  // A new list for each test: what one may say, the next may not.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
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
        // Leaving a page cuts off what it was still asking for.
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
  refuse: async ({ page, refusals }, use) => {
    const reason = { code: "server.broken", message: broke };
    // React logs an error that a page shows instead of itself: known by its number.
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

/** For routes: whether an address calls a procedure of this name, or of names that begin so. */
export const asks = (procedure: string) => (url: URL) =>
  proceduresIn(url).some((name) => name.startsWith(procedure));

/** The server's no, and no answer; with why, as the screen says it and as the toast does. */
export const both = (refuse: Stop, cut: Stop) =>
  [
    [refuse, broke, broke],
    [cut, dead, ""],
  ] as const;

/** Fills in the login form that is on the screen and sends it. */
export async function logIn(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

/** A toast says this; with `why` given, that and nothing else, so that no earlier one is taken for it. */
export async function says(page: Page, text: string, why?: string): Promise<void> {
  const toast = page.locator("[data-sonner-toast]").filter({ hasText: text });
  await expect(toast).toBeVisible();
  if (why !== undefined) await expect(toast).toHaveText(text + why);
}

export { expect };
