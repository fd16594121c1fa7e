import { everybody, screens, withIds } from "./addresses.ts";
import { faultsOf } from "./axe.ts";
import { enterDemo } from "./demo.ts";
import { testOnOnePage as test } from "./onePage.ts";
import { expect } from "./test.ts";

// In the dark, and each list on paper; everyScreen.spec.ts looks at the light.

for (const who of everybody)
  for (const path of Object.keys(screens[who]))
    test(`axe finds nothing serious on ${path} in the dark, and a list prints clean, as ${who}`, async ({
      page,
      demo,
      refusals,
    }) => {
      // The page of a link, opened without the link's code.
      if (path === "/link") refusals.push(400);
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      await page.setViewportSize({ width: 360, height: 740 });
      const address = demo.url + withIds(path, await enterDemo(page, demo, who));
      await page.goto("about:blank");
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      await expect(page).toHaveURL(address);
      expect(await faultsOf(page)).toEqual([]);

      if (who === "nobody" || (await page.locator("main table").count()) === 0) return;
      await page.emulateMedia({ media: "print" });
      await expect(page.getByText(/^Printed \d+ \w+ \d{4}$/)).toBeVisible();
      // In print, the column heads that sort are plain words.
      const buttons = page.locator("main button:not(th *), main input").filter({ visible: true });
      expect(await buttons.allInnerTexts()).toEqual([]);
      await expect(page.getByRole("columnheader", { name: "Action" })).toHaveCount(0);
      // The next test gets the same page.
      await page.emulateMedia({ media: "screen" });
    });
