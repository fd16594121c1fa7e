import type { Page } from "@playwright/test";
import { expect, logIn, test } from "./test.ts";
import { chosen, nomsa, password, sipho, startServer, thandi } from "./testServer.ts";

const figure = (page: Page, what: string) =>
  page.locator("dl > div").filter({ has: page.getByText(what, { exact: true }) });

test("the set-up link makes the first admin and leads to their dashboard", async ({ page }) => {
  const server = await startServer();
  try {
    await page.goto(server.url);
    await expect(page.getByText("This building is not set up yet.")).toBeVisible();
    await page.goto(server.setUpLink);
    await page.getByRole("button", { name: "Create the building" }).click();
    await expect(page.getByText("Building must not be empty.")).toBeVisible();
    await expect(page.getByLabel("Building")).toBeFocused();

    await page.getByLabel("Building").fill("Protea Court");
    await page.getByLabel("Name", { exact: true }).fill(nomsa.name);
    await page.getByLabel("Surname").fill(nomsa.surname);
    await page.getByLabel("Username").fill(nomsa.username);
    await page.getByLabel("Email").fill(nomsa.email);
    await page.getByLabel("Cellphone").fill(nomsa.cellPhone);
    await page.getByLabel("ID/Passport number").fill(nomsa.idNumber);
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Confirm password", { exact: true }).fill(`${password}!`);
    await page.getByRole("button", { name: "Create the building" }).click();
    await expect(page.getByRole("main").getByText("Passwords do not match")).toBeVisible();
    const toast = page.locator("[data-sonner-toast]");
    await expect(toast).toHaveText("Passwords do not match");
    // On blur the toast would stay until the window is focused again.
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    await page.getByLabel("Confirm password", { exact: true }).fill(password);
    // A double click counts once: a second request would be refused, and fail the test.
    await page.getByRole("button", { name: "Create the building" }).dblclick();

    await expect(page).toHaveURL(`${server.url}/admin/dashboard`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Nomsa Khumalo");
    await expect(figure(page, "Residents")).toContainText("0");
    await expect(toast).toHaveCount(0);
    await page.goto(server.setUpLink);
    await expect(page.getByRole("heading", { name: "Stoep is already set up" })).toBeVisible();
  } finally {
    await page.close();
    await server.close();
  }
});

test("the welcome page leads to About Us and Login", async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome. Connect.");
  await expect(page.getByText("Protea Court")).toBeVisible();
  await expect(page).toHaveTitle("Welcome · Stoep");
  await page.getByRole("navigation").getByRole("link", { name: "About Us" }).click();
  await expect(page).toHaveURL(`${server.url}/about`);
  await page.getByRole("navigation").getByRole("link", { name: "Login" }).click();
  await expect(page).toHaveURL(`${server.url}/login`);
});

test.describe("a wrong password", () => {
  test.use({ refusals: [401] });
  test("says so, and the right one lets in", async ({ page, server }) => {
    await page.goto(`${server.url}/login`);
    const label = page.getByText("Invalid email or password", { exact: true });
    await expect(label).toBeHidden();
    await logIn(page, nomsa.username, "not my password");
    await expect(label).toBeVisible();
    await expect(page.getByLabel("Username")).toHaveValue(nomsa.username);
    await logIn(page, nomsa.email.toUpperCase());
    await expect(page).toHaveURL(`${server.url}/admin/dashboard`);
    await expect(page.getByText("Login successful!")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Nomsa Khumalo");
    await expect(figure(page, "Residents")).toContainText("2");
    await expect(figure(page, "Unpaid fines")).toContainText("R1\u00a0250.00");

    await page.goto(`${server.url}/login`);
    await expect(page.getByText("You are already logged in")).toBeVisible();
    await page.getByRole("link", { name: "Nomsa Khumalo" }).click();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole("navigation").getByRole("link", { name: "Login" })).toBeVisible();
  });
});

test("the guard asks to log in and returns; another role's area leads home", async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/admin/dashboard?from=mail`);
  await expect(page).toHaveURL(/\/login\?to=/);
  await logIn(page, nomsa.username);
  await expect(page).toHaveURL(`${server.url}/admin/dashboard?from=mail`);
  await page.goto(`${server.url}/staff/dashboard`);
  await expect(page).toHaveURL(`${server.url}/admin/dashboard`);
});

for (const to of [
  "//example.com/admin",
  "/\\example.com",
  "/%09/example.com",
  "javascript:alert(1)",
])
  test(`${to} is another site's and not returned to`, async ({ page, server }) => {
    await page.goto(`${server.url}/login?to=${to}`);
    await logIn(page, nomsa.username);
    await expect(page).toHaveURL(`${server.url}/admin/dashboard`);
  });

test("a resident chooses a password first and then sees their numbers", async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/login`);
  await logIn(page, thandi.username);
  await expect(page.getByRole("heading", { name: "Choose your own password" })).toBeVisible();
  await page.goto(`${server.url}/resident/dashboard`);
  await expect(page).toHaveURL(/\/change-password/);
  await page.getByLabel("Current password", { exact: true }).fill(password);
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("New password must differ from your current one.")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill(chosen);
  await page.getByLabel("Confirm password", { exact: true }).fill(chosen);
  await page.getByRole("button", { name: "Change password" }).click();

  await expect(page).toHaveURL(`${server.url}/resident/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Thandi Mokoena");
  await expect(page.getByRole("region", { name: "Statements" })).toContainText("R1\u00a0250.00");
  await expect(
    page.getByText("Water is off on Tuesday from 9 to 12.", { exact: true }),
  ).toBeVisible();
  await expect(page.getByText("21 °C")).toBeVisible();
});

test("a staff member sees their numbers", async ({ page, server }) => {
  await page.goto(`${server.url}/login?to=/staff/dashboard`);
  await logIn(page, sipho.username);
  await page.getByLabel("Current password", { exact: true }).fill(password);
  await page.getByLabel("New password", { exact: true }).fill(chosen);
  await page.getByLabel("Confirm password", { exact: true }).fill(chosen);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Sipho Ndlovu");
  await expect(figure(page, "Open in my trade")).toContainText("0");
});

test.describe("an invite link", () => {
  test.use({ refusals: [400] });
  test("lets its owner choose a password, once", async ({ page, server }) => {
    await page.goto(server.inviteLink);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Welcome, Pieter");
    await page.getByLabel("New password", { exact: true }).fill(chosen);
    await page.getByLabel("Confirm password", { exact: true }).fill(chosen);
    await page.getByRole("button", { name: "Set password and log in" }).click();
    await expect(page).toHaveURL(`${server.url}/resident/dashboard`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Pieter Botha");
    await page.goto("about:blank");
    await page.goto(server.inviteLink);
    await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
    await page.getByRole("link", { name: "Go to your dashboard" }).click();
    await expect(page).toHaveURL(`${server.url}/resident/dashboard`);
  });
});

test("a session that ended elsewhere leads to the login page", async ({
  page,
  server,
  refusals,
}) => {
  refusals.push(401);
  await page.goto(`${server.url}/login`);
  await logIn(page, nomsa.username);
  await expect(page).toHaveURL(`${server.url}/admin/dashboard`);
  // No dashboard request may be pending when the cookie is deleted.
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Nomsa Khumalo");
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies();
  await page.reload();
  await expect(page).toHaveURL(`${server.url}/login?to=%2Fadmin%2Fdashboard`);
});

for (const address of ["/nopage", "/no/such/place", "/admin/nothing"])
  test(`${address} is the 404 picture`, async ({ page, server }) => {
    await page.goto(server.url + address);
    await expect(page.getByRole("img", { name: /404/ })).toBeVisible();
    await expect(page).toHaveTitle("Page not found · Stoep");
  });
