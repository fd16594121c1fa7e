import { rmSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Locator, Page, Request } from "@playwright/test";
import Database from "better-sqlite3";
import { furnish } from "./buildings.ts";
import { enterAs, neighbour } from "./neighbour.ts";
import { expect, test } from "./test.ts";
import {
  callerOf,
  day,
  lateRent,
  newFolder,
  nomsa,
  person,
  request,
  startServer,
  visit,
} from "./testServer.ts";

const stream = /\/api\/trpc\/member\.live\.events/;

/** The streams that a browser has opened, and the queries it has made. */
function watch(context: BrowserContext) {
  const [streams, queries]: Request[][] = [[], []];
  context.on("request", (each) => {
    if (each.resourceType() === "eventsource") streams?.push(each);
    else if (each.url().includes("/api/trpc/")) queries?.push(each);
  });
  return { streams: () => streams?.length, queries: () => queries?.length };
}

const isListening = (page: Page) => page.waitForRequest(stream);

test("a resident's dashboard hears of what others do, on one stream and without polling", async ({
  page,
  server,
}) => {
  const { admin, fine, enter, own } = await neighbour(server.url, person("Itumeleng", "Zulu"));
  const { streams, queries } = watch(page.context());
  await page.clock.install();
  const listening = isListening(page);
  await enter(page, "/resident/dashboard");
  await listening;
  await page.waitForLoadState("networkidle");
  const before = queries();
  const main = page.getByRole("main");

  await admin("admin.announcements.post", { message: "The lift is stuck on the third floor" });
  await expect(main.getByText("The lift is stuck")).toBeVisible();
  const fineId = await fine("Loud music");
  await expect(main.getByText("R450.00").first()).toBeVisible();
  await admin("admin.fines.setStatus", { fineId, status: "Paid" });
  await expect(main.getByText("You owe nothing.")).toBeVisible();
  const { id: requestId } = await own("resident.maintenance.log", request("The tap drips"));
  await expect(main.getByText("The tap drips")).toBeVisible();
  await admin("admin.maintenance.setStatus", { requestId, status: "Closed" });
  await expect(main.getByText("Closed")).toBeVisible();
  expect(streams()).toBe(1);

  await page.waitForLoadState("networkidle");
  const after = queries();
  expect(after).toBeGreaterThan(before ?? 0);
  await page.clock.runFor(10_000);
  expect(queries()).toBe(after);
});

test("a list that stays open says the next day that a fine is late", async ({ page, server }) => {
  const { own, admin, enter } = await neighbour(server.url, person("Boitumelo", "Sibiya"));
  await admin("admin.fines.issue", { ...lateRent, dueDate: day(0), residentId: own.id });
  await page.clock.install();
  const listening = isListening(page);
  await enter(page, "/resident/reports/fines");
  await listening;
  const fine = page.getByRole("row", { name: /Late Rent/ });
  await expect(fine).toContainText("Unpaid");
  await expect(fine).not.toContainText("late");
  await page.clock.fastForward("24:00:00");
  await expect(fine).toContainText("1 day late");
});

/** Waits for something while at most two seconds pass for the page, however slow the machine is. */
async function withinTwoSeconds(page: Page, shown: Locator) {
  for (let passed = 0; passed < 2_000; passed += 100) {
    await page.clock.runFor(100);
    const isShown = await shown.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    );
    if (isShown) return;
  }
  await expect(shown).toBeVisible({ timeout: 1 });
}

test("an urgent notice is on a phone within two seconds, and who has read it on the admin's", async ({
  page,
  otherPage: trustee,
  server,
}) => {
  const { admin, own, enter } = await neighbour(server.url, person("Sinazo", "Zungu"));
  const screens = [
    [page, () => enter(page, "/resident/dashboard")],
    [trustee, () => enterAs(trustee, server.url, nomsa, "/admin/dashboard")],
  ] as const;
  for (const [screen, open] of screens) {
    await screen.clock.install();
    const listening = isListening(screen);
    await open();
    await listening;
    await screen.waitForLoadState("networkidle");
    await screen.clock.pauseAt((await screen.evaluate(() => Date.now())) + 1_000);
  }
  const message = "The fire alarm is not an exercise";
  const { id } = await admin("admin.notices.post", { message, urgent: true });
  await withinTwoSeconds(page, page.getByText(message, { exact: true }));
  const posted = trustee.getByRole("listitem").filter({ hasText: message });
  await withinTwoSeconds(trustee, posted);
  await posted.getByRole("button", { name: /^Read by …/ }).click();
  const readers = trustee.getByRole("dialog");
  await withinTwoSeconds(trustee, readers.getByText(/^0 of \d+ people have read it/));
  await own("member.notices.read", { announcementId: id });
  await withinTwoSeconds(trustee, readers.getByText(/^1 of \d+ people have read it/));
});

test("what is new is counted, shown once, and leads to where it is", async ({ page, server }) => {
  const { admin, fine, enter } = await neighbour(server.url, person("Refilwe", "Khoza"));
  const listening = isListening(page);
  await enter(page, "/resident/issues");
  await listening;
  const news = (count: string) => page.getByRole("button", { name: `New${count}`, exact: true });
  await expect(news("")).toBeVisible();
  await admin("admin.announcements.post", { message: "The gate stays open tonight" });
  await fine("Loud music");
  await expect(news(" (2)")).toBeVisible();
  await news(" (2)").click();
  const popup = page.getByRole("dialog", { name: "New since you were here" });
  await expect(popup.getByRole("listitem")).toHaveText([
    /Late Rent, R450.00/,
    /The gate stays open/,
  ]);
  await expect(news("")).toBeVisible();
  await popup.getByRole("link", { name: /Late Rent/ }).click();
  await expect(page).toHaveURL(/\/resident\/reports\/fines/);
  await expect(popup).toBeHidden();
  await news("").click();
  await expect(popup).toContainText("Nothing new.");
});

test("eight tabs of one browser all load, and all hear of it", { tag: "@release" }, async ({
  page,
  server,
}) => {
  const { admin } = await neighbour(server.url, person("Tumelo", "Molefe"));
  await enterAs(page, server.url, { username: "tumelo" }, "/resident/dashboard");
  const tabs = [page];
  while (tabs.length < 8) {
    const tab = await page.context().newPage();
    const listening = isListening(tab);
    await tab.goto(`${server.url}/resident/dashboard`);
    await listening;
    tabs.push(tab);
  }
  await admin("admin.announcements.post", { message: "Eight tabs hear of this" });
  const newest = tabs.slice(-4);
  for (const tab of newest) await expect(tab.getByText("Eight tabs hear of this")).toBeVisible();
  // An older one gave its stream to them, says so, and has one again when it is looked at.
  const paused = page.getByText("Live updates are paused");
  await expect(paused).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(paused).toBeHidden();
  await expect(page.getByText("Eight tabs hear of this")).toBeVisible();
});

/** The surnames of the visitors that are stored, in order. */
function storedIn(data: string): unknown[] {
  const sqlite = new Database(join(data, "stoep.db"), { readonly: true });
  const surnames = sqlite.prepare("SELECT visitor_surname FROM visits ORDER BY 1").pluck().all();
  sqlite.close();
  return surnames;
}

test("a server that is killed in the middle of its work is caught up with by every screen, and nothing is shown twice", {
  tag: "@release",
}, async ({ page, otherPage: resident, refusals }) => {
  refusals.push("net::ERR_", "Failed to load resource", 502, 503);
  const data = newFolder();
  const first = await startServer(data);
  await furnish(first);
  const { own, enter } = await neighbour(first.url, person("Zandile", "Mbatha"));
  const gate = await page.context().newPage();
  for (const [screen, open] of [
    [page, () => enterAs(page, first.url, nomsa, "/admin/visitors")],
    [gate, () => gate.goto(`${first.url}/admin/gate`)],
    [resident, () => enter(resident, "/resident/vistors?tab=in")],
  ] as const) {
    const listening = isListening(screen);
    await open();
    await listening;
    await screen.waitForLoadState("networkidle");
  }

  const come = (number: number) =>
    own("resident.visitors.signIn", visit("Guest", `G${10 + number}`));
  const coming = Array.from({ length: 12 }, (_, number) => come(number));
  await Promise.any(coming);
  await first.close("SIGKILL");
  const answers = await Promise.allSettled(coming);
  const { port } = new URL(first.url);
  const second = await startServer(data, { PORT: port });
  const stored = storedIn(data);
  const answered = answers.flatMap(({ status }, number) =>
    status === "fulfilled" ? [`G${10 + number}`] : [],
  );
  expect(stored).toEqual(expect.arrayContaining(answered));
  const shown = (screen: Page) => screen.getByRole("row", { name: /Guest/ }).allTextContents();
  // A page waits for longer after each try that found no server.
  const patiently = { timeout: 40_000 };
  for (const screen of [page, resident])
    await expect
      .poll(async () => (await shown(screen)).sort(), patiently)
      .toEqual(stored.map((surname) => expect.stringContaining(`${surname}`)));
  const inside = gate.getByRole("region", { name: /^Inside/ }).getByRole("listitem");
  await expect(inside).toHaveCount(stored.length, patiently);

  // While nothing is asked, and one comes before the pages listen again.
  for (const screen of [page, gate, resident]) await screen.waitForLoadState("networkidle");
  await second.close("SIGKILL");
  const third = await startServer(data, { PORT: port });
  await come(20);
  for (const screen of [page, resident]) {
    await expect(screen.getByRole("row", { name: /G30/ })).toHaveCount(1, patiently);
    expect(await shown(screen)).toHaveLength(stored.length + 1);
  }
  await expect(inside).toHaveCount(stored.length + 1, patiently);
  for (const screen of [resident, gate, page]) await screen.close();
  await third.close();
  rmSync(data, { recursive: true });
});

test("a session that ends elsewhere leads to the login at once", async ({
  page,
  server,
  refusals,
}) => {
  refusals.push(401);
  await neighbour(server.url, person("Neo", "Tau"));
  const listening = isListening(page);
  await enterAs(page, server.url, { username: "neo" }, "/resident/dashboard");
  await listening;
  await callerOf(server.url, "neo")("member.session.signOutEverywhere", {});
  await expect(page).toHaveURL(/\/login\?to=/);
});

test("a stream that cannot be opened is said, and the page is fetched again", {
  tag: "@release",
}, async ({ page, server }) => {
  await neighbour(server.url, person("Onthatile", "Sithole"));
  await page.clock.install();
  // It never answers.
  await page.route(stream, () => undefined);
  const listening = isListening(page);
  await enterAs(page, server.url, { username: "onthatile" }, "/resident/dashboard");
  await listening;
  await expect(page.getByText("Live updates are paused")).toBeHidden();
  await page.clock.runFor(11_000);
  await expect(page.getByText("Live updates are paused")).toBeVisible();
  const asked = page.waitForRequest(/resident\.dashboard/);
  await page.clock.runFor(31_000);
  await asked;
});
