import { defineConfig } from "@playwright/test";
import type { Engine } from "./browsers/browser.ts";

/** Specs that run in Firefox and in WebKit, which need more programs than the others. */
const inOtherBrowsers = "browsers/*.spec.ts";
const report = process.env.E2E_REPORT;

/**
 * The last two are pages for the address bar's suggestions. Chromium loads both of them for each
 * window, although a headless one shows no address bar, and they cost more than the page itself. The
 * others are what Playwright turns off, because Chromium listens only to the last list it is given.
 */
const turnedOff = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "DialMediaRouteProvider",
  "GlobalMediaControls",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "BlockOriginHeaderModificationOnRedirect",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "Translate",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

// Runs against the built server: `npm run build` first.
export default defineConfig<{ engine: Engine }>({
  testDir: ".",
  outputDir: "../../test-results",
  // Each has its own servers, and takes one file after the other.
  workers: 2,
  // A shared machine may be slow; what never happens still fails.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // `scripts/test` names what passed at the second try.
  retries: 1,
  forbidOnly: true,
  reporter: report ? [["list"], ["json", { outputFile: report }]] : "list",
  projects: [
    { name: "chromium", testIgnore: inOtherBrowsers },
    { name: "firefox", testMatch: inOtherBrowsers, use: { engine: "firefox" } },
    { name: "webkit", testMatch: inOtherBrowsers, use: { engine: "webkit" } },
  ],
  use: {
    browserName: "chromium",
    locale: "en-ZA",
    timezoneId: "Africa/Johannesburg",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        `--disable-features=${turnedOff.join()}`,
      ],
    },
  },
});
