import { defineConfig } from "vitest/config";

/** The tests that need only the sources: no built program, browser or test machine. */
export default defineConfig({
  test: {
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    include: ["server/**/*.test.ts", "client/**/*.test.ts"],
    exclude: ["server/cli/**", "server/faults/**", "server/fixtures/**", "client/e2e/**"],
  },
});
