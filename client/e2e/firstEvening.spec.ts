import type { Locator, Page } from "@playwright/test";
import writeWorkbook from "write-excel-file/node";
import { ZipFile } from "yazl";
import { test as base, expect, go, ownBuilding } from "./adminServer.ts";
import { faultsOf } from "./axe.ts";
import { nomsa, password, startServer } from "./testServer.ts";

// A trustee's first evening: from an empty machine and the managing agent's spreadsheet to invites
// on paper, with the presses counted.

const test = base.extend({ building: ownBuilding });

type Cell = string | number | Date | null;

const owners = "Anna Smit,Piet Nel,Thandi Dube,Sipho Cele,Lindiwe Zulu,Johan van der Merwe".split(
  ",",
);

/** Forty units as an agent exports them: titles, blank rows, shortened numbers, a row of totals. */
function agentsList(): Cell[][] {
  const rows: Cell[][] = [
    ["Protea Court Body Corporate"],
    ["Owners and tenants, printed 3 November 2026"],
    [],
    [
      "Door",
      "Sec",
      "PQ %",
      "m2",
      "Owner",
      "Cell",
      "E-mail",
      "ID number",
      "Tenant",
      "Tenant cell",
      "Lease start",
    ],
  ];
  for (let number = 1; number <= 40; number += 1) {
    const owner = `${owners[number % owners.length]?.replace(/^(\w+)/, `$1${letters(number)}`)}`;
    const isRented = number % 4 === 0;
    rows.push([
      number,
      number,
      2.5,
      60 + (number % 7),
      number === 5 ? "Sea Point Lets (Pty) Ltd" : number === 7 ? "Botha, Karel & Marie" : owner,
      number === 9 ? "not known" : 820000000 + number,
      number === 11 ? "owner eleven" : `owner${number}@example.co.za`,
      number === 5 ? "2015/123456/07" : null,
      isRented ? `Ms Lerato${letters(number)} Mokoena` : null,
      isRented ? `073 555 01${String(number).padStart(2, "0")}` : null,
      isRented ? new Date(Date.UTC(2025, 2, 1)) : null,
    ]);
    if (number % 10 === 0) rows.push([]);
  }
  rows.push(["Total", null, 100, 2520]);
  return rows;
}

/** The password of somebody who joins. */
const joining = "a stoep of her own";

/** Letters instead of a number, because names have no digits. */
const letters = (number: number) =>
  String.fromCharCode(96 + Math.ceil(number / 26), 96 + (number % 26) + 1);

const workbook = (rows: Cell[][]) => writeWorkbook(rows, { dateFormat: "yyyy/mm/dd" }).toBuffer();

async function choose(page: Page, buffer: Buffer, name = "Owners list FINAL (2).xlsx") {
  const file = { name, mimeType: "application/octet-stream", buffer };
  await page.getByLabel(/Choose a spreadsheet|Choose another file/).setInputFiles(file);
}

/** Counts presses; choosing a file and sending a form count as one each. */
function counting() {
  let presses = 0;
  return {
    press: async (what: Locator) => {
      presses += 1;
      await what.click();
    },
    alsoOne: () => {
      presses += 1;
    },
    count: () => presses,
  };
}

const choiceIn = (page: Page, question: RegExp, answer: string) =>
  page.getByRole("group", { name: question }).getByLabel(answer, { exact: true });
const figure = (page: Page, what: string, count: number) =>
  page.getByText(`new ${what}${count}`, { exact: true });
const importList = (page: Page) => page.getByRole("button", { name: "Import the list" });

test("from an empty machine to the invites of forty units, in 14 presses", async ({ page }) => {
  test.setTimeout(120_000);
  const server = await startServer();
  const { press, alsoOne, count } = counting();
  try {
    await page.goto(server.setUpLink);
    await page.getByLabel("Building").fill("Protea Court");
    await page.getByLabel("Name", { exact: true }).fill(nomsa.name);
    await page.getByLabel("Surname").fill(nomsa.surname);
    await page.getByLabel("Username").fill(nomsa.username);
    await page.getByLabel("Email").fill(nomsa.email);
    await page.getByLabel("Cellphone").fill(nomsa.cellPhone);
    await page.getByLabel("ID/Passport number").fill(nomsa.idNumber);
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Confirm password", { exact: true }).fill(password);
    await press(page.getByRole("button", { name: "Create the building" }));
    await expect(page).toHaveURL(/\/admin\/dashboard/);

    await press(page.getByRole("link", { name: /^Add the units/ }));
    await press(page.getByRole("link", { name: "Import from a spreadsheet" }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import people and units");
    alsoOne();
    await choose(page, await workbook(agentsList()));

    await press(choiceIn(page, /units are not in Stoep yet/, "Yes"));
    await expect(page.getByRole("heading", { name: "2 rows to mend" })).toBeVisible();
    await expect(importList(page)).toHaveCount(0);
    expect(await faultsOf(page)).toEqual([]);
    const number = page.getByLabel("Owner: cell phone in row 13");
    await expect(number).toHaveValue("not known");
    await expect(number).toHaveAccessibleDescription(/must be a telephone number/);
    await number.fill("082 000 0009");
    await number.press("Enter");
    alsoOne();
    await expect(page.getByRole("heading", { name: "1 row to mend" })).toBeVisible();
    await press(page.getByLabel("Leave out row 16"));
    await expect(page.getByRole("heading", { name: "Rows left out" })).toBeVisible();
    await expect(figure(page, "units", 39)).toBeVisible();
    await press(page.getByLabel("Leave out row 16"));
    await page.getByLabel("Owner: email in row 16").fill("eleven@example.co.za");
    alsoOne();
    await page.getByLabel("Owner: email in row 16").press("Enter");

    await expect(figure(page, "units", 40)).toBeVisible();
    await expect(figure(page, "people", 51)).toBeVisible();
    await expect(figure(page, "owners", 41)).toBeVisible();
    await expect(figure(page, "tenants", 10)).toBeVisible();
    await expect(page.getByText("add up to 100 %")).toBeVisible();
    await press(importList(page));
    await expect(
      page.getByText("40 units, 51 people, 41 owners and 10 tenants added."),
    ).toBeFocused();

    await press(page.getByRole("link", { name: "Print invites" }));
    await press(page.getByRole("button", { name: "Choose all" }));
    // A company does not log in; the people who act for it do.
    await expect(page.getByText("50 sheets, one for each person")).toBeVisible();
    await press(page.getByRole("button", { name: /^Make \d+ sheets$/ }));
    await expect(page.getByRole("button", { name: "Print", exact: true })).toBeFocused();
    await page.evaluate(() => {
      window.print = () => window.dispatchEvent(new Event("afterprint"));
    });
    await press(page.getByRole("button", { name: "Print", exact: true }));
    await expect(page.locator("[data-sheet]").first()).toBeVisible();
    expect(count()).toBeLessThanOrEqual(14);

    // Whoever joins with a code is the person of the register.
    const sheet = page.locator("[data-sheet]").filter({ hasText: "Botha" });
    const code = (await sheet.locator(".font-mono").first().textContent()) ?? "";
    // Not with the page's cookies, which are the trustee's.
    const joined = await fetch(`${server.url}/api/trpc/public.links.setPassword`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: code, password: joining, confirmPassword: joining }),
    });
    expect(joined.ok, await joined.text()).toBe(true);
    await page.getByRole("button", { name: "Done" }).click();
    await expect(sheet).toHaveCount(0);
    await go(page, "/admin/residents");
    await expect(page.getByRole("row").filter({ hasText: "Karel" })).toHaveCount(1);
  } finally {
    // The page would go on asking a server that is gone.
    await page.goto("about:blank");
    await server.close();
  }
});

test("the saved register comes back in, and everything is already here", {
  tag: "@release",
}, async ({ admin: page }) => {
  await go(page, "/admin/import?kind=register");
  await choose(page, Buffer.from("Unit,Owner,Tenant\nLoft 1,Ann Botha,Ben Cele\n"), "list.csv");
  await choiceIn(page, /Loft 1 is not in Stoep yet/, "Yes").check();
  await importList(page).click();
  // The link beside the title is there before the list is imported.
  await page.getByRole("button", { name: "Import another file" }).waitFor();
  await page.getByRole("link", { name: "All units" }).last().click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a spreadsheet" }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^register-\d{4}-\d\d-\d\d\.xlsx$/);
  await go(page, "/admin/import?kind=register");
  await page.getByLabel("Choose a spreadsheet").setInputFiles(await saved.path());
  await expect(page.getByText("Everything in this list is already here.")).toBeVisible();
});

test("headings that are nowhere and a second sheet are chosen", { tag: "@release" }, async ({
  admin: page,
}) => {
  await go(page, "/admin/import?kind=register");
  await choose(page, Buffer.from("Loft 7,Cas Dube\nLoft 8,Dee Els\n"), "bare.csv");
  await expect(page.getByRole("alert")).toContainText("No column seems to hold units or names");
  await page.getByLabel("Column A", { exact: true }).selectOption("Unit");
  await page.getByLabel("Column B", { exact: true }).selectOption("Owner: name");
  await expect(figure(page, "owners", 2)).toBeVisible();
  const two = await writeWorkbook([
    { sheet: "Cover", data: [["Protea Court"], ["Lists of 2026"]] },
    {
      sheet: "Owners",
      data: [
        ["Unit", "Owner"],
        ["Loft 9", "Eve Fourie"],
      ],
    },
  ]).toBuffer();
  await choose(page, two);
  await expect(page.getByText("from the sheet Owners")).toBeVisible();
  await expect(figure(page, "owners", 1)).toBeVisible();
});

/** A zip with these parts, as a workbook has them. */
async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
/** A workbook whose only sheet has this inside. */
const bare = (sheet: string, more: Readonly<Record<string, string | Buffer>> = {}) =>
  zipOf({
    "[Content_Types].xml":
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "_rels/.rels": `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<?xml version="1.0"?><workbook ${namespace} xmlns:r="${relations}"><sheets><sheet name="Owners" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<?xml version="1.0"?><worksheet ${namespace}>${sheet}</worksheet>`,
    ...more,
  });
const text = (cell: string, value: string) =>
  `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`;
const list = `<row r="1">${text("A1", "Unit")}${text("B1", "Owner")}</row><row r="2">${text("A2", "Loft 3")}${text("B2", "Ann Botha")}</row>`;

test.describe("a workbook that cannot be imported", { tag: "@release" }, () => {
  test.use({ refusals: [400, 413, 415] });
  const cases: readonly [string, () => Promise<Buffer>, string][] = [
    [
      "a formula",
      () =>
        bare(
          `<sheetData>${list}<row r="14">${text("A14", "x")}<c r="C14"><f>SUM(C2:C13)</f><v>3</v></c></row></sheetData>`,
        ),
      "Cell C14 is a formula",
    ],
    [
      "merged cells",
      () =>
        bare(
          `<sheetData>${list}</sheetData><mergeCells count="1"><mergeCell ref="A1:F1"/></mergeCells>`,
        ),
      "Cells A1 to F1 are merged",
    ],
    [
      "macros",
      () => bare(`<sheetData>${list}</sheetData>`, { "xl/vbaProject.bin": "x" }),
      "This workbook has macros",
    ],
    [
      "a zip bomb",
      () =>
        bare(`<sheetData>${list}</sheetData>`, {
          "xl/sharedStrings.xml": Buffer.alloc(200_000_000, " "),
        }),
      "unpacks to far more",
    ],
    [
      "100 000 rows",
      () =>
        bare(
          `<sheetData>${Array.from({ length: 100_000 }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`).join("")}</sheetData>`,
        ),
      "more than 5 000 rows",
    ],
    [
      "a cell far away",
      () =>
        bare(`<sheetData>${list}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>`),
      "Cell XFD1048576 is far away",
    ],
    [
      "a broken workbook",
      async () => (await workbook([["Unit"], ["1"]])).subarray(0, 700),
      "save it as CSV",
    ],
  ];
  for (const [what, content, words] of cases)
    test(`says so: ${what}`, async ({ admin: page }) => {
      await go(page, "/admin/import?kind=register");
      await choose(page, await content());
      await expect(page.getByRole("alert")).toContainText(words);
      await expect(page.getByRole("table")).toHaveCount(0);
      await go(page, "/admin/units");
      await expect(page.getByRole("row").filter({ hasText: "Loft 3" })).toHaveCount(0);
    });
});
