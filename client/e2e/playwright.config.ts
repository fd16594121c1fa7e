import { defineConfig } from "@playwright/test";
import type { Engine } from "./browsers/browser.ts";

/** Specs that run in Firefox and in WebKit, which need more programs than the others. */
const inOtherBrowsers = "browsers/*.spec.ts";
const report = process.env.E2E_REPORT;

// Runs against the built server: `npm run build` first.
export default defineConfig<{ engine: Engine }>({
  testDir: ".",
  outputDir: "../../test-results",
  // Each has its own servers, and takes one file after the other.
  workers: 2,
  // A shared machine may be slow; what never happens still fails.
  timeout: 90_000,
  expect: { timeout: 15_000 },
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
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
  },
});
