import type { Page } from "@playwright/test";
import { hold } from "./holdAnswers.ts";
import { asks, both, expect, signIn, test } from "./test.ts";
import { type callerOf, moveIn, person, request } from "./testServer.ts";

const lerato = { ...person("Lerato", "Nkosi"), role: "Staff", maintenanceType: "Security" };
const dumisani = { ...person("Dumisani", "Zulu"), role: "Resident", address: "Unit 7" };

type Call = ReturnType<typeof callerOf>;
let staff: Call;
let resident: Call;
let number = 0;

test.beforeAll(async ({ server }) => {
  staff = await moveIn(server.url, lerato);
  resident = await moveIn(server.url, dumisani);
});

/** Logs a request for one test only. */
async function broken(maintenanceType: string): Promise<{ id: string; description: string }> {
  number += 1;
  const description = `Broken thing ${number}`;
  const broken = { ...request(description), maintenanceType };
  return { ...(await resident("resident.maintenance.log", broken)), description };
}

const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

async function open(page: Page, url: string, path: string) {
  await signIn(page, url, lerato.username);
  await page.goto(url + path);
}

test("the first screen of Security is the gate, and of other trades the dashboard", async ({
  page,
  server,
}) => {
  const heading = page.getByRole("heading", { level: 1 });
  await open(page, server.url, "/staff");
  await expect(heading).toHaveText("Gate");
  const electrician = {
    ...person("Mulalo", "Ndou"),
    role: "Staff",
    maintenanceType: "Electricity",
  };
  await moveIn(server.url, electrician);
  await signIn(page, server.url, electrician.username);
  await page.goto(`${server.url}/staff/gate`);
  await expect(heading).toHaveText(/^Good/);
  await expect(page.getByRole("link", { name: "Gate" })).toHaveCount(0);
});

test("a message reaches the list, the newest on top; a blank one is refused", async ({
  page,
  server,
}) => {
  await open(page, server.url, "/staff/staffdashboard");
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
});

test("Report closes a request and opens it again, and says when somebody else was first", async ({
  page,
  server,
  refusals,
}) => {
  refusals.push(409);
  const { id, description } = await broken("Cleaning");
  await open(page, server.url, "/staff/allmaintenanceissues");
  await expect(page.getByRole("columnheader")).toHaveText([
    "",
    ...["Description", "RoomNumber", "Date", "Status"],
  ]);
  const row = rowOf(page, description);
  await expect(row).toContainText("Open");
  await page.getByRole("button", { name: `Report closed ${description}` }).dblclick();
  await expect(row).toContainText("Closed");
  await page.getByRole("button", { name: `Report open ${description}` }).click();
  await expect(row).toContainText("Open");
  await page.reload();
  await expect(row).toContainText("Open");

  // Somebody else is first by so little that the page has not heard of it yet.
  await page.route(asks("staff.maintenance.setStatus"), async (route) => {
    await staff("staff.maintenance.setStatus", { requestId: id, status: "Closed", from: "Open" });
    await route.continue();
  });
  await page.getByRole("button", { name: `Report closed ${description}` }).click();
  await expect(row.getByRole("alert")).toContainText("Somebody else has just changed this request");
  await expect(row).toContainText("Closed");
  await expect(row.getByRole("button", { name: /Report open/ })).toBeVisible();
});

test("the status changes at once, and back if it is refused or there is no answer", {
  tag: "@release",
}, async ({ page, server, refuse, cut }) => {
  const { description } = await broken("Cleaning");
  await open(page, server.url, "/staff/allmaintenanceissues");
  const row = rowOf(page, description);
  await expect(row).toContainText("Open");
  for (const [stop, why] of both(refuse, cut)) {
    await stop("staff.maintenance.setStatus");
    const release = await hold(page);
    await page.getByRole("button", { name: `Report closed ${description}` }).click();
    await expect(row).toContainText("Closed");
    await expect(row.getByRole("alert")).toHaveCount(0);
    await release();
    await expect(row.getByRole("alert")).toContainText(why);
    await expect(row).toContainText("Open");
    await page.unrouteAll();
  }
});

test("Staff Profile: cell phone and email are edited in place, and a refusal stays at the field", async ({
  page,
  server,
  refusals,
}) => {
  refusals.push(409);
  await open(page, server.url, "/staff/staffprofile");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Staff Profile");
  await page.getByRole("button", { name: /Edit cell phone/ }).click();
  await page.getByLabel("Cell Phone").fill("083 000 1111");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByRole("button", { name: /Edit cell phone: 083 000 1111/ })).toBeFocused();
  await page.reload();
  await page.getByRole("button", { name: /Edit email/ }).click();
  await page.getByLabel("Email").fill(dumisani.email);
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("This email cannot be used here")).toBeVisible();
  await page.getByLabel("Email").fill("lerato.nkosi@example.co.za");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Edit email: lerato.nkosi@/ })).toBeVisible();
});

test("the open requests come first; what was closed here stays while it can be taken back", {
  tag: "@release",
}, async ({ page, server }) => {
  const { description } = await broken("Cleaning");
  const { id, description: done } = await broken("Security");
  await staff("staff.maintenance.setStatus", { requestId: id, status: "Closed", from: "Open" });
  await open(page, server.url, "/staff/allmaintenanceissues");
  const chip = (name: RegExp) => page.getByRole("button", { name });
  await expect(chip(/^Open \d/)).toHaveAttribute("aria-pressed", "true");
  await expect(rowOf(page, description)).toContainText("Cleaning, reported by");
  await expect(rowOf(page, done)).toHaveCount(0);
  await page.getByRole("button", { name: `Report closed ${description}` }).click();
  await expect(rowOf(page, description)).toContainText("Closed");
  await page.getByRole("link", { name: "Dashboard" }).first().click();
  await page.getByRole("link", { name: "Open maintenance requests" }).click();
  await expect(chip(/^Open \d/)).toHaveAttribute("aria-pressed", "true");
  await expect(rowOf(page, description)).toContainText("Undo");
  await page.reload();
  await expect(chip(/^Open \d/)).toHaveAttribute("aria-pressed", "true");
  await expect(rowOf(page, description)).toHaveCount(0);
  await chip(/^All \d/).click();
  await expect(page).toHaveURL(/status=all/);
  await expect(rowOf(page, done)).toContainText("Closed");
  await page.getByRole("switch", { name: "My trade" }).click();
  await expect(page).toHaveURL(/type=mine/);
  await expect(rowOf(page, done)).toBeVisible();
  await expect(rowOf(page, description)).toBeHidden();
  await page.reload();
  await expect(page.getByRole("switch", { name: "My trade" })).toBeChecked();
});
