import type { Page } from "@playwright/test";
import { fillFine } from "./adminServer.ts";
import { enterAs, neighbour } from "./neighbour.ts";
import { expect, fillVisitor, test } from "./residentServer.ts";
import { asks } from "./test.ts";
import { nomsa, person } from "./testServer.ts";

// Pressing the same button again, during the request and after it.

const tumi = { ...person("Tumi", "Radebe"), address: "Unit 31" };
let own: Awaited<ReturnType<typeof neighbour>>;
test.beforeAll(async ({ home }) => {
  own = await neighbour(home.url, tumi);
});

const complaints = (page: Page) =>
  page.locator("[aria-invalid=true], [role=alert]:visible, [data-type=error]");

/** How often a procedure is called from now on. */
function callsOf(page: Page, procedure: string): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (asks(procedure)(new URL(request.url()))) count += 1;
  });
  return () => count;
}

const forms = [
  {
    procedure: "resident.visitors.signIn",
    button: "Sign In Visitor",
    done: "Visitor Successfully Signed In!",
    open: (page: Page) => own.enter(page, "/resident/vistors"),
    fill: async (page: Page) => {
      await page.getByLabel("Visitation type").selectOption("Day Visit");
      await fillVisitor(page, "Sello");
    },
  },
  {
    procedure: "resident.maintenance.log",
    button: "Log the request",
    done: "Maintenance log submitted successfully!",
    open: (page: Page) => own.enter(page, "/resident/issues"),
    fill: async (page: Page) => {
      await page.getByLabel("Type Of Maintenance").selectOption("Cleaning");
      await page.getByLabel("Description").fill("The bin room smells");
    },
  },
  {
    procedure: "admin.notices.post",
    button: "Post Announcement",
    done: "Announcement posted!",
    open: (page: Page, url: string) => enterAs(page, url, nomsa, "/admin/dashboard"),
    fill: (page: Page) => page.getByLabel("Message").fill("The pool is open again."),
  },
];

for (const { procedure, button, done, open, fill } of forms)
  test(`${procedure}: a press after success neither complains nor sends again; one much later says what is missing`, async ({
    page,
    home,
  }) => {
    await open(page, home.url);
    await page.clock.install();
    const calls = callsOf(page, procedure);
    const press = page.getByRole("main").getByRole("button", { name: button });
    await fill(page);
    await press.click();
    await expect(page.getByText(done)).toBeVisible();
    // Queries that run again afterwards would never be sent once time stands still.
    await expect(press).toBeEnabled();
    // On a busy machine the presses could otherwise come too late to count as the same one.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await press.click();
    await press.press("Enter");
    await page.waitForLoadState("networkidle");
    await expect(complaints(page)).toHaveCount(0);
    expect(calls()).toBe(1);

    await page.clock.runFor(6_000);
    await page.clock.resume();
    await press.click();
    await expect(page.locator("[aria-invalid=true]").first()).toBeFocused();
    await fill(page);
    await press.click();
    await expect.poll(calls).toBe(2);
  });

test("a form that leads on takes nothing more while the next page is on its way", async ({
  page,
  home,
}) => {
  await enterAs(page, home.url, nomsa, "/admin/residents");
  await page.getByTitle("Fines of Tumi Radebe").click();
  await page.getByRole("link", { name: "New Fine" }).click();
  await fillFine(page, "Late Rent", "50", "June");
  const calls = callsOf(page, "admin.fines.issue");
  const press = page.getByRole("button", { name: "Issue the fine" });
  // Pressed again when the first response arrives, if the button still exists.
  await press.evaluate((button: HTMLButtonElement) => {
    const before = performance.getEntriesByType("resource").length;
    const again = setInterval(() => {
      if (!button.isConnected) clearInterval(again);
      else if (performance.getEntriesByType("resource").length > before) button.click();
    }, 1);
    button.click();
  });
  const made = page.getByRole("row").filter({ hasText: "R50.00" });
  await expect(made).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(calls()).toBe(1);
  await expect(made).toHaveCount(1);
});

test("a dialog that has done it does it once", async ({ page, home }) => {
  await own.admin("admin.people.signUp", { ...person("Vusi", "Cele"), role: "Resident" });
  await enterAs(page, home.url, nomsa, "/admin/residents?filter=Vusi");
  await page.getByRole("button", { name: "Remove Vusi Cele" }).click();
  const calls = callsOf(page, "admin.people.remove");
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: "Remove" })
    .evaluate((button: HTMLButtonElement) => {
      const again = setInterval(() => {
        button.click();
        if (!button.isConnected) clearInterval(again);
      }, 1);
    });
  await expect(page.getByText("Resident deleted successfully")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(calls()).toBe(1);
  await expect(complaints(page)).toHaveCount(0);
});
