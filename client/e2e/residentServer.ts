import type { Page } from "@playwright/test";
import { type Home, own, startHome } from "./buildings.ts";
import { test as base, expect } from "./test.ts";

export { expect };

/** For `home`: one of its own for each test. */
export const ownHome = own(startHome);

/** Thandi's building. Other tests have done things in it. */
export const test = base.extend<{ home: Home }>({
  home: async ({ sharedHome }, use) => use(sharedHome),
});

/** Opens an address as Thandi. */
export async function enter(page: Page, home: Home, address: string): Promise<void> {
  const [name = "", value = ""] = home.cookie.split("=");
  await page.context().addCookies([{ name, value, url: home.url }]);
  await page.goto(home.url + address);
}

/** Fills in the visitor form on the screen, except its type. */
export async function fillVisitor(page: Page, name: string): Promise<void> {
  await page.getByLabel("Visitor name").fill(name);
  await page.getByLabel("Visitor surname").fill("Naidoo");
  await page.getByLabel("Visitor email").fill("guest@example.co.za");
}
