import type { Page } from "@playwright/test";
import { namesByRole } from "./accessibility.ts";
import { screens, withIds } from "./addresses.ts";
import { enterDemo, type Role } from "./demo.ts";
import { expect, test } from "./demoServer.ts";

/** The head of each column, and the head that each cell belongs to. */
const headings = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll("table")].filter((each) => each.checkVisibility());
    return shown.map((table) => {
      const heads = [...table.querySelectorAll("thead th")].map(({ textContent }) => textContent);
      const cells = [...table.querySelectorAll("td")];
      return { heads, above: cells.map(({ cellIndex }) => heads[cellIndex] ?? "") };
    });
  });

for (const who of ["resident", "staff", "admin"] satisfies Role[])
  test(`a screen reader hears what each cell is, on phones and on desks, as ${who}`, async ({
    page,
    demo,
  }) => {
    test.slow();
    const ids = await enterDemo(page, demo, who);
    let lists = 0;
    for (const path of Object.keys(screens[who])) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(demo.url + withIds(path, ids));
      await page.waitForLoadState("networkidle");
      const tables = await headings(page);
      if (tables.length === 0) continue;
      lists += 1;
      const heads = tables.flatMap((table) => table.heads);
      expect(await namesByRole(page, "columnheader"), path).toEqual(heads);

      await page.setViewportSize({ width: 360, height: 740 });
      const [above, cells] = [
        (await headings(page)).flatMap((table) => table.above),
        await namesByRole(page, "cell"),
      ];
      expect(cells.length, path).toBe(above.length);
      const unnamed = cells.filter(
        (name, at) => !`${name} `.startsWith(`${above[at]} `.trimStart()),
      );
      expect(unnamed, path).toEqual([]);
      expect(await namesByRole(page, "table"), path).toHaveLength(tables.length);
    }
    expect(lists).toBeGreaterThan(0);
  });
