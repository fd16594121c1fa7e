import { changePassword, expect, fillPerson, logIn, logInTo, test } from "./test.ts";
import { chosen, nomsa, password, startServer, thandi } from "./testServer.ts";

test("the set-up link makes the first admin and leads to their dashboard", async ({ page }) => {
  const server = await startServer();
  try {
    await page.goto(server.url);
    await expect(page.getByText("This building is not set up yet.")).toBeVisible();
    await page.goto(server.setUpLink);
    const create = page.getByRole("button", { name: "Create the building" });
    await create.click();
    await expect(page.getByText("Building must not be empty.")).toBeVisible();
    await expect(page.getByLabel("Building")).toBeFocused();

    await page.getByLabel("Building").fill("Protea Court");
    await fillPerson(page, nomsa);
    await page.getByLabel("New password", { exact: true }).fill(password);
    const again = page.getByLabel("Confirm password", { exact: true });
    await again.fill(`${password}!`);
    await create.click();
    await expect(page.getByRole("main").getByText("Passwords do not match")).toBeVisible();
    const toast = page.locator("[data-sonner-toast]");
    await expect(toast).toHaveText("Passwords do not match");
    // On blur the toast would stay until the window is focused again.
    await page.evaluate(() => window.dispatchEvent(new Event("blur")));
    await again.fill(password);
    // A double click counts once: a second request would be refused, and fail the test.
    await create.dblclick();

    await expect(page).toHaveURL(`${server.url}/admin/dashboard`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Nomsa Khumalo");
    await expect(toast).toHaveCount(0);
    await page.goto(server.setUpLink);
    await expect(page.getByRole("heading", { name: "Stoep is already set up" })).toBeVisible();
  } finally {
    await page.close();
    await server.close();
  }
});

test("a wrong password says so, and the right one lets in, also with the email", async ({
  page,
  server,
  refusals,
}) => {
  refusals.push(401);
  await page.goto(server.url);
  await expect(page.getByText("Protea Court")).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Login" }).click();
  const label = page.getByText("Invalid email or password", { exact: true });
  await expect(label).toBeHidden();
  await logIn(page, nomsa.username, "not my password");
  await expect(label).toBeVisible();
  await expect(page.getByLabel("Username")).toHaveValue(nomsa.username);
  await logIn(page, nomsa.email.toUpperCase());
  await expect(page).toHaveURL(`${server.url}/admin/dashboard`);
  await expect(page.getByText("Login successful!")).toBeVisible();

  await page.goto(`${server.url}/login`);
  await expect(page.getByText("You are already logged in")).toBeVisible();
  await page.getByRole("link", { name: "Nomsa Khumalo" }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Login" })).toBeVisible();
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
  await logInTo(page, server.url, "/resident/dashboard", thandi);
  await expect(page.getByRole("heading", { name: "Choose your own password" })).toBeVisible();
  await page.goto(`${server.url}/resident/dashboard`);
  await expect(page).toHaveURL(/\/change-password/);
  await changePassword(page, password, password);
  await expect(page.getByText("New password must differ from your current one.")).toBeVisible();
  await changePassword(page, password, chosen);
  await expect(page).toHaveURL(`${server.url}/resident/dashboard`);
  await expect(page.getByRole("region", { name: "Statements" })).toContainText("R1\u00a0250.00");
});

test("an address that is no page has the 404 picture", async ({ page, server }) => {
  for (const address of ["/no/such/place", "/admin/nothing"]) {
    await page.goto(server.url + address);
    await expect(page.getByRole("img", { name: /404/ })).toBeVisible();
    await expect(page).toHaveTitle("Page not found · Stoep");
  }
});
