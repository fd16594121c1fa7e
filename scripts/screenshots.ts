// Takes screenshots of every address in a demo building, for phone and desktop, light and dark,
// into screenshots/. Run `npm run build` first; `npm run screenshots -- fines` takes only addresses
// with "fines" in them.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { everybody, screens, type Who, withIds } from "../client/e2e/addresses.ts";
import { startDemo } from "../client/e2e/buildings.ts";
import { enterDemo } from "../client/e2e/demo.ts";
import { root } from "../server/platform/installation/paths.ts";

const wanted = process.argv[2] ?? "";
const folder = join(root, "screenshots");
const sizes = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } };
const themes = ["light", "dark"] as const;

async function shoot(browser: Browser, who: Who, size: keyof typeof sizes) {
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: sizes[size],
    locale: "en-ZA",
    timezoneId: "Africa/Johannesburg",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const ids = await enterDemo(page, demo, who);
  for (const address of Object.keys(screens[who]).filter((each) => each.includes(wanted)))
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(withIds(address, ids));
      await page.waitForLoadState("networkidle");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) console.log(`${address} scrolls ${wide} px sideways (${size})`);
      const name = address.replace(/\W+/g, "_").replace(/^_/, "") || "welcome";
      await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`) });
    }
  await context.close();
}

mkdirSync(folder, { recursive: true });
const demo = await startDemo();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const who of everybody)
    for (const size of Object.keys(sizes) as (keyof typeof sizes)[])
      await shoot(browser, who, size);
  console.log(`The pictures are in ${folder}`);
} finally {
  await browser.close();
  await demo.close();
}
