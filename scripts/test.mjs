// Runs each kind of check, shows its output, and adds up the passed and failed tests.
import { randomInt } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { runStage } from "./testStage.mjs";

const isReleaseSuite = process.env.STOEP_TEST === "all";
const folder = mkdtempSync(join(tmpdir(), "stoep-results-"));
let passed = 0;
let failed = 0;
/**
 * Repeated at the end, where people look first, because the output before is thousands of lines
 * long.
 */
const failures = [];
/** Tests that passed at the second try: they count as passed, and are faults to find all the same. */
const secondTries = [];
const stages = [{ title: "install", seconds: Number(process.env.STOEP_INSTALL_SECONDS) }];
const files = [];
/** Several times what a stage takes on a busy machine. */
const longestMs = (isReleaseSuite ? 45 : 15) * 60_000;

/** Runs a command; returns true when it succeeds. */
async function run(title, command, args, env = {}) {
  console.log(`\n== ${title}`);
  const begun = Date.now();
  const fine = await runStage(command, args, env, longestMs);
  stages.push({ title, seconds: (Date.now() - begun) / 1000 });
  return fine;
}

const textOf = ({ file, name, why, shown = "" }) =>
  `${relative(process.cwd(), file)} > ${name}\n${stripVTControlCharacters(why).slice(0, 1500)}${shown}`;

/** The page as text when a test failed. The next stage's browsers delete the file with it. */
function pageAt({ attachments }) {
  const path = attachments.find(({ name }) => name === "error-context")?.path;
  const [, page = ""] = (path && existsSync(path) ? readFileSync(path, "utf8") : "").split(
    "# Page snapshot",
  );
  return page && `\nThe page then:${page.split("\n# ", 1)[0].slice(0, 3000)}`;
}

/** The same of Playwright's report as `vitestReport.ts` writes. Playwright calls flaky what passed at the second try. */
function readPlaywright({ stats, suites, errors }) {
  const specsIn = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)];
  const all = suites.flatMap(specsIn).flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      file: resolve("client/e2e", file),
      name: title,
      status,
      why: results.flatMap((each) => each.errors.map(({ message }) => message)).join("\n"),
      shown: results.map(pageAt).find(Boolean),
      seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
    })),
  );
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: all.filter(({ status }) => status === "unexpected"),
    secondTries: all.filter(({ status }) => status === "flaky"),
    runnerErrors: errors.map(({ message }) => message),
    files: all,
  };
}

const nothing = {
  passed: 0,
  failed: 0,
  failures: [],
  secondTries: [],
  runnerErrors: [],
  files: [],
};

/**
 * Runs a runner of tests and adds up what it found. If it fails although no test did, it gets a second
 * try as a test does, because nothing says which test such an error belongs to.
 */
async function runTests(title, command, args, reportIn, read = (report) => report) {
  const attempt = async (round) => {
    const file = join(folder, `${stages.length}.json`);
    const fine = await run(`${title}${round}`, command, args, { [reportIn]: file });
    const report = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : nothing;
    if (fine || report.failed > 0) return { ...report, broken: [] };
    const whys = report.runnerErrors.length > 0 ? report.runnerErrors : ["see its output above"];
    return {
      ...report,
      broken: whys.map((why) => textOf({ file: title, name: "outside of any test", why })),
    };
  };
  const first = await attempt("");
  const last = first.broken.length > 0 ? await attempt(", once more") : first;
  passed += last.passed;
  failed += last.failed + last.broken.length;
  failures.push(...last.failures.map(textOf), ...last.broken);
  secondTries.push(...last.secondTries.map(textOf));
  if (last.broken.length === 0) secondTries.push(...first.broken);
  files.push(...last.files);
}

/** Runs what passes or fails as a whole; returns true when it passed. */
async function check(title, command, ...args) {
  const fine = await run(title, command, args);
  if (fine) passed += 1;
  else {
    failed += 1;
    failures.push(`${title}: see its output above`);
  }
  return fine;
}

/** The same of one of the package's scripts. */
const checkScript = (title, script) => check(title, "npm", "run", "--silent", script);

/** @param at when it is for all that takes part; by default when it is */
function runVitest(title, projects, files = [], at = "") {
  const words = [
    ...["npx", "vitest", "run", ...files, ...projects.flatMap((name) => ["--project", name])],
    ...["--reporter=default", "--reporter=./scripts/vitestReport.ts"],
  ];
  // A node whose monotonic clock is set too ends when a thread reads the machine's instead.
  const [command, ...args] = timed(words, at, ["-m", "--exclude-monotonic"]);
  return runTests(title, command, args, "VITEST_REPORT");
}

function browse(title, project, more = [], at = "") {
  const config = "client/e2e/playwright.config.ts";
  const words = ["npx", "playwright", "test", ...more, "--config", config, "--project", project];
  // Without those options, with which Chromium waits for seconds where it should for milliseconds.
  const [command, ...args] = timed(words, at);
  return runTests(title, command, args, "E2E_REPORT", readPlaywright);
}

/**
 * A command with the machine's clock set, for it and all it starts.
 * @param more options of faketime
 */
function timed(words, at, more = []) {
  if (!at) return words;
  const ahead = Math.round((Date.parse(at) - Date.now()) / 1000);
  const given = `STOEP_TEST_TIME=${new Date(at).toISOString()}`;
  const faketime = ["faketime", ...more, "-f", `${ahead < 0 ? "" : "+"}${ahead}s`];
  return ["env", given, ...faketime, ...words];
}

/** Each weekday, five past midnight, and the last hour of a month and of a year. */
const moments = [
  "2026-11-30T23:05+02:00",
  "2026-12-01T00:05+02:00",
  "2026-12-16T12:00+02:00",
  "2026-12-31T23:05+02:00",
  "2027-01-01T00:05+02:00",
  "2027-02-27T17:30+02:00",
  "2027-03-28T09:00+02:00",
];
const halfAYearAhead = new Date(Date.now() + 183 * 86_400_000).toISOString();
/** Those that ask the machine for the time. */
const testsOfTime = ["clock", "cli", "https", "database"].map((name) => `/${name}/`);
/** A day of each kind of person, and a screen of the demo building for each sweep. */
const storiesOfDays = ["monday", "resident.spec", "staff", "oneScreen"];

if (isReleaseSuite) {
  process.env.STOEP_TEST_SEED ??= String(randomInt(2 ** 31));
  console.log(`fast-check makes up its values from STOEP_TEST_SEED=${process.env.STOEP_TEST_SEED}`);
}
async function build() {
  const fine = await check("build", "scripts/build");
  if (fine) await checkScript("first load within its budget", "bench:bundle");
  return fine;
}

// Beside one another, because each by itself leaves one of two cores idle for a part of its time.
const [isBuilt] = await Promise.all([
  build(),
  checkScript("types", "types"),
  checkScript("lint and format", "lint"),
  checkScript("unused code", "unused"),
]);
const ofTheGate = ["unit", "unit-isolated"];
if (isBuilt) {
  // `server/fixtures/prepare.ts` need not build the programs again.
  process.env.STOEP_BUILT = "1";
  await runVitest("unit and contract tests", ofTheGate);
  await browse("browser tests", "chromium");
}
if (isBuilt && isReleaseSuite) {
  await runVitest("tests with processes and waiting", ["release"]);
  await browse("browser tests of every screen", "release");
  // One at a time: without a graphics card these draw slowly.
  await browse("tests in Firefox", "firefox", ["--workers=1"]);
  await browse("tests in WebKit", "webkit", ["--workers=1"]);
  await runVitest("machine tests", ["machine"]);
  await runVitest("faults", ["faults"]);
  for (const at of moments) {
    await runVitest(`tests of time, at ${at}`, ofTheGate, testsOfTime, at);
    await browse(`stories of days, at ${at}`, "chromium", storiesOfDays, at);
  }
  await runVitest("unit and contract tests, half a year ahead", ofTheGate, [], halfAYearAhead);
  await browse("stories of days, half a year ahead", "chromium", storiesOfDays, halfAYearAhead);
}
rmSync(folder, { recursive: true, force: true });

/** The ten files that took longest; a file of browser tests is in the report once for each test. */
function slowestFiles() {
  const seconds = new Map();
  for (const each of files) seconds.set(each.file, (seconds.get(each.file) ?? 0) + each.seconds);
  const sorted = [...seconds].sort(([, one], [, other]) => other - one);
  return sorted
    .slice(0, 10)
    .map(([file, of]) => ({ title: relative(process.cwd(), file), seconds: of }));
}

for (const [title, rows] of [
  ["seconds of each stage", stages],
  ["the ten slowest files, in seconds", slowestFiles()],
]) {
  console.log(`\n== ${title}\n`);
  for (const row of rows) console.log(`${row.seconds.toFixed(0).padStart(6)}  ${row.title}`);
}
for (const [title, texts] of [
  ["passed at the second try", secondTries],
  ["failed", failures],
])
  if (texts.length > 0) console.log(`\n== ${title}\n\n${texts.join("\n\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
