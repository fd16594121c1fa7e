import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import Database from "better-sqlite3";
import { test as base, call, enterAsAdmin, expect, ownBuilding } from "./adminServer.ts";
import { enterDemo } from "./demo.ts";
import { day, lateRent, moveIn, person, prove, request, thandi, visit } from "./testServer.ts";

// An admin's Monday: nine things wait for them, and they work through them to none.

/** For nine things of six kinds: to each list, what is done there, and back. */
const mostClicks = 29;

const test = base.extend({ building: ownBuilding });

test("nine things need the admin on a Monday, and after a few clicks none does", async ({
  page,
  building,
}) => {
  const resident = await moveIn(building.url, thandi);
  await enterAsAdmin(page, building.url);
  const newcomer = { ...person("Pieter", "Botha"), role: "Resident", address: "Unit 9" };
  await call(page, "admin.people.signUp", newcomer);
  const fine = (reason: string) =>
    call(page, "admin.fines.issue", {
      ...lateRent,
      residentId: resident.id,
      dueDate: day(10),
      reason,
    });
  const shown = [await fine("March"), await fine("April")];
  const late = [await fine("May"), await fine("June")];

  // Two payments are shown, two fines go past their day, two requests are old, a visitor stayed.
  for (const { id } of shown) await prove(building.url, thandi.username, id);
  const sqlite = new Database(join(building.data, "stoep.db"));
  for (const { id } of late)
    sqlite.prepare("UPDATE fines SET due_date = ? WHERE id = ?").run(day(-12), id);
  sqlite.close();
  for (const description of ["The gate sticks", "The pump hums"])
    await resident("resident.maintenance.log", { ...request(description), date: day(-20) });
  const lerato = { ...visit("Lerato", "Dube"), startDate: day(-1) };
  await resident("resident.visitors.signIn", lerato);
  mkdirSync(join(building.data, "backups"), { recursive: true });
  writeFileSync(
    join(building.data, "backups", "last-failure.json"),
    JSON.stringify({ at: new Date().toISOString(), why: "The disk is full." }),
  );
  await page.goto(`${building.url}/admin/backups`);
  await expect(page.getByText("The disk is full.")).toBeVisible();

  let clicks = 0;
  const click = async (what: Locator) => {
    await what.click();
    clicks += 1;
  };
  const link = (name: string | RegExp) => page.getByRole("link", { name });
  const press = (name: string | RegExp) => click(page.getByRole("button", { name }).first());
  const home = () =>
    click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }));
  const needs = page.getByRole("region", { name: "Needs you" });
  const lines = needs.getByRole("listitem");
  /** What is done goes, and the others move up, where a press might else hit the wrong one. */
  const homeWithout = async (kind: RegExp) => {
    await home();
    await expect(needs.getByRole("link", { name: kind })).toHaveCount(0);
  };
  await page.goto(`${building.url}/admin/dashboard`);
  await expect(lines).toHaveCount(6);
  for (const words of [
    /2 proofs of payment to look at R900.00, the oldest was sent today/i,
    /2 fines are overdue and not reminded yet R900.00, the oldest was due/i,
    /2 requests have been open for 2 weeks or more/i,
    /1 visitor has not been signed out since yesterday/i,
    /1 person has not joined/i,
    /The last backup failed/,
  ])
    await expect(needs.getByRole("link", { name: words })).toBeVisible();

  for (const kind of [/proofs of payment/, /fines are overdue/]) {
    await click(needs.getByRole("link", { name: kind }));
    for (const _ of shown) {
      // After the press the screen goes back to the list by itself, where it can be taken back.
      const rows = page.getByRole("row").filter({ hasNotText: "Set to Paid" });
      await click(rows.getByRole("link").first());
      await press(/^Paid$/);
      await expect(page).toHaveURL(/\/admin\/fines\?/);
    }
    await homeWithout(kind);
  }

  await click(needs.getByRole("link", { name: /requests have been open/ }));
  await expect(page.getByRole("row")).toHaveCount(3);
  await press(/^Close The gate sticks/);
  // A closed request stays where it was for now, so that the next press is on no other row.
  await expect(page.getByRole("row").filter({ hasText: "The gate sticks" })).toContainText("Undo");
  await expect(page.getByRole("row")).toHaveCount(3);
  await press(/^Close The pump hums/);
  await expect(page.getByText("Nothing here matches")).toBeVisible();
  await homeWithout(/requests have been open/);

  const inside = page.getByRole("link", { name: "Who is in now" });
  await expect(inside).toHaveAttribute("href", "/admin/visitors");
  await click(needs.getByRole("link", { name: /visitor has not been signed out/ }));
  await press(/^Sign Out Lerato/);
  await expect(page.getByText("No visitors signed in")).toBeVisible();
  await homeWithout(/visitor has not been signed out/);

  await click(needs.getByRole("link", { name: /person has not joined/ }));
  await press(/^Choose all/);
  await press(/^Make 1 sheet/);
  await press(/^Print/);
  await press(/^Done/);
  await homeWithout(/person has not joined$/);
  await expect(needs.getByText("1 person has an invite and has not joined yet.")).toBeVisible();

  await click(needs.getByRole("link", { name: /The last backup failed/ }));
  await press(/^Back up now/);
  await expect(link(/^Download the backup of/).first()).toBeVisible({ timeout: 60_000 });
  await home();
  await expect(needs.getByText("Nothing needs you today.")).toBeVisible();
  await expect(lines).toHaveCount(0);
  expect(clicks).toBeLessThanOrEqual(mostClicks);
});

test("the pictures come when somebody scrolls to them, each with its numbers", {
  tag: "@release",
}, async ({ page, demo }) => {
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/dashboard`);
  const pictures = page.getByRole("region", { name: "In pictures" });
  await pictures.scrollIntoViewIfNeeded();
  await expect(pictures.getByRole("figure")).toHaveCount(4);
  await expect(pictures.getByRole("table")).toHaveCount(0);
  await pictures.getByRole("button", { name: "Show the numbers of Visits by day" }).click();
  await expect(pictures.getByRole("row", { name: "Day Visitors" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(pictures.getByRole("table")).toHaveCount(4);
});

test("the sidebar fits a laptop of 1366 × 625 without scrolling", { tag: "@release" }, async ({
  page,
  building,
}) => {
  await page.setViewportSize({ width: 1366, height: 625 });
  await enterAsAdmin(page, building.url);
  const nav = page.getByRole("navigation", { name: "Main" }).first();
  await expect(nav.getByRole("link", { name: "Audit trail" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeInViewport({ ratio: 1 });
  expect(await nav.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(
    0,
  );
});
