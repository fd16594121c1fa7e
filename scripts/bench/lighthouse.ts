// Lighthouse on a phone that is slow, over a slow network, both simulated: how long until the largest
// thing of a page is painted, and its scores. Build first. One word says how many rounds. A machine that
// does other things as well is slower: under "Machine" is how fast it was, in Lighthouse's own measure.
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { startDemo } from "../../client/e2e/demo.ts";
import { callerOf } from "../../client/e2e/house.ts";
import { demoPassword } from "../../server/cli/demo/fill.ts";

const rounds = Number(process.argv[2] ?? 5);
const goalScore = 0.98;
const pages = [
  { path: "/", goalMs: 1500 },
  { path: "/login", goalMs: 1500 },
  { path: "/resident/dashboard", goalMs: 2000 },
];
const categories = ["performance", "accessibility", "best-practices"] as const;
const times = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "total-blocking-time",
] as const;

/** One visit by somebody who was never here, with the session in the cookie. */
async function visit(url: string, cookie: string) {
  const chrome = await launch({
    chromePath: process.env.CHROMIUM || "/usr/bin/chromium",
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"],
  });
  try {
    const found = await lighthouse(url, {
      ...{ port: chrome.port, logLevel: "error", onlyCategories: [...categories] },
      ...(cookie && { extraHeaders: { cookie } }),
    });
    // On a busy machine the recording itself may fail.
    if (!found || found.lhr.runtimeError) return null;
    const { lhr } = found;
    if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
    const faults = Object.values(lhr.audits)
      .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === "binary")
      .map(({ id }) => id);
    return {
      scores: categories.map((each) => lhr.categories[each]?.score ?? 0),
      times: times.map((each) => lhr.audits[each]?.numericValue ?? Number.NaN),
      machine: lhr.environment.benchmarkIndex,
      shift: lhr.audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
      faults,
    };
  } finally {
    chrome.kill();
  }
}

type Visit = NonNullable<Awaited<ReturnType<typeof visit>>>;

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

function rowOf({ path, goalMs }: (typeof pages)[number], visits: Visit[]): string {
  const middle = (of: (visit: Visit) => number | undefined) =>
    median(visits.map((each) => of(each) ?? Number.NaN));
  const [fcp = NaN, lcp = NaN, tbt = NaN] = times.map((_, at) => middle((each) => each.times[at]));
  const [score = NaN, access = NaN, practice = NaN] = categories.map((_, at) =>
    middle((each) => each.scores[at]),
  );
  const all = visits.map((each) => Math.round(each.times[1] ?? NaN)).sort((a, b) => a - b);
  const holds = lcp <= goalMs && score >= goalScore;
  const cells = [
    ...[path, `${Math.round(lcp)} ms (${all[0]} to ${all.at(-1)})`, `≤ ${goalMs} ms`],
    ...[score.toFixed(2), `≥ ${goalScore}`, access.toFixed(2), practice.toFixed(2)],
    ...[`${Math.round(fcp)} ms`, `${Math.round(tbt)} ms`, middle((each) => each.shift).toFixed(3)],
    ...[Math.round(middle((each) => each.machine)), holds ? "yes" : "NO"],
  ];
  return `| ${cells.join(" | ")} |`;
}

const demo = await startDemo();
const call = callerOf(demo.url);
await call("public.session.signIn", { username: demo.usernames.resident, password: demoPassword });
const cookies = call.cookie();

const columns = ["Page", "LCP", "Goal", "Score", "Goal", "Accessibility", "Best practices"];
columns.push("FCP", "Blocked", "Shift", "Machine", "Holds");
console.log(`Lighthouse on a simulated phone, median of ${rounds} (from least to most)\n`);
console.log(`| ${columns.join(" | ")} |\n|${columns.map(() => "---").join("|")}|`);
const faults = new Set<string>();
try {
  for (const page of pages) {
    const visits: Visit[] = [];
    for (let tries = 0; visits.length < rounds; tries += 1) {
      if (tries > 2 * rounds) throw new Error("Lighthouse could not record often enough.");
      const cookie = page.path.startsWith("/resident") ? cookies : "";
      const found = await visit(demo.url + page.path, cookie);
      if (found) visits.push(found);
    }
    console.log(rowOf(page, visits));
    for (const each of visits) for (const fault of each.faults) faults.add(`${page.path} ${fault}`);
  }
} finally {
  await demo.close();
}
if (faults.size > 0) console.log(`\nWhat it finds fault with: ${[...faults].join(", ")}`);
