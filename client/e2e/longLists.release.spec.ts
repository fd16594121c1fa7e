import { rmSync } from "node:fs";
import { join } from "node:path";
import { openBuilding } from "../../server/platform/installation/database.ts";
import { counted } from "../ui/plural.ts";
import { type Demo, fillDemo, startDemo } from "./buildings.ts";
import { enterDemo } from "./demo.ts";
import { linesOf } from "./pdfText.ts";
import { asks, expect, saveCsv, savePdf, signIn, test } from "./test.ts";
import { newFolder, startServer } from "./testServer.ts";

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
  const sums = page.locator("dl dd");
  expect((await amounts()).found).toBe(rows + (await sums.count()));
  await expect(page.getByRole("row")).toHaveCount(51);

  await page.getByRole("searchbox").fill("lease");
  await expect(count).toContainText(`of ${rows}`);
  const matching = Number((await count.innerText()).split(" ")[0]);
  const filtered = await amounts();
  expect(filtered.found).toBe(matching + (await sums.count()));
  expect(filtered.text).toContain("Only what matches “lease”");
});

test("columns are chosen, kept, and exported as chosen", async ({ page }) => {
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/fines`);
  const heads = page.getByRole("columnheader");
  await expect(heads).toHaveText(["UserID", "Status", "Fine Type", "Date Issued", "Amount"]);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Due Date" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Fine Type" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Columns" })).toBeFocused();
  const chosen = ["UserID", "Status", "Date Issued", "Amount", "Due Date"];
  await expect(heads).toHaveText(chosen);
  await page.reload();
  await expect(heads).toHaveText(chosen);

  await page.getByRole("button", { name: /^Unpaid/ }).click();
  await expect(page.getByRole("status").filter({ hasText: /\d of \d+ rows/ })).toBeVisible();
  const rows = Number((await page.getByRole("button", { name: /^Unpaid/ }).innerText()).slice(-2));
  const { name, content } = await savePdf(page);
  expect(name).toMatch(/^fines-only-unpaid-\d{4}-\d\d-\d\d\.pdf$/);
  const text = (await linesOf(content)).join("\n");
  expect(text).toContain(`Only Unpaid: ${rows} rows`);
  expect(text).toContain("Due Date");
  expect(text).not.toContain("Fine Type");
  expect(text).toContain("Still unpaid");
  await expect(page.getByText("Document saved successfully")).toBeVisible();
});

test("several fines are changed at once, and each refusal is named", async ({ page, refusals }) => {
  refusals.push(500);
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/fines?status=Pending`);
  await page.getByRole("button", { name: "Choose several" }).click();
  const bar = page.getByRole("region", { name: "Chosen rows" });
  await expect(bar).toBeFocused();
  await expect(bar.getByText("0 rows chosen")).toBeVisible();
  await expect(bar.getByRole("button", { name: "Set to Paid" })).toBeDisabled();
  await page.getByRole("checkbox").first().check();
  await expect(bar.getByText("1 row chosen")).toBeVisible();
  await bar.getByRole("button", { name: /^Choose all/ }).click();
  const count = await page.getByRole("checkbox", { checked: true }).count();
  expect(count).toBeGreaterThan(1);

  let sent = 0;
  await page.route(asks("admin.fines.setStatus"), (route) => {
    sent += 1;
    const reason = { code: "server.broken", message: "Something broke here." };
    const error = { message: "500", code: -32603, data: { reason } };
    return sent === 1 ? route.fulfill({ status: 500, json: { error } }) : route.continue();
  });
  // A proof is turned down by itself, with a reason.
  await expect(bar.getByRole("button", { name: "Set to Unpaid" })).toBeDisabled();
  await bar.getByRole("button", { name: "Set to Paid" }).click();
  const dialog = page.getByRole("alertdialog", { name: `Set ${count} fines to Paid?` });
  await dialog.getByRole("button", { name: "Set to Paid" }).click();
  await expect(dialog).toBeHidden();
  await expect(bar).toContainText(`${counted(count - 1, "row")} changed.`);
  await expect(bar).toContainText("1 row could not be changed:");
  await expect(bar.getByRole("listitem")).toContainText("Something broke here.");
  // The one that was refused is still pending, and still chosen.
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await bar.getByRole("button", { name: "Done" }).click();
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Choose several" })).toBeFocused();
});

/** A demo building with 25 000 more fines, each three hours older than the next, the latest of January 2024. */
async function startLong() {
  const data = newFolder();
  const { admin } = fillDemo(data);
  const file = openBuilding(join(data, "stoep.db"));
  file.$client.exec(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
    INSERT INTO fines (id, resident_id, status, type, amount_cents, reason, issued_at, due_date,
      room_no, reference)
    SELECT printf('0000-%06d', 25000 - i), (SELECT resident_id FROM fines ORDER BY id DESC LIMIT 1),
      iif(i % 10, 'Paid', 'Unpaid'), 'Lease Violation', 12300 + i, 'Old',
      strftime('%Y-%m-%dT10:00:00.000Z', '2024-01-31', (-i * 3) || ' hours'), '2024-02-01',
      'Unit 1', printf('F-OLD%d', i) FROM n`,
  );
  file.$client.close();
  const server = await startServer(data);
  const close = async () => {
    await server.close();
    rmSync(data, { recursive: true, force: true });
  };
  return { url: server.url, admin, close };
}

test("of a list of 25 000 the newest are shown, and each year by itself, also on a phone and on paper", async ({
  page,
}) => {
  const server = await startLong();
  const large: number[] = [];
  page.on("response", async (answer) => {
    if (!asks("admin.fines.list")(new URL(answer.url()))) return;
    const { length } = await answer.body();
    if (length > 60_000) large.push(length);
  });
  await signIn(page, server.url, server.admin);
  await page.goto(`${server.url}/admin/fines`);
  const count = page.getByRole("status").filter({ hasText: "rows" });
  const year = page.getByLabel("Year");
  const newest = page.getByText("For older ones choose a year.");
  await expect(count).toHaveText("20000 rows");
  await expect(newest).toBeVisible();
  await expect(year.locator("option")).toHaveCount(13);

  // The last one, by keyboard.
  await year.focus();
  await page.keyboard.press("End");
  await expect(page).toHaveURL(/year=2015/);
  await expect(newest).toHaveCount(0);
  await expect(page.getByRole("row").nth(1)).toContainText("31 Dec 2015");
  const rows = Number((await count.innerText()).split(" ")[0]);
  expect(rows).toBeGreaterThan(1_000);
  expect(rows).toBeLessThan(3_000);
  await page.getByRole("button", { name: /^Unpaid/ }).click();
  await expect(page).toHaveURL(/year=2015/);
  await expect(count).toContainText(` of ${rows} rows`);
  const found = Number((await count.innerText()).split(" ")[0]);
  const { content } = await saveCsv(page);
  expect(content.toString().trim().split("\r\n")).toHaveLength(found + 1);
  await page.getByRole("button", { name: "Choose several" }).click();
  await page.getByRole("button", { name: `Choose all ${found}` }).click();
  await expect(page.getByText(`${found} rows chosen`)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  // No answer for the screen has more than a page; only the file and the choice ask for more.
  expect(large.length).toBeLessThanOrEqual(2);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/admin/fines?year=2020&sort=issued`);
  await expect(year).toHaveValue("2020");
  await expect(page.getByRole("row").nth(1)).toContainText("Jan 2020");
  expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true);
  expect((await linesOf(await page.pdf())).join(" ")).toContain("Only 2020: ");

  await page.goto(`${server.url}/admin/fines?year=2020`);
  await year.selectOption("");
  await expect(page).not.toHaveURL(/year/);
  await expect(count).toHaveText("20000 rows");
  await server.close();
});
