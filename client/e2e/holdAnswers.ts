import type { Page, Route } from "@playwright/test";

/** From now on nothing (or nothing of `what`) is answered, until what this answers is called. */
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
