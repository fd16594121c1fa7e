import type { Page } from "@playwright/test";
import Papa from "papaparse";
import { type Role, screens, withIds } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { expect, saveCsv, savedBy, test } from "./test.ts";

/** Exports the list on the screen; returns the file's name, text and rows. */
async function exported(page: Page) {
  const { name, content } = await saveCsv(page);
  const text = content.toString();
  const { data } = Papa.parse<string[]>(text.slice(1), { delimiter: ",", newline: "\r\n" });
  return { name, text, rows: data.slice(0, -1) };
}

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
    const heads = page.getByRole("columnheader").filter({ has: page.getByRole("button") });
    const { name, text, rows } = await exported(page);
    expect(name).toMatch(/^[a-z-]+-jacaranda-court-\d{4}-\d\d-\d\d\.csv$/);
    expect(text.startsWith("\ufeff")).toBe(true);
    expect(rows[0]).toEqual((await heads.allInnerTexts()).map((each) => each.trim()));
    expect(rows).toHaveLength(shown + 1);
    await expect(page.getByText("Document saved successfully")).toBeVisible();
  });

test("the menu works by keyboard and gives the focus back", async ({ page, demo }) => {
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/units`);
  const button = page.getByRole("button", { name: "Export CSV" });
  const items = page.getByRole("menuitem");
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(items).toHaveCount(2);
  await expect(items.first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(items).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  // Until then a key goes to the button, and would close it again.
  await expect(items.first()).toBeFocused();
  const { name } = await savedBy(page, () => page.keyboard.press("Enter"));
  expect(name).toMatch(/^units-/);
  // Nothing to save is not offered.
  await page.goto(`${demo.url}/admin/units?filter=nothing+like+it`);
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeDisabled();
});
