import type { Page } from "@playwright/test";
import { demoPassword } from "../../server/cli/demo/fill.ts";
import { enterDemo } from "./demo.ts";
import { test as base, dead, expect, logIn, says } from "./test.ts";

/** Opens an address as a resident, and waits until the page can show errors. */
type Open = (address: string) => Promise<void>;

const test = base.extend<{ open: Open; cutAll: () => Promise<void> }>({
  open: async ({ page, demo }, use) => {
    await enterDemo(page, demo, "resident");
    await use(async (address) => {
      await page.goto(demo.url + address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("region", { name: "Notifications" })).toBeAttached();
    });
  },
  /** The server stops, and every file not fetched before is unavailable. */
  cutAll: async ({ page, refusals }, use) => {
    refusals.push("Failed to fetch");
    await use(async () => {
      await page.route("**/*", (route) => route.abort("aborted"));
    });
  },
});

async function log(page: Page, description: string) {
  await page.getByLabel("Type Of Maintenance").selectOption("Cleaning");
  await page.getByLabel("Description").fill(description);
  await page.getByRole("button", { name: "Log the request" }).click();
}

/** A phone that saves data fetches a screen only when somebody goes there. */
const saveData = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );

const complaint = (page: Page) => page.getByRole("main").getByRole("alert");

test("a form whose checks could not be fetched says so and can be sent again", {
  tag: "@release",
}, async ({ page, open, cutAll }) => {
  await open("/resident/issues");
  await cutAll();
  await log(page, "The roof drips");
  await expect(complaint(page)).toContainText(dead);
  await expect(page.getByLabel("Description")).toHaveValue("The roof drips");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Log the request" }).click();
  await expect(page.getByRole("cell", { name: "The roof drips" })).toBeVisible();
});

test("a PDF whose maker could not be fetched is made on the next press", {
  tag: "@release",
}, async ({ page, open, cutAll }) => {
  await open("/resident/reports/fines");
  const save = page.getByRole("button", { name: "Export as PDF" });
  await cutAll();
  await save.click();
  await expect(page.getByText("The PDF could not be made. Check your connection")).toBeVisible();
  await expect(page.getByRole("table")).toBeVisible();
  await page.unrouteAll();
  const download = page.waitForEvent("download");
  await save.click();
  await download;
  await says(page, "Document saved successfully");
});

test("a screen that went with an update of the server comes with Retry, which takes the update", async ({
  page,
  open,
  refusals,
}) => {
  refusals.push(404, "Failed to fetch");
  await saveData(page);
  await open("/resident/dashboard");
  // The files of the old page are gone; a new page asks for existing ones.
  let old = true;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) old = false;
  });
  await page.route("**/assets/*.js", (route) =>
    old ? route.fulfill({ status: 404 }) : route.fallback(),
  );
  await page.getByRole("link", { name: "Visitations" }).click();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Visitations");
});

test("a login that nobody answers says that it may not be the password", {
  tag: "@release",
}, async ({ page, demo, cutAll }) => {
  await page.goto(`${demo.url}/login`);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByLabel("Username")).toHaveAttribute("aria-invalid", "true");
  await cutAll();
  await logIn(page, demo.usernames.resident, demoPassword);
  await expect(page.getByText("Invalid email or password")).toBeVisible();
  await expect(complaint(page)).toContainText(dead);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(`${demo.url}/resident/dashboard`);
});
