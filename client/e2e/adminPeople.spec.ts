import { bring, expect, go, rowOf, says, test } from "./adminHouse.ts";
import { sipho, thandi } from "./house.ts";

for (const [path, people, like, empty] of [
  ["/admin/staff", "staff", sipho, "Role"],
  ["/admin/residents", "residents", thandi, "Fines"],
] as const) {
  const word = people === "staff" ? "staff" : "resident";
  const Word = people === "staff" ? "Staff" : "Resident";

  test(`${people}: asks once, removes, and says when it could not`, async ({
    admin: page,
    refuse,
    cut,
  }) => {
    const person = await bring(page, like);
    await go(page, path);
    await expect(page.getByRole("columnheader", { name: empty })).toBeVisible();
    const ask = () => rowOf(page, person).getByRole("button", { name: "Remove" }).click();
    const remove = page.getByRole("alertdialog").getByRole("button", { name: "Remove" });

    await refuse("admin.people.remove");
    await ask();
    await remove.click();
    await says(page, `Failed to delete ${word}`);
    await page.unrouteAll();
    await cut("admin.people.remove");
    await remove.click();
    await says(page, `Error deleting ${word}`);
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await expect(rowOf(page, person)).toBeVisible();

    await page.unrouteAll();
    await ask();
    await remove.click();
    await says(page, `${Word} deleted successfully`);
    await expect(rowOf(page, person)).toHaveCount(0);
  });

  test(`${people}: a list that does not load says so and can be retried`, async ({
    admin: page,
    refuse,
    cut,
  }) => {
    const person = await bring(page, like);
    for (const stop of [refuse, cut]) {
      await stop(`admin.people.${people}`);
      await go(page, path);
      await says(page, `Error fetching ${people}`);
      await expect(page.getByText("No data available")).toHaveCount(0);
      await page.unrouteAll();
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(rowOf(page, person)).toBeVisible();
    }
  });
}

test("a role is edited in one row at a time", async ({ admin: page, refusals, cut }) => {
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
  await edit(other).click();
  await expect(input).toHaveCount(1);
  await expect(input).toHaveValue("");
  await expect(rowOf(page, other).getByLabel("New Role")).toBeVisible();
  await expect(page.locator("datalist option")).toHaveCount(7);

  await input.fill("Plumber");
  await update.click();
  await says(page, "Failed to update role");
  await says(page, "newRole must be Admin, Staff, Resident");
  await expect(input).toHaveValue("Plumber");
  await cut("admin.people.changeRole");
  await update.click();
  await says(page, "Error updating role");
  await page.unrouteAll();

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
  await input.fill("resident");
  await update.click();
  await expect(rowOf(page, other)).toHaveCount(0);
  await expect(rowOf(page, one)).toBeVisible();
});

test("the lists of people need no sideways scrolling", async ({ admin: page }) => {
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
