import type { Page } from "@playwright/test";
import { type callerOf, chosen, moveIn, person } from "./house.ts";
import { expect, logIn, test } from "./test.ts";

const lerato = { ...person("Lerato", "Nkosi"), role: "Staff", maintenanceType: "Security" };
const dumisani = { ...person("Dumisani", "Zulu"), role: "Resident", address: "Unit 7" };

type Call = ReturnType<typeof callerOf>;
let staff: Call;
let resident: Call;
let number = 0;

test.beforeAll(async ({ house }) => {
  staff = await moveIn(house.url, lerato);
  resident = await moveIn(house.url, dumisani);
});

/** Logs a request of its own for a test. */
async function broken(maintenanceType: string): Promise<{ id: string; description: string }> {
  number += 1;
  const description = `Broken thing ${number}`;
  const request = { maintenanceType, roomNumber: "7", date: "2026-11-20", description };
  return { ...(await resident("resident.maintenance.log", request)), description };
}

const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

async function open(page: Page, url: string, path: string) {
  await page.goto(`${url}/login?to=${encodeURIComponent(path)}`);
  await logIn(page, lerato.username, chosen);
  await expect(page).toHaveURL(url + path);
}

test("a message reaches the list, the newest on top; a blank one is refused", async ({
  page,
  house,
}) => {
  await open(page, house.url, "/staff/staffdashboard");
  await expect(page.getByText("STAFF DASHBOARD", { exact: true })).toBeVisible();
  const post = page.getByRole("button", { name: "Post Announcement" });
  const field = page.getByPlaceholder("Type your message here...");
  await field.fill("   ");
  await post.click();
  await expect(page.getByText("Message must not be empty.")).toBeVisible();
  await field.fill("The lift is serviced on Friday.");
  await post.click();
  await expect(page.getByText("Announcement posted!")).toBeVisible();
  await expect(field).toHaveValue("");
  const list = page.getByRole("region", { name: "Staff Announcements" });
  await expect(list.getByRole("listitem").first()).toContainText("The lift is serviced on Friday.");
  await expect(list.getByRole("listitem").first()).toContainText(/staff/i);
  await expect(page.getByText("21 °C")).toBeVisible();
  for (const title of ["Statements", "Visitors"])
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByText(/Reports tab/)).toBeVisible();
  await expect(page.getByText(/Visitations tab/)).toBeVisible();
});

test.describe("a post that fails", () => {
  test("says so and keeps the message", async ({ page, house, refusals }) => {
    refusals.push(500);
    await open(page, house.url, "/staff/dashboard");
    await page.route("**/api/trpc/staff.announcements.post", (route) =>
      route.fulfill({ status: 500, json: { error: { message: "", code: -32603, data: {} } } }),
    );
    await page.getByLabel("Message").fill("Nobody hears this");
    await page.getByRole("button", { name: "Post Announcement" }).click();
    await expect(page.getByText("An error occurred while posting the announcement")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("Nobody hears this");
  });
});

test("Report closes a request and opens it again", async ({ page, house }) => {
  const { description } = await broken("Cleaning");
  await open(page, house.url, "/staff/allmaintenanceissues");
  await expect(page.getByRole("columnheader")).toHaveText([
    "",
    ...["Description", "RoomNumber", "Date", "Status"],
  ]);
  const row = rowOf(page, description);
  await expect(row).toContainText("Open");
  await page.getByRole("button", { name: `Report closed: ${description}` }).click();
  await expect(row).toContainText("Closed");
  await page.getByRole("button", { name: `Report open: ${description}` }).click();
  await expect(row).toContainText("Open");
  await page.reload();
  await expect(row).toContainText("Open");
});

test("the status changes at once, and back when the server does not answer", async ({
  page,
  house,
  refusals,
}) => {
  refusals.push(500);
  const { description } = await broken("Cleaning");
  await open(page, house.url, "/staff/allmaintenanceissues");
  const row = rowOf(page, description);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/trpc/staff.maintenance.setStatus", async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { error: { message: "", code: -32603, data: {} } } });
  });
  await page.getByRole("button", { name: `Report closed: ${description}` }).click();
  await expect(row).toContainText("Closed");
  answer();
  await expect(row).toContainText("Open");
  await expect(row.getByRole("alert")).toBeVisible();
});

test("somebody else was first: the fresh state is shown, and that it is", async ({
  page,
  house,
  refusals,
}) => {
  refusals.push(409);
  const { id, description } = await broken("Cleaning");
  await open(page, house.url, "/staff/allmaintenanceissues");
  const row = rowOf(page, description);
  await expect(row).toContainText("Open");
  await staff("staff.maintenance.setStatus", { requestId: id, status: "Closed", from: "Open" });
  const asked = page.waitForRequest(/staff\.maintenance\.setStatus/);
  await page.getByRole("button", { name: `Report closed: ${description}` }).click();
  expect((await asked).postDataJSON()).toEqual({ requestId: id, status: "Closed", from: "Open" });
  await expect(row.getByRole("alert")).toContainText("Somebody else changed this request");
  await expect(row).toContainText("Closed");
  await expect(row.getByRole("button", { name: /Report open/ })).toBeVisible();
});

test("My trade narrows the list to one's own, and stays in the address", async ({
  page,
  house,
}) => {
  const mine = await broken("Security");
  const other = await broken("Groundskeeping");
  await open(page, house.url, "/staff/allmaintenanceissues");
  await expect(rowOf(page, other.description)).toBeVisible();
  await page.getByRole("switch", { name: "My trade" }).click();
  await expect(page).toHaveURL(/type=mine/);
  await expect(rowOf(page, mine.description)).toBeVisible();
  await expect(rowOf(page, other.description)).toBeHidden();
  await page.reload();
  await expect(page.getByRole("switch", { name: "My trade" })).toBeChecked();
  await page.goBack();
  await expect(rowOf(page, other.description)).toBeVisible();
});

test("Staff Profile: cell phone and email are edited in place", async ({ page, house }) => {
  await open(page, house.url, "/staff/staffprofile");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Staff Profile");
  for (const label of ["Name", "Surname", "Roles", "Username", "Address"])
    await expect(page.getByRole("main").getByText(label, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /Edit cell phone/ }).click();
  await page.getByLabel("Cell Phone").fill("083 000 1111");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByRole("button", { name: /Edit cell phone: 083 000 1111/ })).toBeFocused();
  await page.reload();
  await page.getByRole("button", { name: /Edit email/ }).click();
  await page.getByLabel("Email").fill("lerato.nkosi@example.co.za");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Edit email: lerato.nkosi@/ })).toBeVisible();
});
