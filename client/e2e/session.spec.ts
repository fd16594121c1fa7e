import { rmSync } from "node:fs";
import type { Page } from "@playwright/test";
import { furnish } from "./buildings.ts";
import { giveTime } from "./givenTime.ts";
import { hold } from "./holdAnswers.ts";
import { expect, logIn, logInTo, seenAgain, test } from "./test.ts";
import { chosen, moveIn, newFolder, nomsa, person, startServer } from "./testServer.ts";

const zanele = { ...person("Zanele", "Mthembu"), role: "Resident", address: "Unit 9" };
const mpho = { ...person("Mpho", "Sithole"), role: "Resident", address: "Unit 10" };

test.beforeAll(async ({ server }) => {
  for (const who of [zanele, mpho]) await moveIn(server.url, who);
});

async function open(page: Page, url: string, path: string, who = zanele) {
  await logInTo(page, url, path, who, chosen);
  await expect(page).toHaveURL(url + path);
}

test("after a session has expired a field of the profile is open again, with what was typed", async ({
  page,
  server,
  refusals,
}) => {
  refusals.push(401);
  await open(page, server.url, "/resident/profile");
  await page.getByRole("button", { name: /^Edit cell phone/ }).click();
  const field = page.getByRole("textbox", { name: "Cell Phone" });
  await field.fill("082 555 0199");
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("What you typed is kept.")).toBeVisible();
  await logIn(page, zanele.username, chosen);
  await expect(field).toHaveValue("082 555 0199");
});

const send = (page: Page) => page.getByRole("main").locator("button[type=submit]").click();

for (const [when, notice] of [
  ["sent", send],
  ["left for another tab and looked at again", seenAgain],
  ["reloaded", (page: Page) => page.reload()],
] as const)
  test(`a session that has expired leads to login and back, when a form is ${when}`, {
    tag: when === "sent" ? [] : "@release",
  }, async ({ page, server, refusals }) => {
    refusals.push(401);
    await open(page, server.url, "/resident/issues");
    await page.getByLabel("Type Of Maintenance").selectOption("Electricity");
    await page.getByLabel("Description").fill("The hall is dark");
    await page.waitForLoadState("networkidle");
    await page.context().clearCookies();
    await notice(page);
    await expect(page).toHaveURL(`${server.url}/login?to=%2Fresident%2Fissues`);
    await expect(page.getByText("What you typed is kept.")).toBeVisible();
    await logIn(page, zanele.username, chosen);
    await expect(page).toHaveURL(`${server.url}/resident/issues`);
    await expect(page.getByLabel("Description")).toHaveValue("The hall is dark");
    await expect(page.getByLabel("Type Of Maintenance")).toHaveValue("Electricity");
    await send(page);
    await expect(page.getByText("Maintenance log submitted successfully!")).toBeVisible();
  });

test("what was typed is there again on the way back, after a session expired without the password and ID number, unless it was cancelled", {
  tag: "@release",
}, async ({ page, server, refusals }) => {
  refusals.push(401);
  await logInTo(page, server.url, "/admin/residents/signupform", nomsa);
  const name = page.getByLabel("Name", { exact: true });
  const secret = page.getByLabel("Password", { exact: true });
  await name.fill("Nobody");
  const idNumber = page.getByLabel("ID/Passport number");
  await secret.fill("never kept");
  await idNumber.fill("8505055800087");
  // The browser has loaded the code that saves it.
  await page.waitForLoadState("networkidle");
  await page.getByRole("link", { name: "Staff" }).click();
  await page.goBack();
  await expect(name).toHaveValue("Nobody");
  await page.context().clearCookies({ name: "sid" });
  await seenAgain(page);
  await expect(page).toHaveURL(/\/login\?to=/);
  await logIn(page, nomsa.username);
  await expect(name).toHaveValue("Nobody");
  await expect(secret).toHaveValue("");
  await expect(idNumber).toHaveValue("");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(name).toHaveCount(0);
  await page.goto(`${server.url}/admin/residents/signupform`);
  await expect(name).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(name).toHaveValue("");
});

test("whoever logs in next in the same tab finds no draft of somebody else there", {
  tag: "@release",
}, async ({ page, server, refusals }) => {
  refusals.push(401);
  await open(page, server.url, "/resident/issues");
  await page.getByLabel("Description").fill("The hall is dark");
  await page.waitForLoadState("networkidle");
  await page.context().clearCookies();
  await page.reload();
  const storage = () => page.evaluate(() => JSON.stringify(sessionStorage));
  await expect.poll(storage).toContain("The hall is dark");
  await logIn(page, mpho.username, chosen);
  await expect(page).toHaveURL(`${server.url}/resident/issues`);
  expect(await storage()).not.toContain("The hall is dark");
});

test("signing out on purpose leaves no typed text in another tab", { tag: "@release" }, async ({
  page,
  server,
}) => {
  await open(page, server.url, "/resident/issues");
  const other = await page.context().newPage();
  await other.goto(`${server.url}/resident/issues`);
  await other.getByLabel("Description").fill("Left in a draft");
  await other.waitForLoadState("networkidle");
  await other.getByRole("link", { name: "Visitations" }).click();
  const storage = () => other.evaluate(() => JSON.stringify(sessionStorage));
  await expect.poll(storage).toContain("Left in a draft");
  await other.getByLabel("Visitor Name").fill("Left on the screen");
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(other).toHaveURL(`${server.url}/login?to=%2Fresident%2Fvistors`);
  expect(await storage()).not.toContain("Left");
  // Nor when the tab is reloaded.
  await other.reload();
  expect(await storage()).not.toContain("Left");
  await logIn(other, zanele.username, chosen);
  await expect(other.getByLabel("Visitor Name")).toHaveValue("");
  await other.getByRole("link", { name: "Issues", exact: true }).click();
  await expect(other.getByLabel("Description")).toHaveValue("");
});

test("the next person on a phone sees no visitor whom the last one signed out", {
  tag: "@release",
}, async ({ page, server }) => {
  await open(page, server.url, "/resident/vistors");
  await page.getByLabel("Visitation type").selectOption("Day Visit");
  await page.getByLabel("Visitor name").fill("Refilwe");
  await page.getByLabel("Visitor surname").fill("Moloi");
  await page.getByLabel("Visitor email").fill("refilwe@example.com");
  await page.getByRole("button", { name: "Sign In Visitor" }).click();
  await page.getByRole("tab", { name: "View Signed In Visitors" }).click();
  await page.getByRole("button", { name: "Sign Out Refilwe Moloi" }).click();
  await expect(page.getByRole("row").getByRole("status")).toHaveText("Signed out");
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.getByRole("link", { name: "Login" }).first().click();
  await logIn(page, mpho.username, chosen);
  await page.getByRole("link", { name: "Visitations" }).click();
  await page.getByRole("tab", { name: "View Signed In Visitors" }).click();
  await expect(page.getByText("No visitors signed in")).toBeVisible();
  await expect(page.getByText("Refilwe")).toHaveCount(0);
});

test("what somebody typed is not in their tab once another has logged in in the next one", {
  tag: "@release",
}, async ({ page, server, refusals }) => {
  refusals.push(401);
  await open(page, server.url, "/resident/issues");
  await page.getByLabel("Description").fill("The hall is dark");
  await page.waitForLoadState("networkidle");
  // The tab has not asked anything since its session ended.
  const answer = await hold(page, "**/api/trpc/**");
  await page.context().clearCookies();
  const other = await page.context().newPage();
  await open(other, server.url, "/resident/profile", mpho);
  await answer();
  await expect(page.getByLabel("Description")).toHaveValue("");
  // It waits for whoever typed it.
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain("The hall is dark");
});

test("a session outlives a restart of the server and one of the browser", {
  tag: "@release",
}, async ({ playwright, launchOptions }) => {
  const [data, profile] = [newFolder(), newFolder()];
  const startBrowser = async () =>
    giveTime(await playwright.chromium.launchPersistentContext(profile, launchOptions));
  let server = await startServer(data);
  let browser = await startBrowser();
  try {
    await furnish(server);
    const page = await browser.newPage();
    await page.goto(`${server.url}/login`);
    await logIn(page, nomsa.username);
    await expect(page).toHaveURL(`${server.url}/admin/dashboard`);
    // Until its file is there, the router would load the page again, into the stopped server.
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Nomsa Khumalo");
    const [cookie] = await browser.cookies();
    // The longest a session can be extended by use; a month without use ends it. The browser counts
    // from the machine's time.
    const now = performance.timeOrigin + performance.now();
    expect(cookie?.expires).toBeGreaterThan(now / 1000 + 89 * 86_400);

    await server.close();
    server = await startServer(data);
    await page.goto(`${server.url}/admin/residents`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Residents");

    await browser.close();
    browser = await startBrowser();
    const next = await browser.newPage();
    await next.goto(`${server.url}/admin/fines`);
    await expect(next.getByRole("heading", { level: 1 })).toHaveText("Fines");
  } finally {
    await browser.close();
    await server.close();
    for (const folder of [data, profile]) rmSync(folder, { recursive: true, force: true });
  }
});

test("who has logged in in another tab meanwhile goes on from the login to the page that was wanted", async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/login?to=/resident/issues`);
  await expect(page.getByLabel("Username")).toBeVisible();
  const other = await page.context().newPage();
  await open(other, server.url, "/resident/profile");
  await seenAgain(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(`${server.url}/resident/issues`);
  await expect(page.getByLabel("Description")).toBeVisible();
});
