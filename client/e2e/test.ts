import { test as base, expect, type Page } from "@playwright/test";
import { furnish, type House, password, startHouse } from "./house.ts";

interface Fixtures {
  /** Statuses the server may answer in this test, and words the console may say; others fail it. */
  refusals: (number | string)[];
  /** Fails the test on a console error, an uncaught error or a request that failed. */
  quiet: undefined;
}

interface WorkerFixtures {
  /** A building that is set up and lived in. */
  house: House & { inviteLink: string };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const house = await startHouse();
      const inviteLink = await furnish(house);
      await use({ ...house, inviteLink });
      await house.close();
    },
    { scope: "worker" },
  ],
  refusals: [[], { option: true }],
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
        if (text !== "net::ERR_ABORTED") noises.push(`failed: ${request.url()} ${text}`);
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
});

/** Fills in the login form that is on the screen and sends it. */
export async function logIn(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

export { expect };
