import { expect, logIn, test } from "./test.ts";
import { nomsa } from "./testServer.ts";

test("a wrong password says so, and the right one lets in, also with the email", async ({
  page,
  server,
  refusals,
}) => {
  refusals.push(401);
  await page.goto(server.url);
  await page.getByRole("navigation").getByRole("link", { name: "Login" }).click();
  const label = page.getByText("Invalid email or password", { exact: true });
  await expect(label).toBeHidden();
  await logIn(page, nomsa.username, "not my password");
  await expect(label).toBeVisible();
  await expect(page.getByLabel("Username")).toHaveValue(nomsa.username);
  await logIn(page, nomsa.email.toUpperCase());
  await expect(page).toHaveURL(`${server.url}/admin/dashboard`);
  await page.goto(`${server.url}/login`);
  await expect(page.getByText("You are already logged in")).toBeVisible();
});

for (const to of [
  "//",
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
