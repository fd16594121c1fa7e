import { enterAs, neighbour } from "./neighbour.ts";
import { expect, says, test } from "./test.ts";
import { nomsa, person } from "./testServer.ts";

test("an urgent notice arrives at once, is read, counted, corrected and withdrawn", async ({
  page,
  otherPage: admin,
  server,
}) => {
  const { enter } = await neighbour(server.url, person("Mbali", "Ngubane"));
  await enter(page, "/resident/dashboard");
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages).toBeVisible();
  await enterAs(admin, server.url, nomsa, "/admin/dashboard");
  await admin.getByPlaceholder("Type your message here...").fill("The pumps are of today.");
  await admin.getByRole("button", { name: "Title, for whom, how long …" }).click();
  await admin.getByLabel("Title (optional)").fill("Pumps of block C");
  await admin.getByLabel("For", { exact: true }).selectOption("Residents");
  await admin.getByLabel("Urgent").check();
  await admin.getByRole("button", { name: "Post Announcement" }).click();

  const notice = messages.getByRole("listitem").filter({ hasText: "Pumps of block C" });
  await expect(notice).toContainText("Urgent");
  await notice.getByRole("button", { name: /^I have read this/ }).click();
  await expect(notice).toContainText(/Read /);

  const own = admin.getByRole("listitem").filter({ hasText: "Pumps of block C" });
  await own.getByRole("button", { name: /^Read by …/ }).click();
  await expect(admin.getByRole("dialog")).toContainText(
    /1 of \d+ people have read it, in \d+ of \d+ units?\./,
  );
  const unread = admin.getByRole("dialog").getByRole("listitem").first().getByRole("link");
  await expect(unread).toHaveAttribute("href", /^\/admin\/people\/./);
  await admin.getByRole("button", { name: "Close", exact: true }).click();
  await own.getByRole("button", { name: /^Correct …/ }).click();
  await admin.getByRole("dialog").getByLabel("Message").fill("The pumps are off today.");
  await admin.getByRole("button", { name: "Correct", exact: true }).click();
  await expect(notice).toContainText("The pumps are off today.");
  await own.getByRole("button", { name: /^Files …/ }).click();
  const files = admin.getByRole("dialog", { name: "Files with this notice" });
  await files.getByLabel("Files", { exact: true }).setInputFiles({
    name: "pumps.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n"),
  });
  await expect(files.getByText("The file is with the notice.")).toBeVisible();
  await expect(notice).toContainText("pumps.pdf");
  await files.getByRole("button", { name: "Remove pumps.pdf" }).click();
  await admin.getByRole("button", { name: "Remove the file" }).click();
  await expect(notice).not.toContainText("pumps.pdf");
  await admin.getByRole("button", { name: "Close", exact: true }).click();
  await own.getByRole("button", { name: /^Withdraw …/ }).click();
  await admin.getByLabel("Reason (optional)").fill("Mended");
  await admin.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(notice).toHaveCount(0);
});

test("a notice for a floor reaches whoever lives on it, and nobody else; it is taken back", async ({
  page,
  otherPage: admin,
  server,
}) => {
  const { admin: call, own, enter } = await neighbour(server.url, person("Ayanda", "Sithole"));
  const other = await neighbour(server.url, person("Lunga", "Mabuza"));
  const { id: unitId } = await call("admin.units.add", { label: "Penthouse", floor: 41 });
  const party = { unitId, personId: own.id, role: "occupant", since: "2020-01-01" };
  await call("admin.parties.add", party);
  await enterAs(admin, server.url, nomsa, "/admin/dashboard");
  const message = admin.getByPlaceholder("Type your message here...");
  await message.fill("The windows of floor 41 are washed.");
  await admin.getByRole("button", { name: "Title, for whom, how long …" }).click();
  await admin.getByLabel("For", { exact: true }).selectOption("Some units …");
  await admin.getByRole("button", { name: "Post Announcement" }).click();
  await expect(admin.getByText("The notice needs at least one unit.")).toBeVisible();
  await admin.getByLabel("Floor 41, all of it").check();
  await expect(admin.getByRole("group", { name: "Units (1 chosen)" })).toBeVisible();
  await admin.getByRole("button", { name: "Post Announcement" }).click();

  const messages = page.getByRole("region", { name: "Messages" });
  const said = messages.getByText("The windows of floor 41 are washed.", { exact: true });
  await enter(page, "/resident/dashboard");
  await expect(said).toBeVisible();
  await other.enter(page, "/resident/dashboard");
  await expect(messages).toBeVisible();
  await expect(said).toHaveCount(0);
  const posted = admin.getByRole("listitem").filter({ hasText: "The windows of floor 41" });
  await expect(posted.getByRole("status")).toHaveText("Posted");
  await posted.getByRole("button", { name: /^Undo/ }).click();
  await says(admin, "Taken back");
  await expect(posted).toHaveCount(0);
  await expect(message).toHaveValue("The windows of floor 41 are washed.");
  // It is for the same people, not for everybody.
  await expect(admin.getByRole("group", { name: "Units (1 chosen)" })).toBeVisible();
  await expect(admin.getByLabel("For", { exact: true })).toHaveValue("units");
  await admin.getByLabel("Title (optional)").fill("Clean windows");
  await admin.reload();
  await expect(message).toHaveValue("The windows of floor 41 are washed.");
  await expect(admin.getByLabel("Title (optional)")).toHaveValue("Clean windows");
  await expect(admin.getByLabel("For", { exact: true })).toHaveValue("units");
  await expect(admin.getByLabel("Floor 41, all of it")).toBeChecked();
  await admin.getByRole("button", { name: "Post Announcement" }).click();
  await expect(message).toHaveValue("");
  await enter(page, "/resident/dashboard");
  await expect(said).toBeVisible();
  await other.enter(page, "/resident/dashboard");
  await expect(messages).toBeVisible();
  await expect(said).toHaveCount(0);
  // In some units nobody logs in.
  const { id: empty } = await call("admin.units.add", { label: "Attic", floor: 42 });
  const dry = { title: "Attic", message: "The attic is dry.", audience: { units: [empty] } };
  await call("admin.notices.post", dry);
  const ofAttic = admin.getByRole("listitem").filter({ hasText: "The attic is dry." });
  await ofAttic.getByRole("button", { name: /^Read by …/ }).click();
  await expect(admin.getByRole("dialog")).toContainText("Nobody whom it is for has a login yet.");
  await expect(admin.getByRole("dialog")).toContainText("so it needs paper: Attic");
  await admin.keyboard.press("Escape");
  // Nothing is left of the draft that is discarded.
  await message.fill("The windows of floor 42 are washed.");
  await admin.getByRole("button", { name: "Title, for whom, how long …" }).click();
  await admin.getByLabel("For", { exact: true }).selectOption("Staff");
  await admin.reload();
  await expect(admin.getByLabel("For", { exact: true })).toHaveValue("staff");
  await admin.getByRole("button", { name: "Discard it" }).click();
  await expect(message).toHaveValue("");
  await expect(admin.getByLabel("For", { exact: true })).toHaveCount(0);
});

test("an outage is a banner, and known to who would report it, until it works again", async ({
  page,
  otherPage: admin,
  server,
}) => {
  const { enter } = await neighbour(server.url, person("Nonhle", "Cele"));
  await enterAs(admin, server.url, nomsa, "/admin/dashboard");
  await admin
    .getByPlaceholder("Type your message here...")
    .fill("A pipe burst in the street. See https://water.example/news, or www.water.example.");
  await admin.getByRole("button", { name: "Title, for whom, how long …" }).click();
  await admin.getByLabel("Outage (optional)").selectOption("Water");
  await expect(admin.getByLabel("Off until (optional)")).toBeVisible();
  await admin.getByRole("button", { name: "Post Announcement" }).click();
  await expect(admin.getByRole("status").filter({ hasText: "No water since" })).toBeVisible();

  await enter(page, "/resident/issues");
  const known = page.getByText(/Known since/);
  await page.getByLabel("Type Of Maintenance").selectOption("Electricity");
  await expect(known).toHaveCount(0);
  await page.getByLabel("Type Of Maintenance").selectOption("Plumbing");
  await expect(known).toContainText("A pipe burst in the street.");
  await page.goto(`${server.url}/resident/dashboard`);
  const banner = page.getByRole("status").filter({ hasText: "No water since" });
  await expect(banner).toHaveText(/^No water since today, \d\d:\d\d$/);
  await page.getByRole("button", { name: "Share this notice: A pipe burst" }).click();
  await expect(page.getByRole("menuitem", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    /text=[^:]+%3A%20No%20water%20from%20\d+%20\w+%20\d{4}%2C%20\d\d%3A\d\d\.%20A%20pipe%20burst/,
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "https://water.example/news" })).toHaveAttribute(
    "href",
    "https://water.example/news",
  );
  await expect(page.getByRole("link", { name: "www.water.example" })).toHaveAttribute(
    "href",
    "https://www.water.example",
  );
  const own = admin.getByRole("listitem").filter({ hasText: "A pipe burst" });
  await own.getByRole("button", { name: /^Correct …/ }).click();
  await admin.getByRole("dialog").getByLabel("Message").fill("A pipe burst in the yard.");
  const sent = admin.waitForRequest((request) => request.url().includes("notices.correct"));
  await admin.getByRole("button", { name: "Correct", exact: true }).click();
  // Somebody may have noted meanwhile that it works again.
  expect((await sent).postData()).not.toContain("outageUntil");
  await expect(own).toContainText("in the yard");
  await own.getByRole("button", { name: /^Correct …/ }).click();
  await admin.getByLabel("Off until (optional)").fill("2099-01-31T18:00");
  await admin.getByRole("button", { name: "Correct", exact: true }).click();
  await expect(banner).toContainText("2099");
  const end = async () => {
    await own.getByRole("button", { name: /^It works again/ }).click();
    const question = admin.getByRole("alertdialog", { name: "Does it work again?" });
    await question.getByRole("button", { name: "It works again" }).click();
    await expect(banner).toHaveCount(0);
  };
  await end();
  await own.getByRole("button", { name: /^Undo/ }).click();
  await says(admin, "Taken back");
  await expect(banner).toContainText("2099");
  await end();
});
