import type { Locator, Page } from "@playwright/test";
import decodeQR from "qr/decode.js";
import { test as base, call, expect, go, ownBuilding } from "./adminServer.ts";
import { faultsOf } from "./axe.ts";
import { piecesOf } from "./pdfText.ts";
import { chosen, person } from "./testServer.ts";

// From the list of people without a sign-in to the printed sheet, and from the sheet to signing in.

// Not the building of the other tests, where people are waiting already.
const test = base.extend({ building: ownBuilding });

let count = 0;
/** Invites a person who has not signed in yet. */
async function invite(page: Page, address: string, details: { name?: string } = {}) {
  const { password: _, confirmPassword: __, ...guest } = person(`Guest${++count}`, "Mthembu");
  const all = { ...guest, role: "Resident", ...(address && { address }), ...details };
  const { id } = await call(page, "admin.invites.invite", all);
  return { ...all, id: id as string };
}

/** Makes the sheets of these units and waits until they are shown. */
async function make(page: Page, ...units: string[]) {
  await go(page, "/admin/invites");
  for (const unit of units) await page.getByRole("checkbox", { name: unit, exact: true }).check();
  await page.getByRole("button", { name: /^Make \d+ sheets?$/ }).click();
  await expect(page.getByRole("button", { name: "Print", exact: true })).toBeFocused();
}

/** Presses Done and confirms that the codes may be discarded. */
async function leaveUnprinted(page: Page) {
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
}

const blockOf = (page: Page, { name }: { name: string }) =>
  page.locator("article").filter({ hasText: `${name} Mthembu` });

/** The code that is written in a person's block. */
async function codeOf(page: Page, who: { name: string }): Promise<string> {
  const text = await blockOf(page, who).innerText();
  expect(text).toMatch(/(\w{4}-){2}\w{4}/);
  return /(\w{4}-){2}\w{4}/.exec(text)?.[0] ?? "";
}

/** The text of each printed page, when the printer is set to another paper size. */
async function printed(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const pdf = await page.pdf({ format: "Letter", landscape: true, preferCSSPageSize: true });
  const pages = Number(/\/Count (\d+)/.exec(pdf.toString("latin1"))?.[1]);
  expect(pdf.toString("latin1")).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  const texts = Array.from({ length: pages }, () => "");
  for (const { page, text } of await piecesOf(pdf)) texts[page - 1] += ` ${text}`;
  await page.emulateMedia({ media: "screen" });
  return texts.map((text) => text.replace(/\s+/g, " ").trim());
}

/** The code a phone reads from a block of the printed page. */
async function scan(page: Page, block: Locator): Promise<string> {
  await page.emulateMedia({ media: "print" });
  const png = (await block.getByRole("img", { name: /^QR/ }).screenshot()).toString("base64");
  await page.emulateMedia({ media: "screen" });
  const { width, height, data } = await page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const pen = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
    pen?.drawImage(image, 0, 0);
    return { width, height, data: [...(pen?.getImageData(0, 0, width, height).data ?? [])] };
  }, png);
  // Without the usual time limit, because a phone would keep trying.
  return decodeQR({ width, height, data: Uint8Array.from(data) }, { timeLimit: 60_000 });
}

async function choosePassword(page: Page, { name, username }: { name: string; username: string }) {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Welcome, ${name}`);
  await page.getByLabel("New password", { exact: true }).fill(chosen);
  await page.getByLabel("Confirm password", { exact: true }).fill(chosen);
  await page.getByRole("button", { name: "Set password and log in" }).click();
  await expect(page).toHaveURL(/\/resident\/dashboard$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  const answer = await page.request.get(new URL("/api/auth/session", page.url()).href);
  expect((await answer.json()).user, username).toBe(`${name} Mthembu`);
}

test("a sheet lets its people in: one scans the square, one types the code", async ({
  admin: page,
  browser,
  building,
  refusals,
}) => {
  refusals.push(400);
  const scanning = await invite(page, "Unit 1");
  const typing = await invite(page, "Unit 1");
  await make(page, "Unit 1");
  const link = await scan(page, blockOf(page, scanning));
  expect(link).toMatch(new RegExp(`^${building.url}/link#[0-9A-HJKMNP-TV-Z]{12}$`));
  const code = await codeOf(page, typing);
  expect(link).not.toContain(code.replaceAll("-", ""));
  expect(await scan(page, blockOf(page, typing))).toBe(
    `${building.url}/link#${code.replaceAll("-", "")}`,
  );

  const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const other = await phone.newPage();
  await other.goto(link);
  await choosePassword(other, scanning);
  await phone.clearCookies();

  await other.goto(`${building.url}/login`);
  await other.getByRole("link", { name: "I have a code on paper" }).click();
  await expect(other).toHaveURL(`${building.url}/join`);
  const send = other.getByRole("button", { name: "Continue" });
  await send.click();
  await expect(other.getByText(/Code must be the 12 letters and digits/)).toBeVisible();
  const field = other.getByLabel("Code");
  await field.fill("K7QM-4XPD-9RTW");
  await send.click();
  await expect(
    other.getByText(/This code is wrong, has expired or was already used/),
  ).toBeVisible();
  await expect(field).toHaveValue("K7QM-4XPD-9RTW");
  await field.fill(code.toLowerCase().replaceAll("-", " "));
  await send.dblclick();
  await choosePassword(other, typing);
  await phone.close();

  await leaveUnprinted(page);
  await expect(page.getByText(scanning.name)).toHaveCount(0);
});

test("units are chosen one by one or all at once; each person has a page of their own", {
  tag: "@release",
}, async ({ admin: page }) => {
  await go(page, "/admin/invites");
  await expect(
    page.getByText("Nobody is waiting. Everybody who is here has signed in."),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose all" })).toHaveCount(0);
  // The longest names, which no page's end may cut.
  const long = `${"Long ".repeat(14)}unit`;
  const name = "Wilhelmina-Johanna ".repeat(4).trim();
  const family = [await invite(page, long, { name }), await invite(page, long, { name })];
  const alone = await invite(page, "");
  await page.reload();
  const order = page.getByRole("region", { name: "What will be printed" });
  await expect(order).toHaveCount(0);
  const box = page.getByRole("checkbox", { name: long, exact: true });
  await box.check();
  await expect(order).toContainText("2 sheets, one for each person");
  await expect(order).toContainText("The new codes work for 7 days.");
  await box.uncheck();
  await expect(order).toHaveCount(0);
  for (const name of ["Choose all", "Choose none", "Choose all"]) {
    await page.getByRole("button", { name }).press("Enter");
    await expect(page.getByRole("button", { name: /^Choose/ })).toBeFocused();
  }
  await order.getByRole("button", { name: "Make 3 sheets" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("3 sheets to print");
  expect(await faultsOf(page)).toEqual([]);

  const pages = await printed(page);
  expect(pages).toHaveLength(3);
  for (const text of pages) {
    expect(text).toMatch(/^Protea Court /);
    expect(text).toMatch(/Join the building's Wi-Fi.*Scan the square.*\/join and type your code/);
    expect(text).toMatch(/Choose a password.*until \w+day, \d+ \w+ 20\d\d at \d\d:\d\d/);
    expect(text).not.toMatch(/Dashboard|Sign Out|ADMIN|Print|https:/);
    expect(text.match(/Your code: \S{14}/g)).toHaveLength(1);
  }
  for (const { username } of family)
    expect(pages.find((text) => text.includes(`Username: ${username}`))).toMatch(
      /Wilhelmina.*Mthembu Long .*unit/,
    );
  expect(pages.at(-1)).toContain(`${alone.name} Mthembu`);

  // They were printed above.
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(/sheet printed or shared today, .*, works until/)).toHaveCount(3);
  await page.getByRole("button", { name: "Choose all" }).click();
  await expect(order).toContainText("stop working when you print or share the new ones");
});

test("a sheet is printed when it was printed or shared; an owner who lives elsewhere has theirs apart", {
  tag: "@release",
}, async ({ admin: page }) => {
  const guest = await invite(page, "Unit 21");
  const { id: unitId } = await call(page, "admin.units.add", { label: "Loft 1" });
  for (const [name, role] of [
    ["Nomsa", "owner"],
    ["Busi", "tenant"],
  ]) {
    const { id: personId } = await call(page, "admin.people.add", { name, surname: "Zwane" });
    await call(page, "admin.parties.add", { unitId, personId, role, since: "2020-01-01" });
  }
  await make(page, "Unit 21");
  await leaveUnprinted(page);
  const row = page.getByRole("row").filter({ hasText: guest.name });
  await expect(row).toContainText("no sheet yet");
  await make(page, "Unit 21");
  await page.getByRole("button", { name: "Print", exact: true }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(row).toContainText("sheet printed or shared today");

  const elsewhere = page.getByRole("table", { name: "Owners who live elsewhere" });
  await expect(elsewhere.getByText("Busi")).toHaveCount(0);
  const order = page.getByRole("region", { name: "What will be printed" });
  await page.getByRole("checkbox", { name: "Nomsa Zwane" }).check();
  await expect(order).toContainText("The new codes work for 30 days.");
  await order.getByRole("button", { name: "Make 1 sheet" }).click();
  const sheet = page.locator("article");
  await expect(sheet).toContainText("Owner of Loft 1");
  await sheet.getByRole("button", { name: "Share the code of Nomsa Zwane" }).click();
  await expect(page.getByRole("menuitem", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    /works%20once%2C%20until%20\w+day/,
  );
  await page.getByRole("menuitem", { name: /Copy/ }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(elsewhere.getByRole("row").nth(1)).toContainText("sheet printed or shared today");
});

test("codes are shown once: leaving them unprinted needs a confirmation, and forgets them", {
  tag: "@release",
}, async ({ admin: page }) => {
  const guest = await invite(page, "Unit 31");
  await make(page, "Unit 31");
  await codeOf(page, guest);
  const storage = () => page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(await storage()).not.toMatch(/(\w{4}-){2}\w{4}/);
  const question = page.getByRole("alertdialog", { name: "Leave without printing?" });
  const heading = page.getByRole("heading", { level: 1 });
  const toFines = () => page.getByRole("link", { name: "Fines", exact: true }).first().click();
  for (const leave of [toFines, () => page.getByRole("button", { name: "Done" }).click()]) {
    await leave();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toBeHidden();
    await expect(heading).toHaveText("A sheet to print");
  }
  // On a reload or when the tab closes, the browser itself asks.
  let dialogType = "";
  page.once("dialog", (dialog) => {
    dialogType = dialog.type();
    return dialog.dismiss();
  });
  await page.evaluate(() => setTimeout(() => location.reload()));
  await expect.poll(() => dialogType).toBe("beforeunload");
  await expect(heading).toHaveText("A sheet to print");

  await toFines();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(heading).toHaveText("Fines");
  await page.goBack();
  await expect(heading).toHaveText("Invites on paper");
  await expect(page.getByText("Your code:")).toHaveCount(0);

  await make(page, "Unit 31");
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await toFines();
  await expect(page).toHaveURL(/\/admin\/fines/);
});
