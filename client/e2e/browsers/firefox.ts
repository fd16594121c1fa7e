import { firefox } from "@playwright/test";
import type { Browser, Look } from "./browser.ts";

/** Opens Debian's Firefox, which Playwright drives over WebDriver BiDi. */
export async function openFirefox({ dark }: Look): Promise<Browser> {
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath: process.env.FIREFOX || "/usr/bin/firefox-esr",
    firefoxUserPrefs: { "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1 },
  });
  const page = await browser.newPage({ locale: "en-ZA", timezoneId: "Africa/Johannesburg" });
  return {
    goTo: async (url) => {
      // A page that is still on its way, as after signing out, would abort this.
      await page.waitForLoadState();
      await page.goto(url);
    },
    address: async () => page.url(),
    // As text, because the Content-Security-Policy forbids eval, which arguments would need.
    run: (body, ...args) =>
      page.evaluate(`(${body})(${args.map((each) => JSON.stringify(each)).join()})`),
    pressAt: (x, y) => page.mouse.click(x, y),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    attach: (path) => page.setInputFiles("input[type=file]", path),
    resize: (width, height) => page.setViewportSize({ width, height }),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}
