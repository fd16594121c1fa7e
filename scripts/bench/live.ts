import { Agent, get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { startSession } from "../../server/platform/auth/sessions/sessions.ts";
import { accounts } from "../../server/platform/auth/table.ts";
import { momentOf } from "../../server/platform/clock/clock.ts";
import { openBuilding } from "../../server/platform/installation/database.ts";
import { chromiumPath, chromiumWords } from "./browser.ts";
import type { Bench } from "./part.ts";
import type { Line } from "./report.ts";
import { type Served, serveStoep } from "./serve.ts";

const listeners = 1_000;
const posts = 20;

/** A session for each listener, of the residents in turn. */
function sessionsIn(file: string): string[] {
  const db = openBuilding(file);
  const now = momentOf(new Date(), "Africa/Johannesburg");
  const ids = db.select({ id: accounts.id }).from(accounts).all();
  const tokens = Array.from({ length: listeners }, (_, place) =>
    startSession(db, ids[place % ids.length]?.id ?? "", now.at, { idleDays: 30, maxDays: 90 }),
  );
  db.$client.close();
  return tokens;
}

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

const open = ({ url }: Served, token: string) =>
  new Promise<IncomingMessage>((resolve, reject) =>
    get(
      `${url}/api/trpc/member.live.events`,
      { agent, headers: { cookie: `sid=${token}` } },
      resolve,
    ).once("error", reject),
  );

/** How long after it was posted a screen shows each announcement; the longest, in milliseconds. */
async function shownAfter(page: Page, served: Served, admin: string): Promise<number> {
  const delays: number[] = [];
  for (let count = 1; count <= posts; count += 1) {
    const message = `Water is off since ${count}`;
    const postedAt = performance.now();
    await postTo(served, admin, message);
    await page.getByText(message, { exact: true }).first().waitFor();
    delays.push(performance.now() - postedAt);
  }
  return Math.max(...delays);
}

/**
 * The latest time from posting an announcement until each has heard of it, and until the dashboard of a
 * resident shows it while the others listen, and the memory.
 */
export async function measureLive({ newBuilding, profile }: Bench): Promise<Line[]> {
  await using browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: chromiumWords,
  });
  const late: number[] = [];
  const shown: number[] = [];
  const memory: number[] = [];
  for (let round = 1; round <= profile.rounds; round += 1) {
    const { data, file, building } = newBuilding(`live ${round}`);
    const tokens = sessionsIn(file);
    await using served = await serveStoep(data);
    // With the code and the caches that the first calls need.
    await postTo(served, building.admin);
    const before = served.memoryMb();
    let postedAt = 0;
    const delays: number[] = [];
    const streams = await Promise.all(tokens.map((token) => open(served, token)));
    for (const stream of streams)
      stream.setEncoding("utf8").on("data", (text: string) => {
        if (text.includes('"announcement"')) delays.push(performance.now() - postedAt);
      });
    await pause(2_000);
    delays.length = 0;
    for (let count = 1; count <= posts; count += 1) {
      postedAt = performance.now();
      await postTo(served, building.admin);
      while (delays.length < count * listeners) await pause(10);
    }
    late.push(delays.toSorted((one, other) => one - other)[Math.floor(0.99 * delays.length)] ?? 0);
    memory.push(served.memoryMb() - before);
    const page = await openDashboard(browser, served, building.token);
    shown.push(await shownAfter(page, served, building.admin));
    await page.context().close();
    for (const stream of streams) stream.destroy();
  }
  return [
    {
      what: `${listeners} listeners hear of it, p99`,
      rounds: late,
      unit: "ms",
      goal: { atMost: 500 },
    },
    {
      what: "a screen shows it meanwhile, the slowest",
      rounds: shown,
      unit: "ms",
      goal: { atMost: 2_000 },
    },
    { what: `memory of ${listeners} listeners`, rounds: memory, unit: "MB", goal: { atMost: 60 } },
  ];
}

/** The dashboard of a resident, once it listens. */
async function openDashboard(browser: Browser, { url }: Served, token: string): Promise<Page> {
  const context = await browser.newContext();
  await context.addCookies([{ name: "sid", value: token, url }]);
  const page = await context.newPage();
  const listening = page.waitForRequest(/member\.live\.events/);
  await page.goto(`${url}/resident/dashboard`);
  await listening;
  await page.waitForLoadState("networkidle");
  return page;
}

async function postTo({ url }: Served, token: string, message = "Water is off"): Promise<void> {
  const answer = await fetch(`${url}/api/trpc/admin.announcements.post`, {
    method: "POST",
    headers: { cookie: `sid=${token}`, "content-type": "application/json" },
    body: JSON.stringify({ message }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
