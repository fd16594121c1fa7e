import { defineConfig } from "@playwright/test";
import { retries, time, workers } from "../../scripts/testSettings.ts";
import type { Engine } from "./browsers/engines.ts";

/** Specs that run in Firefox and in WebKit, which need more programs than the others. */
const inOtherBrowsers = "browsers/*.spec.ts";
/** The files that the release suite adds: those of this name, and in others the tests with this tag. */
const inReleaseSuite = /\.release\.spec\.ts|@release/;
const report = process.env.E2E_REPORT;
// Said once, because this file is loaded in each process of a run; `givenTime.ts` moves the clocks.
process.env.STOEP_TEST_AHEAD_MS ??= `${Date.parse(time) - Date.now()}`;

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
  workers,
  // A shared machine may be slow; what never happens still fails.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  retries,
  // When something all of them need is broken, more failures tell no more.
  maxFailures: 30,
  forbidOnly: true,
  reporter: report ? [["list"], ["json", { outputFile: report }]] : "list",
  projects: [
    { name: "chromium", testIgnore: inOtherBrowsers, grepInvert: inReleaseSuite },
    { name: "release", testIgnore: inOtherBrowsers, grep: inReleaseSuite },
    { name: "firefox", testMatch: inOtherBrowsers, use: { engine: "firefox" } },
    { name: "webkit", testMatch: inOtherBrowsers, use: { engine: "webkit" } },
  ],
  use: {
    browserName: "chromium",
    locale: "en-ZA",
    timezoneId: "Africa/Johannesburg",
    screenshot: "only-on-failure",
    // Without a limit a press on a button that is not there waits until the whole test is over.
    actionTimeout: 10_000,
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
