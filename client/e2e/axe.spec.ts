import { everybody, screens, withIds } from "./addresses.ts";
import { faultsOf } from "./axe.ts";
import { enterDemo } from "./demo.ts";
import { expect, test } from "./demoServer.ts";

/** Each theme at another size, so that tables are also tested as cards. */
const looks = {
  light: { width: 1280, height: 800 },
  dark: { width: 360, height: 740 },
};

for (const who of everybody)
  for (const path of Object.keys(screens[who]))
    test(`axe finds nothing serious on ${path}, as ${who}, light and dark`, async ({
      page,
      demo,
      refusals,
    }) => {
      // The page of a link, opened without the link's code.
      if (path === "/link") refusals.push(400);
      await page.emulateMedia({ reducedMotion: "reduce" });
      const address = demo.url + withIds(path, await enterDemo(page, demo, who));
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      await expect(page).toHaveURL(address);
      const found: string[] = [];
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize(looks[colorScheme]);
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        for (const fault of await faultsOf(page)) found.push(`${colorScheme}: ${fault}`);
      }
      expect(found).toEqual([]);
    });
