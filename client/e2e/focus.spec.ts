import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { focusOf, nodesOf } from "./accessibility.ts";
import { enterAs, neighbour } from "./neighbour.ts";
import { expect, test } from "./residentServer.ts";
import { nomsa, person, signUp, visit } from "./testServer.ts";

// Where the focus goes after each action, as a screen reader announces it.

const lindiwe = { ...person("Lindiwe", "Sithole"), address: "Unit 51" };
let own: Awaited<ReturnType<typeof neighbour>>;
test.beforeAll(async ({ home }) => {
  own = await neighbour(home.url, lindiwe);
});

/** Presses with the keyboard, as blind people do. */
async function press(page: Page, name: string | RegExp) {
  const button = page.getByRole("button", { name });
  await button.focus();
  await page.keyboard.press("Enter");
}

test("after a visitor is signed out the focus stays in the row, and Undo is next", async ({
  page,
}) => {
  for (const name of ["Bongi", "Cebo", "Dineo"])
    await own.own("resident.visitors.signIn", visit(name, "Focused"));
  await own.enter(page, "/resident/vistors?tab=in");
  const rows = page.getByRole("row");
  await page.getByLabel(/^Filter/).fill("Focused");
  await expect(rows).toHaveCount(4);
  await press(page, /Sign Out Cebo/);
  const cebo = rows.filter({ hasText: "Cebo" });
  await expect(cebo).toContainText("Signed out");
  await expect(rows).toHaveCount(4);
  await expect(page.locator("tr:focus")).toContainText("Cebo");
  await page.keyboard.press("Tab");
  await expect.poll(() => focusOf(page)).toMatch(/^button Undo Cebo/);
  await page.keyboard.press("Enter");
  await expect(cebo.getByRole("button", { name: /^Sign Out/ })).toBeVisible();
  const focused = page.locator(":focus");
  await expect(cebo.locator(focused).or(cebo.and(focused))).toHaveCount(1);
});

test("setting up a second step: what came is said, and the ten codes too", {
  tag: "@release",
}, async ({ page }) => {
  await own.enter(page, "/second-step");
  await press(page, "I have such an app");
  await expect.poll(() => focusOf(page)).toBe("region Scan the picture and type the code");
  await page.getByText("I cannot scan it").click();
  const key = await page.getByLabel("Key to type into the app").inputValue();
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  await page.getByLabel("2. Type the code it shows").fill(code);
  await press(page, "Turn it on");
  await expect.poll(() => focusOf(page)).toBe("region Your recovery codes");
  const status = page.getByRole("region", { name: "Your recovery codes" }).getByRole("status");
  await expect(status).toContainText("These are your 10 recovery codes");
  const codes = (await nodesOf(page)).filter(({ role }) => role === "listitem");
  expect(codes).toHaveLength(10);
});

test("when the only row of a filter is removed, the focus is on its list", {
  tag: "@release",
}, async ({ page, home }) => {
  await signUp(home.url, { ...person("Zanele", "Only"), role: "Resident" });
  await enterAs(page, home.url, nomsa, "/admin/residents?filter=Zanele");
  await press(page, /Remove Zanele/);
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).press("Enter");
  await expect(page.getByText("Nothing here matches the filter.")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect.poll(() => focusOf(page)).toMatch(/^table Residents/);
});

test("a question keeps the focus inside", async ({ page, home }) => {
  await enterAs(page, home.url, nomsa, "/admin/profile");
  await page.getByRole("button", { name: "Sign out everywhere" }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "Sign out everywhere?" });
  for (const name of ["Cancel", "Sign out", "Cancel", "Sign out", "Cancel"]) {
    await expect(question.getByRole("button", { name, exact: true })).toBeFocused();
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Shift+Tab");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
});
