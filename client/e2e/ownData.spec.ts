import { enterDemo } from "./demo.ts";
import { expect, savedBy, test } from "./test.ts";

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
  const link = page.getByRole("link", { name: "Download my data" });
  const { name, content } = await savedBy(page, () => link.click());
  expect(name).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  expect(content.subarray(0, 2).toString()).toBe("PK");
  await page.getByRole("link", { name: "What is kept, and why" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What we keep about you");
  await expect(page.getByText("Name and email are erased 30 days after")).toBeVisible();
});
