import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { fillDemo } from "../../client/e2e/buildings.ts";
import { callerOf } from "../../client/e2e/testServer.ts";
import { demoPassword } from "../../server/cli/demo/fill.ts";
import { chromiumPath, chromiumWords } from "./browser.ts";
import type { Bench } from "./part.ts";
import type { Line } from "./report.ts";
import { serveStoep } from "./serve.ts";
import { startWeather } from "./weather.ts";

const pages = [
  { path: "/", goal: 1.2 },
  { path: "/login", goal: 1.2 },
  { path: "/resident/dashboard", goal: 1.5 },
];
const goalShift = 0.02;
/** A phone on the building's network. */
const throttling = { cpuSlowdownMultiplier: 4, rttMs: 20, throughputKbps: 10_000 };

/** One first visit, with the session in the cookie. */
async function visit(chromePath: string, url: string, cookie: string) {
  const chrome = await launch({ chromePath, chromeFlags: ["--headless=new", ...chromiumWords] });
  try {
    const found = await lighthouse(url, {
      port: chrome.port,
      logLevel: "error",
      onlyCategories: ["performance"],
      throttling,
      ...(cookie && { extraHeaders: { cookie } }),
    });
    // On a busy machine the recording itself can fail.
    if (!found || found.lhr.runtimeError) return null;
    const { lhr } = found;
    if (lhr.finalDisplayedUrl !== url) throw new Error(`${url} led to ${lhr.finalDisplayedUrl}`);
    const auditOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN;
    return {
      lcp: auditOf("largest-contentful-paint") / 1000,
      fcp: auditOf("first-contentful-paint"),
      blocked: auditOf("total-blocking-time"),
      shift: auditOf("cumulative-layout-shift"),
      // The speed of the test machine, as Lighthouse measures it.
      machine: lhr.environment.benchmarkIndex,
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

/** Prints the figures that are not in the table. */
function tell(path: string, { lcp, fcp, blocked, shift, machine }: Visit): void {
  const paints = `largest paint ${lcp.toFixed(2)} s, first ${(fcp / 1000).toFixed(2)} s`;
  const rest = `blocked ${blocked.toFixed(0)} ms, shift ${shift.toFixed(3)}, machine ${machine}`;
  console.error(`  ${path}: ${paints}, ${rest}`);
}

/** Lighthouse on a simulated phone in a demo building. */
export async function measureLighthouse({ folder, profile }: Bench): Promise<Line[]> {
  const chromium = chromiumPath();
  const data = join(folder, "demo");
  mkdirSync(data);
  const { resident } = fillDemo(data);
  await using demo = await serveStoep(data, { OPEN_METEO_URL: await startWeather() });
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
  return pages.flatMap(({ path, goal }, at): Line[] => {
    const rounds = (of: "lcp" | "shift") => visits[at]?.map((each) => each[of]) ?? [];
    const what = `a phone in the building, ${path}`;
    return [
      { what: `${what}: largest paint`, rounds: rounds("lcp"), unit: "s", goal: { atMost: goal } },
      { what: `${what}: layout shift`, rounds: rounds("shift"), goal: { atMost: goalShift } },
    ];
  });
}
