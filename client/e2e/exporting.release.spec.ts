import type { Page } from "@playwright/test";
import Papa from "papaparse";
import { type Role, screens, withIds } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { expect, saveCsv, savedBy, test } from "./test.ts";

/** Exports the list on the screen; returns the file's name, bytes and rows. */
async function exported(page: Page, choice: "CSV" | "CSV with semicolons") {
  const { name, content } = await saveCsv(page, new RegExp(`^${choice}\\s*(With|For)`));
  const text = content.toString();
  const delimiter = choice === "CSV" ? "," : ";";
  const { data } = Papa.parse<string[]>(text.slice(1), { delimiter, newline: "\r\n" });
  return { name, text, rows: data.slice(0, -1) };
}

const headingsOn = async (page: Page) =>
  (
    await page
      .getByRole("columnheader")
      .filter({ has: page.getByRole("button") })
      .allInnerTexts()
  ).map((each) => each.trim());

const lists = [
  ...["staff", "residents", "admins", "units", "fines", "maintenance", "visitors"],
  "residents/$residentId/fines",
].map((list) => `/admin/${list}`);
lists.push("/resident/issues", "/resident/reports/maintenance", "/resident/reports/fines");
lists.push("/staff/allmaintenanceissues");

for (const path of lists)
  test(`${path} is saved whole, with the screen's headings`, async ({ page, demo }) => {
    const who = path.split("/")[1] as Role;
    const ids = await enterDemo(page, demo, who);
    expect(screens[who][path]).toBeDefined();
    await page.goto(demo.url + withIds(path, ids));
    const count = page.getByRole("status").filter({ hasText: /\d rows?$/ });
    const shown = Number((await count.innerText()).split(" ")[0]);
    const headings = await headingsOn(page);
    const { name, text, rows } = await exported(page, "CSV");
    expect(name).toMatch(/^[a-z-]+-jacaranda-court-\d{4}-\d\d-\d\d\.csv$/);
    expect(text.startsWith("\ufeff")).toBe(true);
    expect(rows[0]).toEqual(headings);
    expect(rows).toHaveLength(shown + 1);
    await expect(page.getByText("Document saved successfully")).toBeVisible();
  });

test("what the filter leaves is saved, in the order on the screen, with figures and days", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/fines?sort=-amount`);
  await page.getByRole("searchbox").fill("lease");
  await expect(page.getByRole("status").filter({ hasText: /\d of \d+ rows/ })).toBeVisible();
  const { rows } = await exported(page, "CSV");
  const [head, ...body] = rows;
  const at = (label: string) => (row: string[]) => row[head?.indexOf(label) ?? -1] ?? "";
  expect(body.every((row) => row.join(" ").toLowerCase().includes("lease"))).toBe(true);
  const amounts = body.map(at("Amount"));
  for (const amount of amounts) expect(amount).toMatch(/^\d+\.\d\d$/);
  expect(amounts.map(Number)).toEqual(amounts.map(Number).toSorted((a, b) => b - a));
  for (const day of body.map(at("Date Issued"))) expect(day).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  const first = await page.getByRole("row").nth(1).innerText();
  expect(first).toContain(at("UserID")(body[0] ?? []));

  const semicolons = await exported(page, "CSV with semicolons");
  expect(semicolons.rows.slice(1).map(at("Amount"))).toEqual(
    amounts.map((amount) => amount.replace(".", ",")),
  );
});

test("the menu works by keyboard and gives the focus back", async ({ page, demo }) => {
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/units`);
  const button = page.getByRole("button", { name: "Export CSV" });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toHaveCount(2);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  const { name } = await savedBy(page, () => page.keyboard.press("Enter"));
  expect(name).toMatch(/^units-/);
  // Nothing to save is not offered.
  await page.goto(`${demo.url}/admin/units?filter=nothing+like+it`);
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeDisabled();
});

test("without a network it says so, and can be tried again", async ({ page, demo, refusals }) => {
  refusals.push("Failed to load resource", "Failed to fetch");
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/units`);
  await page.waitForLoadState("networkidle");
  await page.route("**/assets/*.js", (route) => route.abort("aborted"));
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect(page.getByText("The list could not be saved.")).toBeVisible();
});
