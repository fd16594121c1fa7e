import { enterDemo } from "./demo.ts";
import { linesOf } from "./pdfText.ts";
import { expect, saveCsv, savePdf, test } from "./test.ts";

test("an admin narrows the audit trail, opens an entry and goes on to the rest about it", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/audit`);
  const rows = page.getByRole("row");
  await expect(rows.nth(50)).toBeVisible();
  await page.getByRole("button", { name: "Older entries" }).click();
  await expect(rows.nth(100)).toBeVisible();
  await page.getByLabel("What happened").selectOption("issued a fine");
  await expect(page).toHaveURL(/action=fines\.issue/);
  await expect(page.getByRole("cell", { name: "issued a fine" })).toHaveCount(50);
  await expect(page.getByRole("cell", { name: "signed in", exact: true })).toHaveCount(0);

  // The person and the amount, in plain words.
  await expect(rows.nth(1)).toContainText(/F-\w{6}, \w+ .*Resident: \w+ .*Amount: R/);
  await expect(page.getByRole("table")).not.toContainText(/[\da-f]{8}-[\da-f]{4}-/);

  await rows.nth(1).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Entry \d+$/);
  await expect(page.getByText(/^\w+ .* issued a fine\.$/)).toBeVisible();
  const change = (field: string) =>
    page.locator("dl > div").filter({ has: page.getByText(field, { exact: true }) });
  await expect(change("Amount").getByRole("definition")).toHaveText(/^R[\d\s]+\.\d\d$/);
  await expect(change("Due date").getByRole("definition")).toHaveText(/^\d+ \w{3} \d{4}$/);
  // The id is still available, under the name.
  await expect(change("Resident").getByRole("code")).toHaveText(/^[\da-f-]{36}$/);
  await expect(change("About").getByRole("code")).toHaveText(/^[\da-f-]{36}$/);
  await page.getByRole("main").getByRole("link", { name: "Audit trail" }).click();
  await expect(page).toHaveURL(/audit\?action=fines\.issue$/);
  await rows.nth(1).getByRole("link").click();
  await page.getByRole("link", { name: "All about this" }).click();
  await expect(page).toHaveURL(/about=/);
  await expect(page.getByText("Only entries about F-")).toBeVisible();
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect(page).toHaveURL(/\/admin\/audit$/);

  await page.getByLabel("Day").fill("2001-01-01");
  await expect(page.getByText("No entries match.")).toBeVisible();
});

test("the trail is saved as CSV and PDF: all that the filter leaves, and no ID number", {
  tag: "@release",
}, async ({ page, demo }) => {
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/audit?action=people.add`);
  await expect(page.getByRole("row").nth(50)).toBeVisible();
  const text = (await saveCsv(page)).content.toString();
  // More than the screen has loaded.
  const people = text.trim().split("\r\n").length - 1;
  expect(people).toBeGreaterThan(60);
  expect(text).toMatch(/^\ufeff"When","Who","What","About","Change","From"\r\n"\d{4}-/);
  const lines = await linesOf((await savePdf(page)).content);
  for (const line of ["Audit trail", `${people} entries`, "Only “added a person”"])
    expect(lines).toContain(line);
  expect(lines.join(" ")).toMatch(
    /The trail has \d+ entries\. The check code of the last one ends in [\da-f]{16}\./,
  );
  for (const all of [text, lines.join(" ")]) expect(all).not.toMatch(/\b\d{13}\b/);
});
