import type { Page } from "@playwright/test";
import { faultsOf } from "./axe.ts";
import { enterDemo } from "./demo.ts";
import { movedOn, watchMoves } from "./layoutShifts.ts";
import { linesOf } from "./pdfText.ts";
import { asks, both, expect, saveCsv, test } from "./test.ts";

// The audit trail grows as people load older entries, and nobody loses their place in it.

const older = (page: Page) => page.getByRole("button", { name: "Older entries" });
const drawn = (page: Page) => page.locator("tbody tr[aria-rowindex]");
/** The table head is row 1. */
const rowAt = (page: Page, number: number) => page.locator(`tr[aria-rowindex="${number + 1}"]`);
const linkAt = (page: Page, number: number) => rowAt(page, number).getByRole("link");

async function growTo(page: Page, count: number, from = 50) {
  for (let here = from + 50; here <= count; here += 50) {
    await older(page).click();
    await expect(page.getByRole("status").filter({ hasText: /newest/ })).toContainText(`${here} `);
  }
}

/** Scrolls to the end. */
async function toTheEnd(page: Page) {
  const rest = () =>
    page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight);
      return document.documentElement.scrollHeight - innerHeight - scrollY;
    });
  await expect.poll(rest).toBeLessThan(1);
}

/** Waits until the page has been drawn and then has nothing to do. Runs in the page. */
const drawnAndIdle = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestIdleCallback(() => resolve()));
  });

/** The row nearest to the window's top and its position, once nothing moves any more. */
async function firstInSight(page: Page) {
  const now = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll("tbody tr[aria-rowindex]")];
      const from = (side: "top" | "bottom") =>
        rows.find(
          (each) =>
            each.getBoundingClientRect()[side] > 80 &&
            each.getBoundingClientRect().top < innerHeight - 200,
        );
      const row = from("top") ?? from("bottom");
      const { top = 0 } = row?.getBoundingClientRect() ?? {};
      return { number: Number(row?.getAttribute("aria-rowindex")) - 1, top };
    });
  let found = await now();
  // After a jump the rows are placed by estimated heights first, and then by their real ones.
  await expect(async () => {
    for (let time = 1; time <= 3; time += 1) {
      const before = found;
      await page.evaluate(drawnAndIdle);
      found = await now();
      expect(found).toEqual(before);
    }
  }).toPass();
  return found;
}
const topOf = (page: Page, number: number) =>
  rowAt(page, number).evaluate((row) => row.getBoundingClientRect().top);

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
])
  test.describe(`at ${viewport.width}x${viewport.height}`, () => {
    test.use({ viewport });

    test.beforeEach(async ({ page, demo }) => {
      await enterDemo(page, demo, "admin");
      await watchMoves(page);
      await page.goto(`${demo.url}/admin/audit`);
      await expect(rowAt(page, 50)).toBeAttached();
    });

    test("of hundreds of entries the oldest is at the end, and nothing moves", async ({ page }) => {
      await expect(drawn(page)).toHaveCount(50);
      await growTo(page, 100);
      await expect(drawn(page)).toHaveCount(100);
      await growTo(page, 500, 100);
      await toTheEnd(page);
      await expect(rowAt(page, 500)).toBeInViewport();
      const numbers = await drawn(page)
        .getByRole("link")
        .evaluateAll((links) =>
          links.map((link) => Number(link.getAttribute("href")?.split("entry=")[1])),
        );
      expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
      await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", "-1");
      expect(await faultsOf(page)).toEqual([]);

      // The end moves down when a press made the list longer, which is the press's own doing. The
      // browser only knows that for half a second, which is too short for a busy machine.
      const byPressing = await movedOn(page);
      await page.mouse.move(180, 400);
      for (let round = 0; round < 12; round += 1) {
        const { number, top } = await firstInSight(page);
        await page.mouse.wheel(0, -250);
        await expect.poll(async () => (await topOf(page, number)) - top).toBeGreaterThan(200);
        expect(Math.abs((await topOf(page, number)) - top - 250)).toBeLessThan(2);
      }
      expect(await movedOn(page)).toEqual(byPressing);
    });

    test("the focus stays with its row however far one scrolls, and Tab goes on from there", async ({
      page,
    }) => {
      await growTo(page, 300);
      await linkAt(page, 1).focus();
      await toTheEnd(page);
      await expect(rowAt(page, 300)).toBeInViewport();
      await expect(linkAt(page, 1)).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(linkAt(page, 2)).toBeFocused();
      await expect(linkAt(page, 2)).toBeInViewport();
      // Row by row with the keyboard.
      for (let row = 3; row < 40; row += 1) await page.keyboard.press("Tab");
      await expect(linkAt(page, 39)).toBeFocused();
      await expect(linkAt(page, 39)).toBeInViewport();
      await older(page).focus();
      await page.keyboard.press("Shift+Tab");
      await expect(linkAt(page, 300)).toBeFocused();
    });

    test("going back from an entry leads to the same place in the list", async ({ page }) => {
      await growTo(page, 300);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight * 0.6));
      await expect.poll(async () => (await firstInSight(page)).number).toBeGreaterThan(100);
      const { number } = await firstInSight(page);
      // Its link must be fully visible, otherwise pressing it would scroll the page first.
      await rowAt(page, number).evaluate((row) =>
        scrollBy(0, row.getBoundingClientRect().top - 120),
      );
      await expect.poll(async () => Math.abs((await topOf(page, number)) - 120)).toBeLessThan(1);
      const top = await topOf(page, number);
      await linkAt(page, number).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Entry \d+$/);
      await page.goBack();
      await expect(rowAt(page, number)).toBeInViewport();
      await expect.poll(async () => Math.abs((await topOf(page, number)) - top)).toBeLessThan(2);
    });
  });

test.describe("at the edges", () => {
  test.beforeEach(async ({ page, demo }) => {
    await enterDemo(page, demo, "admin");
    await page.goto(`${demo.url}/admin/audit`);
    await expect(rowAt(page, 50)).toBeAttached();
  });

  test("paper gets every entry that is here, and the screen its place back", async ({ page }) => {
    await growTo(page, 200);
    await page.evaluate(() => scrollTo(0, 3000));
    await expect.poll(async () => (await firstInSight(page)).number).toBeGreaterThan(20);
    const { number, top } = await firstInSight(page);
    const times = (await linesOf(await page.pdf())).join(" ");
    expect(times.match(/\d+ \w{3,4} \d{4}, \d\d:\d\d (?!SAST)/g)?.length).toBeGreaterThanOrEqual(
      200,
    );
    expect(times).toContain("Showing the newest 200.");
    // The table head is on every sheet.
    expect(times.match(/When Who What About Change From/g)?.length).toBeGreaterThan(5);
    expect(Math.abs((await topOf(page, number)) - top)).toBeLessThan(2);
  });

  test("if older entries cannot be fetched, the list stays, and Retry fetches them", async ({
    page,
    refuse,
    cut,
  }) => {
    const complaint = page.getByRole("main").getByRole("alert");
    await growTo(page, 150);
    await toTheEnd(page);
    for (const [stop, why] of both(refuse, cut)) {
      const { number, top } = await firstInSight(page);
      await stop("admin.audit.entries");
      await older(page).click();
      await expect(complaint).toContainText("The older entries could not be loaded.");
      await expect(complaint).toContainText(why);
      await expect(linkAt(page, 150)).toBeInViewport();
      expect(Math.abs((await topOf(page, number)) - top)).toBeLessThan(2);
      await page.unrouteAll();
    }
    await older(page).click();
    await expect(complaint).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: /newest/ })).toContainText("200 ");
  });
});

test("a save of thousands of entries says how far it is, moves nothing, and can be stopped", async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/audit`);
  await expect(rowAt(page, 50)).toBeAttached();
  const going = page.getByRole("status").filter({ hasText: /^Fetched/ });
  const saved = page.getByText("Document saved successfully");
  const filters = page.getByRole("search");
  const place = await filters.boundingBox();
  // The sixth response of two hundred, and all later ones, wait.
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let count = 0;
  await page.route(asks("admin.audit.entries"), async (route) => {
    count += 1;
    if (count > 5) await held;
    await route.fallback();
  });
  await page.getByRole("button", { name: "Export CSV" }).click();
  await page.getByRole("menuitem", { name: /^CSV\s*With/ }).click();
  await expect(going).toHaveText(/^Fetched 1.000 of 3.\d{3}$/);
  expect(await filters.boundingBox()).toEqual(place);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(going).toHaveCount(0);
  await expect(page.locator("main")).toBeFocused();
  await expect(saved).toHaveCount(0);

  // A stopped export can be started again.
  goOn();
  await saveCsv(page);
  await expect(saved).toBeVisible();
  await expect(going).toHaveCount(0);
});
