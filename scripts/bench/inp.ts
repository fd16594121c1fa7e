import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Locator, type Page } from "@playwright/test";
import { chromiumPath, chromiumWords } from "./browser.ts";
import { fillBuilding } from "./building.ts";
import { median } from "./figures.ts";
import type { Bench } from "./part.ts";
import type { Line } from "./report.ts";
import { serveStoep } from "./serve.ts";

const residents = 1_000;
const slowdown = 4;

/** One interaction, as `PerformanceEventTiming` reports it. */
interface Interaction {
  id: number;
  what: string;
  ms: number;
}
/** The interactions so far, stored in the page. */
type Watching = typeof globalThis & { interactions: Interaction[] };
interface EventTiming extends PerformanceEntry {
  interactionId: number;
}

/** Runs in the page before its own scripts. */
function watch() {
  const { interactions } = Object.assign(globalThis as Watching, { interactions: [] });
  new PerformanceObserver((list) => {
    for (const { interactionId: id, name, duration } of list.getEntries() as EventTiming[])
      if (id) interactions.push({ id, what: name, ms: duration });
  }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** How long the pointer rests before a press, and how long the press lasts. */
const restMs = 100;
const pressMs = 80;

/**
 * Presses like a hand. Playwright's own click moves and presses in one moment, and its listeners in
 * the page would add to the measured time.
 */
async function press(what: Locator): Promise<void> {
  // Unlike scrollIntoViewIfNeeded, this waits for a row that is being drawn again.
  await what.hover();
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what} cannot be seen, so nobody can press it.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const { mouse } = what.page();
  await mouse.move(x, y);
  await what.page().waitForTimeout(restMs);
  await mouse.click(x, y, { delay: pressMs });
}

/** The actions of an admin with the list, with a pause after each, as people make. */
async function use(page: Page, did: (what: string) => Promise<void>) {
  await press(page.getByRole("heading", { level: 1 }));
  await did("press where nothing happens: the machine's own part");
  const box = page.getByRole("searchbox");
  await press(box);
  await did("press the filter");
  for (const key of ["9", "9", "Backspace", "Backspace", "m", "o", "k"]) {
    await page.keyboard.press(key);
    await did(`type ${key}`);
  }
  for (let key = 0; key < 3; key += 1) await page.keyboard.press("Backspace");
  await did("empty the filter");
  for (const column of ["Username", "Username", "Name"]) {
    await press(page.getByRole("columnheader", { name: column, exact: true }).getByRole("button"));
    await did(`sort by ${column}`);
  }
  await press(page.getByRole("button", { name: /^Remove / }).nth(2));
  await did("open a row's dialog");
  await press(page.getByRole("button", { name: "Cancel" }));
  await did("close it");
  const next = page.getByRole("button", { name: "Next" });
  if (await next.count()) {
    await press(next);
    await did("turn the page");
  } else {
    await page.mouse.click(640, 400);
    await page.keyboard.press("End");
    await did("press End");
  }
}

/** The slowest response to each action of one visit. */
async function visit(browser: Browser, url: string, token: string): Promise<Map<string, number>> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies([{ name: "sid", value: token, url }]);
  const page = await context.newPage();
  await page.addInitScript(watch);
  const debug = await context.newCDPSession(page);
  await debug.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.goto(`${url}/admin/residents`);
  await page.getByText(`${residents} rows`).waitFor();
  await page.waitForLoadState("networkidle");
  const worst = new Map<string, number>();
  let seen = 0;
  await use(page, async (what) => {
    await page.waitForTimeout(400);
    const all = await page.evaluate(() => (globalThis as Watching).interactions);
    worst.set(what, Math.max(0, ...all.slice(seen).map(({ ms }) => ms)));
    seen = all.length;
  });
  await context.close();
  return worst;
}

/** The slowest interaction of a visit to the admins' table of 1,000 residents. */
export async function measureInp({ folder, profile }: Bench): Promise<Line[]> {
  const executablePath = chromiumPath();
  const data = join(folder, "inp");
  mkdirSync(data);
  const { admin } = fillBuilding(join(data, "stoep.db"), residents * 50);
  await using served = await serveStoep(data);
  await using browser = await chromium.launch({ executablePath, args: chromiumWords });
  const visits: Map<string, number>[] = [];
  for (let count = 0; count < profile.rounds; count += 1)
    visits.push(await visit(browser, served.url, admin));
  for (const what of visits[0]?.keys() ?? [])
    console.error(`  ${median(visits.map((each) => each.get(what) ?? 0))} ms to ${what}`);
  return [
    {
      what: `INP, ${slowdown}× slowed CPU, table of ${residents} residents`,
      unit: "ms",
      goal: { atMost: 100 },
      rounds: visits.map((each) => Math.max(...each.values())),
    },
  ];
}
