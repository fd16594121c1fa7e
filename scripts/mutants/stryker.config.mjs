import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

/** Stryker's configuration for `run.ts`, which adds the sources to mutate. */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "scripts/mutants/vitest.config.ts", related: true },
  coverageAnalysis: "perTest",
  // Stryker would read it with TypeScript functions that version 7 does not have. No test needs it.
  tsconfigFile: "no tsconfig.json",
  // Each one runs tests that use a whole processor, and hash passwords as well.
  concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
  dryRunTimeoutMinutes: 60,
  // Mutants that run once on import would need all tests to run again.
  ignoreStatic: true,
  ignorePatterns: ["/dist", "/data", "/test-results", "/playwright-report", "/screenshots"],
  tempDirName: join(tmpdir(), "stoep-mutants"),
  cleanTempDir: "always",
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
