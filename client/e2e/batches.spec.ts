import type { Page } from "@playwright/test";
import { demoPassword } from "../../server/cli/demo/fill.ts";
import { enterDemo } from "./demo.ts";
import { asks, broke, expect, logIn, proceduresIn, test } from "./test.ts";

// A dashboard requests everything it shows in one batch, and each part gets its own response.

const session = "public.session.current";
const announcements = "member.notices.mine";
/** On every page: the bell, and who is at the gate. */
const frame = ["member.live.news", "member.entryRequests.mine"];
const parts = {
  resident: [
    "resident.dashboard.overview",
    announcements,
    "resident.fines.mine",
    "resident.maintenance.mine",
    "resident.visitors.present",
  ],
  staff: ["staff.dashboard.overview", announcements],
  admin: [
    "admin.dashboard.overview",
    "admin.dashboard.needs",
    "admin.dashboard.firstSteps",
    "admin.personPages.withoutLogin",
    announcements,
  ],
};
/** Comes from a service outside the building, so it is requested after the dashboard is shown. */
const weather = ["member.weather.current"];

/** The page's requests from now on, each with the procedures it calls. */
function listen(page: Page): string[][] {
  const requests: string[][] = [];
  page.on("request", (request) => {
    const names = proceduresIn(new URL(request.url()));
    if (names.length > 0 && request.resourceType() !== "eventsource") requests.push(names);
  });
  return requests;
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const settled = async (page: Page) => {
  await expect(page.getByRole("region", { name: "Weather" })).toContainText("°C");
  await page.waitForLoadState("networkidle");
};

for (const [role, address] of [
  ["resident", "/resident/dashboard"],
  ["staff", "/staff/dashboard"],
  ["staff", "/staff/staffdashboard"],
  ["admin", "/admin/dashboard"],
] as const)
  test(`${address} stands after one request, and who is here is asked with it`, {
    tag: address.startsWith("/resident") ? [] : "@release",
  }, async ({ page, demo }) => {
    await enterDemo(page, demo, role);
    const requests = listen(page);
    await page.goto(demo.url + address);
    await expect(heading(page)).toContainText("Good");
    await settled(page);
    expect(requests).toEqual([[session, ...parts[role], ...frame], weather]);
  });

test("the dashboard is one request away from the login", { tag: "@release" }, async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/login`);
  await page.waitForLoadState("networkidle");
  const requests = listen(page);
  // With the keyboard: a link under the pointer would fetch its screen.
  await page.getByLabel("Username").fill(demo.usernames.admin);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.keyboard.press("Enter");
  await expect(heading(page)).toContainText("Good");
  await settled(page);
  expect(requests).toEqual([["public.session.signIn"], [...parts.admin, ...frame], weather]);
});

test("people who are not signed in learn nothing, not even that something was refused", async ({
  page,
  demo,
}) => {
  const requests = listen(page);
  const answered = page.waitForResponse((answer) => asks("resident.")(new URL(answer.url())));
  await page.goto(`${demo.url}/resident/dashboard`);
  const [who, ...others] = await (await answered).json();
  expect(who).toEqual({ result: { data: null } });
  for (const each of others) expect(each.error.data.reason.code).toBe("auth.signed_out");
  await expect(page).toHaveURL(`${demo.url}/login?to=%2Fresident%2Fdashboard`);
  await expect(heading(page)).toHaveText("Login");
  await page.waitForLoadState("networkidle");
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  expect(requests).toEqual([[session, ...parts.resident, ...frame], ["public.session.ways"]]);

  await logIn(page, demo.usernames.resident, demoPassword);
  await expect(page.getByRole("heading", { name: "Messages" })).toBeVisible();
});

for (const [role, procedure, title, others] of [
  ["resident", "resident.visitors.present", "Visitors", ["Messages", "Statements", "Weather"]],
  ["resident", "resident.dashboard.overview", "Statements", ["Messages", "Visitors"]],
  ["staff", announcements, "Staff Announcements", ["Weather", "Statements", "Visitors"]],
  ["admin", announcements, "Staff Announcements", ["Weather", "Statements", "Visitors"]],
] as const)
  test(`${procedure} is refused in a batch: ${title} says so to ${role}, and nothing else`, {
    tag: "@release",
  }, async ({ page, demo, refuse }) => {
    await enterDemo(page, demo, role);
    await refuse(procedure);
    await page.goto(`${demo.url}/${role}/dashboard`);
    const part = page.getByRole("region", { name: title });
    await expect(part.getByRole("alert")).toContainText(broke);
    await expect(page.getByRole("alert")).toHaveCount(1);
    await expect(heading(page)).toContainText("Good");
    for (const other of others)
      await expect(page.getByRole("heading", { name: other, exact: true })).toBeVisible();
    await page.unrouteAll();
    await part.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  });
