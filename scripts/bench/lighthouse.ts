import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { fillDemo } from "../../client/e2e/demo.ts";
import { callerOf } from "../../client/e2e/testServer.ts";
import { demoPassword } from "../../server/cli/demo/fill.ts";
import { chromiumPath, chromiumWords } from "./browser.ts";
import type { Bench } from "./parts.ts";
import type { Line } from "./report.ts";
import { serveStoep } from "./serve.ts";
import { startSky } from "./sky.ts";

const goalScore = 0.98;
const pages = [
  { path: "/", goal: 1.5 },
  { path: "/login", goal: 1.5 },
  { path: "/resident/dashboard", goal: 2 },
];
const categories = ["performance", "accessibility", "best-practices"] as const;

/** One visit by somebody who was never here, with the session in the cookie. */
async function visit(chromePath: string, url: string, cookie: string) {
  const chrome = await launch({ chromePath, chromeFlags: ["--headless=new", ...chromiumWords] });
  try {
    const found = await lighthouse(url, {
      port: chrome.port,
      logLevel: "error",
      onlyCategories: [...categories],
      ...(cookie && { extraHeaders: { cookie } }),
    });
    // On a busy machine the recording itself may fail.
    if (!found || found.lhr.runtimeError) return null;
    const { lhr } = found;
    if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
    const auditOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
    const scoreOf = (category: string) => lhr.categories[category]?.score ?? Number.NaN;
    return {
      lcp: auditOf("largest-contentful-paint") / 1000,
      performance: scoreOf("performance"),
      accessibility: scoreOf("accessibility"),
      practices: scoreOf("best-practices"),
      fcp: auditOf("first-contentful-paint"),
      blocked: auditOf("total-blocking-time"),
      shift: auditOf("cumulative-layout-shift"),
      // How fast it was itself, in Lighthouse's own measure.
      machine: lhr.environment.benchmarkIndex,
      faults: Object.values(lhr.audits)
        .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === "binary")
        .map(({ id }) => id),
    };
  } finally {
    chrome.kill();
  }
}

type Visit = NonNullable<Awaited<ReturnType<typeof visit>>>;

async function visitSurely(...words: Parameters<typeof visit>): Promise<Visit> {
  for (let tries = 0; tries < 3; tries += 1) {
    const found = await visit(...words);
    if (found) return found;
  }
  throw new Error(`Lighthouse could not record ${words[1]}; try again when less is going on.`);
}

/** What is not in the table. */
function tell(path: string, { lcp, fcp, blocked, shift, machine, faults }: Visit): void {
  const paints = `largest paint ${lcp.toFixed(2)} s, first ${(fcp / 1000).toFixed(2)} s`;
  const rest = `blocked ${blocked.toFixed(0)} ms, shift ${shift.toFixed(3)}, machine ${machine}`;
  console.error(`  ${path}: ${paints}, ${rest}${faults.map((fault) => `, fault: ${fault}`)}`);
}

/** Lighthouse on a slow phone over a slow network, both simulated, in a demo building. */
export async function measureLighthouse({ folder, profile }: Bench): Promise<Line[]> {
  const chromium = chromiumPath();
  const data = join(folder, "demo");
  mkdirSync(data);
  const { resident } = fillDemo(data);
  await using demo = await serveStoep(data, { OPEN_METEO_URL: await startSky() });
  const call = callerOf(demo.url);
  await call("public.session.signIn", { username: resident, password: demoPassword });
  const visits = pages.map((): Visit[] => []);
  for (let round = 0; round < profile.rounds; round += 1)
    for (const [at, { path }] of pages.entries()) {
      const cookie = path.startsWith("/resident") ? call.cookie() : "";
      const found = await visitSurely(chromium, demo.url + path, cookie);
      tell(path, found);
      visits[at]?.push(found);
    }
  const worst = "Lighthouse on a phone, the least of the three";
  const scores = { atLeast: goalScore };
  /** Of each round the page that did worst. */
  const least = (of: "accessibility" | "practices") =>
    Array.from({ length: profile.rounds }, (_, round) =>
      Math.min(...visits.map((each) => each[round]?.[of] ?? Number.NaN)),
    );
  return [
    ...pages.flatMap(({ path, goal }, at): Line[] => {
      const rounds = (of: "lcp" | "performance") => visits[at]?.map((each) => each[of]) ?? [];
      const what = `Lighthouse on a phone, ${path}`;
      return [
        { what: `${what}: LCP`, rounds: rounds("lcp"), unit: "s", goal: { atMost: goal } },
        { what: `${what}: score`, rounds: rounds("performance"), goal: scores },
      ];
    }),
    { what: `${worst}: accessibility`, rounds: least("accessibility"), goal: scores },
    { what: `${worst}: best practices`, rounds: least("practices"), goal: scores },
  ];
}
