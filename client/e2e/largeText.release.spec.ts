import { everybody, screens, withIds } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { layoutFaultsOf } from "./layoutFaults.ts";
import config from "./playwright.config.ts";
import { expect, test } from "./test.ts";

const launch = config.use?.launchOptions;
const twice = "--blink-settings=defaultFontSize=32";
test.use({ launchOptions: { ...launch, args: [...(launch?.args ?? []), twice] } });

for (const who of everybody)
  test(`text twice as large fits on every screen, as ${who}`, async ({ page, demo, refusals }) => {
    test.slow();
    // The page of a link, opened without the link's code.
    if (who === "nobody") refusals.push(400);
    await page.setViewportSize({ width: 360, height: 740 });
    const ids = await enterDemo(page, demo, who);
    const found: string[] = [];
    for (const path of Object.keys(screens[who])) {
      const address = demo.url + withIds(path, ids);
      await page.goto(address);
      await page.waitForLoadState("networkidle");
      await expect(page).toHaveURL(address);
      for (const fault of await layoutFaultsOf(page)) found.push(`${path} at ${fault}`);
    }
    const size = () => getComputedStyle(document.documentElement).fontSize;
    expect(await page.evaluate(size)).toBe("34px");
    expect(found).toEqual([]);
  });
