import { test as base } from "./test.ts";

/**
 * Tests on one page, which the next test gets without the cookies and with the usual size. A browser
 * that is warm opens a screen in a third of the time. For tests that only look.
 */
export const testOnOnePage = base.extend({
  page: async ({ browser, warm, locale, timezoneId, viewport }, use) => {
    warm.page ??= await browser.newPage({ locale, timezoneId, viewport });
    // What the last screen still fetches would be refused without the cookies.
    await warm.page.goto("about:blank");
    await warm.page.context().clearCookies();
    if (viewport) await warm.page.setViewportSize(viewport);
    await use(warm.page);
    await warm.page.unrouteAll({ behavior: "ignoreErrors" });
    for (const type of ["pageerror", "console", "request", "requestfinished", "requestfailed"])
      warm.page.removeAllListeners(type);
    warm.page.removeAllListeners("response");
  },
});
