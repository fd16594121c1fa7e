import type { Page } from "@playwright/test";
import { changePassword, expect, logInTo, test } from "./test.ts";
import { chosen, moveIn, nomsa, person } from "./testServer.ts";

const anele = { ...person("Anele", "Mthembu"), role: "Resident", address: "Unit 31" };

async function open(page: Page, url: string, path: string) {
  await logInTo(page, url, path, anele, chosen);
  await expect(page).toHaveURL(url + path);
}

test.beforeAll(async ({ server }) => {
  await moveIn(server.url, anele);
});

test("my devices signs out another one alone, and signing out everywhere all of them", async ({
  page,
  server,
  browser,
}) => {
  await open(page, server.url, "/resident/profile");
  const userAgent =
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
  const phone = await (await browser.newContext({ userAgent })).newPage();
  await open(phone, server.url, "/resident/dashboard");
  await page.reload();
  const devices = page.getByRole("region", { name: "My devices" });
  await expect(devices.getByRole("listitem").filter({ hasText: "this device" })).toContainText(
    "Chrome on Linux",
  );
  const signOut = devices.getByRole("button", { name: "Sign out Chrome on an Android phone" });
  await expect(signOut).toHaveAccessibleDescription(/^last seen .*, from /);
  await signOut.click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(/last seen .*, from /);
  await question.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("That device is signed out")).toBeVisible();
  await expect(devices.getByText("Android phone")).toHaveCount(0);
  await phone.reload();
  await expect(phone).toHaveURL(/\/login\?to=/);

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByRole("link", { name: "Login" }).first()).toBeVisible();
  await phone.context().close();
});

test("the password is changed from the profile, which one comes back to", async ({
  page,
  server,
}) => {
  await open(page, server.url, "/resident/profile");
  await page.getByRole("link", { name: "Change password" }).click();
  const fresh = "a door that stands open";
  await changePassword(page, chosen, fresh);
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/resident/profile`);
  await expect(page.getByRole("heading", { name: "Tokens for programs" })).toHaveCount(0);
});

test("a token for a program is shown once, works, and stops working when it is revoked", async ({
  page,
  server,
  refusals,
}) => {
  refusals.push(401);
  await logInTo(page, server.url, "/admin/profile", nomsa);
  await page.getByLabel("What will use it?").fill("gate screen");
  await page.getByRole("button", { name: "Make a token" }).click();
  const token = await page.getByLabel("Token", { exact: true }).inputValue();
  const ask = () =>
    fetch(`${server.url}/api/property/admin/staff`, {
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await ask()).status).toBe(200);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByLabel("Token", { exact: true })).toHaveCount(0);
  await page.reload();
  const row = page.getByRole("listitem").filter({ hasText: "gate screen" });
  await expect(row).toContainText("used today");
  // An instant, of which the page says the building's day.
  await expect(row.locator("time").last()).toHaveAttribute("datetime", /T/);
  await row.getByRole("button", { name: "Revoke gate screen" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  // While it asks, the list is hidden from the accessibility tree, in which rows are looked for.
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(row).toHaveCount(0);
  expect((await ask()).status).toBe(401);
});

test.describe("a phone on the other side of the world", { tag: "@release" }, () => {
  test.use({ timezoneId: "Pacific/Auckland" });

  for (const age of ["of today", "from before Temporal"])
    test(`says the building's days and hours, in a browser ${age}`, async ({ page, server }) => {
      if (age !== "of today")
        await page.addInitScript(() => Reflect.deleteProperty(globalThis, "Temporal"));
      await page.clock.setFixedTime("2026-11-20T15:00:00Z");
      await logInTo(page, server.url, "/admin/dashboard", nomsa);
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Good afternoon");
      await page.goto(`${server.url}/admin/residents`);
      await page.getByRole("link", { name: "Fines", exact: true }).last().click();
      await page.getByRole("link", { name: "New Fine" }).click();
      await expect(page.getByText("Today, 20 November 2026")).toBeVisible();
    });
});
