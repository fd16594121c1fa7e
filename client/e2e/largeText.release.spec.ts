import type { Locator } from "@playwright/test";
import { everybody, screens, withIds } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { layoutFaultsOf } from "./layoutFaults.ts";
import config from "./playwright.config.ts";
import { enter, expect, test } from "./residentServer.ts";

const launch = config.use?.launchOptions;
const twice = "--blink-settings=defaultFontSize=32";
test.use({ launchOptions: { ...launch, args: [...(launch?.args ?? []), twice] } });

const phone = { width: 360, height: 740 };

for (const who of everybody)
  test(`text twice as large fits on every screen, as ${who}`, async ({ page, demo, refusals }) => {
    test.slow();
    // The page of a link, opened without the link's code.
    if (who === "nobody") refusals.push(400);
    await page.setViewportSize(phone);
    const ids = await enterDemo(page, demo, who);
    const found: string[] = [];
    for (const path of Object.keys(screens[who])) {
      const address = demo.url + withIds(path, ids);
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      await expect(page).toHaveURL(address);
      for (const fault of await layoutFaultsOf(page)) found.push(`${path} at ${fault}`);
    }
    const size = () => getComputedStyle(document.documentElement).fontSize;
    expect(await page.evaluate(size)).toBe("34px");
    expect(found).toEqual([]);
  });

test("a refused email fits beside its sign", async ({ page, home }) => {
  await page.setViewportSize(phone);
  await enter(page, home, "/resident/vistors");
  const email = page.getByLabel("Visitor email");
  await email.fill("thandi");
  await email.press("Enter");
  await expect(email).toHaveAccessibleDescription(/thandi@example/);
  expect(await layoutFaultsOf(page)).toEqual([]);
});

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

test("what is owed fits, the page to pay keeps its numbers whole, and the menu is at the top", async ({
  page,
  home,
}) => {
  await page.setViewportSize(phone);
  await enter(page, home, "/resident/dashboard");
  await expect(page.getByText("R1 250.00", { exact: true }).last()).toBeVisible();
  expect(await layoutFaultsOf(page)).toEqual([]);
  await page.setViewportSize(phone);
  await page.getByRole("link", { name: "Pay", exact: true }).click();
  const facts = page.getByRole("region", { name: "Pay", exact: true }).getByRole("definition");
  await expect(facts).toHaveCount(6);
  const settings = await page.context().newCDPSession(page);
  // One and a half times as large, and then twice.
  for (const standard of [24, 32]) {
    await settings.send("Page.setFontSizes", { fontSizes: { standard } });
    await expect(page.locator("html")).toHaveCSS("font-size", `${(standard * 17) / 16}px`);
    // The account number, the branch code, the amount and the reference.
    for (const at of [2, 3, 4, 5]) expect(await linesOf(facts.nth(at))).toBe(1);
    expect(await layoutFaultsOf(page)).toEqual([]);
    await page.setViewportSize(phone);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  const menu = page.getByRole("button", { name: "Menu" });
  await expect(menu).toBeInViewport();
  await menu.click();
  await page.getByRole("dialog").getByRole("link", { name: "Visitations" }).click();
  await expect(page).toHaveURL(/\/resident\/vistors$/);
});
