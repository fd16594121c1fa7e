// Runs each kind of check, shows its output, and adds up the passed and failed tests.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

const folder = mkdtempSync(join(tmpdir(), "stoep-results-"));
let passed = 0;
let failed = 0;
/**
 * Repeated at the end, where people look first, because the output before is thousands of lines
 * long.
 */
const failures = [];
/** What passed at the second try: it counts as passed, and is a fault to find all the same. */
const secondTries = [];

/** Runs a command; returns true when it succeeds. */
async function run(title, command, args, env = {}) {
  console.log(`\n== ${title}`);
  const running = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  const [status] = await once(running, "close");
  return status === 0;
}

/** Adds a runner's own counts; a runner that fails without a failed test counts as one failure. */
function add(title, fine, file, read) {
  const found = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : null;
  passed += found?.passed ?? 0;
  failed += Math.max(found?.failed ?? 0, fine ? 0 : 1);
  failures.push(...(found?.failures ?? []));
  secondTries.push(...(found?.secondTries ?? []));
  if (!fine && !found?.failures.length) failures.push(`${title}: see its output above`);
}

const failureText = (file, name, why = "") =>
  `${relative(process.cwd(), file)} > ${name}\n${stripVTControlCharacters(why).slice(0, 1500)}`;

/**
 * Vitest's report; a file that could not be loaded has a message and no tests. A test that passed at the
 * second try has the messages of the first.
 */
function readVitest({ numPassedTests, numFailedTests, testResults }) {
  const failures = testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && tests.length === 0)
      return [failureText(file, "the file itself", message)];
    return tests.map((test) => failureText(file, test.fullName, test.failureMessages.join("\n")));
  });
  const secondTries = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map((test) => failureText(file, test.fullName, test.failureMessages.join("\n"))),
  );
  return { passed: numPassedTests, failed: numFailedTests, failures, secondTries };
}

/** Playwright's report; it calls a test flaky that passed at the second try. */
function readPlaywright({ stats, suites, errors }) {
  const specsIn = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)];
  const textsOf = (wanted) =>
    suites.flatMap(specsIn).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results }) => {
          const messages = results.flatMap((result) => result.errors.map(({ message }) => message));
          return failureText(resolve("client/e2e", file), title, messages.join("\n"));
        }),
    );
  const whole = errors.map(({ message }) =>
    failureText("client/e2e", "the runner itself", message),
  );
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: [...textsOf("unexpected"), ...whole],
    secondTries: textsOf("flaky"),
  };
}

/** Runs one of the package's scripts that pass or fail as a whole. */
async function check(title, script) {
  const fine = await run(title, "npm", ["run", "--silent", script]);
  if (fine) passed += 1;
  else {
    failed += 1;
    failures.push(`${title}: see its output above`);
  }
}

async function runVitest(title, script) {
  const results = join(folder, `${script.replace(":", "-")}.json`);
  const fine = await run(title, "npm", [
    ...["run", "--silent", script, "--", "--reporter=default", "--reporter=json"],
    `--outputFile.json=${results}`,
  ]);
  add(title, fine, results, readVitest);
}

async function browse(title, project, workers) {
  const results = join(folder, `${project}.json`);
  const config = "client/e2e/playwright.config.ts";
  const fine = await run(
    title,
    "npx",
    ["playwright", "test", "--config", config, "--project", project, "--workers", workers],
    { E2E_REPORT: results },
  );
  add(title, fine, results, readPlaywright);
}

await check("types", "types");
await check("lint and format", "lint");
await check("unused code", "unused");
await check("first load within its budget", "bench:bundle");
await runVitest("unit and contract tests", "test");
await browse("browser tests", "chromium", "2");
if (process.env.STOEP_TEST === "all") {
  // One at a time: without a graphics card these draw slowly.
  await browse("tests in Firefox", "firefox", "1");
  await browse("tests in WebKit", "webkit", "1");
  await runVitest("machine tests", "test:machine");
  await runVitest("faults", "test:faults");
}

rmSync(folder, { recursive: true, force: true });
for (const [title, texts] of [
  ["passed at the second try", secondTries],
  ["failed", failures],
])
  if (texts.length > 0) console.log(`\n== ${title}\n\n${texts.join("\n\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
