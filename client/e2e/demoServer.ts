import type { Page } from "@playwright/test";
import { type Demo, startDemo } from "./demo.ts";
import { test as base } from "./test.ts";

export { expect } from "./test.ts";

/** For `demo`: the demo building, only for reading, because other tests see every change to it. */
export const demoBuilding = async ({}, use: (demo: Demo) => Promise<void>) => {
  const demo = await startDemo();
  await use(demo);
  await demo.close();
};

export const test = base.extend<object, { demo: Demo }>({
  demo: [demoBuilding, { scope: "worker" }],
});

interface WarmPage {
  page?: Page;
}

/**
 * The same on one page, which the next test gets without the cookies and with the usual size. A
 * browser that is warm opens a screen in a third of the time. For tests that only look.
 */
export const testOnOnePage = test.extend<object, { warm: WarmPage }>({
  warm: [
    async ({}, use) => {
      const warm: WarmPage = {};
      await use(warm);
      await warm.page?.close();
    },
    { scope: "worker" },
  ],
  page: async ({ browser, warm, locale, timezoneId, viewport }, use) => {
    warm.page ??= await browser.newPage({ locale, timezoneId, viewport });
    await warm.page.context().clearCookies();
    if (viewport) await warm.page.setViewportSize(viewport);
    await use(warm.page);
    await warm.page.unrouteAll({ behavior: "ignoreErrors" });
    for (const type of ["pageerror", "console", "requestfailed", "response"])
      warm.page.removeAllListeners(type);
  },
});
