import { expect, logIn, test } from "./test.ts";
import { nomsa } from "./testServer.ts";

test.describe("a session that ends by itself", { tag: "@release" }, () => {
  test.use({ refusals: [401] });

  test("ends in both tabs, and what was typed comes back", async ({ page, server }) => {
    await page.goto(`${server.url}/login?to=/admin/residents/signupform`);
    await logIn(page, nomsa.username);
    await page.getByLabel("Surname").fill("Dlamini");
    await page.getByLabel("Password", { exact: true }).fill("never kept");

    const other = await page.context().newPage();
    await other.goto(`${server.url}/admin/dashboard`);
    await expect(other.getByRole("heading", { level: 1 })).toBeVisible();
    await page.context().clearCookies({ name: "sid" });
    await other.reload();
    await expect(other).toHaveURL(/\/login\?to=/);

    // As when a tab becomes visible again.
    await page.evaluate(() =>
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
    );
    await expect(page).toHaveURL(/\/login\?to=/);
    await logIn(page, nomsa.username);
    await expect(page).toHaveURL(`${server.url}/admin/residents/signupform`);
    await expect(page.getByLabel("Surname")).toHaveValue("Dlamini");
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  });
});

test("a list is filtered and sorted in its address, and a row leads on", async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/login?to=/admin/residents`);
  await logIn(page, nomsa.username);
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "Surname" }).click();
  await expect(page).toHaveURL(/sort=surname/);
  await expect(page.getByRole("columnheader", { name: "Surname" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await page.getByRole("searchbox").fill("thandi");
  await expect(page.getByText("1 of 2 rows")).toBeVisible();
  // The address follows when the rows are on the screen.
  await expect(page).toHaveURL(/filter=thandi/);
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("thandi");
  await page.getByRole("cell").getByRole("link", { name: "Fines", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fines of Thandi Mokoena");
  await page.goBack();
  await expect(page.getByText("1 of 2 rows")).toBeVisible();

  await page.getByRole("button", { name: "Remove Thandi Mokoena" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Remove Thandi Mokoena" })).toBeFocused();
});

test("an amount in rand becomes cents, and a wrong one is named at its field", async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/login?to=/admin/residents?filter=pieter`);
  await logIn(page, nomsa.username);
  await page.getByRole("cell").getByRole("link", { name: "Fines", exact: true }).click();
  await page.getByRole("link", { name: "New Fine" }).click();
  await page.getByLabel("Fine Type").selectOption("Late Rent");
  await page.getByLabel("Amount").fill("12.345");
  await page.getByLabel("Due Date").fill("2099-01-31");
  await page.getByLabel("Reason").fill("April");
  await page.getByRole("button", { name: "Issue the fine" }).click();
  await expect(page.getByText("Amount must have at most two decimals.")).toBeVisible();
  await expect(page.getByLabel("Amount")).toBeFocused();
  await page.getByLabel("Amount").fill("R 1 450,50");
  await page.getByRole("button", { name: "Issue the fine" }).click();
  await expect(page.getByText("Fine created successfully!")).toBeVisible();
  await expect(page.getByRole("cell", { name: "R1 450.50" })).toBeVisible();
});

test("a value is edited in place, and a refusal stays at the field", async ({
  page,
  server,
  refusals,
}) => {
  refusals.push(409);
  await page.goto(`${server.url}/login?to=/admin/profile`);
  await logIn(page, nomsa.username);
  await page.getByRole("button", { name: /Edit email/ }).click();
  await page.getByLabel("Email").fill("thandi@example.co.za");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("This address cannot be used here")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: /Edit cell phone/ }).click();
  await page.getByLabel("Cell Phone").fill("082 999 0000");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByRole("button", { name: /Edit cell phone: 082 999 0000/ })).toBeFocused();
});
