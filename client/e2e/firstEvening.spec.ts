import type { Locator, Page } from "@playwright/test";
import writeWorkbook from "write-excel-file/node";
import { go } from "./adminServer.ts";
import { faultsOf } from "./axe.ts";
import { expect, fillPerson, test } from "./test.ts";
import { nomsa, password, startServer } from "./testServer.ts";

// A trustee's first evening: from an empty machine and the managing agent's spreadsheet to invites
// on paper, with the presses counted.

type Cell = string | number | Date | null;

/** Forty units as an agent exports them: a title, shortened numbers, a company, a couple, and two faults. */
function agentsList(): Cell[][] {
  const rows: Cell[][] = [
    ["Protea Court Body Corporate"],
    [],
    "Door,Sec,PQ %,m2,Owner,Cell,E-mail,ID number,Tenant,Tenant cell,Lease start".split(","),
  ];
  for (let number = 1; number <= 40; number += 1) {
    const owner = `Anna${letters(number)} Smit`;
    const lease = new Date(Date.UTC(2025, 2, 1));
    const tenant = [`Ms Lerato${letters(number)} Mokoena`, 735550100 + number, lease];
    rows.push([
      number,
      number,
      2.5,
      60 + (number % 7),
      number === 5 ? "Sea Point Lets (Pty) Ltd" : number === 7 ? "Botha, Karel & Marie" : owner,
      number === 9 ? "not known" : 820000000 + number,
      number === 11 ? "owner eleven" : `owner${number}@example.co.za`,
      number === 5 ? "2015/123456/07" : null,
      ...(number % 4 === 0 ? tenant : []),
    ]);
  }
  return rows;
}

/** The password of somebody who joins. */
const joining = "a stoep of her own";

/** Letters instead of a number, because names have no digits. */
const letters = (number: number) =>
  String.fromCharCode(96 + Math.ceil(number / 26), 96 + (number % 26) + 1);

const choiceIn = (page: Page, question: RegExp, answer: string) =>
  page.getByRole("group", { name: question }).getByLabel(answer, { exact: true });
const figure = (page: Page, what: string, count: number) =>
  page.getByText(`new ${what}${count}`, { exact: true });
const importList = (page: Page) => page.getByRole("button", { name: "Import the list" });

test("from an empty machine to the invites of forty units, in 14 presses", async ({ page }) => {
  test.setTimeout(120_000);
  const server = await startServer();
  // Choosing a file and sending a form count as one press each.
  let presses = 3;
  const press = async (what: Locator) => {
    presses += 1;
    await what.click();
  };
  try {
    await page.goto(server.setUpLink);
    await page.getByLabel("Building").fill("Protea Court");
    await fillPerson(page, nomsa);
    await page.getByLabel("New password", { exact: true }).fill(password);
    await page.getByLabel("Confirm password", { exact: true }).fill(password);
    await press(page.getByRole("button", { name: "Create the building" }));
    await expect(page).toHaveURL(/\/admin\/dashboard/);
    await page.getByPlaceholder("Type your message here...").focus();
    await page.getByRole("button", { name: "Title, for whom, how long …" }).click();
    await page.getByLabel("For", { exact: true }).selectOption("Some units …");
    await expect(page.getByText("There are no units yet.")).toBeVisible();

    await press(page.getByRole("link", { name: /^Add the units/ }));
    await press(page.getByRole("link", { name: "Import from a spreadsheet" }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import people and units");
    const buffer = await writeWorkbook(agentsList(), { dateFormat: "yyyy/mm/dd" }).toBuffer();
    const list = { name: "Owners FINAL (2).xlsx", mimeType: "application/octet-stream", buffer };
    await page.getByLabel(/Choose a spreadsheet/).setInputFiles(list);

    await press(choiceIn(page, /units are not in Stoep yet/, "Yes"));
    await expect(page.getByRole("heading", { name: "2 rows to mend" })).toBeVisible();
    await expect(importList(page)).toHaveCount(0);
    expect(await faultsOf(page)).toEqual([]);
    const number = page.getByLabel("Owner: cell phone in row 12");
    await expect(number).toHaveValue("not known");
    await expect(number).toHaveAccessibleDescription(/must be a telephone number/);
    await number.fill("082 000 0009");
    await number.press("Enter");
    await expect(page.getByRole("heading", { name: "1 row to mend" })).toBeVisible();
    await press(page.getByLabel("Leave out row 14"));
    await expect(page.getByRole("heading", { name: "Rows left out" })).toBeVisible();
    await expect(figure(page, "units", 39)).toBeVisible();
    await press(page.getByLabel("Leave out row 14"));
    await page.getByLabel("Owner: email in row 14").fill("eleven@example.co.za");
    await page.getByLabel("Owner: email in row 14").press("Enter");

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
    expect(presses).toBeLessThanOrEqual(14);

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
