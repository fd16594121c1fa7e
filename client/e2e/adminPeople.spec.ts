import { bring, call, expect, go, rowOf, says, test } from "./adminServer.ts";
import { broke } from "./test.ts";
import { lateRent, sipho, thandi } from "./testServer.ts";

const lists = [
  {
    path: "/admin/staff",
    people: "staff",
    like: sipho,
    column: "Update Role",
    removed: "Staff deleted successfully",
    refused: "Failed to delete staff",
    broken: "Error deleting staff",
  },
  {
    path: "/admin/residents",
    people: "residents",
    like: thandi,
    column: "Fines",
    removed: "Resident deleted successfully",
    refused: "Failed to delete resident",
    broken: "Error deleting resident",
  },
];

for (const { path, people, like, column, ...texts } of lists) {
  test(`${people}: asks once, removes, and says when it could not`, {
    tag: people === "residents" ? [] : "@release",
  }, async ({ admin: page, refuse, cut }) => {
    const person = await bring(page, like);
    await go(page, path);
    await expect(page.getByRole("columnheader", { name: column })).toBeVisible();
    const ask = () => rowOf(page, person).getByRole("button", { name: "Remove" }).click();
    const remove = page.getByRole("alertdialog").getByRole("button", { name: "Remove" });
    const list = new RegExp(`admin\\.people\\.${people}`);

    await ask();
    for (const [stop, text, why] of [
      [refuse, texts.refused, broke],
      [cut, texts.broken, ""],
    ] as const) {
      await stop("admin.people.remove");
      const fetchedAgain = page.waitForResponse(list);
      await remove.click();
      await says(page, text, why);
      await fetchedAgain;
      await page.unrouteAll();
    }
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(rowOf(page, person).getByRole("button", { name: "Remove" })).toBeFocused();
    await expect(rowOf(page, person)).toBeVisible();

    await ask();
    await remove.click();
    await says(page, texts.removed);
    await expect(rowOf(page, person)).toHaveCount(0);
  });
}

test("who is to be removed and still owes is said before it is done", async ({
  admin: page,
  refuse,
}) => {
  const person = await bring(page, thandi);
  await go(page, "/admin/residents");
  const ask = () => rowOf(page, person).getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("alertdialog");
  const leave = () => dialog.getByRole("button", { name: "Cancel" }).click();
  await ask();
  await expect(dialog.getByRole("status")).toHaveText(`${person.name} owes nothing.`);
  await leave();

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
  await leave();

  await refuse("admin.fines.owedBy");
  await go(page, "/admin/residents");
  await ask();
  await expect(dialog.getByRole("status")).toContainText("could not be looked up");
});

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
  await says(page, "Must be Admin, Staff, Resident");
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
