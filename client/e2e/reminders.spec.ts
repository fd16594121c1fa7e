import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { type Demo, startDemo } from "./buildings.ts";
import { enterDemo } from "./demo.ts";
import { piecesOf } from "./pdfText.ts";
import { expect, test } from "./test.ts";

// Reminder letters about overdue fines, as PDF, in the demo building.

// Its own building, because letters are noted in the trail.
let demo: Demo;
test.beforeAll(async () => {
  demo = await startDemo();
});
test.afterAll(() => demo.close());

async function savedBy(page: Page, press: () => Promise<void>) {
  const download = page.waitForEvent("download");
  await press();
  const file = await download;
  await expect(page.getByText("Document saved successfully").first()).toBeVisible();
  return {
    name: file.suggestedFilename(),
    pieces: await piecesOf(readFileSync(await file.path())),
  };
}

test("one letter or all of them, each on its own page, and each is noted", async ({ page }) => {
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/fines`);
  await page.getByRole("link", { name: "Reminder letters" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reminder letters");
  const rows = page.getByRole("table", { name: "Overdue" }).locator("tbody tr");
  const first = rows.first();
  await expect(first).toContainText("None yet");
  await page.getByLabel("Whom people can talk to").fill("Nomvula in Unit 7");
  const one = await savedBy(page, () => first.getByRole("button", { name: /^Letter to/ }).click());
  const text = one.pieces.map((piece) => piece.text).join(" ");
  expect(one.name).toMatch(/^reminder .+\.pdf$/);
  for (const words of [
    "A friendly reminder",
    "Dear ",
    "Jacaranda Court",
    "talk to Nomvula in Unit 7",
  ])
    expect(text).toContain(words);
  expect(text).toMatch(/F-[A-Z]{6}/);
  await expect(first).not.toContainText("None yet");

  const all = page.getByRole("button", { name: /^Make all \d+ letters$/ });
  const count = Number(/\d+/.exec((await all.textContent()) ?? "")?.[0]);
  const whole = await savedBy(page, () => all.click());
  const greetings = whole.pieces.filter((piece) => /^Dear /.test(piece.text));
  expect(greetings).toHaveLength(count);
  expect(new Set(greetings.map((piece) => piece.page)).size).toBe(count);
});
