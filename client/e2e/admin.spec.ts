import type { Page } from "@playwright/test";
import { nomsa, password, pieter, sipho, startHouse, thandi } from "./house.ts";
import { test as base, expect, logIn } from "./test.ts";

/** A building of its own, with its admin and nobody else; each test brings whom it needs. */
const test = base.extend<{ admin: Page; refuse: Stop; cut: Stop }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const house = await startHouse();
      const token = house.setUpLink.split("#")[1];
      await fetch(`${house.url}/api/trpc/public.setup.create`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...nomsa, token, building: "Protea Court" }),
      });
      await use({ ...house, inviteLink: "" });
      await house.close();
    },
    { scope: "worker" },
  ],
  admin: async ({ page, house }, use) => {
    await page.goto(`${house.url}/login`);
    await logIn(page, nomsa.username);
    await page.waitForURL("**/admin/dashboard");
    await use(page);
  },
  /** Has the server say no, where a real refusal cannot be had. */
  refuse: async ({ page, refusals }, use) => {
    refusals.push(500);
    const reason = { code: "server.broken", message: "The disk is full (500)." };
    const error = { message: reason.message, code: -32603, data: { httpStatus: 500, reason } };
    await use((procedure) =>
      page.route(`**/api/trpc/${procedure}*`, (route) =>
        route.fulfill({ status: 500, json: { error } }),
      ),
    );
  },
  cut: async ({ page, refusals }, use) => {
    refusals.push("Failed to fetch");
    await use((procedure) =>
      page.route(`**/api/trpc/${procedure}*`, (route) => route.abort("aborted")),
    );
  },
});
type Stop = (procedure: string) => Promise<unknown>;

/** Calls the server as who is signed in on the page. */
async function call(page: Page, path: string, data: object) {
  const { origin } = new URL(page.url());
  const answer = await page.request.post(`${origin}/api/trpc/${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).result.data;
}

let count = 0;
/** A new person, like another but with a name of their own. */
function another<Person extends typeof sipho | typeof thandi>(like: Person): Person {
  const name = `${like.name}${++count}`;
  return { ...like, name, username: name.toLowerCase(), email: `${name}@example.co.za` };
}

async function bring<Person extends typeof sipho | typeof thandi>(page: Page, like: Person) {
  const person = another(like);
  const { id } = await call(page, "admin.people.signUp", person);
  return { ...person, id: id as string };
}

/** The server's no, and no answer; with what the screen says is why. */
const both = (refuse: Stop, cut: Stop) =>
  [
    [refuse, "The disk is full"],
    [cut, "does not answer"],
  ] as const;

const go = (page: Page, path: string) => page.goto(new URL(path, page.url()).href);
const rowOf = (page: Page, { name }: { name: string }) =>
  page.getByRole("row").filter({ hasText: name });
const says = (page: Page, text: string) =>
  expect(page.locator("[data-sonner-toast]").filter({ hasText: text })).toBeVisible();

test("an empty building says so everywhere", async ({ admin: page }) => {
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
});

for (const [path, people, like, empty] of [
  ["/admin/staff", "staff", sipho, "Role"],
  ["/admin/residents", "residents", thandi, "Fines"],
] as const) {
  const word = people === "staff" ? "staff" : "resident";
  const Word = people === "staff" ? "Staff" : "Resident";

  test(`${people}: asks once, removes, and says when it could not`, async ({
    admin: page,
    refuse,
    cut,
  }) => {
    const person = await bring(page, like);
    await go(page, path);
    await expect(page.getByRole("columnheader", { name: empty })).toBeVisible();
    const ask = () => rowOf(page, person).getByRole("button", { name: "Remove" }).click();
    const remove = page.getByRole("alertdialog").getByRole("button", { name: "Remove" });

    await refuse("admin.people.remove");
    await ask();
    await remove.click();
    await says(page, `Failed to delete ${word}`);
    await page.unrouteAll();
    await cut("admin.people.remove");
    await remove.click();
    await says(page, `Error deleting ${word}`);
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await expect(rowOf(page, person)).toBeVisible();

    await page.unrouteAll();
    await ask();
    await remove.click();
    await says(page, `${Word} deleted successfully`);
    await expect(rowOf(page, person)).toHaveCount(0);
  });

  test(`${people}: a list that does not load says so and can be retried`, async ({
    admin: page,
    refuse,
    cut,
  }) => {
    const person = await bring(page, like);
    for (const stop of [refuse, cut]) {
      await stop(`admin.people.${people}`);
      await go(page, path);
      await says(page, `Error fetching ${people}`);
      await expect(page.getByText("No data available")).toHaveCount(0);
      await page.unrouteAll();
      await page.getByRole("button", { name: "Retry" }).click();
      await expect(rowOf(page, person)).toBeVisible();
    }
  });
}

test("a role is edited in one row at a time", async ({ admin: page, refusals, cut }) => {
  refusals.push(400);
  const one = await bring(page, sipho);
  const other = await bring(page, sipho);
  await go(page, "/admin/staff");
  const input = page.getByLabel("New Role");
  const update = page.getByRole("button", { name: "Update Role" });
  const edit = (person: { name: string }) =>
    rowOf(page, person).getByRole("button", { name: "Edit Role" });

  await edit(one).click();
  await expect(input).toBeFocused();
  await input.fill("Plumber");
  await edit(other).click();
  await expect(input).toHaveCount(1);
  await expect(input).toHaveValue("");
  await expect(rowOf(page, other).getByLabel("New Role")).toBeVisible();
  await expect(page.locator("datalist option")).toHaveCount(7);

  await input.fill("Plumber");
  await update.click();
  await says(page, "Failed to update role");
  await says(page, "newRole must be Admin, Staff, Resident");
  await expect(input).toHaveValue("Plumber");
  await cut("admin.people.changeRole");
  await update.click();
  await says(page, "Error updating role");
  await page.unrouteAll();

  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(edit(other)).toBeFocused();
  await edit(other).click();
  await expect(input).toHaveValue("");
  await expect(rowOf(page, other)).toContainText("Now Staff, Electricity");
  await input.fill("security");
  await update.click();
  await says(page, "Role updated successfully");
  await expect(input).toHaveCount(0);
  await edit(other).click();
  await expect(rowOf(page, other)).toContainText("Now Staff, Security");
  await input.fill("resident");
  await update.click();
  await expect(rowOf(page, other)).toHaveCount(0);
  await expect(rowOf(page, one)).toBeVisible();
});

test("signing up says what is wrong, and goes back when it is done", async ({
  admin: page,
  refusals,
  cut,
}) => {
  refusals.push(409);
  await go(page, "/admin/staff");
  await page.getByRole("link", { name: "+ Sign Up" }).click();
  const person = another(sipho);
  await page.getByLabel("Name", { exact: true }).fill(person.name);
  await page.getByLabel("Surname").fill(person.surname);
  await page.getByLabel("Username").fill(nomsa.username);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Cellphone").fill(person.cellPhone);
  await page.getByLabel("ID/Passport number").fill(person.idNumber);
  await page.getByLabel("Maintenance Type").selectOption("Security");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill("something else");
  const send = page.getByRole("button", { name: "Sign Up" });
  await send.click();
  await says(page, "Passwords do not match");
  await expect(page.locator("form").getByText("Passwords do not match")).toBeVisible();

  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await send.click();
  await says(page, "An error occurred during signup");
  await expect(page.locator("form").getByText("Somebody already uses this username")).toBeVisible();
  await page.getByLabel("Username").fill(person.username);
  await cut("admin.people.signUp");
  await send.click();
  await expect(page.getByRole("alert")).toContainText("does not answer");
  await says(page, "An error occurred during signup");
  await page.unrouteAll();
  await send.click();
  await says(page, "Account created successfully. Please verify your email.");
  await expect(page).toHaveURL(/\/admin\/staff$/);
  await expect(rowOf(page, person)).toBeVisible();
});

test("an invite is made instead of a password, and a link for a forgotten one", async ({
  admin: page,
  context,
}) => {
  await go(page, "/admin/residents");
  await page.getByRole("link", { name: "+ Sign Up" }).click();
  await page.getByLabel("Name", { exact: true }).fill(pieter.name);
  await page.getByLabel("Surname").fill(pieter.surname);
  await page.getByRole("button", { name: "An invite" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
  await expect(page.getByLabel("Surname")).toHaveValue(pieter.surname);
  await page.getByLabel("Username").fill(pieter.username);
  await page.getByLabel("Email").fill(pieter.email);
  await page.getByLabel("Cellphone").fill(pieter.cellPhone);
  await page.getByLabel("ID/Passport number").fill(pieter.idNumber);
  await page.getByRole("button", { name: "Make the invite" }).click();

  const link = page.getByLabel("Link", { exact: true });
  await expect(link).toHaveValue(/\/link#[\w-]+$/);
  const qr = page.getByRole("img", { name: "QR code" });
  await expect(qr).toHaveJSProperty("complete", true);
  expect(await qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());

  await page.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(/\/admin\/residents$/);
  await rowOf(page, pieter).getByRole("button", { name: "Reset link" }).click();
  await expect(page.getByRole("dialog")).toContainText("New password for Pieter Botha");
  await expect(link).toHaveValue(/\/link#[\w-]+$/);
  await page.emulateMedia({ media: "print" });
  await expect(qr).toBeVisible();
  await expect(page.locator("#root")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.keyboard.press("Escape");
  await expect(rowOf(page, pieter).getByRole("button", { name: "Reset link" })).toBeFocused();
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

  for (const [stop, why] of both(refuse, cut)) {
    await stop("admin.announcements.post");
    await field.fill("Nobody hears this");
    await post.click();
    await says(page, "An error occurred while posting the announcement");
    await expect(page.getByRole("alert")).toContainText(why);
    await expect(field).toHaveValue("Nobody hears this");
    await page.unrouteAll();
  }
});

test("a fine is created, and its status set, from the resident", async ({
  admin: page,
  refuse,
  cut,
}) => {
  const person = await bring(page, thandi);
  await go(page, `/admin/residents/${person.id}/fines`);
  await expect(page.getByText("No Fines")).toBeVisible();
  await page.getByRole("link", { name: "New Fine" }).click();
  await expect(page.getByText(/^Today, \d+ \w+ 20\d\d$/)).toBeVisible();
  await page.getByLabel("Fine Type").selectOption("Lease Violation");
  await page.getByLabel("Amount").fill("300");
  await page.getByLabel("Due Date").fill("2099-01-31");
  await page.getByLabel("Reason").fill("Drums at night");
  const issue = page.getByRole("button", { name: "Issue the fine" });
  for (const [stop, why] of both(refuse, cut)) {
    await stop("admin.fines.issue");
    await issue.click();
    await says(page, "An error occurred while creating the fine");
    await expect(page.getByRole("alert")).toContainText(why);
    await expect(page.getByLabel("Reason")).toHaveValue("Drums at night");
    await page.unrouteAll();
  }
  await issue.click();
  await says(page, "Fine created successfully!");
  await expect(page).toHaveURL(/\/fines$/);
  await expect(page.getByRole("cell", { name: "R300.00" })).toBeVisible();

  await page.getByRole("link", { name: "Update Fine" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Update fine");
  await expect(page.getByRole("main")).toContainText(`${person.name} ${person.surname}`);
  await expect(page.getByText("Nothing was sent yet.")).toBeVisible();
  for (const name of ["Unpaid", "Paid", "Pending"])
    await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
  for (const [stop, why] of both(refuse, cut)) {
    await stop("admin.fines.setStatus");
    await page.getByRole("button", { name: "Paid", exact: true }).click();
    await says(page, "An error occurred while updating status");
    await expect(page.getByRole("alert")).toContainText(why);
    await page.unrouteAll();
  }
  await page.getByRole("button", { name: "Paid", exact: true }).click();
  await says(page, "Status updated successfully!");
  const from = Date.now();
  await page.waitForURL(/\/fines$/);
  expect(Date.now() - from).toBeGreaterThan(1500);
  expect(Date.now() - from).toBeLessThan(3000);
  await expect(page.getByRole("row").last()).toContainText("Paid");
});

test("every fine leads to its status; without an id one is chosen", async ({
  admin: page,
  playwright,
}) => {
  const person = await bring(page, thandi);
  const fine = { type: "Late Rent", amountCents: 45_000, dueDate: "2099-01-31", reason: "May" };
  const { id } = await call(page, "admin.fines.issue", { ...fine, residentId: person.id });
  const { origin } = new URL(page.url());
  const resident = await playwright.request.newContext({ baseURL: origin });
  await resident.post("/api/trpc/public.session.signIn", {
    data: { username: person.username, password },
  });
  const proof = {
    name: "slip.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\n"),
  };
  const sent = await resident.post(`/api/property/resident/fines/${id}/payment-proof`, {
    multipart: { file: proof, fileName: "slip.pdf" },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  await resident.dispose();

  await go(page, "/admin/fines/update");
  await expect(page.getByText("This address names no fine.")).toBeVisible();
  for (const name of ["UserID", "Status", "Fine Type", "Date Issued", "Amount"])
    await expect(page.getByRole("columnheader", { name })).toBeVisible();
  await rowOf(page, person).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/admin/fines/${id}/update$`));
  await expect(page.getByRole("button", { name: "Pending", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "slip.pdf" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("slip.pdf");
  // Opened by its address there is no page to go back to: then it is the list.
  await page.getByRole("button", { name: "Paid", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/fines\/update$/);
  await expect(rowOf(page, person)).toContainText("Paid");
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
    startDate: "2099-01-31",
  });
  await page.reload();
  await expect(page.getByRole("heading", { name: "Statements" })).toBeVisible();
  await expect(page.getByText("21 °C")).toBeVisible();
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

test("the building's name is saved without bank details, and these by themselves", async ({
  admin: page,
}) => {
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

test("the lists of people need no sideways scrolling", async ({ admin: page }) => {
  await bring(page, { ...thandi, surname: "van der Westhuizen" });
  await bring(page, { ...sipho, surname: "van der Westhuizen" });
  for (const width of [1280, 1024, 700, 360])
    for (const path of ["/admin/staff", "/admin/residents", "/admin/admins"]) {
      await page.setViewportSize({ width, height: 800 });
      await go(page, path);
      if (path === "/admin/staff")
        await page.getByRole("button", { name: "Edit Role" }).first().click();
      const over = await page
        .getByRole("table")
        .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
      expect(over, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
});
