import type { Page, Route } from "@playwright/test";

/** Holds back every response (or those to `what`) until the returned function is called. */
export async function hold(page: Page, what = "**/*"): Promise<() => Promise<void>> {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const wait = async (route: Route) => {
    await held;
    await route.fallback();
  };
  await page.route(what, wait);
  return async () => {
    go();
    await page.unroute(what, wait);
  };
}
