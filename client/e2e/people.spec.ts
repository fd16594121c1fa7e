import type { Page } from "@playwright/test";
import { bring, call, chooseOf, expect, fillFine, go, says, test } from "./adminServer.ts";
import { enterDemo } from "./demo.ts";
import { linesOf } from "./pdfText.ts";
import { test as demoTest, savePdf } from "./test.ts";
import { lateRent, sipho, thandi } from "./testServer.ts";

const add = async (page: Page, details: object) =>
  (await call(page, "admin.people.add", details)).id as string;

const fine = (residentId: string, amountCents: number) => ({
  ...lateRent,
  residentId,
  amountCents,
});

test("a name leads to the person's page, with what is theirs and what can be done", async ({
  admin: page,
}) => {
  const person = await bring(page, thandi);
  for (let count = 1; count <= 6; count++)
    await call(page, "admin.fines.issue", fine(person.id, 10_000 + count));
  await go(page, "/admin/fines");
  const whole = `${person.name} ${person.surname}`;
  await page
    .getByRole("link", { name: new RegExp(whole) })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\w+ \w+, R[\d\s]+\.\d\d$/);
  await page.getByRole("link", { name: whole }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/people/${person.id}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(whole);
  await expect(page.getByText("•••• ")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Fines (6)" })).toBeVisible();
  await expect(page.getByText("R600.21 of 6 fines is not paid")).toBeVisible();
  await expect(page.getByRole("link", { name: "Late Rent, R100.06" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Late Rent, R100.01" })).toHaveCount(0);
  await expect(page.getByText(/Nomsa Khumalo added a person/)).toBeVisible();
  const pdf = (await linesOf((await savePdf(page)).content)).join(" ");
  expect(pdf).toMatch(new RegExp(`${whole}.*Resident.*R600\\.21`));
  expect(pdf).toContain("The newest 5 of 6 fines are listed.");
  await page.getByRole("link", { name: "All their fines" }).click();
  await expect(page.getByText("Late Rent").first()).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/residents/${person.id}/fines$`));

  // From the list of residents as well.
  await go(page, "/admin/residents");
  await page.getByRole("cell", { name: person.name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(whole);

  await chooseOf(page, whole, "Remove");
  await expect(page.getByText(`${person.name} still owes R600.21`)).toBeVisible();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await says(page, "Resident deleted successfully");
  await expect(page.getByText("Resident, no sign-in, removed")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
});

test("an admin corrects a name; another's change meanwhile is shown before it is overwritten", {
  tag: "@release",
}, async ({ admin: page, refusals }) => {
  refusals.push(409);
  const person = await bring(page, sipho);
  const holder = await bring(page, thandi);
  await go(page, `/admin/people/${person.id}`);
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Surname").fill("Dube-Zulu");
  await call(page, "admin.profile.update", { profileId: person.id, cellPhone: "083 000 1111" });
  const save = page.getByRole("button", { name: "Save the details" });
  await save.click();
  await expect(page.getByText("Somebody has changed these details")).toBeVisible();
  await expect(page.getByText("Cell phone: 083 000 1111")).toBeVisible();
  await expect(page.getByLabel("Surname")).toHaveValue("Dube-Zulu");
  await expect(page.getByLabel("Cell phone (optional)")).toHaveValue("083 000 1111");
  await save.click();
  await says(page, "Details saved");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${person.name} Dube-Zulu`);

  // An email that somebody logs in with asks first.
  const id = await add(page, { name: "Gogo", surname: "Sharing" });
  await go(page, `/admin/people/${id}/update`);
  await expect(page.getByLabel("Cell phone (optional)")).toBeVisible();
  // Of a number that another has added meanwhile the end is shown, and it is not taken for typed.
  const { version } = await call(page, "admin.corrections.details", { personId: id });
  const stored = { personId: id, version, name: "Gogo", surname: "Sharing" };
  await call(page, "admin.corrections.correct", { ...stored, idNumber: "A1234567" });
  await page.getByLabel("Cell phone (optional)").fill("083 000 2222");
  await save.click();
  await expect(page.getByText("ID or passport number: •••• 4567")).toBeVisible();
  await expect(page.getByLabel("ID or passport number (optional)")).toHaveValue("");
  await page.getByLabel("Email (optional)").fill(holder.email);
  await save.click();
  await expect(page.getByText(`signs in with the username ${holder.username}`)).toBeVisible();
  await page.getByLabel("Do they share that email?").selectOption("yes");
  await save.click();
  await expect(page.getByText("Others have it too, so nobody can log in with it")).toBeVisible();
});

test("an entry becomes a company or a person again", async ({ admin: page }) => {
  const id = await add(page, { name: "Johan", surname: "van der Merwe" });
  await go(page, `/admin/people/${id}/update`);
  await expect(page.getByText("It is noted, but this building sends no mail")).toBeVisible();
  const kind = page.getByLabel("This is");
  const name = page.getByLabel("Name", { exact: true });
  const surname = page.getByLabel("Surname");
  await name.fill("Hendrik Johan");
  await kind.selectOption("A company, trust or other body");
  await expect(name).toHaveValue("Hendrik Johan van der Merwe");
  await expect(surname).toHaveCount(0);
  await kind.selectOption("A person");
  await expect(name).toHaveValue("Hendrik Johan");
  await expect(surname).toHaveValue("van der Merwe");
  await kind.selectOption("A company, trust or other body");
  await name.fill("Van der Merwe Trust");
  await page.getByLabel("Registration number (optional)").fill("IT 4471/2009");
  await page.getByRole("button", { name: "Save the details" }).click();
  await says(page, "Details saved");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Van der Merwe Trust");
});

test("two entries of one person become one, the right way round", async ({
  admin: page,
  refusals,
}) => {
  refusals.push(409);
  const person = await bring(page, thandi);
  const id = await add(page, { name: "Double", surname: person.name, telephone: "0114031234" });
  await go(page, `/admin/people/${id}/merge`);
  const field = page.getByRole("combobox", { name: "The same person as" });
  await field.fill(person.name);
  await page.getByRole("option", { name: new RegExp(`^${person.name} ${person.surname}`) }).click();
  // The one who logs in has to stay.
  await expect(page.getByText("The entry that goes signs in, and")).toBeVisible();
  await expect(page.getByRole("button", { name: "Merge them" })).toHaveCount(0);
  await page.getByRole("button", { name: "Keep the other one instead" }).click();
  await expect(page.getByText("Contacts that the entry that stays lacks")).toBeVisible();
  await page.getByRole("button", { name: "Merge them" }).click();
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await says(page, "Merged into one entry");
  await expect(page).toHaveURL(new RegExp(`/admin/people/${person.id}$`));
  // The page that is left also has a link to the other entry.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `${person.name} ${person.surname}`,
  );
  await expect(page.getByRole("link", { name: "011 403 1234" }).first()).toBeVisible();
  await page
    .getByRole("link", { name: `Double ${person.name}` })
    .first()
    .click();
  await expect(page.getByText("This entry was merged")).toBeVisible();
});

demoTest("residents read what the building knows of them", async ({ page, demo }) => {
  await enterDemo(page, demo, "resident");
  await page.goto(`${demo.url}/resident/dashboard`);
  await page.getByRole("link", { name: "About me" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About me");
  await expect(page.getByText("•••• ")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Units" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What was changed" })).toBeVisible();
  await page.getByRole("link", { name: "Change cell phone, email or password" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Resident Profile");
});

test("who cannot sign in is in the list of people, and is fined by typing their unit", async ({
  admin: page,
}) => {
  const { id: unitId } = await call(page, "admin.units.add", { label: "Unit 97" });
  const trust = await add(page, { name: "Marula Trust", juristic: true });
  const since = "2020-01-01";
  await call(page, "admin.parties.add", { unitId, personId: trust, role: "owner", since });
  await go(page, "/admin/dashboard");
  await page.getByRole("link", { name: /who cannot sign in/ }).click();
  await expect(page).toHaveURL(/\/admin\/people\?status=no$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("People");
  await page.getByRole("searchbox", { name: "Filter people" }).fill("Marula");
  const row = page.getByRole("row").filter({ hasText: "Marula Trust" });
  await expect(row).toContainText("Owner, Company or trust");
  await expect(row).toContainText("Unit 97");

  await go(page, "/admin/fines/new_fine");
  const resident = page.getByLabel("Resident", { exact: true });
  await page.getByRole("button", { name: "Issue the fine" }).click();
  await expect(resident).toBeFocused();
  // Words in any order, as in the lists.
  await resident.fill("trust marula");
  await expect(page.getByRole("option", { name: "Marula Trust (Unit 97)" })).toBeVisible();
  await resident.fill("unit 97");
  await page.getByRole("option", { name: "Marula Trust (Unit 97)" }).click();
  await fillFine(page, "Lease Violation", "300", "Rubble in the passage");
  await page.getByRole("button", { name: "Issue the fine" }).click();
  await says(page, "Fine created successfully!");
  await go(page, `/admin/people/${trust}`);
  await expect(page.getByRole("link", { name: "Lease Violation, R300.00" })).toBeVisible();

  const tenant = await add(page, { name: "Busi", surname: "Renting" });
  await call(page, "admin.parties.add", { unitId, personId: tenant, role: "tenant", since });
  await go(page, `/admin/people/${tenant}`);
  await chooseOf(page, "Busi Renting", "Make an invite");
  await expect(page.getByRole("checkbox", { name: "Unit 97" })).toBeChecked();
});
