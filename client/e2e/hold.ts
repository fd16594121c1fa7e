import type { Page, Route } from "@playwright/test";

/** From now on nothing is answered, until what this answers is called. */
export async function holdEverything(page: Page): Promise<() => Promise<void>> {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const wait = async (route: Route) => {
    await held;
    await route.fallback();
  };
  await page.route("**/*", wait);
  return async () => {
    go();
    await page.unroute("**/*", wait);
  };
}
