import type { Page } from "@playwright/test";
import { enterAs, neighbour } from "./neighbour.ts";
import { piecesOf } from "./pdfText.ts";
import { expect, test } from "./residentServer.ts";
import { asks } from "./test.ts";
import { moveIn, nomsa, person } from "./testServer.ts";

// The paper that the printer prints.

const lwazi = { ...person("Lwazi", "Dube"), role: "Staff", maintenanceType: "Security" };
let palesa: Awaited<ReturnType<typeof neighbour>>;
test.beforeAll(async ({ home }) => {
  palesa = await neighbour(home.url, { ...person("Palesa", "Mthembu"), address: "Unit 7" });
  await moveIn(home.url, lwazi);
});

/** The text of each sheet, in one line. */
async function printed(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const pieces = await piecesOf(await page.pdf({ format: "A4", preferCSSPageSize: true }));
  await page.emulateMedia({ media: "screen" });
  const sheets: string[] = [];
  for (const { page, text } of pieces) sheets[page - 1] = `${sheets[page - 1] ?? ""} ${text}`;
  return sheets.map((sheet) => sheet.replace(/\s+/g, " ").trim());
}

const today = new Intl.DateTimeFormat("en-ZA", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "Africa/Johannesburg",
}).format(new Date());

test("an announcement is printed by itself, by everybody who reads it", async ({ page, home }) => {
  // The newest announcement, so that no other one of this building takes its place on the
  // dashboard.
  const water = "Water is off on Thursday from 8 to 11.";
  await home.admin("admin.announcements.post", { message: water });
  const enter = {
    resident: () => palesa.enter(page, "/resident/dashboard"),
    staff: () => enterAs(page, home.url, lwazi, "/staff/dashboard"),
    admin: () => enterAs(page, home.url, nomsa, "/admin/dashboard"),
  };
  for (const [role, open] of Object.entries(enter)) {
    await open();
    const item = page.getByRole("listitem").filter({ hasText: water });
    const button = item.getByRole("button", { name: "Print as a notice" });
    await expect(button).toHaveAccessibleDescription(water);
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await button.click();
    await expect(page.locator("[data-asked-to-print]")).toHaveCount(1);
    // A phone draws the print page after the app has moved on, so the announcement must still be
    // there.
    expect(await printed(page), role).toEqual([
      `Protea Court ${water} Admin, ${today} This is not a notice under the Act.`,
    ]);
    // As large as the page lets it be: 72 pt.
    const words = page.locator("[data-print-alone] p", { hasText: water });
    await expect(words).toHaveCSS("font-size", "96px");
    await page.mouse.move(5, 5);
    await expect(page.locator("[data-print-alone]")).toHaveCount(0);
    expect((await printed(page)).join()).toContain("Weather");
  }
});

test("the longest announcement fits on one page, and a failing network is reported", async ({
  page,
  home,
}) => {
  const long = `${"To all: WATER is off. ".repeat(85)}\n\n– the trustees`;
  await home.admin("admin.announcements.post", { message: long });
  await palesa.enter(page, "/resident/dashboard");
  const button = page
    .getByRole("listitem")
    .filter({ hasText: "the trustees" })
    .getByRole("button", { name: "Print as a notice" });
  await page.route(asks("member.building.details"), (route) => route.abort("aborted"));
  await button.click();
  await expect(page.getByText(/It could not be printed/)).toBeVisible();
  await page.unrouteAll();
  await button.click();
  await expect(page.locator("[data-asked-to-print]")).toHaveCount(1);
  await expect(page.locator("[data-print-alone]")).toHaveCount(1);
  const sheets = await printed(page);
  expect(sheets).toHaveLength(1);
  expect(sheets[0]).toContain(`– the trustees Admin, ${today}`);
});
