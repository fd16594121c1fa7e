import type { Page } from "@playwright/test";
import type { Who } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { movedOn, watchMoves } from "./layoutShifts.ts";
import { expect, test } from "./test.ts";

// Nothing that people may already be reading or pressing moves when a response comes late.

/** Delays every response, and those of one page one after the other. */
async function delay(page: Page) {
  let count = 0;
  await page.route("**/api/trpc/**", async (route) => {
    count += 1;
    await new Promise((resolve) => setTimeout(resolve, 250 + 150 * (count % 3)));
    await route.fallback();
  });
}

const screens: Record<Who, string[]> = {
  nobody: ["/", "/about", "/privacy", "/login", "/join", "/nopage"],
  resident: ["/resident/dashboard", "/resident/reports/fines", "/resident/reports/maintenance"],
  staff: ["/staff/dashboard", "/staff/allmaintenanceissues"],
  admin: [
    "/admin/dashboard",
    "/admin/residents",
    "/admin/fines",
    "/admin/maintenance",
    "/admin/audit",
  ],
};

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
])
  test.describe(`at ${viewport.width}x${viewport.height}`, () => {
    test.use({ viewport });

    for (const [who, paths] of Object.entries(screens) as [Who, string[]][])
      for (const path of paths)
        test(`nothing moves on ${path}`, async ({ page, demo }) => {
          await enterDemo(page, demo, who);
          await watchMoves(page);
          await delay(page);
          await page.goto(demo.url + path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await page.waitForLoadState("networkidle");
          await page.evaluate(() => document.fonts.ready);
          const shifts = await movedOn(page);
          const sum = shifts.reduce((all, { value }) => all + value, 0);
          expect(sum, JSON.stringify(shifts)).toBeLessThan(0.01);
        });
  });
