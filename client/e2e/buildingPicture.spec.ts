import type { Page } from "@playwright/test";
import { test as base, bring, call, expect, go, ownBuilding } from "./adminServer.ts";
import { linesOf } from "./pdfText.ts";
import { lyingOnItsSide, picture } from "./pictures.ts";
import { savePdf } from "./test.ts";
import { lateRent, thandi } from "./testServer.ts";

// The building's name, its picture, and its units floor by floor.

const test = base.extend({ building: ownBuilding });
const name = "Protea Court";

const choose = (page: Page, file: string, buffer: Buffer) =>
  page
    .getByLabel(/^Choose (a|another) picture$/)
    .setInputFiles({ name: file, mimeType: "image/jpeg", buffer });

/** A photo of the building that says where it was taken. */
async function photo(page: Page): Promise<Buffer> {
  const jpeg = await picture(page, { width: 400, height: 300, mark: "#f00", type: "image/jpeg" });
  return lyingOnItsSide(jpeg);
}

const seen = (page: Page) => page.getByRole("img", { name, exact: true }).filter({ visible: true });
/** Whether the browser has drawn the picture, and did not only leave room for it. */
const isDrawn = (page: Page) =>
  seen(page)
    .first()
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);

test("a picture of the building is on every page, at the door and on papers, until it is removed", async ({
  admin: page,
  otherPage: stranger,
  building,
}) => {
  await go(page, "/admin/building");
  await expect(seen(page)).toHaveCount(0);
  await choose(page, "court.jpg", await photo(page));
  await expect(page.getByText("This is the picture of the building now.")).toBeVisible();
  await choose(page, "photo.jpg", Buffer.from("Dear neighbours"));
  await expect(page.getByText("This file is not a JPEG, PNG or WebP.")).toBeVisible();
  // In the section itself and in the sidebar.
  await expect(seen(page)).toHaveCount(2);
  await go(page, "/admin/fines");
  await expect(seen(page)).toHaveCount(1);
  await expect.poll(() => isDrawn(page)).toBe(true);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(seen(page)).toHaveCount(1);

  // At the door, for somebody who is not signed in.
  const answer = stranger.waitForResponse(/\/building\/picture\//);
  await stranger.goto(`${building.url}/login`);
  await expect.poll(() => isDrawn(stranger)).toBe(true);
  expect((await (await answer).body()).includes("Exif")).toBe(false);
  await stranger.goto(`${building.url}/join`);
  await expect(seen(stranger)).toHaveCount(1);

  // On a letter.
  await call(page, "admin.units.add", { label: "Unit 1" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await go(page, "/admin/units");
  const { content: pdf } = await savePdf(page);
  expect(await linesOf(pdf)).toContain(name);
  expect(pdf.includes("/Subtype /Image")).toBe(true);

  await go(page, "/admin/building");
  await page.getByRole("button", { name: "Remove the picture" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove the picture" }).click();
  await expect(page.getByText("The picture was removed.")).toBeVisible();
  await expect(seen(page)).toHaveCount(0);
  await go(page, "/admin/fines");
  await expect(page.getByRole("complementary").getByText(name)).toBeVisible();
  await expect(seen(page)).toHaveCount(0);
});

test("the building by floors shows what is owed and open, and each window leads to its unit", async ({
  admin: page,
}) => {
  const { id: unitId } = await call(page, "admin.units.add", { label: "Shop 12", floor: 0 });
  await call(page, "admin.units.add", { label: "Flat 204" });
  await call(page, "admin.units.add", { label: "Attic" });
  const tenant = await bring(page, thandi);
  const party = { unitId, personId: tenant.id, role: "tenant", since: "2026-01-01" };
  await call(page, "admin.parties.add", party);
  await call(page, "admin.fines.issue", { ...lateRent, residentId: tenant.id });
  await go(page, "/admin/units");
  await page.getByRole("button", { name: "By floor" }).click();
  await expect(page).toHaveURL(/view=floors/);
  const floor = (title: string) => page.getByRole("region", { name: title, exact: true });
  const window = page.getByRole("link", { name: "Shop 12, owes R450.00" });
  await expect(floor("Ground floor").getByRole("link")).toHaveCount(1);
  await expect(floor("Floor 2").getByRole("link")).toHaveText(/Flat 204, nobody lives there/);
  await expect(page.getByText("1 unit has its floor from the number on the door")).toBeVisible();
  await expect(floor("Floor not given").getByRole("link", { name: /^Attic/ })).toBeVisible();
  await window.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shop 12");
  await expect(page.getByText("Ground floor")).toBeVisible();

  // Where the door says something else, the floor is entered at the unit.
  await page.goBack();
  await page.getByRole("link", { name: /^Flat 204/ }).click();
  await page.getByRole("link", { name: "Change the unit" }).click();
  await page.getByLabel("Floor (optional)").fill("-1");
  await page.getByRole("button", { name: "Save the unit" }).click();
  // After the save the screen goes back to the unit by itself.
  await expect(page.getByText("Basement 1")).toBeVisible();
});
