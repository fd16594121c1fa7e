import type { Page } from "@playwright/test";
import {
  test as base,
  bring,
  call,
  expect,
  fillFine,
  go,
  ownBuilding,
  says,
} from "./adminServer.ts";
import { neighbour } from "./neighbour.ts";
import { heic, lyingOnItsSide, picture } from "./pictures.ts";
import { dead } from "./test.ts";
import { lateRent, person as personNamed, prove, thandi } from "./testServer.ts";

// How an admin decides about a fine: the proof beside the buttons, and what can be taken back.

// Which fine is the next to look at depends on all there are.
const test = base.extend({ building: ownBuilding });

const fineOf = async (page: Page, residentId: string, reason: string) =>
  (await call(page, "admin.fines.issue", { ...lateRent, reason, residentId })).id as string;

const toFine = async (page: Page, id: string) => {
  await go(page, `/admin/fines/${id}/update`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\w+ \w+, R[\d\s]+\.\d\d$/);
};
const button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });
const main = (page: Page) => page.getByRole("main");
/** A page with one line, which pdf.js can draw. */
const pdf = Buffer.from(`%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R 5 0 R] /Count 2>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R>> endobj
4 0 obj <</Length 27>> stream
1 0 0 rg 0 0 300 200 re f
endstream endobj
5 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R>> endobj
trailer <</Root 1 0 R>>
`);

test("proofs are looked at beside the buttons: zoomed, turned, one after the other", async ({
  admin: page,
  building: { url },
}) => {
  const person = await bring(page, thandi);
  const [first, second] = [
    await fineOf(page, person.id, "May"),
    await fineOf(page, person.id, "June"),
  ];
  const png = await picture(page, { width: 900, height: 300, mark: "#f00" });
  await prove(url, person.username, first, [
    { name: "slip.png", mimeType: "image/png", buffer: png },
    { name: "bank.pdf", mimeType: "application/pdf", buffer: pdf },
    { name: "photo.heic", mimeType: "image/heic", buffer: heic(4000) },
  ]);
  await prove(url, person.username, second);
  await toFine(page, first);
  const viewer = page.getByRole("region", { name: "Proof" });
  await expect(viewer.getByText("cannot show HEIC photos. Download it")).toBeVisible();
  await expect(viewer.getByRole("link", { name: "photo.heic" })).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Turn" })).toBeDisabled();

  await viewer.getByRole("button", { name: "Previous proof" }).click();
  await expect(viewer.getByRole("img", { name: "Proof: bank.pdf" })).toBeVisible();
  await expect(viewer.getByText("Page 1 of 2")).toBeVisible();
  await viewer.getByRole("button", { name: "Next page" }).click();
  await expect(viewer.getByText("Page 2 of 2")).toBeVisible();

  await viewer.getByRole("button", { name: "Previous proof" }).click();
  const photo = viewer.getByRole("img", { name: "Proof: slip.png" });
  await expect(photo).toBeVisible();
  const lies = async () => {
    const { width = 0, height = 0 } = (await photo.boundingBox()) ?? {};
    return width > height;
  };
  await expect.poll(lies).toBe(true);
  await viewer.getByRole("button", { name: "Zoom in" }).click();
  await expect(viewer.getByText("140 %")).toBeVisible();
  await page.keyboard.press("0");
  await expect(viewer.getByText("100 %")).toBeVisible();
  await page.keyboard.press("r");
  await expect.poll(lies).toBe(false);
  await viewer.locator("[data-stage]").hover();
  await page.mouse.wheel(0, -300);
  await expect(viewer.getByText("100 %")).toBeHidden();

  // On a desk the buttons are beside the proof, on a phone below it.
  const place = async () => {
    const found = [page.locator("[data-stage]"), button(page, "Paid")];
    const [proof, paid] = await Promise.all(found.map((each) => each.boundingBox()));
    if (!proof || !paid) throw new Error("There is no proof, or no button");
    // Edges are not whole pixels.
    if (paid.x > proof.x + proof.width - 1) return "beside";
    return paid.y > proof.y + proof.height - 1 ? "below" : "over";
  };
  await expect.poll(place).toBe("beside");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect.poll(place).toBe("below");
  await page.setViewportSize({ width: 1280, height: 720 });

  for (const words of ["R450.00", /^F-[A-Z0-9]{6}$/])
    await expect(page.getByRole("definition").filter({ hasText: words })).toBeVisible();
  await page.getByRole("link", { name: "Next fine to look at" }).click();
  await expect(page).toHaveURL(new RegExp(second));
  // A PDF that is none inside says so and can be saved.
  await expect(page.getByText("cannot be shown here. Download it")).toBeVisible();
  await page.getByRole("link", { name: "Next fine to look at" }).click();
  await expect(page).toHaveURL(new RegExp(first));
});

test("Paid is taken back in the list, in the row where it was, or on the fine", async ({
  admin: page,
}) => {
  const person = await bring(page, thandi);
  const id = await fineOf(page, person.id, "May");
  await fineOf(page, person.id, "June");
  await go(page, "/admin/fines?status=Unpaid");
  const rows = page.getByRole("row").filter({ hasText: person.name });
  await expect(rows).toHaveCount(2);
  const last = rows.last();
  await last.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(id));
  await button(page, "Paid").click();
  await says(page, "Status updated successfully!");
  await expect(page).toHaveURL(/\/admin\/fines\?status=Unpaid$/);
  await expect(rows).toHaveCount(2);
  await expect(last).toContainText("Set to Paid");
  await expect(rows.first()).not.toContainText("Set to Paid");
  await last.getByRole("button", { name: /^Undo/ }).press("Enter");
  await says(page, "Taken back");
  await expect(last).toContainText("Unpaid");

  await last.getByRole("link").click();
  // Until it is fetched, the page shows the fine as it last had it, and a press would be refused.
  await expect(button(page, "Unpaid")).toHaveAttribute("aria-pressed", "true");
  await expect(button(page, "Unpaid")).toHaveAccessibleDescription(/^It is owed/);
  await button(page, "Pending").click();
  await expect(page).toHaveURL(/\/admin\/fines\?/);
  await last.getByRole("link").click();
  await expect(button(page, "Pending")).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(button(page, "Unpaid")).toHaveAttribute("aria-pressed", "true");
  await expect(main(page)).toContainText("Taken back by");
});

test("a proof is turned down with a reason, which the resident reads at once, and sends another", async ({
  admin: page,
  otherPage: theirs,
  refusals,
}) => {
  refusals.push(409);
  const { origin } = new URL(page.url());
  const who = personNamed("Palesa", "Radebe");
  const palesa = await neighbour(origin, who);
  const id = await palesa.fine("Drums at night");
  await prove(origin, who.username, id);
  const own = `/resident/reports/fines/payment-upload?fineId=${id}`;
  await palesa.enter(theirs, own);
  await expect(theirs.getByRole("heading", { name: "We have your proof" })).toBeVisible();
  await expect(theirs.getByRole("definition").first()).toBeHidden();
  await theirs.getByText("Bank details and reference").click();
  await expect(theirs.getByRole("definition").first()).toBeVisible();

  await toFine(page, id);
  await button(page, "Unpaid").click();
  await button(page, "Cancel").click();
  await expect(button(page, "Unpaid")).toBeFocused();
  await button(page, "Unpaid").click();
  await expect(button(page, "Pending")).toHaveAttribute("aria-pressed", "true");
  await button(page, "Set to Unpaid").click();
  await expect(page.getByText("The reason must not be empty")).toBeVisible();
  await page.getByLabel("Why it is not paid").fill("The slip is for R300");
  // Another admin decides meanwhile, and what was typed stays.
  await palesa.admin("admin.fines.setStatus", { fineId: id, status: "Paid" });
  await expect(button(page, "Paid")).toHaveAttribute("aria-pressed", "true");
  await button(page, "Set to Unpaid").click();
  await expect(main(page)).toContainText("Somebody else has just changed this fine");
  await palesa.admin("admin.fines.setStatus", { fineId: id, status: "Pending..." });
  await button(page, "Set to Unpaid").click();
  await says(page, "Status updated successfully!");
  await expect(page).not.toHaveURL(/update$/);
  await toFine(page, id);
  await expect(main(page)).toContainText(/Set to Unpaid by .+: The slip is for R300/);

  await theirs.goto(`${origin}/resident/dashboard`);
  await expect(main(theirs)).toContainText("The slip is for R300");
  await theirs.getByRole("link", { name: "Your proof for R450.00 was not enough" }).click();
  const turnedDown = theirs.getByText("Your proof was not enough. The slip is for R300");
  await expect(turnedDown).toBeVisible();
  const notRight = theirs.getByText("please tell the trustees before 31 January 2099");
  await expect(notRight).toContainText("Community Schemes Ombud Service");
  await prove(origin, who.username, id);
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "We have your proof" })).toBeVisible();
  await expect(turnedDown).toHaveCount(0);
  await expect(notRight).toHaveCount(0);
});

test("a fine's notice is printed; withdrawn with a reason, which the resident reads, it is put back", async ({
  admin: page,
  otherPage: theirs,
  refusals,
  cut,
}) => {
  refusals.push(409);
  const { origin } = new URL(page.url());
  const lulama = await neighbour(origin, personNamed("Lulama", "Nene"));
  const fineId = await lulama.fine("Drums at night");
  await toFine(page, fineId);
  await button(page, "Print the notice").click();
  await expect(page.locator("[data-asked-to-print]")).toHaveCount(1);
  const notice = page.locator("[data-print-alone]");
  for (const words of [
    "Notice of a fine",
    "Drums at night",
    "R450.00",
    "31 January 2099",
    "(CSOS)",
  ])
    await expect(notice).toContainText(words);
  await page.mouse.move(5, 5);
  await expect(notice).toHaveCount(0);

  await page.getByRole("button", { name: "Withdraw …" }).click();
  await page.getByRole("button", { name: "Withdraw the fine" }).click();
  await expect(page.getByText("The reason must not be empty")).toBeVisible();
  await page.getByLabel("Why it is withdrawn").fill("The drums were next door");
  await lulama.admin("admin.fines.setStatus", { fineId, status: "Pending..." });
  await expect(button(page, "Pending")).toHaveAttribute("aria-pressed", "true");
  // That there was no answer is no reason to look at it again.
  await cut("admin.fineDecisions.withdraw");
  await page.getByRole("button", { name: "Withdraw the fine" }).click();
  await expect(main(page)).toContainText(dead);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Withdraw the fine" }).click();
  await expect(main(page)).toContainText("Somebody else has just changed this fine");
  await page.getByRole("button", { name: "Withdraw the fine" }).click();
  await says(page, "Fine withdrawn");
  await expect(main(page)).toContainText("This fine is withdrawn. Put it back before");
  await expect(button(page, "Paid")).toHaveCount(0);

  await lulama.enter(theirs, "/resident/reports/fines");
  await expect(theirs.getByRole("row").last()).toContainText("Withdrawn");
  await theirs.getByRole("row").last().getByRole("link").click();
  await expect(main(theirs)).toContainText("You do not owe this fine. There is nothing to pay.");
  await expect(main(theirs)).toContainText("Withdrawn: The drums were next door");
  await expect(theirs.getByLabel("Proof of payment")).toHaveCount(0);

  await page.getByRole("button", { name: "Put back" }).click();
  await says(page, "Fine put back");
  await expect(button(page, "Pending")).toHaveAttribute("aria-pressed", "true");
  // The letter asks to be paid.
  await expect(button(page, "Print the notice")).toHaveCount(0);
});

test("photos of what happened go with a new fine; what is no photo is refused in words", {
  tag: "@release",
}, async ({ admin: page, otherPage: theirs }) => {
  const { origin } = new URL(page.url());
  const zinhle = await neighbour(origin, personNamed("Zinhle", "Cele"));
  await go(page, `/admin/residents/${zinhle.own.id}/fines`);
  await page.getByRole("link", { name: "New Fine" }).click();
  await page.getByLabel("Fine Type").selectOption("Late Rent");
  await expect(page.getByText("has no lawful basis")).toBeVisible();
  await fillFine(page, "Lease Violation", "300", "Rubble in the passage");
  await expect(page.getByText("has no lawful basis")).toHaveCount(0);
  const chosen = page.getByRole("list", { name: "Chosen files" });
  const photos = page.getByLabel("Photos", { exact: true });
  const text = { name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no photo") };
  await photos.setInputFiles(text);
  const refused = "This file is not a JPEG, PNG, WebP or HEIC. Choose another.";
  await expect(chosen).toContainText(`notes.jpg${refused}`);
  await page.getByRole("button", { name: "Take notes.jpg off the list" }).click();
  const jpeg = lyingOnItsSide(await picture(page, { width: 300, height: 200, type: "image/jpeg" }));
  await photos.setInputFiles({ name: "passage.jpg", mimeType: "image/jpeg", buffer: jpeg });
  await expect(chosen).toContainText("passage.jpg");
  await page.getByRole("button", { name: "Issue the fine" }).click();
  await says(page, "Fine created successfully!");

  await zinhle.enter(theirs, "/resident/reports/fines");
  await theirs.getByRole("row").last().getByRole("link").click();
  // The admin's own name for it is not theirs to know.
  await expect(theirs.getByRole("img", { name: "Photo: photo-1.jpg" })).toBeVisible();

  await page.getByRole("row").last().getByRole("link", { name: "Update Fine" }).click();
  await photos.setInputFiles(text);
  await expect(page.getByText(refused)).toBeVisible();
  await page.getByRole("button", { name: "Remove passage.jpg" }).click();
  await page.getByRole("button", { name: "Remove the photo" }).click();
  await says(page, "Photo removed");
  await expect(page.getByRole("img", { name: "Photo: passage.jpg" })).toHaveCount(0);
});
