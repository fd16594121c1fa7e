import { test as base, expect } from "@playwright/test";
import { setMachineTime } from "../givenTime.ts";
import type { Browser } from "./browser.ts";
import { type Engine, engines } from "./engines.ts";
import { type Person, personAt } from "./person.ts";

export { expect };

setMachineTime();

interface Options {
  /** The browser that a project of playwright.config.ts runs in. */
  engine: Engine;
  dark: boolean;
}

/** Tests in one of the browsers beside Chromium, each with a window of its own. */
export const test = base.extend<{ browserWindow: Browser; person: Person } & Options>({
  engine: ["webkit", { option: true }],
  dark: [false, { option: true }],
  browserWindow: async ({ engine, dark }, use) => {
    const browser = await engines[engine]({ dark });
    await use(browser);
    await browser.close();
  },
  person: async ({ browserWindow }, use, testInfo) => {
    await browserWindow.resize(1024, 800);
    await use(personAt(browserWindow));
    if (testInfo.error)
      await testInfo.attach("screen", {
        body: await browserWindow.picture(),
        contentType: "image/png",
      });
  },
});
