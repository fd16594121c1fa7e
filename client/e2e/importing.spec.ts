import type { Page } from "@playwright/test";
import { test as base, call, chooseOf, expect, go, ownBuilding, says } from "./adminServer.ts";
import { faultsOf } from "./axe.ts";
import { savedBy } from "./test.ts";
import { person } from "./testServer.ts";

// What one of these brings in no other test should meet.
const test = base.extend({ building: ownBuilding });

/** Chooses a text as a CSV file. */
async function choose(page: Page, content: string | Buffer, name = "list.csv") {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(content) };
  await page.getByLabel(/Choose a spreadsheet|Choose another file/).setInputFiles(file);
}

const rowAt = (page: Page, line: number) =>
  page.getByRole("row").filter({ has: page.getByRole("cell", { name: `${line}`, exact: true }) });
/** One of the figures of what would happen. */
const figure = (page: Page, what: string, count: number) =>
  page.getByText(`${what}${count}`, { exact: true });
const importList = (page: Page) => page.getByRole("button", { name: "Import the list" });
const answer = (page: Page, question: RegExp, name: string) =>
  page.getByRole("group", { name: question }).getByRole("radio", { name });
const makeUnits = (page: Page) => answer(page, /not in Stoep yet/, "Yes").check();
/** The link beside the title is there before the list is imported. */
const imported = (page: Page) =>
  page.getByRole("button", { name: "Import another file" }).waitFor();

/** Axe finds nothing in either theme. */
async function looksRight(page: Page) {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await faultsOf(page), colorScheme).toEqual([]);
  }
}

const staffHeading = "Name,Surname,Email,Cell,ID number,Trade";
const staffLine = (name: string) =>
  `${name},Zwane,${name.toLowerCase()}@example.co.za,082 123 4567,8001015009087,Cleaning`;

test("a file can be dropped where one is chosen", { tag: "@release" }, async ({ admin: page }) => {
  await go(page, "/admin/import?kind=units");
  const transfer = await page.evaluateHandle(() => {
    const files = new DataTransfer();
    files.items.add(new File(["Unit\nLoft 1\n"], "units.csv", { type: "text/csv" }));
    return files;
  });
  const place = page.getByText("Choose a spreadsheet");
  await place.dispatchEvent("dragover", { dataTransfer: transfer });
  await place.dispatchEvent("drop", { dataTransfer: transfer });
  await expect(page.getByText("units.csv")).toBeVisible();
  await expect(figure(page, "new units", 1)).toBeVisible();
});

test("a guess is changed for one row and for all, and taken back", async ({ admin: page }) => {
  await go(page, "/admin/import?kind=register");
  const rows = ["Loft 1,Grace Bible Church", "Loft 2,Baobab Trust", "Loft 3,Smit Anna"];
  await choose(page, `Unit,Owner\n${rows.join("\n")}\n`);
  await expect(rowAt(page, 2)).toContainText("Company");
  await page.getByRole("button", { name: "All companies below are people" }).click();
  await expect(rowAt(page, 2)).not.toContainText("Company");
  await page.getByRole("button", { name: "All people below are companies" }).click();
  await expect(rowAt(page, 2)).toContainText("Company");
  await expect(rowAt(page, 4)).toContainText("Company");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowAt(page, 4)).not.toContainText("Company");

  await rowAt(page, 4).getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog");
  await looksRight(page);
  await dialog.getByLabel("Name", { exact: true }).fill("Anna");
  await dialog.getByLabel("Surname").fill("Smit");
  await dialog.getByRole("button", { name: "Change the row" }).click();
  await expect(rowAt(page, 4).getByRole("cell").nth(3)).toContainText("Smit");

  await page.getByRole("button", { name: "Change roles or shares" }).click();
  await dialog.getByLabel("Owner becomes").selectOption("Bondholder");
  await looksRight(page);
  await dialog.getByRole("button", { name: "Change all rows" }).click();
  await expect(rowAt(page, 2)).toContainText("Bondholder");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rowAt(page, 2)).toContainText("Owner");
  await makeUnits(page);
  await importList(page).click();
  await imported(page);
  await go(page, "/admin/people");
  await expect(page.getByRole("row", { name: /Anna Smit/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Grace Bible Church/ })).toBeVisible();
});

test("loading the page again loses nothing, and an import is taken back", async ({
  admin: page,
}) => {
  await go(page, "/admin/import?kind=register");
  await choose(page, "Unit,Owner\nAttic 1,Smit\nAttic 2,Ben Cele\n", "attics.csv");
  const name = page.getByLabel("Owner: name in row 2");
  await name.fill("Anna Smit");
  await name.press("Enter");
  await expect(name).toHaveCount(0);
  await makeUnits(page);
  await expect(importList(page)).toBeEnabled();
  await page.reload();
  await expect(page.getByText("attics.csv")).toBeVisible();
  await expect(figure(page, "new owners", 2)).toBeVisible();
  await importList(page).click();
  await imported(page);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("The import was taken back.")).toBeVisible();
  await expect(page.getByText("Choose a spreadsheet")).toBeVisible();
  await go(page, "/admin/units");
  await expect(page.getByRole("row", { name: /Attic/ })).toHaveCount(0);
});

test("staff come in with an account, and newer details are taken one by one", async ({
  admin: page,
}) => {
  await go(page, "/admin/import?kind=staff");
  await choose(page, `${staffHeading}\n${staffLine("Grace")}\n`);
  await importList(page).click();
  await expect(page.getByText("1 staff member added.")).toBeVisible();
  await page.getByRole("link", { name: "All staff" }).last().click();
  await expect(page.getByRole("row", { name: /Grace Zwane/ })).toContainText("grace.zwane");

  await go(page, "/admin/import?kind=staff");
  await choose(
    page,
    `${staffHeading},Tel\n${staffLine("Grace").replace("123", "555")},021 555 0100\n`,
  );
  const cell = page.getByRole("checkbox", { name: /Cell phone: 082 123 4567 becomes/ });
  const telephone = page.getByRole("checkbox", { name: /Telephone: empty becomes/ });
  await expect(telephone).toBeChecked();
  await cell.check();
  await telephone.uncheck();
  await importList(page).click();
  await expect(page.getByText("1 person changed.")).toBeVisible();
  await go(page, "/admin/staff");
  await expect(page.getByRole("row", { name: /Grace Zwane/ })).toContainText("082 555 4567");
});

test("of more newer details than are shown at once each is reached", async ({ admin: page }) => {
  const list = (area: number) =>
    `Unit,Floor area\n${Array.from({ length: 52 }, (_, at) => `Hut ${at + 1},${area}\n`).join("")}`;
  await go(page, "/admin/import?kind=units");
  await choose(page, list(10));
  await makeUnits(page);
  await importList(page).click();
  await imported(page);
  await page.getByRole("button", { name: "Import another file" }).click();
  await choose(page, list(20));
  const ticks = page.getByRole("checkbox", { name: /Floor area: 10 becomes/ });
  await expect(ticks).toHaveCount(50);
  await page.getByRole("button", { name: "Show all 52" }).click();
  await expect(ticks).toHaveCount(52);
  await ticks.last().uncheck();
  await page.getByRole("button", { name: "Take all 52" }).click();
  await expect(ticks.last()).toBeChecked();
  await ticks.last().uncheck();
  await importList(page).click();
  await expect(page.getByText("51 units changed.")).toBeVisible();
});

test("the template comes back in as it went out", { tag: "@release" }, async ({ admin: page }) => {
  for (const [kind, name] of [
    ["units", "people-and-units"],
    ["staff", "staff"],
  ]) {
    await go(page, `/admin/import?kind=${kind}`);
    const press = page.getByRole("button", { name: "Download a template" });
    const template = await savedBy(page, () => press.click());
    expect(template.name).toBe(`${name}-template.csv`);
    await says(page, "Document saved successfully");
    await choose(page, template.content);
    await expect(figure(page, "new people", 1)).toBeVisible();
    await page.getByRole("button", { name: "Leave this list" }).click();
  }
});

test("a unit is added, changed, cannot be removed while somebody lives there, and is removed", async ({
  admin: page,
  refusals,
}) => {
  refusals.push(409);
  await go(page, "/admin/units");
  await page.getByRole("link", { name: "Add a unit" }).click();
  await page.getByLabel("Unit", { exact: true }).fill("Loft 9");
  await page.getByLabel("PQ in percent").fill("2,5");
  await page.getByRole("button", { name: "Add the unit" }).click();
  await says(page, "Unit added");
  await expect(page).toHaveURL(/\/admin\/units$/);

  await page.getByRole("link", { name: "Loft 9" }).click();
  await expect(page.getByRole("definition").filter({ hasText: "2.5000 %" })).toBeVisible();
  await page.getByRole("link", { name: "Change the unit" }).click();
  await page.getByLabel("Section").fill("70");
  await page.getByRole("button", { name: "Save the unit" }).click();
  await says(page, "Unit saved");
  await expect(page.getByText("Section 70")).toBeVisible();
  await page.getByRole("link", { name: "All units" }).click();
  const row = page.getByRole("row").filter({ hasText: "Loft 9" });
  await expect(row).toContainText("2.5000");

  const ayanda = { ...person("Ayanda", "Cele"), role: "Resident", address: "loft9" };
  const { id } = await call(page, "admin.people.signUp", ayanda);
  await go(page, "/admin/units");
  await expect(row).toContainText("Ayanda Cele");
  await chooseOf(page, "Loft 9", "Remove");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Ayanda Cele is still entered for Loft 9");
  await call(page, "admin.people.remove", { id });
  await dialog.getByRole("button", { name: "Remove" }).click();
  await says(page, "Unit removed");
  await expect(row).toHaveCount(0);
});
