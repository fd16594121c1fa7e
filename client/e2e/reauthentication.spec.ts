import type { Page } from "@playwright/test";
import { faultsOf } from "./axe.ts";
import { chooseOf, expect, fillPerson, logInTo, savedBy, test } from "./test.ts";
import { ageSessions, chosen, moveIn, nomsa, password, person } from "./testServer.ts";

const lindiwe = { ...person("Lindiwe", "Sithole"), role: "Resident", address: "Unit 51" };
const jabu = person("Jabu", "Mthembu");

test.use({ refusals: [400, 403] });

test.beforeAll(async ({ server }) => {
  await moveIn(server.url, lindiwe);
});

const dialogOf = (page: Page) => page.getByRole("alertdialog", { name: "Is it still you?" });

/** Types the password where the page asks for it. */
async function confirm(page: Page, typed = password) {
  const again = dialogOf(page).getByLabel("Current password", { exact: true });
  await expect(again).toBeFocused();
  await again.fill(typed);
  await again.press("Enter");
}

test.beforeEach(async ({ page, server }) => {
  await logInTo(page, server.url, "/admin/admins/signupform", nomsa);
  await expect(page.getByLabel("Surname")).toBeVisible();
  ageSessions(server);
});

test("who signs up an admin types the password again, and the form stays as it is", {
  tag: "@release",
}, async ({ page }) => {
  await fillPerson(page, jabu);
  await page.getByLabel("Password", { exact: true }).fill(chosen);
  await page.getByLabel("Confirm Password", { exact: true }).fill(chosen);
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  await expect(dialogOf(page)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await expect(page.getByLabel("Surname")).toHaveValue(jabu.surname);
  await confirm(page, "not this one");
  await expect(dialogOf(page)).toContainText("This is not your current password");
  await confirm(page);
  await expect(page).toHaveURL(/\/admin\/admins$/);
  await expect(page.getByRole("row", { name: /Mthembu/ })).toBeVisible();
});

test("a reset link is made in the dialog that was open, once the password was typed", async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/admin/residents?filter=Sithole`);
  await chooseOf(page, "Lindiwe Sithole", "Reset link");
  await expect(dialogOf(page)).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  const open = page.getByRole("dialog", { name: "New password for Lindiwe Sithole" });
  await expect(open).toContainText("Nothing was changed");
  await open.getByRole("button", { name: "Retry" }).click();
  await confirm(page);
  await expect(open.getByLabel("Link", { exact: true })).toHaveValue(/\/link#[\w-]+$/);
});

test("a backup is saved once the password was typed", { tag: "@release" }, async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/admin/backups`);
  await page.getByRole("button", { name: "Back up now" }).click();
  const link = page.getByRole("link", { name: /^Download/ }).first();
  await expect(link).toBeVisible({ timeout: 60_000 });
  const { name } = await savedBy(page, async () => {
    await link.click();
    await confirm(page);
  });
  expect(name).toMatch(/^stoep-.*\.tar\.gz$/);
});
