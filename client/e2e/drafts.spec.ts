import { call, expect, go, says, test } from "./adminServer.ts";
import { hold } from "./holdAnswers.ts";
import { asks } from "./test.ts";

// Unsaved texts are pointed out, and so is the subject of a message.

test("each part of the building says what is not saved yet, and the message what was", async ({
  admin: page,
  refusals,
}) => {
  refusals.push(409);
  await go(page, "/admin/building");
  const part = (name: string) => page.getByRole("region", { name, exact: true });
  await part("Bank details").getByLabel("Account holder").fill("Acacia Court");
  await expect(part("Bank details").getByRole("status")).toHaveText("Not saved yet");
  await expect(part("Name").getByRole("status")).toHaveText("");
  const side = page.getByRole("complementary");
  for (const name of ["Aloe “& Sons” <Court>", "Protea Court"]) {
    await page.getByLabel("Name of the building").fill(name);
    await page.getByRole("button", { name: "Save the name" }).click();
    await expect(side.getByText(name, { exact: true })).toBeVisible();
  }
  await expect(page.getByText("Building saved: the name").first()).toBeVisible();
  await expect(part("Bank details").getByRole("status")).toHaveText("Not saved yet");
  await page.getByRole("button", { name: "Save the bank details" }).click();
  await expect(page.getByText("Bank must not be empty.")).toBeVisible();
  await part("Bank details").getByLabel("Bank", { exact: true }).fill("First Bank");
  await part("Bank details").getByLabel("Account number").fill("62 000 000 000");
  await part("Bank details").getByLabel("Branch code").fill("250 000");
  await page.getByRole("button", { name: "Save the bank details" }).click();
  await says(page, "Building saved: the bank details");
  await expect(part("Bank details").getByRole("status")).toHaveText("");
  await page.reload();
  await expect(page.getByLabel("Branch code")).toHaveValue("250 000");
  // What another admin saves meanwhile is neither overwritten without a word nor takes away what is typed.
  await part("Bank details").getByLabel("Account holder").fill("Protea Court");
  await part("Contact numbers").getByLabel("Whose number 1 (optional)").fill("Guard");
  const bankDetails = {
    bank: "First Bank",
    accountHolder: "Acacia Court",
    accountNumber: "62 000 000 000",
    branchCode: "250 111",
  };
  const contacts = [{ label: "Caretaker", number: "0824441018" }];
  await call(page, "admin.building.update", { bankDetails, contacts });
  await page.getByRole("button", { name: "Save the name" }).click();
  await says(page, "Building saved: the name");
  await page.getByRole("button", { name: "Save the bank details" }).click();
  await expect(part("Bank details")).toContainText("Branch code: 250 111");
  await expect(page.getByLabel("Branch code")).toHaveValue("250 111");
  await expect(page.getByLabel("Account holder")).toHaveValue("Protea Court");
  await expect(page.getByLabel("Whose number 1 (optional)")).toHaveValue("Guard");
  await page.getByRole("button", { name: "Save the bank details" }).click();
  await says(page, "Building saved: the bank details");
  await expect(part("Bank details")).not.toContainText("Stored by now");
  // A draft of one field does not bring back what the others were.
  const save = async (branchCode: string) =>
    call(page, "admin.building.update", { bankDetails: { ...bankDetails, branchCode } });
  await part("Bank details").getByLabel("Account holder").fill("Baobab Court");
  await save("250 222");
  await page.reload();
  await expect(part("Bank details")).toContainText("Draft of today");
  await expect(page.getByLabel("Account holder")).toHaveValue("Baobab Court");
  await expect(page.getByLabel("Branch code")).toHaveValue("250 222");
});

test("what is typed while a form is being saved is saved by the next press", async ({
  admin: page,
}) => {
  await go(page, "/admin/building");
  const name = page.getByLabel("Name of the building");
  const save = page.getByRole("button", { name: "Save the name" });
  const side = page.getByRole("complementary");
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(asks("admin.building.update"), async (route) => {
    await released;
    await route.continue();
  });
  await name.fill("Aloe Court");
  await save.click();
  await expect(save).toHaveAttribute("aria-busy", "true");
  await name.fill("Protea Court");
  release();
  await expect(side.getByText("Aloe Court", { exact: true })).toBeVisible();
  await expect(name).toHaveValue("Protea Court");
  await save.click();
  await expect(side.getByText("Protea Court", { exact: true })).toBeVisible();
});

test("a form with an old draft says when it was left, and can be emptied", async ({
  admin: page,
}) => {
  await go(page, "/admin/fines/new_fine");
  await page.getByLabel("Amount").fill("300");
  await page.getByLabel("Reason").fill("Rubble in the passage");
  await page.waitForLoadState("networkidle");
  // It is kept for as long as nobody looks, because a phone ends a hidden page without a word.
  const keptAfter = (hidden: boolean, event: string) =>
    page.evaluate(
      ([hidden, event]) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event(event, { bubbles: true }));
        return JSON.stringify(sessionStorage).includes("Rubble in the passage");
      },
      [hidden, event] as const,
    );
  expect(await keptAfter(true, "visibilitychange")).toBe(true);
  expect(await keptAfter(false, "visibilitychange")).toBe(false);
  expect(await keptAfter(false, "pagehide")).toBe(true);
  // As when somebody goes back to the page.
  expect(await keptAfter(false, "pageshow")).toBe(false);
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(page).toHaveURL(/dashboard$/);
  await go(page, "/admin/fines/new_fine");
  await expect(page.getByText(/^Draft of today, \d\d:\d\d/)).toBeVisible();
  // It is kept again, and again.
  await page.reload();
  await expect(page.getByText(/^Draft of today, \d\d:\d\d/)).toBeVisible();
  await expect(page.getByLabel("Reason")).toHaveValue("Rubble in the passage");
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(page.getByText(/^Draft of/)).toHaveCount(0);
  await expect(page.getByLabel("Reason")).toHaveValue("");
  await expect(page.getByLabel("Amount")).toHaveValue("");
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await expect(page).toHaveURL(/dashboard$/);
  await go(page, "/admin/fines/new_fine");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New fine");
  await expect(page.getByText(/^Draft of/)).toHaveCount(0);
  await expect(page.getByLabel("Reason")).toHaveValue("");
});

test("what was kept while its answer was on the way is no draft once it was sent", async ({
  admin: page,
}) => {
  await go(page, "/admin/dashboard");
  await page.getByLabel("Message").fill("The tank is full again");
  const kept = () =>
    page.evaluate(() => JSON.stringify(sessionStorage).includes("The tank is full again"));
  const release = await hold(page, "**/api/trpc/**");
  await page.getByRole("button", { name: "Post Announcement" }).click();
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });
  expect(await kept()).toBe(true);
  await release();
  await expect(page.getByLabel("Message")).toHaveValue("");
  expect(await kept()).toBe(false);
});
