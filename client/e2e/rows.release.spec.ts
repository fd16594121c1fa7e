import { expect, type Locator, type Page } from "@playwright/test";
import { enterDemo } from "./demo.ts";
import { test } from "./test.ts";

/** The third row of a list, and where its first link leads; names in it lead to people. */
async function third(page: Page) {
  const row = page.getByRole("row").nth(3);
  const href = await row.getByRole("link").first().getAttribute("href");
  return { row, cell: row.getByRole("cell").nth(2), href: new URL(href ?? "", page.url()).href };
}

test.describe("a row that leads somewhere", () => {
  test.beforeEach(async ({ page, demo }) => {
    await enterDemo(page, demo, "admin");
    await page.goto(`${demo.url}/admin/units`);
    await expect(page.getByRole("row").nth(3)).toBeVisible();
  });

  test("opens here with Enter, and in another tab with the middle button or Ctrl", async ({
    page,
    context,
  }) => {
    const { row, cell, href } = await third(page);
    const before = page.url();
    for (const press of [
      { button: "middle" },
      { modifiers: ["ControlOrMeta"] },
    ] satisfies Parameters<Locator["click"]>[0][]) {
      const [tab] = await Promise.all([context.waitForEvent("page"), cell.click(press)]);
      await expect(tab).toHaveURL(href);
      expect(page.url()).toBe(before);
      await tab.close();
    }
    await row.getByRole("link").first().focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(href);
  });

  test("stays where its text is selected, and where its button is pressed", async ({ page }) => {
    const before = page.url();
    const { row, cell } = await third(page);
    const box = await cell.locator("span").last().boundingBox();
    if (!box) throw new Error("The cell is not there");
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width, y, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate(() => `${getSelection()}`)).not.toBe("");
    expect(page.url()).toBe(before);

    await page.evaluate(() => getSelection()?.empty());
    await row.getByRole("button", { name: "More for" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog
      .getByText(/^Remove/)
      .first()
      .click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    expect(page.url()).toBe(before);
  });
});
