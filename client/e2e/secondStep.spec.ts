import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { faultsOf } from "./axe.ts";
import { chooseOf, expect, logIn, logInTo, says, test } from "./test.ts";
import { ageSessions, callerOf, chosen, moveIn, nomsa, person } from "./testServer.ts";

const bheki = { ...person("Bheki", "Cele"), role: "Resident", address: "Unit 41" };
const zodwa = { ...person("Zodwa", "Radebe"), role: "Resident", address: "Unit 42" };
const busi = { ...person("Busi", "Dlamini"), role: "Admin", address: "Unit 43" };

/** The code the app on the phone shows, now or the given number of codes later. */
const shown = (key: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + later * 30_000 });

async function signOut(page: Page) {
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === "/");
}

/** Sets up a second step on the current screen; returns the key and the recovery codes. */
async function setUp(page: Page) {
  const begin = page.getByRole("button", { name: "I have such an app" });
  await expect(begin.or(page.getByText("I cannot scan it"))).toBeVisible();
  if (await begin.isVisible()) await begin.click();
  await page.getByText("I cannot scan it").click();
  const key = await page.getByLabel("Key to type into the app").inputValue();
  await page.getByLabel("2. Type the code it shows").fill(shown(key));
  await page.getByRole("button", { name: "Turn it on" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Keep these codes");
  const codes = await page
    .getByRole("list", { name: "Recovery codes" })
    .getByRole("listitem")
    .allTextContents();
  expect(codes).toHaveLength(10);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "I have saved them" }).click();
  return { key, codes };
}

let bhekisId = "";

test.beforeAll(async ({ server }) => {
  bhekisId = (await moveIn(server.url, bheki)).id;
  for (const who of [zodwa, busi]) await moveIn(server.url, who);
});

test("with a second step one logs in with the app, or with a code on paper, until it is turned off", async ({
  page,
  server,
  refusals,
}) => {
  refusals.push(400, 401);
  const profile = `${server.url}/resident/profile`;
  await logInTo(page, server.url, "/resident/profile", bheki, chosen);
  await page.getByRole("link", { name: "Set up a second step" }).click();
  await page.getByRole("button", { name: "Not now" }).click();
  await expect(page).toHaveURL(profile);
  await page.getByRole("link", { name: "Set up a second step" }).click();
  await page.getByRole("button", { name: "I have such an app" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await page.getByLabel("2. Type the code it shows").fill("000000");
  await page.getByRole("button", { name: "Turn it on" }).click();
  await expect(page.getByText(/This code is wrong or was already used/)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  const { key, codes } = await setUp(page);
  await expect(page).toHaveURL(profile);
  await expect(page.getByText("10 recovery codes left")).toBeVisible();

  await signOut(page);
  await logInTo(page, server.url, "/resident/profile", bheki, chosen);
  const code = page.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  // Recovery codes on paper go into the same field.
  await expect(page.getByRole("link", { name: "I have a code on paper" })).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  const proven = page.getByText("Your password is right.");
  await expect(proven).toBeVisible();
  await code.fill("000000");
  await code.press("Enter");
  const wrong = page.getByText(/This code is wrong or was already used/);
  await expect(wrong).toBeVisible();
  // The earlier success message goes away when an error is shown.
  await expect(proven).toHaveCount(0);
  await code.fill("");
  await code.press("Enter");
  await expect(page.getByText("Code must not be empty.")).toBeVisible();
  await expect(wrong).toBeHidden();
  await code.fill(shown(key, 1));
  await code.press("Enter");
  await expect(page).toHaveURL(profile);

  await signOut(page);
  await logInTo(page, server.url, "/resident/profile", bheki, chosen);
  await code.fill(codes[0] ?? "");
  await code.press("Enter");
  await expect(page.getByText("9 recovery codes left")).toBeVisible();

  // Choosing a password by a link ends this session too, so the code is asked for again.
  const admin = callerOf(server.url, nomsa.username);
  const { link } = await admin("admin.invites.resetLink", { id: bhekisId });
  await page.goto(link);
  for (const label of ["New password", "Confirm password"])
    await page.getByLabel(label, { exact: true }).fill(chosen);
  await page.getByRole("button", { name: "Set password and log in" }).click();
  await expect(page).toHaveURL(`${server.url}/login`);
  await logIn(page, bheki.username, chosen);
  await code.fill(codes[1] ?? "");
  await code.press("Enter");
  await expect(page).toHaveURL(`${server.url}/resident/dashboard`);
  await page.goto(profile);

  await page.getByRole("button", { name: "Turn off" }).click();
  const step = page.getByRole("region", { name: "Second step" });
  await step.getByLabel("Current password", { exact: true }).fill(chosen);
  await step.getByRole("button", { name: "Turn off the second step" }).click();
  await says(page, "Your second step is off");
  await expect(page.getByRole("link", { name: "Set up a second step" })).toBeVisible();
});

test("some time after signing in another way to sign in needs the password first", {
  tag: "@release",
}, async ({ page, server, refusals }) => {
  refusals.push(403);
  await logInTo(page, server.url, "/second-step", zodwa, chosen);
  await expect(page.getByRole("button", { name: "I have such an app" })).toBeVisible();
  ageSessions(server);
  await page.getByRole("button", { name: "I have such an app" }).click();
  const again = page.getByLabel("Current password", { exact: true });
  await expect(again).toBeFocused();
  expect(await faultsOf(page)).toEqual([]);
  await again.fill(chosen);
  await again.press("Enter");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
});

test("where admins need a second step they must set it up, and another admin resets a lost one", {
  tag: "@release",
}, async ({ page, server, otherPage: other, refusals }) => {
  refusals.push(401, 403, 409);
  const rule = page.getByRole("switch", { name: "Admins need a second step to log in" });
  await logInTo(page, server.url, "/admin/admins", busi, chosen);
  await rule.click();
  await expect(page.getByText(/Set up your own second step first/).first()).toBeVisible();
  await expect(rule).not.toBeChecked();
  await page.getByRole("link", { name: "Set up a second step" }).click();
  await setUp(page);
  await expect(page).toHaveURL(`${server.url}/admin/admins`);
  await rule.click();
  await expect(rule).toBeChecked();
  expect(await faultsOf(page)).toEqual([]);

  await logInTo(other, server.url, "/admin/fines", nomsa);
  await expect(other.getByText("Admins of this building log in with a second step.")).toBeVisible();
  await expect(other.getByRole("button", { name: "I have such an app" })).toBeVisible();
  await expect(other.getByRole("button", { name: "Not now" })).toHaveCount(0);
  await setUp(other);
  await expect(other).toHaveURL(`${server.url}/admin/fines`);

  await page.reload();
  await chooseOf(page, "Nomsa Khumalo", "Reset second step");
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset" }).click();
  await says(page, "Their second step is off");
  await rule.click();
  await expect(rule).not.toBeChecked();
});

test("after too many wrong passwords the form says how long to wait, and an admin lets them in at once", {
  tag: "@release",
}, async ({ page, server, otherPage: admin, refusals }) => {
  refusals.push(401, 429);
  await page.goto(`${server.url}/login`);
  const wrong = page.getByText("Invalid email or password");
  for (let made = 0; made < 5; made += 1) {
    const answered = page.waitForResponse(/public\.session\.signIn/);
    await logIn(page, zodwa.username, `wrong ${made}`);
    await answered;
    await expect(wrong).toBeVisible();
  }
  await logIn(page, zodwa.username, chosen);
  await expect(page.getByText(/too many wrong tries. Try again in \d+ seconds/)).toBeVisible();
  await expect(wrong).toHaveCount(0);

  await logInTo(admin, server.url, "/admin/residents?filter=Radebe", nomsa);
  await admin.getByRole("button", { name: "Unlock Zodwa Radebe" }).click();
  const dialog = admin.getByRole("alertdialog");
  await expect(dialog).toContainText("A network address with too many wrong tries stays blocked");
  await dialog.getByRole("button", { name: "Unlock" }).click();
  await says(admin, "They can try again now");
  await expect(admin.getByRole("button", { name: /^Unlock/ })).toHaveCount(0);

  await logIn(page, zodwa.username, chosen);
  await expect(page).toHaveURL(`${server.url}/resident/dashboard`);
});
