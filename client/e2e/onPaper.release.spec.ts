import { type Role, screens, withIds } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { expect, test } from "./test.ts";

// Every list on paper: it names the building and the date, and has nothing to press.

for (const who of ["resident", "staff", "admin"] satisfies Role[])
  test(`each list prints with a head and without buttons, as ${who}`, async ({ page, demo }) => {
    test.slow();
    const ids = await enterDemo(page, demo, who);
    let lists = 0;
    for (const path of Object.keys(screens[who])) {
      await page.emulateMedia({ media: "screen" });
      await page.goto(demo.url + withIds(path, ids));
      await page.waitForLoadState("networkidle");
      if ((await page.locator("main table").count()) === 0) continue;
      lists += 1;
      await page.emulateMedia({ media: "print" });
      await expect(page.getByText(/^Printed \d+ \w+ \d{4}$/), path).toBeVisible();
      // In print, the column heads that sort are plain words.
      const buttons = page.locator("main button:not(th *), main input").filter({ visible: true });
      expect(await buttons.allInnerTexts(), path).toEqual([]);
      await expect(page.getByRole("columnheader", { name: "Action" }), path).toHaveCount(0);
    }
    expect(lists).toBeGreaterThan(0);
  });
