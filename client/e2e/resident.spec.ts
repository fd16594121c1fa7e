import type { Page } from "@playwright/test";
import { bank } from "./buildings.ts";
import { linesOf } from "./pdfText.ts";
import { picture } from "./pictures.ts";
import { enter, expect, fillVisitor, test } from "./residentServer.ts";
import { savedBy, savePdf } from "./test.ts";
import { day } from "./testServer.ts";

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const rand = "R1\u00a0250.00";

async function saved(page: Page, called: RegExp): Promise<string[]> {
  const { name, content } = await savePdf(page);
  expect(name).toMatch(called);
  await expect(page.getByText("Document saved successfully")).toBeVisible();
  return linesOf(content);
}

test("a resident's day: see what is owed, log a request, have a visitor, read the reports", async ({
  page,
  home,
}) => {
  // The newest announcement, whatever other tests posted in this building.
  const message = "The gate is painted on Monday.";
  await home.admin("admin.announcements.post", { message });
  await enter(page, home, "/resident/dashboard");
  await expect(card(page, "Messages")).toContainText(message);
  await expect(card(page, "Weather")).toContainText("21 °C");
  await expect(card(page, "Statements")).toContainText(rand);
  await expect(card(page, "Statements")).toContainText("1 unpaid fine, next due 31 Jan 2099");
  await expect(card(page, "Visitors")).toContainText("No visitors signed in");

  await page.getByRole("link", { name: "Issues" }).click();
  await expect(page.getByText("No data available.")).toBeVisible();
  await page.getByRole("button", { name: "Log the request" }).click();
  await expect(page.getByLabel("Type Of Maintenance")).toBeFocused();
  await page.getByLabel("Type Of Maintenance").selectOption("Electricity");
  await page.getByLabel("Description").fill("The light on the stairs (2nd floor) is dark");
  await page.getByRole("button", { name: "Log the request" }).click();
  await expect(page.getByText("Maintenance log submitted successfully!")).toBeVisible();
  await expect(page.getByRole("cell", { name: "Open" })).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("");

  await page.getByRole("link", { name: "Visitations" }).click();
  await expect(page.getByLabel("Resident email")).toHaveAttribute("readonly");
  await expect(page.getByLabel("Resident name")).toHaveValue("Thandi Mokoena");
  await page.getByLabel("Visitation type").selectOption("Sleepover");
  await page.getByLabel("Start date").fill(day(5));
  await page.getByLabel("Leave date").fill(day(4));
  await fillVisitor(page, "Johan");
  await page.getByRole("tab", { name: "View Signed In Visitors" }).click();
  await expect(page.getByText("No visitors signed in")).toBeVisible();
  await page.getByRole("tab", { name: "Sign In Visitor" }).click();
  await page.getByRole("button", { name: "Sign In Visitor" }).click();
  await expect(page.getByText(/must not be before the start date/)).toBeVisible();
  await page.getByLabel("Leave date").fill(day(7));
  await page.getByRole("button", { name: "Sign In Visitor" }).click();
  await expect(page.getByText("Visitor Successfully Signed In!")).toBeVisible();
  await expect(page.getByLabel("Visitor name")).toHaveValue("");
  await page.getByRole("tab", { name: "View Signed In Visitors" }).click();
  await expect(page.getByRole("cell", { name: /^\d+ \w+.* to \d+ \w+/ })).toBeVisible();

  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(card(page, "Visitors")).toContainText("Johan Naidoo");
  await card(page, "Visitors").getByRole("link", { name: "Sign a visitor out" }).click();
  await page.getByRole("button", { name: "Sign Out Johan Naidoo" }).click();
  await expect(page.getByText("Visitor signed out successfully!")).toBeVisible();
  await expect(page.getByText("No visitors signed in")).toBeVisible();
  await page.goBack();
  await expect(card(page, "Visitors")).toContainText("No visitors signed in");

  await page.getByRole("link", { name: "Reports" }).click();
  await expect(page).toHaveURL(`${home.url}/resident/reports/maintenance`);
  await page.getByRole("link", { name: "All reports" }).click();
  await page.getByRole("link", { name: "Maintenance" }).click();
  await page.goto(`${page.url()}?filter=stairs`);
  const text = (await saved(page, /^maintenance-report-only-.*stairs-\d{4}-\d\d-\d\d\.pdf$/)).join(
    " ",
  );
  expect(text).toContain("Only what matches “stairs”");
  expect(text).toContain("The light on the stairs (2nd floor) is dark");
  expect(text).toContain("Thandi Mokoena Unit 12 Maintenance report");
});

test("a fine is read, exported, paid by copying, and its proof sent with progress", async ({
  page,
  home,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(page, home, "/resident/fines");
  await expect(page).toHaveURL(`${home.url}/resident/reports/fines`);
  const lines = await saved(page, /^statement-of-fines-\d{4}-\d\d-\d\d\.pdf$/);
  expect(lines).toEqual(
    expect.arrayContaining(["Protea Court", "Thandi Mokoena", "Unit 12", "Unpaid", "R1 250.00"]),
  );

  await page.getByRole("link", { name: /^Pay R1/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${rand} for Late Rent`);
  for (const value of Object.values(bank)) await expect(card(page, "Pay")).toContainText(value);
  await page.getByRole("button", { name: "Copy reference" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^F-\w{6}$/);

  await page.getByRole("button", { name: "Upload file" }).click();
  await expect(page.getByText("Choose a file first.")).toBeVisible();
  const buffer = await picture(page, { width: 900, height: 900 });
  await page.getByLabel("Proof of payment").setInputFiles([
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no") },
    { name: "slip.png", mimeType: "image/png", buffer },
  ]);
  await expect(page.getByText("This file is not a PDF, JPEG, PNG")).toBeVisible();
  await page.getByRole("button", { name: "Take notes.txt off the list" }).click();

  // A slow connection, so that there is time to watch and cancel.
  const line = await page.context().newCDPSession(page);
  const speed = (uploadThroughput: number) =>
    line.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await speed(400_000);
  await page.getByRole("button", { name: "Upload file" }).click();
  const progress = page.getByRole("progressbar", { name: "Sending slip.png" });
  await expect.poll(async () => Number(await progress.getAttribute("value"))).toBeGreaterThan(5);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(progress).toBeHidden();
  await expect(page.getByText("Unpaid")).toBeVisible();
  await expect(page.getByText("None yet.")).toBeVisible();
  await speed(-1);
  await page.getByRole("button", { name: "Upload file" }).click();
  await expect(page.getByText("The file is with the admins.")).toBeVisible();
  await expect(page.getByText("Pending...")).toBeVisible();
  const { content } = await savedBy(page, () =>
    page.getByRole("link", { name: "slip.png" }).click(),
  );
  expect(content.equals(buffer)).toBe(true);
});
