import { join } from "node:path";
import type { Page } from "@playwright/test";
import Database from "better-sqlite3";
import { unguarded } from "../../server/platform/audit/testing.ts";
import { test as base, call, enterAsAdmin, expect, ownBuilding, says } from "./adminServer.ts";
import { logIn, savedBy } from "./test.ts";
import { nomsa } from "./testServer.ts";

// A restore ends all sessions, so each of these tests has a building of its own.
const test = base.extend({
  building: ownBuilding,
  admin: async ({ page, building }, use) => {
    await enterAsAdmin(page, building.url);
    await page.goto(`${building.url}/admin/backups`);
    await use(page);
  },
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const passed = (page: Page) => page.getByText("The last backup passed its test");

/** Makes a backup and waits for it; it replaces one from the same day. */
async function backUp(page: Page) {
  const links = page.getByRole("link", { name: /^Download the backup of/ });
  const newest = () => links.evaluateAll(([first]) => first?.getAttribute("href"));
  await expect(button(page, "Back up now")).toBeVisible();
  const before = await newest();
  await button(page, "Back up now").click();
  await expect.poll(newest).not.toBe(before);
  await expect(passed(page)).toBeVisible();
}

/** While the server is down the page's requests fail, and afterwards nobody is signed in. */
const away = ["ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", 401, 503];

/** Confirms the last question, and signs in again. */
async function confirm(page: Page, words: string, last: string) {
  await button(page, words).click();
  await page.getByRole("alertdialog").getByRole("button", { name: last }).click();
  const restoring = page.getByRole("heading", { name: "Restoring the backup" });
  await expect(restoring).toBeVisible();
  // The server starts again, which takes a busy machine a while.
  await expect(restoring).toBeHidden({ timeout: 60_000 });
  await says(page, "Restored. Please log in again.");
  await expect(page).toHaveURL(/\/login\?to=/);
  await logIn(page, nomsa.username);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Backups");
}

/** Whether what was announced after the backup is there. */
const hasLater = async (page: Page) => {
  const address = "/api/trpc/member.announcements.all?input=%7B%22limit%22%3A%22all%22%7D";
  const answer = await page.request.get(new URL(address, page.url()).href);
  return (await answer.text()).includes("Written since the backup");
};
const restore = (page: Page) =>
  page
    .getByRole("button", { name: /^Restore the backup of/ })
    .first()
    .click();

test("back up, go back to it after something went wrong, and undo that", async ({
  admin: page,
  refusals,
}) => {
  refusals.push(...away);
  await expect(page.getByText("No backup yet.")).toBeVisible();
  await backUp(page);
  await call(page, "admin.announcements.post", { message: "Written since the backup" });

  await restore(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Restore this backup?");
  await expect(page.getByRole("row", { name: "Announcements 1 0" })).toBeVisible();
  await button(page, "Cancel").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Backups");
  expect(await hasLater(page)).toBe(true);

  await restore(page);
  await confirm(page, "Restore it", "Replace everything");
  expect(await hasLater(page)).toBe(false);

  await button(page, "Undo the last restore").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Undo the last restore?");
  await expect(page.getByRole("row", { name: "Announcements 0 1" })).toBeVisible();
  await confirm(page, "Undo the restore", "Put it back");
  expect(await hasLater(page)).toBe(true);
});

test("one that was downloaded is sent back and looked into; what is none or damaged is refused", async ({
  admin: page,
  refusals,
}) => {
  await backUp(page);
  const link = page.getByRole("link", { name: /^Download the backup of/ }).first();
  const { name, content } = await savedBy(page, () => link.click());
  expect(name).toMatch(/^stoep-.*\.tar\.gz$/);

  const file = page.getByLabel("A backup from this computer");
  await button(page, "Send and look inside").click();
  await expect(page.getByText("Choose a file first.")).toBeVisible();
  refusals.push(415);
  await file.setInputFiles({ name: "a.tar.gz", mimeType: "", buffer: Buffer.from("holiday") });
  await button(page, "Send and look inside").click();
  await expect(page.getByText("This is not a Stoep backup")).toBeVisible();

  await file.setInputFiles({ name, mimeType: "", buffer: content });
  await button(page, "Send and look inside").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Restore this backup?");
  await expect(page.getByRole("row", { name: "People 1 1" })).toBeVisible();
  await button(page, "Cancel").click();

  const broken = Buffer.concat([Buffer.from("1f8b0800000000000003", "hex"), Buffer.alloc(500)]);
  await file.setInputFiles({ name: "broken.tar.gz", mimeType: "", buffer: broken });
  await button(page, "Send and look inside").click();
  await expect(page.getByText("is not a complete Stoep backup")).toBeVisible();
  await expect(page.getByText("Nothing was changed.")).toBeVisible();
  await button(page, "Back to the backups").click();
  await expect(button(page, "Back up now")).toBeVisible();
});

test("a changed audit trail is shown on the dashboard and on its page", async ({
  admin: page,
  building,
}) => {
  await backUp(page);
  await page.goto(`${building.url}/admin/audit`);
  await expect(page.getByText(/The whole trail was checked with/)).toBeVisible();

  const file = new Database(join(building.data, "stoep.db"));
  unguarded(file).exec("UPDATE audit_events SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 1");
  file.close();
  await page.goto(`${building.url}/admin/backups`);
  await backUp(page);
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByText(/^Entry 1 of the audit trail .*changed/)).toBeVisible();
  await page.getByRole("link", { name: "Look at the audit trail" }).click();
  await expect(page.getByRole("alert")).toContainText("ask who was at the machine");
});
