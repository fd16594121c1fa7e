import type { Page, Request } from "@playwright/test";
import type { AnyRouter } from "@tanstack/react-router";
import { namesByRole } from "./accessibility.ts";
import { everybody, exceptions, screens, withIds } from "./addresses.ts";
import { faultsOf } from "./axe.ts";
import { enterDemo } from "./demo.ts";
import { testOnOnePage as test } from "./onePage.ts";
import { expect } from "./test.ts";

// One visit to each address: everything that holds for all of them is looked at there.

// By both workers: together these are half of all browser tests of the gate.
test.describe.configure({ mode: "parallel" });

const desk = { width: 1280, height: 800 };
/** The part of the desk that is left when the browser enlarges everything to 200 %. */
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

/** Whether the page has the app open, for this role. A window's name outlasts its pages. */
const isOpenAs = (page: Page, who: string) =>
  page.evaluate((name) => window.name === name && "__TSR_ROUTER__" in window, who);

/** Goes to an address as a link does. The app and axe are loaded already, which takes a third of the time. */
const follow = (page: Page, address: string) =>
  page.evaluate((href) => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: AnyRouter };
    return router.navigate({ href });
  }, address);

/** Waits until all that the page has asked for is answered, and drawn. */
function requestsOf(page: Page) {
  const open = new Set<Request>();
  const over = (request: Request) => open.delete(request);
  page.on("request", (request) => {
    // The stream of what has changed has no end.
    if (request.resourceType() !== "eventsource") open.add(request);
  });
  page.on("requestfinished", over);
  page.on("requestfailed", over);
  return async () => {
    // Twice, because an answer may lead to the next request.
    for (const _ of "12") {
      await expect.poll(() => open.size, { intervals: [20] }).toBe(0);
      await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 50)));
    }
  };
}

test("every exception is about an address there is", () => {
  const visited = everybody.flatMap((who) => Object.keys(screens[who]));
  expect(visited).toEqual(expect.arrayContaining(Object.keys(exceptions)));
});

for (const who of everybody)
  for (const [path, [title, says]] of Object.entries(screens[who]))
    test(`${path}, as ${who}`, async ({ page, demo, refusals }) => {
      // The page of a link, opened without the link's code.
      if (path === "/link") refusals.push(400);
      const address = withIds(path, await enterDemo(page, demo, who));
      const url = demo.url + address;
      const settled = requestsOf(page);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize(desk);
      if (who === "nobody" || !(await isOpenAs(page, who))) {
        await page.goto(url);
        await page.evaluate((name) => Object.assign(window, { name }), who);
      } else await follow(page, address);
      const heading = page.getByRole("heading", { level: 1 });
      // Looked for with each frame the page draws; an expectation asks at most each tenth of a second.
      await heading.filter({ hasText: says }).waitFor();
      await expect(heading).toHaveText(says);
      await expect(page).toHaveTitle(`${title} · Stoep`);
      await expect(page).toHaveURL(url);
      await settled();
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
