import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";

/** What `run.ts` has Stryker do; it says which sources get faults. */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "scripts/mutants/vitest.config.ts", related: true },
  coverageAnalysis: "perTest",
  // Stryker would read it with TypeScript's own functions, which version 7 has not. No test needs it.
  tsconfigFile: "no tsconfig.json",
  // Each runs tests that use a processor whole, and hash passwords besides.
  concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
  dryRunTimeoutMinutes: 60,
  // What is done once as a file is read could only be tried by running all tests anew.
  ignoreStatic: true,
  ignorePatterns: ["/dist", "/data", "/test-results", "/playwright-report", "/screenshots"],
  tempDirName: join(tmpdir(), "stoep-mutants"),
  cleanTempDir: "always",
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
