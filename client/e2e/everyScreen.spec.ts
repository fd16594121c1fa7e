import type { Page } from "@playwright/test";
import { namesByRole } from "./accessibility.ts";
import { everybody, files, screens, withIds } from "./addresses.ts";
import { faultsOf } from "./axe.ts";
import { enterDemo } from "./demo.ts";
import { testOnOnePage as test } from "./onePage.ts";
import { expect } from "./test.ts";

// One visit to each address: everything that holds for all of them is looked at there.

// By both workers: together these are half of all browser tests of the gate.
test.describe.configure({ mode: "parallel" });

const desk = { width: 1280, height: 800 };
/** What is left of the desk when the browser enlarges everything to 200 %. */
const enlarged = { width: 640, height: 400 };
const phone = { width: 360, height: 740 };

/** The head of each column of each table, and the head that each cell belongs to. */
const tablesOn = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll("table")].filter((each) => each.checkVisibility());
    return shown.map((table) => {
      const heads = [...table.querySelectorAll("thead th")].map(({ textContent }) => textContent);
      const cells = [...table.querySelectorAll("td")];
      return { heads, above: cells.map(({ cellIndex }) => heads[cellIndex] ?? "") };
    });
  });

/** On a phone each cell of a table is read with its column's head before it. */
async function expectNamedCells(page: Page): Promise<void> {
  const tables = await tablesOn(page);
  if (tables.length === 0) return;
  const above = tables.flatMap((table) => table.above);
  const cells = await namesByRole(page, "cell");
  expect(cells).toHaveLength(above.length);
  const unnamed = cells.filter((name, at) => !`${name} `.startsWith(`${above[at]} `.trimStart()));
  expect(unnamed).toEqual([]);
  expect(await namesByRole(page, "table")).toHaveLength(tables.length);
}

/** Whether the page can be scrolled sideways. Runs in the page. */
const scrollsSideways = () =>
  document.documentElement.scrollWidth > document.documentElement.clientWidth;

test("the list of addresses has every address there is", () => {
  const listed = Object.values(screens).flatMap((each) => Object.keys(each));
  const paths = listed.map((address) => address.replace(/\?.*/, "").replace("/nopage", "/$"));
  expect([...new Set(paths)].sort()).toEqual([...files.keys()].sort());
});

for (const who of everybody)
  for (const [path, [title, says]] of Object.entries(screens[who]))
    test(`${path}, as ${who}`, async ({ page, demo, refusals }) => {
      // The page of a link, opened without the link's code.
      if (path === "/link") refusals.push(400);
      const url = demo.url + withIds(path, await enterDemo(page, demo, who));
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize(desk);
      await page.goto(url);
      const heading = page.getByRole("heading", { level: 1 });
      // Looked for with each frame the page draws; an expectation asks at most each tenth of a second.
      await heading.filter({ hasText: says }).waitFor();
      await expect(heading).toHaveText(says);
      await expect(page).toHaveTitle(`${title} · Stoep`);
      await expect(page).toHaveURL(url);
      await page.waitForLoadState("networkidle");
      expect.soft(await faultsOf(page), "axe at a desk").toEqual([]);
      const heads = (await tablesOn(page)).flatMap((table) => table.heads);
      expect.soft(await namesByRole(page, "columnheader")).toEqual(heads);

      await page.setViewportSize(enlarged);
      expect.soft(await page.evaluate(scrollsSideways), "scrolls sideways at 200 %").toBe(false);

      await page.setViewportSize(phone);
      expect.soft(await page.evaluate(scrollsSideways), "scrolls sideways on a phone").toBe(false);
      expect.soft(await faultsOf(page, { colours: false }), "axe on a phone").toEqual([]);
      await expectNamedCells(page);
    });
