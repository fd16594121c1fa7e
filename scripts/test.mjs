// Runs each kind of check, shows its output, and adds up what passed and failed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "stoep-results-"));
const vitestResults = join(folder, "vitest.json");
const browserResults = join(folder, "browser.json");
let passed = 0;
let failed = 0;

/** Runs a command; true when it says that all is well. */
function run(title, command, args, env = {}) {
  console.log(`\n== ${title}`);
  const { status } = spawnSync(command, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/** Adds a runner's own counts; a runner that failed without a failed test counts as one. */
function add(fine, file, countsOf) {
  const counts = existsSync(file)
    ? countsOf(JSON.parse(readFileSync(file, "utf8")))
    : { passed: 0, failed: 0 };
  passed += counts.passed;
  failed += Math.max(counts.failed, fine ? 0 : 1);
}

for (const [title, script] of [
  ["types", "types"],
  ["lint and format", "lint"],
  ["first load within its budget", "bench:bundle"],
])
  if (run(title, "npm", ["run", "--silent", script])) passed += 1;
  else failed += 1;

add(
  run("unit and contract tests", "npx", [
    ...["vitest", "run", "--reporter=default", "--reporter=json"],
    `--outputFile.json=${vitestResults}`,
  ]),
  vitestResults,
  ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests }),
);

add(
  run(
    "browser tests",
    "npx",
    ["playwright", "test", "--config", "client/e2e/playwright.config.ts"],
    {
      E2E_REPORT: browserResults,
    },
  ),
  browserResults,
  ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
);

rmSync(folder, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
