import type { Page } from "@playwright/test";

/** From now on nothing is answered, until what this answers is called. */
export async function holdEverything(page: Page): Promise<() => Promise<void>> {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route("**/*", async (route) => {
    await held;
    await route.fallback();
  });
  return async () => {
    go();
    await page.unrouteAll({ behavior: "wait" });
  };
}
