import { both, bring, call, enterAsAdmin, expect, go, says, test } from "./adminServer.ts";
import { startEmpty } from "./buildings.ts";
import { broke } from "./test.ts";
import { day, thandi } from "./testServer.ts";

test("an empty building says so everywhere", { tag: "@release" }, async ({ page }) => {
  const server = await startEmpty();
  try {
    await enterAsAdmin(page, server.url);
    for (const [path, text] of [
      ["/admin/staff", "No data available"],
      ["/admin/residents", "No data available"],
      ["/admin/maintenance", "No data available"],
      ["/admin/fines", "No Fines"],
      ["/admin/fines/update", "No Fines"],
      ["/admin/visitors", "No visitors signed in"],
    ] as const) {
      await go(page, path);
      await expect(page.getByText(text, { exact: true }), path).toBeVisible();
    }
    await go(page, "/admin/staff");
    await page.getByRole("link", { name: "+ Sign Up" }).click();
    await expect(page).toHaveURL(/\/admin\/staff\/staffsignupform$/);
    await expect(page.getByRole("table")).toHaveCount(0);
  } finally {
    await page.close();
    await server.close();
  }
});

test("an announcement is posted, and what could not be stays in the field", async ({
  admin: page,
  refuse,
  cut,
}) => {
  const field = page.getByPlaceholder("Type your message here...");
  const post = page.getByRole("button", { name: "Post Announcement" });
  await field.fill("   ");
  await post.click();
  await expect(page.getByText("Message must not be empty.")).toBeVisible();
  for (const message of ["The lift works.", "The pool is open."]) {
    await field.fill(message);
    await post.click();
    await expect(field).toHaveValue("");
  }
  await says(page, "Announcement posted!");
  const list = page.getByRole("region", { name: "Staff Announcements" }).getByRole("listitem");
  await expect(list.nth(0)).toContainText("The pool is open.");
  await expect(list.nth(1)).toContainText("The lift works.");

  for (const [stop, why, detail] of both(refuse, cut)) {
    await stop("admin.announcements.post");
    await field.fill("Nobody hears this");
    await post.click();
    await says(page, "An error occurred while posting the announcement", detail);
    await expect(page.getByRole("alert")).toContainText(why);
    await expect(field).toHaveValue("Nobody hears this");
    await page.unrouteAll();
  }
});

test("the dashboard's Visitors card leads to who is in, where they are signed out", async ({
  admin: page,
  refuse,
  cut,
}) => {
  const person = await bring(page, thandi);
  await call(page, "admin.visitors.signIn", {
    visitationType: "Day Visit",
    roomNumber: "Unit 12",
    residentName: person.name,
    residentEmail: person.email,
    visitorName: "Lerato",
    visitorSurname: "Dube",
    visitorEmail: "lerato@example.co.za",
    startDate: day(0),
  });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Statements" })).toBeVisible();
  await expect(page.getByText("21 °C")).toBeVisible();
  for (const [stop, text, detail] of [
    [refuse, "Failed to fetch visitors", broke],
    [cut, "Error fetching visitors", ""],
  ] as const) {
    await stop("admin.visitors.present");
    await go(page, "/admin/visitors");
    await says(page, text, detail);
    await expect(page.getByText("No visitors signed in")).toHaveCount(0);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("cell", { name: "Lerato", exact: true })).toBeVisible();
  }
  await go(page, "/admin/dashboard");
  await page.getByRole("link", { name: "Who is in now" }).click();
  const out = page.getByRole("button", { name: "Sign Out Lerato Dube" });
  await refuse("admin.visitors.signOut");
  await out.click();
  await says(page, "Failed to sign out visitor");
  await page.unrouteAll();
  await cut("admin.visitors.signOut");
  await out.click();
  await says(page, "Error signing out visitor");
  await page.unrouteAll();
  await out.click();
  await says(page, "Visitor signed out successfully!");
  await expect(page.getByText("No visitors signed in")).toBeVisible();
});

test("the building's name is saved without bank details, and these by themselves", {
  tag: "@release",
}, async ({ admin: page }) => {
  await go(page, "/admin/building");
  await page.getByLabel("Name of the building").fill("Protea Heights");
  await page.getByRole("button", { name: "Save the name" }).click();
  await says(page, "Building saved");
  await page.getByLabel("Bank", { exact: true }).fill("First Example Bank");
  await page.getByRole("button", { name: "Save the bank details" }).click();
  await expect(page.getByText("Account holder must not be empty.")).toBeVisible();
  await page.getByLabel("Account holder").fill("Protea Body Corporate");
  await page.getByLabel("Account number").fill("62 0000 0000");
  await page.getByLabel("Branch code").fill("250655");
  await page.getByRole("button", { name: "Save the bank details" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel("Branch code")).toHaveValue("250655");
  await expect(page.getByLabel("Name of the building")).toHaveValue("Protea Heights");
});

test("who helps with logging in is named where a password is forgotten, and to who is locked out", {
  tag: "@release",
}, async ({ admin: page, browser }) => {
  await go(page, "/admin/building");
  await page.getByLabel("Name of who helps (optional)").fill("Nomsa Khumalo");
  const save = page.getByRole("button", { name: "Save the help with logging in" });
  await save.click();
  await expect(page.getByText(/Their telephone .*must be a telephone number/)).toBeVisible();
  await page.getByLabel("Their telephone (optional)").fill("0824441018");
  await save.click();
  await says(page, "Building saved");

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(new URL("/forgot-password", page.url()).href);
  await expect(stranger.getByText("Ask Nomsa Khumalo, 082 444 1018.")).toBeVisible();
  await stranger.getByRole("link", { name: "Back to Login" }).click();
  await expect(stranger.getByRole("button", { name: "Login" })).toBeVisible();
  await expect(stranger.getByText(/Ask Nomsa/)).toHaveCount(0);
  const message = "There were too many wrong tries. Wait a while, or ask an admin.";
  const error = { message, code: -32_029, data: { reason: { code: "auth.too_many", message } } };
  await stranger.route("**/api/trpc/public.session.signIn*", (route) =>
    route.fulfill({ status: 429, json: { error } }),
  );
  await stranger.getByLabel("Username").fill("thandi");
  await stranger.getByLabel("Password", { exact: true }).fill("wrong");
  await stranger.getByRole("button", { name: "Login" }).click();
  await expect(stranger.getByRole("alert")).toContainText(message);
  const number = stranger.getByRole("alert").getByRole("link", { name: "082 444 1018" });
  await expect(number).toHaveAttribute("href", "tel:0824441018");
  await stranger.context().close();

  await page.getByLabel("Name of who helps (optional)").fill("");
  await page.getByLabel("Their telephone (optional)").fill("");
  await save.click();
  await expect(page.getByText("Building saved").first()).toBeVisible();
});
