import type { Locator } from "@playwright/test";
import { layoutFaultsOf } from "./layoutFaults.ts";
import config from "./playwright.config.ts";
import { enter, expect, test } from "./residentServer.ts";

const launch = config.use?.launchOptions;

/** On how many lines a fact's value is. */
const linesOf = (fact: Locator) =>
  fact
    .locator("span")
    .first()
    .evaluate((span) => {
      const range = document.createRange();
      range.selectNodeContents(span);
      return new Set([...range.getClientRects()].map(({ bottom }) => bottom)).size;
    });

for (const [size, pixels] of [
  ["150 %", 24],
  ["200 %", 32],
] as const)
  test(`with text at ${size} the page to pay keeps its numbers whole, and the menu is at the top`, async ({
    playwright,
    home,
  }) => {
    const browser = await playwright.chromium.launch({
      ...launch,
      args: [...(launch?.args ?? []), `--blink-settings=defaultFontSize=${pixels}`],
    });
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await enter(page, home, "/resident/dashboard");
    await page.getByRole("link", { name: "Pay", exact: true }).click();
    const facts = page.getByRole("region", { name: "Pay", exact: true }).getByRole("definition");
    await expect(facts).toHaveCount(6);
    // The account number, the branch code, the amount and the reference.
    for (const at of [2, 3, 4, 5]) expect(await linesOf(facts.nth(at))).toBe(1);
    expect(await layoutFaultsOf(page)).toEqual([]);

    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => window.scrollTo(0, 0));
    const menu = page.getByRole("button", { name: "Menu" });
    await expect(menu).toBeInViewport();
    await menu.click();
    await page.getByRole("dialog").getByRole("link", { name: "Visitations" }).click();
    await expect(page).toHaveURL(/\/resident\/vistors$/);
    await browser.close();
  });
