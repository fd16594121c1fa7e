import type { Page } from "@playwright/test";
import { everybody, screens, withIds } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { moveDate } from "./givenTime.ts";
import { hold } from "./holdAnswers.ts";
import { testOnOnePage as test } from "./onePage.ts";
import { expect } from "./test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const main = (page: Page) => page.getByRole("main");

/** A link of the navigation to another page. */
function linkElsewhere(page: Page) {
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  return links.and(page.locator(":not([aria-current])")).first();
}

for (const who of everybody)
  for (const [path, [title, says, left]] of Object.entries(screens[who]))
    test(`${path}, as ${who}: opened, reloaded, left and come back to`, async ({
      page,
      demo,
      refusals,
    }) => {
      // Without the code after its #, the page of a link is refused.
      if (path === "/link") refusals.push(400);
      const ids = await enterDemo(page, demo, who);
      const search = left ? `${path.includes("?") ? "&" : "?"}${left}` : "";
      const url = demo.url + withIds(path, ids) + search;
      const isHere = async () => {
        await expect(heading(page)).toHaveText(says);
        await expect(page).toHaveTitle(`${title} · Stoep`);
        await expect(page).toHaveURL(url);
      };
      await page.goto(url);
      await isHere();
      await page.reload();
      await isHere();
      await page.waitForLoadState("networkidle");
      await expect(page.getByText("Loading…")).toHaveCount(0);
      const shown = await main(page).innerText();

      await linkElsewhere(page).click();
      await expect(page).not.toHaveTitle(`${title} · Stoep`);
      await expect(page).not.toHaveURL(url);
      // A minute later all data are stale and no response comes; the old data stay visible.
      await page.evaluate(moveDate, 60_000);
      const release = await hold(page);
      await page.goBack();
      await isHere();
      await expect(page.getByText("Loading…")).toHaveCount(0);
      await expect.poll(() => main(page).innerText()).toBe(shown);
      await release();
      // The next test gets the same page, and should not hear what is answered now.
      await page.goto("about:blank");
    });

for (const [requested, meant] of [
  ["/resident/visitors?tab=in", "/resident/vistors?tab=in"],
  ["/resident/maintenance/", "/resident/reports/maintenance"],
  ["/resident/fines", "/resident/reports/fines"],
  ["/resident", "/resident/dashboard"],
  ["/resident/", "/resident/dashboard"],
  ["/admin/dashboard", "/resident/dashboard"],
])
  test(`a resident who asks for ${requested} is led to ${meant}`, async ({ page, demo }) => {
    await enterDemo(page, demo, "resident");
    await page.goto(demo.url + requested);
    await expect(page).toHaveURL(demo.url + meant);
    await expect(heading(page)).toBeVisible();
    await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  });
