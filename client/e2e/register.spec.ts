import type { Page } from "@playwright/test";
import { bring, call, expect, go, ownBuilding, says, test } from "./adminServer.ts";
import { linesOf } from "./pdfText.ts";
import { broke, saveCsv, savedBy, savePdf } from "./test.ts";
import { lateRent, thandi } from "./testServer.ts";

const person = async (page: Page, name: string) =>
  (await call(page, "admin.people.add", { name, surname: "Registered" })).id as string;

/** A unit of its own, with its id. */
async function unit(page: Page, label: string) {
  const { id } = await call(page, "admin.units.add", { label });
  return id as string;
}

const enterParty = (
  page: Page,
  unitId: string,
  personId: string,
  role: string,
  since: string,
  until?: string,
) => call(page, "admin.parties.add", { unitId, personId, role, since, until });

/** Types a part of a name and takes the first that has it. */
async function choose(page: Page, label: string, typed: string) {
  const field = page.getByRole("combobox", { name: label, exact: true });
  await field.fill(typed);
  await expect(page.getByRole("option").first()).toContainText(typed);
  await field.press("Enter");
  await expect(field).toHaveValue(new RegExp(typed));
}

test("a person is found by typing, by keyboard, or added on the spot; what is refused is said at its field", async ({
  admin: page,
  refusals,
}) => {
  refusals.push(400);
  const id = await unit(page, "Register 1");
  await person(page, "Quintus");
  await go(page, `/admin/units/${id}/people/new`);
  await page.getByRole("button", { name: "Enter it" }).click();
  await expect(page.getByText("Person must not be empty.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Person" })).toBeFocused();
  await choose(page, "Person", "Quintus");
  await page.getByLabel("Role").selectOption("tenant");
  await page.getByLabel("Since").fill("2026-05-01");
  await page.getByLabel("Last day (optional)").fill("2026-04-30");
  await page.getByRole("button", { name: "Enter it" }).click();
  await expect(page.getByText("The last day is before the first. Check both days.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Person" })).toHaveValue(/Quintus/);
  await page.getByLabel("Last day (optional)").fill("");
  await page.getByRole("button", { name: "Enter it" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/units/${id}$`));
  await expect(page.getByRole("link", { name: "Quintus Registered" })).toBeVisible();
  // Somebody may live in a unit that they own.
  await expect(
    page.getByRole("button", { name: "Enter the last day Quintus Registered, tenant" }),
  ).toBeVisible();

  await go(page, `/admin/units/${id}/people/new`);
  await page.getByRole("button", { name: "New person…" }).click();
  const dialog = page.getByRole("dialog", { name: "New person" });
  await dialog.getByLabel("Name", { exact: true }).fill("Brandnew");
  await dialog.getByLabel("Surname").fill("Registered");
  await dialog.getByRole("button", { name: "Add the person" }).click();
  await expect(page.getByRole("combobox", { name: "Person" })).toHaveValue("Brandnew Registered");
  // A draft has what was proposed too.
  await page.getByLabel("Role").selectOption("tenant");
  await page.reload();
  await expect(page.getByLabel("Role")).toHaveValue("tenant");
  await expect(page.getByRole("combobox", { name: "Person" })).toHaveValue("Brandnew Registered");
});

test("a sale is one step: who leaves, who comes, what moves with it, whose sign-in ends and who is invited", async ({
  admin: page,
  refusals,
}) => {
  refusals.push(400);
  const id = await unit(page, "Register 4");
  const sold = await bring(page, { ...thandi, address: "Register 4" });
  const name = `${sold.name} ${sold.surname}`;
  await person(page, "Bought");
  await enterParty(page, id, sold.id, "owner", "2026-03-01");
  const bay = { unitId: id, kind: "parking", label: "R4", right: "arrangement" };
  await call(page, "admin.areas.add", bay);
  await go(page, `/admin/units/${id}`);
  await page.getByRole("link", { name: "Sold or transferred" }).click();
  const summary = page.getByRole("region", { name: "What will be entered" });
  await expect(summary).toContainText(`${name} can still log in.`);
  const save = page.getByRole("button", { name: "Enter the new owners" });
  await save.click();
  await expect(page.getByText("New owner must not be empty.")).toBeVisible();
  await expect(page.getByText("Yes or No must be chosen.")).toHaveCount(2);
  await page.getByLabel("Do the new owners move in?").selectOption("yes");
  await page.getByLabel("Do the old owners also move out?").selectOption("yes");
  await expect(page.getByRole("checkbox", { name: /^Invite/ })).toHaveCount(0);
  await choose(page, "New owner", "Bought");
  await page.getByLabel("Parking R4").selectOption("ends");
  const ends = page.getByRole("checkbox", { name: `End ${name}’s sign-in` });
  await ends.check();
  await expect(summary).toContainText("is owned by Bought Registered.");
  await expect(summary).toContainText("These end on that day: Parking R4.");
  await expect(summary).toContainText(`${name} can no longer log in, at once.`);
  const on = page.getByLabel("Day of registration");
  const today = await on.inputValue();
  await on.fill("2026-02-28");
  await save.click();
  await expect(
    page.getByText("The unit has other new owners from that day or a later one."),
  ).toBeVisible();
  await expect(on).toBeFocused();
  // Neither is offered before the day on which the unit is theirs.
  await on.fill("2099-01-01");
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await on.fill(today);
  await ends.check();
  await page.getByRole("button", { name: "Another new owner" }).click();
  await choose(page, "New owner 2 (optional)", name);
  await page.getByLabel("Share of owner 2 in percent (optional)").fill("40");
  // All of it comes back after a reload, also what another answer or button had brought.
  await page.reload();
  await expect(summary).toContainText(`is owned by Bought Registered and ${name}.`);
  await expect(page.getByLabel("Share of owner 2 in percent (optional)")).toHaveValue("40");
  await expect(page.getByRole("combobox", { name: "New owner 2" })).toHaveValue(new RegExp(name));
  await expect(ends).toBeChecked();
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(page.getByRole("combobox", { name: "New owner 2" })).toHaveCount(0);
  await page.getByLabel("Do the new owners move in?").selectOption("yes");
  await page.getByLabel("Do the old owners also move out?").selectOption("yes");
  await choose(page, "New owner", "Bought");
  await page.getByRole("checkbox", { name: "Invite Bought Registered" }).check();
  await ends.check();
  await save.click();
  await says(page, "New owners saved");
  await expect(page).toHaveURL(/\/admin\/invites\?/);
  await expect(page.getByRole("checkbox", { name: "Register 4" })).toBeChecked();
  await go(page, `/admin/units/${id}`);
  const has = page.getByRole("region", { name: "Who has it" });
  await expect(has).toContainText("Bought Registered");
  await expect(has).not.toContainText(name);
});

test("a last day that is wrong is corrected, also once it is over", async ({ admin: page }) => {
  const id = await unit(page, "Register 7");
  const tenant = await person(page, "Movedout");
  await enterParty(page, id, tenant, "tenant", "2025-08-01", "2025-11-30");
  await go(page, `/admin/units/${id}`);
  const before = page.getByRole("region", { name: "Before and later" });
  await before
    .getByRole("button", { name: "Correct the last day Movedout Registered, tenant" })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("remove them on the page Residents");
  await expect(dialog.getByLabel("Last day")).toHaveValue("2025-11-30");
  await dialog.getByLabel("Last day").fill("2025-08-01");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(before).toContainText("until 1 Aug 2025");
  await enterParty(page, id, tenant, "tenant", "2025-08-01");
});

test("weights hold from the day of their certificate, and a trustee's term and a bay are ended, and ended earlier", async ({
  admin: page,
}) => {
  const unitId = await unit(page, "Register 5");
  await go(page, "/admin/units/weights");
  await page.getByRole("button", { name: "The same weight for all" }).click();
  await page.getByLabel("Rule").fill("Management rule 31A");
  await page.getByLabel("Day of the CSOS certificate").fill("2026-03-01");
  await page.getByLabel("Register 5 (optional)").fill("2,5");
  await page.getByRole("button", { name: "Save the weights" }).click();
  await says(page, "Weights saved");
  await go(page, "/admin/units?filter=Register 5");
  await expect(page.getByRole("table")).toContainText("2.5");

  await person(page, "Chairlady");
  await go(page, "/admin/trustees/new");
  await choose(page, "Person", "Chairlady");
  await page.getByLabel("Office").selectOption("yes");
  await page.getByLabel("Since").fill("2026-03-01");
  await page.getByRole("button", { name: "Enter the trustee" }).click();
  await says(page, "Term saved");
  await go(page, "/admin/trustees");
  const end = async (what: string, last: string) => {
    await page.getByRole("button", { name: `Enter the last day ${what}` }).click();
    await page.getByRole("dialog").getByLabel("Last day").fill(last);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  };
  await end("Chairlady", "2027-09-30");
  await end("Chairlady", "2026-09-30");
  await expect(page.getByRole("region", { name: "Before and later" })).toContainText("Chairlady");

  const bay = { unitId, kind: "parking", label: "R5", right: "arrangement" };
  await call(page, "admin.areas.add", bay);
  await go(page, `/admin/units/${unitId}`);
  await end("Parking R5", "2027-09-30");
  await end("Parking R5", "2026-09-30");
  await expect(page.getByText("until 30 Sept", { exact: false })).toBeVisible();
});

// A rule gives every unit of the building a weight.
test.extend({ building: ownBuilding })(
  "a weight that was typed stays when the rule is for something else, and when another admin saves",
  async ({ admin: page }) => {
    const [typedInto, other] = [await unit(page, "Flat 1"), await unit(page, "Flat 2")];
    const enter = (use: string, certificateOn: string, weight: number) =>
      call(page, "admin.weights.set", {
        uses: [use],
        rule: "Rule 31A",
        certificateOn,
        weights: [typedInto, other].map((unitId) => ({ unitId, weight: weight * 10_000 })),
      });
    await enter("levies", "2026-03-01", 1);
    await enter("votes", "2026-03-01", 3);
    await go(page, "/admin/units/weights");
    const [first, second] = [page.getByLabel(/^Flat 1/), page.getByLabel(/^Flat 2/)];
    await expect(first).toHaveValue("1");
    await first.fill("2,5");
    await page.getByLabel("What it is for").selectOption("Votes");
    await expect(second).toHaveValue("3");
    await expect(first).toHaveValue("2,5");
    await enter("votes", "2026-04-01", 4);
    await expect(second).toHaveValue("4");
    await expect(first).toHaveValue("2,5");
    await page.getByLabel("What it is for").selectOption("Levies and votes");
    await expect(second).toHaveValue("1");
    await expect(first).toHaveValue("2,5");
  },
);

test("the vote that could not be given says so, and is then given", async ({
  admin: page,
  refuse,
}) => {
  const id = await unit(page, "Register 6");
  for (const name of ["Voter", "Covoter"])
    await call(page, "admin.parties.add", {
      unitId: id,
      personId: await person(page, name),
      role: "owner",
      since: "2026-03-01",
      share: 500_000,
    });
  await refuse("admin.parties.setVoter");
  await go(page, `/admin/units/${id}`);
  const has = page.getByRole("region", { name: "Who has it" });
  const row = has.getByRole("listitem").filter({ hasText: "Covoter Registered" });
  await row.getByRole("button", { name: /^Give the vote/ }).click();
  await expect(row.getByRole("alert")).toHaveText(broke);
  await expect(row).not.toContainText("has the vote");
  await page.unrouteAll();
  await row.getByRole("button", { name: /^Give the vote/ }).click();
  await expect(row).toContainText("has the vote");
  await expect(row.getByRole("alert")).toHaveCount(0);
});

test("the register of another day says which, on the screen, in files, and on the way to a unit", async ({
  admin: page,
}) => {
  const id = await unit(page, "Register 20");
  const [before, after] = [await person(page, "Seller"), await person(page, "Buyer")];
  await enterParty(page, id, before, "owner", "2020-01-01", "2024-04-01");
  await enterParty(page, id, after, "owner", "2024-04-01");
  await go(page, "/admin/units?filter=Register+20");
  await page.getByLabel("As at").fill("2024-03-01");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Units as at 1 March 2024");
  await expect(page.getByRole("row", { name: /Register 20/ })).toContainText("Seller");

  const pdf = await savePdf(page);
  expect(pdf.name).toBe("units-only-what-matches-register-20-as-at-2024-03-01.pdf");
  const words = (await linesOf(pdf.content)).join(" ");
  expect(words).toContain("Units as at 1 March 2024");
  expect(words).toContain("Only what matches “Register 20”: 1 row");
  expect(words).toContain("Seller");
  const csv = await saveCsv(page);
  expect(csv.name).toMatch(/^units-only-what-matches-register-20-.*-as-at-2024-03-01\.csv$/);
  expect(csv.content.toString()).toContain("Seller");
  const list = await savedBy(page, () =>
    page.getByRole("button", { name: "Save as a spreadsheet" }).click(),
  );
  expect(list.name).toBe("register-as-at-2024-03-01.xlsx");

  await page.getByRole("link", { name: "Register 20" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Register 20 as at 1 March 2024",
  );
  await expect(page.getByRole("region", { name: "Who has it" })).toContainText("Seller");
  await page.getByRole("link", { name: "All units" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Units as at 1 March 2024");
});

test("fines, requests and visitors of a unit are of it alone, until that is taken off", async ({
  admin: page,
}) => {
  const id = await unit(page, "Register 3");
  await unit(page, "Register 30");
  const [three, thirty] = [
    await bring(page, { ...thandi, address: "Register 3" }),
    await bring(page, { ...thandi, address: "Register 30" }),
  ];
  for (const { id: residentId } of [three, thirty])
    await call(page, "admin.fines.issue", { ...lateRent, residentId });
  await go(page, `/admin/units/${id}`);
  await page.getByRole("link", { name: "Fines of Register 3" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/fines\\?unit=${id}$`));
  const rows = page.getByRole("status").filter({ hasText: "row" });
  await expect(rows).toHaveText("1 row");
  await expect(page.getByRole("row").nth(1)).toContainText(three.name);
  await page.getByRole("button", { name: "Only Register 3" }).click();
  await expect(page).toHaveURL(/\/admin\/fines$/);
  await expect(page.getByRole("row").filter({ hasText: thirty.name })).toBeVisible();
});
