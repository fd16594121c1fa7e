import type { Page } from "@playwright/test";
import { enterAs, neighbour } from "./neighbour.ts";
import { piecesOf } from "./pdfText.ts";
import { expect, test } from "./residentServer.ts";
import { asks } from "./test.ts";
import { day, moveIn, nomsa, person, request } from "./testServer.ts";

// The paper that the printer prints.

const lwazi = { ...person("Lwazi", "Dube"), role: "Staff", maintenanceType: "Security" };
/** More than fit on one sheet. */
const fines = 30;
let palesa: Awaited<ReturnType<typeof neighbour>>;
test.beforeAll(async ({ home }) => {
  palesa = await neighbour(home.url, { ...person("Palesa", "Mthembu"), address: "Unit 7" });
  await moveIn(home.url, lwazi);
  for (let number = 1; number <= fines; number += 1) await palesa.fine(`Bicycle no. ${number};`);
  const old = { ...request("The gate squeaks"), date: day(-260) };
  await palesa.own("resident.maintenance.log", old);
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
const shell = /Dashboard|Sign Out|Profile|Filter|Sort by|Export|Log a request|All reports|rows?\b/;

const lists = [
  {
    address: "/resident/reports/fines",
    title: "Fines",
    labels: "Name RoomNo Reason for fine Amount Due Date Issued Status",
    row: /Palesa Mthembu Unit 7 Late Rent: Bicycle no. \d+; R450.00/g,
    count: fines,
  },
  {
    address: "/resident/reports/maintenance",
    title: "Maintenance report",
    labels: "Type Of Maintenance Description Date Issued Status",
    row: /Security The gate squeaks \d+ \w+( \d{4})? Open/g,
    count: 1,
  },
  {
    address: "/admin/fines",
    title: "Fines",
    labels: "UserID Status Fine Type Date Issued Amount",
    row: /Palesa Mthembu, Unit 7 Unpaid Late Rent/g,
    count: fines,
  },
];

test("lists print as clean pages of the building: day and title first, the head on every sheet", async ({
  page,
  home,
}) => {
  for (const { address, title, labels, row, count } of lists) {
    if (address.startsWith("/admin")) await enterAs(page, home.url, nomsa, address);
    else await palesa.enter(page, address);
    await expect(page.getByRole("table")).toBeVisible();
    const [first = "", ...more] = await printed(page);
    const head = `Protea Court Printed ${today} ${title} ${labels} `;
    expect(first.slice(0, head.length)).toBe(head);
    expect(more.length > 0).toBe(count > 1);
    for (const sheet of more) expect(sheet.slice(0, labels.length)).toBe(labels);
    const text = [first, ...more].join(" ");
    expect(text.match(row)).toHaveLength(count);
    expect(text).not.toMatch(shell);
    expect(text).not.toContain("today");
  }
});

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
    expect(await printed(page), role).toEqual([`Protea Court ${water} Admin, ${today}`]);
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
  await expect(page.getByText(/The notice could not be printed/)).toBeVisible();
  await page.unrouteAll();
  await button.click();
  await expect(page.locator("[data-asked-to-print]")).toHaveCount(1);
  await expect(page.locator("[data-print-alone]")).toHaveCount(1);
  const sheets = await printed(page);
  expect(sheets).toHaveLength(1);
  expect(sheets[0]).toContain(`– the trustees Admin, ${today}`);
});
