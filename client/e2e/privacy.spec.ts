import { bring, call, expect, go, says, test } from "./adminServer.ts";
import { thandi } from "./testServer.ts";

test("an ID number is masked until an admin asks for it, and the trail has that they did", async ({
  admin: page,
}) => {
  const { name, surname } = await bring(page, thandi);
  await go(page, "/admin/privacy");
  await page.getByRole("searchbox").fill(name);
  // Before that its row is among all others, and moves while it is pressed.
  await expect(page).toHaveURL(/filter=/);
  await expect(page.getByRole("row", { name })).toContainText("•••• 9087");
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} ${surname}`);
  await expect(page.getByText("8001015009087")).toHaveCount(0);
  await page.getByRole("button", { name: "Show all of it" }).click();
  await expect(page.getByText("8001015009087")).toBeVisible();
  await go(page, "/admin/audit");
  await expect(page.getByRole("row").nth(1)).toContainText("looked at an ID number");
  await expect(page.getByRole("row").nth(1)).toContainText(`${name} ${surname}`);
});

test("a removed person is erased after their name is typed; a present one is not", async ({
  admin: page,
  refusals,
}) => {
  refusals.push(400);
  const { id, name, surname } = await bring(page, thandi);
  await page.goto(new URL(`/admin/privacy?person=${id}`, page.url()).href);
  await expect(page.getByText("This person still lives or works here")).toBeVisible();
  await expect(page.getByRole("button", { name: "Erase for good" })).toHaveCount(0);
  await call(page, "admin.people.remove", { id });
  await page.reload();
  await expect(page.getByText("That there were visits, and when")).toBeVisible();
  // Kinds of data without any entries are not mentioned.
  await expect(page.getByText("Nothing more", { exact: true })).toBeVisible();
  await expect(page.getByText(/\b0 (fines|payment|maintenance)/)).toHaveCount(0);
  const field = page.getByLabel(`Type ${name} ${surname} to confirm`);
  await field.fill("somebody else");
  await page.getByRole("button", { name: "Erase for good" }).click();
  await expect(
    page.getByText("Type the person's name exactly as it is written above."),
  ).toBeVisible();
  await field.fill(`${name} ${surname}`);
  await page.getByRole("button", { name: "Erase for good" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Erased person");
  await expect(page.getByText("This person was erased.")).toBeVisible();
  await says(page, "Erased for good");
});
