import { type Demo, enterDemo, startDemo } from "./demo.ts";

import { linesOf } from "./pdfText.ts";

import { expect, test } from "./test.ts";

let demo: Demo;
test.beforeAll(async () => {
  demo = await startDemo();
});
test.afterAll(() => demo.close());

test("paper gets every row of a long list, also of a filtered one", async ({ page }) => {
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/fines`);
  const count = page.getByRole("status").filter({ hasText: "rows" });
  const rows = Number((await count.innerText()).split(" ")[0]);
  expect(rows).toBeGreaterThan(50);
  const amounts = async () => {
    const text = (await linesOf(await page.pdf())).join(" ");
    return { text, found: text.match(/R\d[\d\s]*\.\d\d/g)?.length };
  };
  expect((await amounts()).found).toBe(rows);
  await expect(page.getByRole("row")).toHaveCount(51);

  await page.getByRole("searchbox").fill("lease");
  await expect(count).toContainText(`of ${rows}`);
  const matching = Number((await count.innerText()).split(" ")[0]);
  const filtered = await amounts();
  expect(filtered.found).toBe(matching);
  expect(filtered.text).toContain("Only what matches “lease”");
});

test("a list is found by what the screen shows: a month, an amount, a name", async ({ page }) => {
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/fines`);
  const box = page.getByRole("searchbox");
  const first = page.getByRole("row").nth(1);
  const amount = await first.getByRole("cell").last().innerText();
  const name = await first.getByRole("link").innerText();
  const month = (await first.locator("time").getAttribute("data-print"))?.split(" ")[1] ?? "";
  await box.fill(`${amount} ${month.toLowerCase()} ${name.split(" ")[0]?.toUpperCase()}`);
  await expect(first).toContainText(name);
  await expect(page.getByRole("row")).not.toHaveCount(51);
  for (const row of await page.getByRole("row").all())
    if (await row.getByRole("cell").count()) await expect(row).toContainText(amount);
});
