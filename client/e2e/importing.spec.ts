import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { messyFile } from "../../server/contract/messyFile.ts";
import { test as base, call, chooseOf, expect, go, ownBuilding, says } from "./adminServer.ts";

// One of these brings in hundreds of people, whom no other test should meet.
const test = base.extend({ building: ownBuilding });

/** Chooses a text as a CSV file. */
async function choose(page: Page, content: string | Buffer, name = "list.csv") {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(content) };
  await page.getByLabel(/Choose a CSV file|Choose another file/).setInputFiles(file);
}

const rowAt = (page: Page, line: number) =>
  page.getByRole("row").filter({ has: page.getByRole("cell", { name: `${line}`, exact: true }) });
/** One of the totals at the top: the term, then its figure. */
const counted = (page: Page, what: string, count: number) =>
  page.getByText(`${what}${count}`, { exact: true });
const importButton = (page: Page) => page.getByRole("button", { name: /^Import \d/ });
const heading = "Name,Surname,Email,Cell,ID number,Unit";
const line = (name: string) =>
  `${name},Zwane,${name.toLowerCase()}@example.co.za,082 123 4567,8001015009087,Unit 7`;

const residents = async (page: Page) => {
  const input = encodeURIComponent(JSON.stringify({ limit: "all" }));
  const { origin } = new URL(page.url());
  const answer = await page.request.get(`${origin}/api/trpc/admin.people.residents?input=${input}`);
  return (await answer.json()).result.data.rows as { name: string; email: string }[];
};

test("500 untidy rows: what is wrong is named by line, then mended they all come in", async ({
  admin: page,
}) => {
  await go(page, "/admin/residents");
  const before = await residents(page);
  await page.getByRole("link", { name: "Import from a spreadsheet" }).click();
  await expect(page).toHaveURL(/\/admin\/import\?kind=residents/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import residents");

  const wrong = messyFile({ rows: 500, wrong: 11 });
  await choose(page, Buffer.from(`\ufeff${wrong.text}`, "utf16le"));
  await expect(counted(page, "refused", 11)).toBeVisible();
  await expect(counted(page, "will be added", 489)).toBeVisible();
  await expect(importButton(page)).toHaveCount(0);
  await page.getByLabel("Only problems").check();
  await expect(page.getByRole("status").filter({ hasText: "11 rows" })).toBeVisible();
  for (const [number, pattern] of wrong.faults) {
    await expect(rowAt(page, number)).toContainText("Refused");
    await expect(rowAt(page, number)).toContainText(
      pattern.source.startsWith("^") ? /Lines/ : pattern,
    );
  }
  expect(await residents(page)).toEqual(before);

  const { text, people } = messyFile({ rows: 500 });
  await choose(page, text, "mended.csv");
  await expect(counted(page, "will be added", 500)).toBeVisible();
  await importButton(page).click();
  await expect(page.getByText("500 residents added.")).toBeVisible();
  const added = (await residents(page)).slice(before.length);
  expect(added.map(({ email }) => email)).toEqual(people.map(({ email }) => email));
  await page.getByRole("link", { name: "All residents" }).last().click();
  await expect(
    page.getByRole("status").filter({ hasText: `${before.length + 500} rows` }),
  ).toBeVisible();
});

test("a file can be dropped where one is chosen", { tag: "@release" }, async ({ admin: page }) => {
  await go(page, "/admin/import?kind=units");
  const transfer = await page.evaluateHandle(() => {
    const files = new DataTransfer();
    files.items.add(new File(["Unit\nLoft 1\n"], "units.csv", { type: "text/csv" }));
    return files;
  });
  const place = page.getByText("Choose a CSV file");
  await place.dispatchEvent("dragover", { dataTransfer: transfer });
  await place.dispatchEvent("drop", { dataTransfer: transfer });
  await expect(page.getByText("units.csv")).toBeVisible();
  await expect(counted(page, "will be added", 1)).toBeVisible();
});

test("columns are guessed, and can be said otherwise", { tag: "@release" }, async ({
  admin: page,
}) => {
  await go(page, "/admin/import?kind=residents");
  await choose(page, `Nickname,${heading.replace("Name,", "")},Balance\n${line("Busi")},R5\n`);
  await expect(page.getByRole("alert")).toContainText("No column for Name.");
  const select = (name: string) => page.getByLabel(name, { exact: true });
  await expect(select("Email")).toHaveValue("email");
  await expect(select("Balance")).toHaveValue("");
  await expect(page.getByText("R5", { exact: true })).toBeVisible();
  await select("Nickname").selectOption("Name");
  await expect(counted(page, "will be added", 1)).toBeVisible();
  await expect(page.getByText("6 read, 1 ignored")).toBeVisible();

  // The field is removed from its previous column.
  await page.getByText("6 read, 1 ignored").click();
  await select("Balance").selectOption("Unit (optional)");
  await expect(select("Unit")).toHaveValue("");
  await expect(page.getByText("Busi Zwane (busi.zwane), R5")).toBeVisible();
});

test("somebody signed up meanwhile is noticed, and nothing is stored", { tag: "@release" }, async ({
  admin: page,
  refusals,
}) => {
  refusals.push(409);
  await go(page, "/admin/import?kind=residents");
  await choose(page, `${heading}\n${line("Chris")}\n${line("Dineo")}\n`);
  await expect(counted(page, "will be added", 2)).toBeVisible();
  const before = (await residents(page)).length;
  await call(page, "admin.people.signUp", {
    role: "Resident",
    name: "Somebody",
    surname: "Else",
    username: "else",
    email: "dineo@example.co.za",
    cellPhone: "082 123 4567",
    idNumber: "1",
    password: "a long first password",
  });
  await importButton(page).click();
  await expect(page.getByRole("alert")).toContainText("so nothing was imported");
  await expect(rowAt(page, 3)).toContainText("Email already belongs to Somebody Else");
  await expect(importButton(page)).toHaveCount(0);
  expect(await residents(page)).toHaveLength(before + 1);
});

test("a lost answer and a second press make one import", { tag: "@release" }, async ({
  admin: page,
  refusals,
}) => {
  refusals.push("Failed to load resource");
  await go(page, "/admin/import?kind=staff");
  const text = `${heading},Trade\n${line("Grace")},Cleaning\n`;
  await choose(page, text);
  await expect(counted(page, "will be added", 1)).toBeVisible();
  // The server does the work, but its response is lost.
  let lost = 0;
  await page.route("**/api/imports/staff?dryRun=false", async (route) => {
    lost += 1;
    await route.fetch();
    await route.abort("aborted");
  });
  await importButton(page).click();
  await expect(page.getByRole("alert")).toContainText("The building's server does not answer");
  await page.unrouteAll();
  await importButton(page).dblclick();
  await expect(page.getByText("1 staff member added.")).toBeVisible();
  expect(lost).toBe(1);
  await page.getByRole("button", { name: "Import another file" }).click();
  await choose(page, text);
  await expect(page.getByText("Everything in this file is already here.")).toBeVisible();
});

test("a check shows how far it is, can be cancelled and tried again", { tag: "@release" }, async ({
  admin: page,
}) => {
  await go(page, "/admin/import?kind=units");
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route("**/api/imports/units?dryRun=true", async (route) => {
    await gate;
    await route.continue().catch(() => undefined);
  });
  await choose(page, "Unit\nUnit 1\n");
  await expect(page.getByRole("progressbar", { name: "Checking the file" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  open();
  await page.unrouteAll();
  await choose(page, "Unit\nUnit 1\n");
  await expect(counted(page, "will be added", 1)).toBeVisible();
});

test("units come in with what their PQs add up to", { tag: "@release" }, async ({
  admin: page,
}) => {
  await go(page, "/admin/import?kind=units");
  await choose(page, "Eenheid;Deel;PQ\nUnit 7;7;60,5\nUnit 8;8;39\n");
  await expect(
    page.getByText("add up to 99.5000 %. In a whole scheme they add up to 100 %"),
  ).toBeVisible();
  await importButton(page).click();
  // The link beside the title is there before the list is imported.
  await page.getByRole("button", { name: "Import another file" }).waitFor();
  await page.getByRole("link", { name: "All units" }).last().click();
  await expect(page.getByRole("row", { name: /Unit 8.*39\.0000/ })).toBeVisible();

  await go(page, "/admin/import?kind=units");
  await choose(page, "Unit,PQ\nunit8,39.5\nUnit 7,60.5\n");
  await expect(rowAt(page, 2)).toContainText("PQ 39.0000 becomes 39.5000.");
  await expect(rowAt(page, 3)).toContainText("Already here");
  await importButton(page).click();
  await expect(page.getByText("0 units added, 1 changed, 1 was already there.")).toBeVisible();
});

test.describe("a file that cannot be read", { tag: "@release" }, () => {
  test.use({ refusals: [400, 413, 415] });
  for (const [what, content, words] of [
    ["a workbook", Buffer.from(`PK\u0003\u0004${"\0".repeat(99)}`), "save it as CSV first"],
    ["nothing", "", "This file is empty"],
    ["headings alone", `${heading}\n`, "headings but no rows"],
    ["no headings", `${line("A")}\n${line("B")}\n`, "The first line must name the columns"],
    ["more than 5 000 rows", `Unit\n${"1\n".repeat(5_001)}`, "more than 5 000 rows"],
    ["more than 2 MB", "x".repeat(2 * 1024 * 1024 + 1), "larger than 2 MB"],
  ] as const)
    test(`says so: ${what}`, async ({ admin: page }) => {
      await go(page, "/admin/import");
      await choose(page, content);
      await expect(page.getByRole("alert")).toContainText(words);
      await expect(page.getByRole("table")).toHaveCount(0);
    });
});

test("the template comes back in as it went out", { tag: "@release" }, async ({ admin: page }) => {
  for (const kind of ["residents", "staff", "units"]) {
    await go(page, `/admin/import?kind=${kind}`);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download a template" }).click();
    const template = await download;
    expect(template.suggestedFilename()).toBe(`${kind}-template.csv`);
    await says(page, "Document saved successfully");
    await choose(page, readFileSync(await template.path()));
    await expect(counted(page, "will be added", 1)).toBeVisible();
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
  await page.getByLabel("PQ in percent").fill("lots");
  await page.getByRole("button", { name: "Add the unit" }).click();
  await expect(page.getByText("must be a percentage such as 2.5")).toBeVisible();
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

  const { id } = await call(page, "admin.people.signUp", {
    role: "Resident",
    name: "Ayanda",
    surname: "Cele",
    username: "ayanda",
    address: "loft9",
    email: "ayanda@example.co.za",
    cellPhone: "082 123 4567",
    idNumber: "1",
    password: "a long first password",
  });
  await go(page, "/admin/units");
  await expect(row).toContainText("Ayanda Cele");
  await chooseOf(page, "Loft 9", "Remove");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Ayanda Cele still lives in Loft 9");
  await call(page, "admin.people.remove", { id });
  await dialog.getByRole("button", { name: "Remove" }).click();
  await says(page, "Unit removed");
  await expect(row).toHaveCount(0);
});
