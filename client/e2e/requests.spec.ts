import { enterAs, neighbour } from "./neighbour.ts";
import { picture } from "./pictures.ts";
import { expect, test } from "./test.ts";
import { moveIn, person, request } from "./testServer.ts";

const nozipho = { ...person("Nozipho", "Maseko"), role: "Staff", maintenanceType: "Security" };

test("staff and a resident write to each other while both look, and nothing internal arrives", async ({
  page,
  context,
  otherPage: other,
  server,
}) => {
  const { admin, own, enter } = await neighbour(server.url, person("Lindokuhle", "Mthembu"));
  await moveIn(server.url, nozipho);
  const { id } = await own("resident.maintenance.log", request("The gate motor hums"));
  await enter(page, `/resident/issues/${id}`);
  await enterAs(other, server.url, nozipho, "/staff/allmaintenanceissues?filter=hums");
  await other.getByRole("link", { name: /The gate motor hums/ }).click();
  await expect(other.getByText("082 123 4567")).toBeVisible();

  await page.getByLabel("Write to the staff").fill("It is worse at night");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(other.getByText("It is worse at night")).toBeVisible();
  const internal = other.getByRole("button", { name: "Internal note …" });
  await internal.click();
  await other.getByRole("button", { name: "Cancel" }).click();
  await expect(internal).toBeFocused();
  await internal.click();
  await other.getByLabel("Internal note").fill("Look at the invoice of May");
  await other.waitForLoadState("networkidle");
  await other.reload();
  await internal.click();
  await expect(other.getByLabel("Internal note")).toHaveValue("Look at the invoice of May");
  await expect(other.getByLabel("Answer the resident")).toHaveValue("");
  await other.getByRole("button", { name: "Keep it internal" }).click();
  const thread = other.getByRole("region", { name: "What has happened" });
  await expect(thread.getByRole("listitem").last()).toContainText("Internal, residents never see");
  const buffer = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n");
  const quote = { name: "quote.pdf", mimeType: "application/pdf", buffer };
  await other.getByLabel("Internal photos and papers").setInputFiles(quote);
  await expect(other.getByRole("button", { name: "Remove quote.pdf" })).toBeVisible();
  await other.getByRole("button", { name: "Plan …" }).click();
  await other.getByLabel("Step").selectOption("Waiting for a part");
  await other.getByLabel("Priority").selectOption("Urgent");
  await other.getByLabel(/With whom/).selectOption("Nozipho Maseko, Security");
  await other.getByRole("button", { name: "Save" }).click();
  await expect(other.getByRole("dialog")).toBeHidden();
  await other.getByLabel("Answer the resident").fill("A part is ordered");
  await other.getByRole("button", { name: "Send to the resident" }).click();

  const main = page.getByRole("main");
  await expect(main.getByText("A part is ordered")).toBeVisible();
  await expect(main.getByText("Waiting for a part")).toBeVisible();
  await expect(main.getByText("Urgent")).toBeVisible();
  await expect(main.getByText("Nozipho Maseko").first()).toBeVisible();
  await expect(main).not.toContainText(/invoice|quote|nternal/);

  await other.getByRole("button", { name: "Close with a note …" }).click();
  await other.getByLabel("What was done").fill("A new motor");
  const close = other.getByRole("button", { name: "Close the request" });
  // A colleague closes it meanwhile, and what was typed stays.
  await admin("admin.maintenance.setStatus", { requestId: id, status: "Closed" });
  await expect(other.getByText("Close with a note …")).toBeHidden();
  await close.click();
  await expect(other.getByText("Somebody else has just changed this request")).toBeVisible();
  await admin("admin.maintenance.setStatus", { requestId: id, status: "Open" });
  await close.click();
  await expect(main.getByText("A new motor")).toBeVisible();
  await main.getByLabel("How well was it done?").selectOption("4, good");
  await main.getByRole("button", { name: "Send the rating" }).click();
  await expect(other.getByText("4 of 5")).toBeVisible();
  await main.getByRole("button", { name: "Not fixed …" }).click();
  await main.getByLabel("What is still wrong").fill("It hums again");
  await main.getByRole("button", { name: "Open it again" }).click();
  await expect(other.getByText("It hums again")).toBeVisible();
  await expect(main.getByText("Is it fixed?")).toBeHidden();
  expect(context.pages()).toHaveLength(1);
});

test("photos go with a request, and one that fails loses neither the text nor the others", async ({
  page,
  server,
  refusals,
}) => {
  refusals.push(503);
  const { enter } = await neighbour(server.url, {
    ...person("Sibongiseni", "Dube"),
    address: "Unit 12",
  });
  await enter(page, "/resident/issues");
  const photo = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });
  const jpeg = await picture(page, { width: 300, height: 200, type: "image/jpeg" });
  const larger = await picture(page, { width: 400, height: 200, type: "image/jpeg" });
  await page.getByLabel("Type Of Maintenance").selectOption("Electricity");
  await page.getByLabel("Where is it? (optional)").selectOption("common");
  await expect(page.getByText("Normally the body corporate pays")).toBeVisible();
  await page.getByLabel("Description").fill("The lamp is broken");
  const last = await picture(page, { width: 500, height: 200, type: "image/jpeg" });
  const all = [photo("a.jpg", jpeg), photo("b.jpg", larger), photo("c.jpg", last)];
  await page.getByLabel("Photos").setInputFiles(all);
  let sent = 0;
  await page.route("**/photos", (route) => {
    sent += 1;
    if (sent === 3) return route.abort("aborted");
    return sent === 2
      ? route.fulfill({ status: 503, json: { message: "Busy. Try again.", code: "server.busy" } })
      : route.fallback();
  });
  await page.getByRole("button", { name: "Log the request" }).click();
  await expect(
    page.getByText("The request is logged. These photos are not there yet."),
  ).toBeVisible();
  const failed = page.getByRole("alert").filter({ hasText: /Busy|server does not answer/ });
  await expect(failed).toHaveCount(2);
  // One by itself, then the rest.
  await page.getByRole("button", { name: "Send again b.jpg" }).click();
  await expect(failed).toHaveCount(1);
  await expect.poll(() => sent).toBe(4);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("Type Of Maintenance")).toHaveValue("");
  expect(sent).toBe(5);
  await page.getByRole("link", { name: "Electricity" }).first().click();
  const shown = page.getByRole("region", { name: "Photo before" });
  await expect(shown.getByRole("img", { name: /photo-3/ })).toBeVisible();
  await page.getByRole("button", { name: "Remove photo-1.jpg" }).click();
  await page.getByRole("button", { name: "Remove the photo" }).click();
  await expect(page.getByRole("button", { name: "Remove photo-3.jpg" })).toBeHidden();
});

test("the same report twice is joined, and both residents read what is done", async ({
  page,
  otherPage: staff,
  server,
}) => {
  const { own, enter } = await neighbour(server.url, person("Khanyisile", "Zungu"));
  const other = await neighbour(server.url, person("Sakhile", "Ngubane"));
  const { id } = await own("resident.maintenance.log", request("The lift of block B stands still"));
  await other.own("resident.maintenance.log", request("Lift broken again"));
  const worker = { ...person("Bhekisisa", "Cele"), role: "Staff", maintenanceType: "Electricity" };
  await moveIn(server.url, worker);

  await enter(page, `/resident/issues/${id}`);
  await enterAs(staff, server.url, worker, "/staff/allmaintenanceissues?filter=Lift broken again");
  await staff.getByRole("link", { name: /Lift broken again/ }).click();
  await staff.getByRole("button", { name: "Reported twice …" }).click();
  const same = staff.getByLabel("It is the same as");
  await same.selectOption({ label: await same.getByText(/block B stands still/).innerText() });
  await staff.getByRole("button", { name: "Join them" }).click();
  await expect(staff.getByText("You read here what is done about it")).toBeVisible();
  await expect(page.getByText("Somebody else has reported the same too.")).toBeVisible();

  await staff.getByRole("link", { name: /block B stands still/ }).click();
  await expect(staff.getByRole("link", { name: /Lift broken again/ })).toBeVisible();
  await staff.getByLabel("Answer the resident").fill("Kone comes at two");
  await staff.getByRole("button", { name: "Send to the resident" }).click();
  await expect(page.getByText("Kone comes at two")).toBeVisible();

  await staff.getByRole("link", { name: /Lift broken again/ }).click();
  await expect(staff.getByText("Kone comes at two")).toBeVisible();
  await staff.getByRole("button", { name: "Not the same" }).click();
  await expect(staff.getByText("It goes on by itself.")).toBeVisible();
  await expect(staff.getByRole("button", { name: "Reported twice …" })).toBeVisible();
});

test("a plan saves only what was changed in it, and internal notes are not printed", async ({
  page,
  server,
}) => {
  const { admin, own } = await neighbour(server.url, {
    ...person("Nokuthula", "Mabaso"),
    address: "Unit 60",
  });
  await admin("admin.units.add", { label: "Unit 60" });
  const worker = { ...person("Themba", "Radebe"), role: "Staff", maintenanceType: "Plumbing" };
  const { id: assignedTo } = await moveIn(server.url, worker);
  const { id: requestId } = await own("resident.maintenance.log", request("The geyser leaks"));
  await admin("member.maintenance.addNote", { requestId, text: "He never pays", internal: true });
  await enterAs(page, server.url, worker, `/staff/allmaintenanceissues/${requestId}`);
  await expect(page.getByRole("definition").filter({ hasText: /^Unit 60$/ })).toBeVisible();
  await page.getByRole("button", { name: "Plan …" }).click();
  await page.getByLabel("Step").selectOption("Seen");
  await admin("admin.maintenance.plan", { requestId, assignedTo });
  // By its element, because a dialog hides the rest from roles.
  const main = page.locator("main");
  await expect(main.getByText("Themba Radebe").first()).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(main.getByText("Seen", { exact: true })).toBeVisible();
  await expect(main.getByText("Themba Radebe").first()).toBeVisible();

  await expect(main.getByText("He never pays")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(main.getByText(/^Reported by Nokuthula/)).toBeVisible();
  await expect(main.getByText("He never pays")).toBeHidden();
});
