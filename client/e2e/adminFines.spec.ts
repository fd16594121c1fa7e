import { both, bring, call, expect, fillFine, go, rowOf, says, test } from "./adminServer.ts";
import { lateRent, thandi } from "./testServer.ts";

test("a fine is created, and its status set, from the resident", async ({
  admin: page,
  refuse,
  cut,
}) => {
  await page.clock.install();
  const person = await bring(page, thandi);
  await go(page, `/admin/residents/${person.id}/fines`);
  await expect(page.getByText("No Fines")).toBeVisible();
  await page.getByRole("link", { name: "New Fine" }).click();
  await expect(page.getByText(/^Today, \d+ \w+ 20\d\d$/)).toBeVisible();
  await fillFine(page, "Lease Violation", "12.345", "Drums at night");
  const issue = page.getByRole("button", { name: "Issue the fine" });
  await issue.click();
  await expect(page.getByText("Amount must have at most two decimals.")).toBeVisible();
  await expect(page.getByLabel("Amount")).toBeFocused();
  await page.getByLabel("Amount").fill("R 1 450,50");
  await issue.click();
  await says(page, "Fine created successfully!");
  await expect(page).toHaveURL(/\/fines$/);
  await expect(page.getByRole("cell", { name: "R1 450.50" })).toBeVisible();

  await page.getByRole("link", { name: "Update Fine" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\w+ \w+, R[\d\s]+\.\d\d$/);
  await expect(page.getByRole("main")).toContainText(`${person.name} ${person.surname}`);
  await expect(page.getByText("Nothing has been sent yet.")).toBeVisible();
  for (const [stop, why, detail] of both(refuse, cut)) {
    await stop("admin.fines.setStatus");
    await page.getByRole("button", { name: "Paid", exact: true }).click();
    await says(page, "An error occurred while updating status", detail);
    await expect(page.getByRole("alert")).toContainText(why);
    await page.unrouteAll();
  }
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  const { pathname } = new URL(page.url());
  await page.getByRole("button", { name: "Paid", exact: true }).dblclick();
  const saved = page.getByText("Status updated successfully!");
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(saved).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.clock.runFor(1_500);
  await expect(page).toHaveURL(({ pathname: now }) => now === pathname);
  await page.clock.resume();
  await expect(page).toHaveURL(/\/fines$/);
  await expect(page.getByRole("row").last()).toContainText("Paid");
});

test("without an id a fine is chosen from a list, to which its page leads back", {
  tag: "@release",
}, async ({ admin: page }) => {
  const person = await bring(page, thandi);
  await call(page, "admin.fines.issue", { ...lateRent, residentId: person.id });
  await go(page, "/admin/fines/update");
  await expect(page.getByText("No fine is chosen.")).toBeVisible();
  await rowOf(page, person).getByRole("link").click();
  await page.getByRole("button", { name: "Paid", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/fines\/update$/);
  await expect(rowOf(page, person)).toContainText("Paid");
});
