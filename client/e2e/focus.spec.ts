import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { focusOf, nodesOf } from "./accessibility.ts";
import { enterAs, neighbour } from "./neighbour.ts";
import { expect, fillVisitor, test } from "./residentServer.ts";
import { day, moveIn, nomsa, person, request, signUp, visit } from "./testServer.ts";

// Where the focus goes after each action, as a screen reader announces it.

const itumeleng = { ...person("Itumeleng", "Nkuna"), role: "Staff", maintenanceType: "Security" };
const lindiwe = { ...person("Lindiwe", "Sithole"), address: "Unit 51" };
let own: Awaited<ReturnType<typeof neighbour>>;
test.beforeAll(async ({ home }) => {
  own = await neighbour(home.url, lindiwe);
  await moveIn(home.url, itumeleng);
});

/** Presses with the keyboard, as blind people do. */
async function press(page: Page, name: string | RegExp) {
  const button = page.getByRole("button", { name });
  await button.focus();
  await page.keyboard.press("Enter");
}

test("after a visitor is signed in the focus stays on the button, and the form is empty", {
  tag: "@release",
}, async ({ page }) => {
  await own.enter(page, "/resident/vistors");
  await page.getByLabel("Visitation type").selectOption("Sleepover");
  await page.getByLabel("Leave date").fill(day(2));
  await fillVisitor(page, "Anele");
  await press(page, "Sign In Visitor");
  await expect(page.getByText("Visitor Successfully Signed In!")).toBeVisible();
  await expect(page.getByLabel("Visitor name")).toHaveValue("");
  await expect(page.getByLabel("Visitation type")).toHaveValue("");
  await expect(page.getByLabel("Leave date")).toHaveCount(0);
  await expect.poll(() => focusOf(page)).toBe("button Sign In Visitor");
});

for (const [who, path] of [
  ["a resident", "/resident/vistors?tab=in"],
  ["an admin", "/admin/visitors"],
] as const)
  test(`after a visitor is signed out by ${who} the focus stays in the row, and Undo is next`, async ({
    page,
    home,
  }) => {
    const surname = who.replace(/^an? /, "Of-");
    for (const name of ["Bongi", "Cebo", "Dineo"])
      await own.own("resident.visitors.signIn", visit(name, surname));
    if (who === "an admin") await enterAs(page, home.url, nomsa, path);
    else await own.enter(page, path);
    const rows = page.getByRole("row");
    await page.getByLabel(/^Filter/).fill(surname);
    await expect(rows).toHaveCount(4);
    await press(page, /Sign Out Cebo/);
    const cebo = rows.filter({ hasText: "Cebo" });
    await expect(cebo).toContainText("Signed out");
    await expect(rows).toHaveCount(4);
    await expect(page.locator("tr:focus")).toContainText("Cebo");
    await page.keyboard.press("Tab");
    // An admin comes first to the name of the resident, which leads to their page.
    if (who === "an admin") await page.keyboard.press("Tab");
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

for (const [who, path, close] of [
  [itumeleng, "/staff/allmaintenanceissues", "Report closed"],
  [nomsa, "/admin/maintenance", "Close"],
] as const)
  test(`to ${who.name} a row says politely what was done, and after Undo the focus is back in it`, async ({
    page,
    home,
  }) => {
    const description = `The gate hums at ${who.name}`;
    await own.own("resident.maintenance.log", request(description));
    await enterAs(page, home.url, who, path);
    const row = page.getByRole("row").filter({ hasText: description });
    await row.getByRole("button", { name: close }).press("Enter");
    await expect(row.getByRole("status")).toHaveText("Closed");
    await row.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(row.getByRole("button", { name: close })).toBeVisible();
    await expect(row.getByRole("status")).toHaveCount(0);
    await expect(page.locator("[data-sonner-toast]")).toHaveText("Taken back");
    const focused = page.locator(":focus");
    await expect(row.locator(focused).or(row.and(focused))).toHaveCount(1);
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

test("each button that prints a notice says which", { tag: "@release" }, async ({ page, home }) => {
  for (const message of [
    "The lift is serviced on Friday.",
    `Parking. ${"Please read. ".repeat(20)}`,
  ])
    await own.admin("admin.announcements.post", { message });
  await enterAs(page, home.url, nomsa, "/admin/dashboard");
  await expect(page.getByRole("button", { name: /^Print as a notice/ })).toHaveCount(3);
  const names = (await nodesOf(page))
    .filter(({ role, name }) => role === "button" && name.startsWith("Print as a notice"))
    .map(({ name }) => name);
  expect(names).toContain("Print as a notice: The lift is serviced on Friday.");
  expect(names).toContainEqual(expect.stringMatching(/^Print as a notice: Parking\. Please .* …$/));
  expect(new Set(names).size).toBe(names.length);
});
