import { defineConfig } from "@playwright/test";

const report = process.env.E2E_REPORT;

// Runs against the built server: `npm run build` first.
export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  workers: 1,
  // A shared machine may be slow; what never happens still fails.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: report ? [["list"], ["json", { outputFile: report }]] : "list",
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
