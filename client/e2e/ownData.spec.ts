import { readFileSync } from "node:fs";
import { enterDemo } from "./demo.ts";
import { expect, test } from "./test.ts";

test("a resident sees their own ID number, downloads their data and reads what is stored", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo, "resident");
  await page.goto(`${demo.url}/resident/profile`);
  const number = page.getByText(/^\d{13}$/);
  await expect(page.getByRole("button", { name: "Show my ID number" })).toBeVisible();
  await expect(number).toHaveCount(0);
  await page.getByRole("button", { name: "Show my ID number" }).click();
  await expect(number).toBeVisible();
  await page.getByRole("button", { name: "Hide my ID number" }).click();
  await expect(number).toHaveCount(0);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
  await page.getByRole("link", { name: "What is kept, and why" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What we keep about you");
  await expect(page.getByText("Name and email are erased 30 days after")).toBeVisible();
});
