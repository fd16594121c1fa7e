import type { Page } from "@playwright/test";
import { enter, expect, fillVisitor, test } from "./residentServer.ts";
import { broke, dead, says } from "./test.ts";

// Every text of the specification (§8) that a resident may see: success, refusal, dead network.

const toast = (page: Page, text: string) =>
  page.locator("[data-sonner-toast]").getByText(text, { exact: true });

test.describe("maintenance", () => {
  const log = async (page: Page) => {
    await page.getByLabel("Type Of Maintenance").selectOption("Cleaning");
    await page.getByLabel("Description").fill("The passage is dusty");
    await page.getByRole("button", { name: "Log the request" }).click();
  };

  test("a request that fails stays in the form, and the next try makes one row", async ({
    page,
    home,
    refuse,
    cut,
  }) => {
    await enter(page, home, "/resident/issues");
    await refuse("resident.maintenance.log");
    await log(page);
    await expect(toast(page, "Error adding maintenance problem.")).toBeVisible();
    await expect(page.getByRole("main").getByText(broke)).toBeVisible();
    await page.unrouteAll();

    await cut("resident.maintenance.log");
    await page.getByRole("button", { name: "Log the request" }).click();
    await expect(page.getByRole("main").getByText(dead)).toBeVisible();
    await says(page, "Error adding maintenance problem.", "");
    await page.unrouteAll();

    await expect(page.getByLabel("Description")).toHaveValue("The passage is dusty");
    await page.getByRole("button", { name: "Log the request" }).dblclick();
    await expect(toast(page, "Maintenance log submitted successfully!")).toBeVisible();
    await expect(page.getByRole("cell", { name: "The passage is dusty" })).toHaveCount(1);
  });
});

test.describe("visitors", { tag: "@release" }, () => {
  test("a visit that fails stays in the form", async ({ page, home, refuse, cut }) => {
    await enter(page, home, "/resident/visitors");
    await expect(page).toHaveURL(`${home.url}/resident/vistors`);
    await fillVisitor(page, "Ayesha");
    const send = page.getByRole("button", { name: "Sign In Visitor" });
    await send.click();
    await expect(toast(page, "Please select a visitation type")).toBeVisible();
    await expect(page.getByRole("main").getByText("Please select a visitation type")).toBeVisible();
    await page.getByLabel("Visitation type").selectOption("Day Visit");

    await refuse("resident.visitors.signIn");
    await send.click();
    await expect(toast(page, "Error Signing In Visitor.")).toBeVisible();
    await expect(page.getByRole("main").getByText(broke)).toBeVisible();
    await page.unrouteAll();
    await cut("resident.visitors.signIn");
    await send.click();
    await expect(page.getByRole("main").getByText(dead)).toBeVisible();
    await says(page, "Error Signing In Visitor.", "");
    await page.unrouteAll();

    await expect(page.getByLabel("Visitor name")).toHaveValue("Ayesha");
    await send.click();
    await expect(toast(page, "Visitor Successfully Signed In!")).toBeVisible();
    await expect(page.getByLabel("Visitor name")).toHaveValue("");
  });

  test("a list that cannot be fetched says so and is tried again", async ({
    page,
    home,
    refuse,
    cut,
  }) => {
    await refuse("resident.visitors.present");
    await enter(page, home, "/resident/vistors?tab=in");
    await expect(toast(page, "Failed to fetch visitors")).toBeVisible();
    await expect(page.getByRole("alert").getByText("Failed to fetch visitors")).toBeVisible();
    await expect(page.getByText("No visitors signed in")).toBeHidden();
    await page.unrouteAll();
    await cut("resident.visitors.present");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(toast(page, "Error fetching visitors")).toBeVisible();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("cell", { name: "Ayesha", exact: true })).toBeVisible();
  });

  test("a sign-out that fails keeps the visitor and asks for the list again", async ({
    page,
    home,
    refuse,
    cut,
  }) => {
    await enter(page, home, "/resident/vistors?tab=in");
    const out = page.getByRole("button", { name: "Sign Out Ayesha Naidoo" });
    await refuse("resident.visitors.signOut");
    const again = page.waitForResponse(/resident\.visitors\.present/);
    await out.click();
    await again;
    await expect(toast(page, "Failed to sign out visitor")).toBeVisible();
    await page.unrouteAll();
    await cut("resident.visitors.signOut");
    await out.click();
    await expect(toast(page, "Error signing out visitor")).toBeVisible();
    await page.unrouteAll();
    await out.click();
    await expect(toast(page, "Visitor signed out successfully!")).toBeVisible();
    await expect(page.getByText("No visitors signed in")).toBeVisible();
  });
});

test.describe("profile", { tag: "@release" }, () => {
  test("an edit that fails stays open", async ({ page, home, cut }) => {
    await enter(page, home, "/resident/profile");
    await page.getByRole("button", { name: /Edit cell phone/ }).click();
    await page.getByLabel("Cell Phone").fill("083 555 0000");
    await cut("resident.profile.update");
    await page.getByRole("button", { name: "Update" }).click();
    await expect(page.getByRole("main").getByText(dead)).toBeVisible();
    await expect(page.getByLabel("Cell Phone")).toHaveValue("083 555 0000");
    await page.unrouteAll();
    await page.getByRole("button", { name: "Update" }).click();
    await expect(page.getByRole("button", { name: /083 555 0000/ })).toBeVisible();

    await page.getByRole("button", { name: /Edit email/ }).click();
    await page.getByLabel("Email").fill("nobody");
    await page.getByRole("button", { name: "Update" }).click();
    await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Email").fill("thandi.m@example.co.za");
    await page.getByRole("button", { name: "Update" }).click();
    await expect(page.getByRole("button", { name: /thandi.m@example/ })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: /thandi.m@example/ })).toBeVisible();
  });
});

test.describe("a phone", { tag: "@release" }, () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("shows every screen without scrolling sideways", async ({ page, home }) => {
    await enter(page, home, "/resident/dashboard");
    for (const name of ["Issues", "Reports", "Visitations", "Profile", "Dashboard"]) {
      // The bar has no room for it.
      if (name === "Profile") await page.getByRole("button", { name: "Menu" }).tap();
      await page.getByRole("link", { name, exact: true }).tap();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, name).toBe(0);
    }
  });
});
