import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./test.ts";
import { chosen, day, moveIn, person } from "./testServer.ts";

const palesa = { ...person("Palesa", "Molefe"), role: "Resident", address: "Unit 4" };

/** Presses Tab until `target` has the focus, which must then be visible. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport();
      const ring = await target.evaluate((element) => getComputedStyle(element).outlineStyle);
      expect(ring).not.toBe("none");
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab never got there");
}

async function type(page: Page, label: string, text: string) {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

async function press(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

test.beforeAll(async ({ server }) => {
  await moveIn(server.url, palesa);
});

/**
 * Waits until a new page is there and has taken the focus, because it could still take the focus
 * from the next element.
 */
async function arrivesAt(page: Page, url: string | RegExp) {
  await expect(page).toHaveURL(url);
  await expect(page.getByRole("main")).toBeFocused();
}

/** The next day, such as 12 December, that is the same whether the day or the month comes first. */
const nextTwin = () =>
  Array.from({ length: 60 }, (_, ahead) => day(ahead)).find(
    (each) => each.slice(5, 7) === each.slice(8),
  ) ?? "";

test("by keyboard alone: sign in, log a request, sign a visitor in and out", {
  tag: "@release",
}, async ({ page, server }) => {
  await page.goto(server.url);
  await press(page, page.getByRole("navigation").getByRole("link", { name: "Login" }));
  await arrivesAt(page, `${server.url}/login`);
  await type(page, "Username", palesa.username);
  await type(page, "Password", chosen);
  await page.keyboard.press("Enter");
  await arrivesAt(page, `${server.url}/resident/dashboard`);
  await press(page, page.getByRole("link", { name: "Issues", exact: true }));
  await arrivesAt(page, `${server.url}/resident/issues`);
  await tabTo(page, page.getByLabel("Type Of Maintenance"));
  await page.keyboard.type("Elec");
  await type(page, "Description", "The gate hums all night");
  await press(page, page.getByRole("main").locator("button[type=submit]"));
  await expect(page.getByText("Maintenance log submitted successfully!")).toBeVisible();
  await expect(page.getByRole("cell", { name: /The gate hums/ })).toBeVisible();

  await press(page, page.getByRole("link", { name: "Visitations" }));
  await arrivesAt(page, /\/resident\/vistors/);
  await tabTo(page, page.getByLabel("Visitation type"));
  await page.keyboard.type("Day");
  const [year, month, date] = nextTwin().split("-");
  await type(page, "Date", `${month}${date}${year}`);
  await type(page, "Visitor name", "Karabo");
  await type(page, "Visitor surname", "Dlamini");
  await type(page, "Visitor email", "karabo@example.co.za");
  await press(page, page.getByRole("main").locator("button[type=submit]"));
  await expect(page.getByText("Visitor Successfully Signed In!")).toBeVisible();

  await page.getByRole("tab", { selected: true }).waitFor();
  await tabTo(page, page.getByRole("tab", { selected: true }));
  await page.keyboard.press("ArrowRight");
  const signOut = page.getByRole("main").getByRole("button", { name: /Sign Out.*Karabo/ });
  await expect(signOut).toBeVisible();
  await press(page, signOut);
  await expect(page.getByText("Visitor signed out successfully!")).toBeVisible();
  await expect(page.getByText("No visitors signed in")).toBeVisible();
});
