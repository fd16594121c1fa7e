import { everybody, screens, withIds } from "./addresses.ts";
import { faultsOf } from "./axe.ts";
import { enterDemo } from "./demo.ts";
import { testOnOnePage as test } from "./onePage.ts";
import { expect } from "./test.ts";

// In the dark; everyScreen.spec.ts looks at the light.

for (const who of everybody)
  for (const path of Object.keys(screens[who]))
    test(`axe finds nothing serious on ${path} in the dark, as ${who}`, async ({
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
    });
