import { bring, call, expect, go, rowOf, says, test } from "./adminServer.ts";
import { broke } from "./test.ts";
import { lateRent, sipho, thandi } from "./testServer.ts";

test("who is removed is asked about once, with what they owe, and it says when it could not be", async ({
  admin: page,
  refuse,
  cut,
}) => {
  const person = await bring(page, thandi);
  await go(page, "/admin/residents");
  const ask = () => rowOf(page, person).getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("alertdialog");
  await ask();
  await expect(dialog.getByRole("status")).toHaveText(`${person.name} owes nothing.`);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const fine = { ...lateRent, residentId: person.id };
  await call(page, "admin.fines.issue", fine);
  const { id } = await call(page, "admin.fines.issue", { ...fine, amountCents: 5_000 });
  await call(page, "admin.fines.setStatus", { fineId: id, status: "Pending..." });
  // The dialog asks the server again, although it asked about this person a moment ago.
  await ask();
  await expect(dialog.getByRole("status")).toHaveText(
    `${person.name} still owes R500.00: 2 fines not paid. R50.00 of it is pending: check the proof of payment first.`,
  );
  await expect(dialog).toHaveAccessibleDescription(/still owes R500\.00/);
  const remove = dialog.getByRole("button", { name: "Remove" });
  for (const [stop, text, why] of [
    [refuse, "Failed to delete resident", broke],
    [cut, "Error deleting resident", ""],
  ] as const) {
    await stop("admin.people.remove");
    const fetchedAgain = page.waitForResponse(/admin\.people\.residents/);
    await remove.click();
    await says(page, text, why);
    await fetchedAgain;
    await page.unrouteAll();
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, person).getByRole("button", { name: "Remove" })).toBeFocused();

  await ask();
  await remove.click();
  await says(page, "Resident deleted successfully");
  await expect(rowOf(page, person)).toHaveCount(0);
});

test("a role is edited in one row at a time, and stays a draft of that row", async ({
  admin: page,
  refusals,
}) => {
  refusals.push(400);
  const one = await bring(page, sipho);
  const other = await bring(page, sipho);
  await go(page, "/admin/staff");
  const input = page.getByLabel("New Role");
  const update = page.getByRole("button", { name: "Update Role" });
  const edit = (person: { name: string }) =>
    rowOf(page, person).getByRole("button", { name: "Edit Role" });

  await edit(one).click();
  await expect(input).toBeFocused();
  await input.fill("Plumber");
  await page.waitForLoadState("networkidle");
  await page.reload();
  await edit(other).click();
  await expect(input).toHaveValue("");
  await edit(one).click();
  await expect(input).toHaveValue("Plumber");
  await edit(other).click();
  await expect(input).toHaveCount(1);
  await expect(input).toHaveValue("");
  await expect(rowOf(page, other).getByLabel("New Role")).toBeVisible();
  await expect(page.locator("datalist option")).toHaveCount(8);

  await input.fill("Plumber");
  await update.click();
  await says(page, "Failed to update role");
  await says(page, "Must be Admin, Staff, Resident");
  await expect(input).toHaveValue("Plumber");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(edit(other)).toBeFocused();
  await edit(other).click();
  await expect(input).toHaveValue("");
  await expect(rowOf(page, other)).toContainText("Now Staff, Electricity");
  await input.fill("security");
  await update.click();
  await says(page, "Role updated successfully");
  await expect(input).toHaveCount(0);
  await edit(other).click();
  await expect(rowOf(page, other)).toContainText("Now Staff, Security");
});

test("the lists of people need no sideways scrolling", { tag: "@release" }, async ({
  admin: page,
}) => {
  await bring(page, { ...thandi, surname: "van der Westhuizen" });
  await bring(page, { ...sipho, surname: "van der Westhuizen" });
  for (const width of [1280, 1024, 700, 360])
    for (const path of ["/admin/staff", "/admin/residents", "/admin/admins"]) {
      await page.setViewportSize({ width, height: 800 });
      await go(page, path);
      if (path === "/admin/staff")
        await page.getByRole("button", { name: "Edit Role" }).first().click();
      const over = await page
        .getByRole("table")
        .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
      expect(over, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
});
