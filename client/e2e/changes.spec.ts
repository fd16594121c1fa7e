import type { Browser, Page } from "@playwright/test";
import { enterAsAdmin, rowOf, says } from "./adminServer.ts";
import type { Home } from "./buildings.ts";
import { test as base, enter, expect, ownHome } from "./residentServer.ts";
import { callerOf, chosen, thandi } from "./testServer.ts";

/** A building of its own, because Thandi has no visitors in it any more. */
const test = base.extend({ home: ownHome });

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
test.use(phone);

/** The admin's page, on a desk. */
async function admins(browser: Browser, home: Home) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await enterAsAdmin(page, home.url);
  return page;
}

/** A unit that Thandi owns; with `tenant` somebody else rents it. */
async function owned({ url, admin }: Home, label: string, tenant?: string): Promise<string> {
  const entry = { username: thandi.username, password: chosen };
  const { profileId } = await callerOf(url)("public.session.signIn", entry);
  const { id: unitId } = await admin("admin.units.add", { label });
  const enterParty = (personId: string, role: string) =>
    admin("admin.parties.add", { unitId, personId, role, since: "2020-01-01" });
  await enterParty(profileId, "owner");
  if (tenant) {
    const { id } = await admin("admin.people.add", { name: tenant, surname: "T" });
    await enterParty(id, "tenant");
  }
  return unitId;
}

const announce = (page: Page) => page.getByRole("button", { name: "Announce it" }).tap();

test("a resident announces a sale on the phone, an admin confirms it, and the register has it", async ({
  page,
  home,
  browser,
}) => {
  const admin = await admins(browser, home);
  const unitId = await owned(home, "Sold 1");
  await enter(page, home, "/resident/profile");
  await page.getByRole("link", { name: "Announce a new owner" }).tap();
  await page.getByRole("link", { name: "Announce a change" }).tap();
  await page.getByLabel("Which unit").selectOption("Sold 1");
  await announce(page);
  await expect(page.getByText("The change must be chosen.")).toBeVisible();
  await page.getByLabel("What changes").selectOption("sale");
  await announce(page);
  await expect(page.getByText("Name must not be empty.")).toBeVisible();
  await page.getByLabel("Day of registration").fill("2026-12-01");
  await page.getByLabel("Name", { exact: true }).fill("Zoe Botha");
  await expect(page.getByLabel("Surname (optional)")).toHaveAccessibleDescription(
    "Leave it empty only for a company or trust",
  );
  await page.getByLabel("Their email (optional)").fill("zoe@example.co.za");
  await page.getByLabel("Their telephone (optional)").fill("0824441018");
  await expect(page.getByText("section 13(1)(f)")).toBeVisible();
  await announce(page);
  await says(page, "Announced. An admin looks at it.");
  await expect(page).toHaveURL(/\/resident\/changes$/);
  await expect(rowOf(page, { name: "Zoe Botha" })).toContainText("Waiting");

  await admin.goto(`${home.url}/admin/dashboard`);
  await admin.getByRole("link", { name: /change to confirm/ }).click();
  await expect(admin).toHaveURL(/\/admin\/changes\?status=Waiting$/);
  await admin.getByRole("row").filter({ hasText: "Zoe Botha" }).getByRole("link").click();
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText("New owner, Sold 1");
  await expect(admin.getByRole("link", { name: "082 444 1018" })).toBeVisible();
  await expect(admin.getByRole("link", { name: "Thandi Mokoena" }).first()).toHaveAttribute(
    "href",
    /^\/admin\/people\//,
  );
  const confirm = async (day: string) => {
    await admin.getByLabel("Do the new owners move in?").selectOption("no");
    await admin.getByLabel("Do the old owners also move out?").selectOption("no");
    await admin.getByLabel("Day of registration").fill(day);
    await admin.getByRole("button", { name: "Confirm and enter it" }).click();
  };
  const nameApart = async () => {
    await admin.getByLabel("This is").selectOption("A person");
    await admin.getByLabel("Name", { exact: true }).fill("Zoe");
    await admin.getByLabel("Surname", { exact: true }).fill("Botha");
  };
  await confirm("2019-12-01");
  await expect(admin.getByText("Kind must be chosen.")).toBeVisible();
  await nameApart();
  await confirm("2019-12-01");
  await expect(admin.getByText("does not own the unit before that day")).toBeVisible();
  await confirm("2026-11-02");
  await says(admin, "Confirmed and entered in the register");
  await expect(admin.getByText(/Confirmed by Nomsa/)).toBeVisible();
  await admin.getByRole("button", { name: "Undo Zoe Botha" }).click();
  await says(admin, "Taken back");
  await expect(admin.getByRole("main")).toContainText("DecidedNot yet");
  await nameApart();
  await confirm("2026-11-02");
  await expect(admin.getByText(/Confirmed by Nomsa/)).toBeVisible();
  await admin.goto(`${home.url}/admin/units/${unitId}`);
  await expect(admin.getByRole("link", { name: "Zoe Botha" })).toBeVisible();
  await expect(admin.getByText("Owner · since 2 Nov")).toBeVisible();

  await page.reload();
  await expect(rowOf(page, { name: "Zoe Botha" })).toContainText("Confirmed");
  await expect(page.getByRole("button", { name: "Withdraw" })).toHaveCount(0);
});

test("who moves out is chosen; a refusal is read with its reason, and another is withdrawn", {
  tag: "@release",
}, async ({ page, home, browser }) => {
  const admin = await admins(browser, home);
  await owned(home, "Let 1", "Tom");
  const moveOut = async () => {
    await enter(page, home, "/resident/changes/new");
    await page.getByLabel("Which unit").selectOption("Let 1");
    await page.getByLabel("What changes").selectOption("moves out");
    await page.getByLabel("Who moves out").selectOption("Somebody else");
    await page.getByLabel("Surname (optional)").fill("Left in a draft");
    await page.reload();
    await expect(page.getByLabel("Surname (optional)")).toHaveValue("Left in a draft");
    await page.getByLabel("Who moves out").selectOption("Tom T");
    await announce(page);
    await expect(page).toHaveURL(/\/resident\/changes$/);
  };
  await moveOut();
  await admin.goto(`${home.url}/admin/changes?status=Waiting`);
  await admin.getByRole("row").filter({ hasText: "Tom T" }).getByRole("link").click();
  await admin.getByRole("button", { name: "Refuse …" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByRole("button", { name: "Refuse it" }).click();
  await expect(dialog.getByText("Reason must not be empty.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("The lease runs until June");
  await dialog.getByRole("button", { name: "Refuse it" }).click();
  await says(admin, "Announcement refused");

  await moveOut();
  const rows = rowOf(page, { name: "Tom T" });
  await expect(rows.filter({ hasText: "Refused" })).toContainText("The lease runs until June");
  await page.getByRole("button", { name: /^Withdraw/ }).tap();
  const withdrawn = rows.filter({ hasText: "Withdrawn" });
  // A second tap at the same place so soon would be the end of a double tap, which does nothing.
  await withdrawn.getByRole("button", { name: /^Undo/ }).press("Enter");
  await expect(rows.filter({ hasText: "Waiting" })).toHaveCount(1);
  await page.getByRole("button", { name: /^Withdraw/ }).press("Enter");
  await expect(withdrawn).toHaveCount(1);
  await admin.goto(`${home.url}/admin/changes?status=Waiting`);
  await expect(admin.getByRole("row").filter({ hasText: "Tom T" })).toHaveCount(0);
});

test("an owner who lives elsewhere has changes in place of visitors", { tag: "@release" }, async ({
  page,
  home,
}) => {
  const bar = page.getByRole("navigation", { name: "Main" }).last();
  await owned(home, "Let 2", "Tim");
  await enter(page, home, "/resident/dashboard");
  await expect(bar.getByRole("link", { name: "Changes" })).toBeVisible();
  await expect(bar.getByRole("link", { name: "Visitations" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Statements" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Visitors" })).toHaveCount(0);
});
