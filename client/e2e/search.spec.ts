import { enterDemo } from "./demo.ts";
import { expect, test } from "./test.ts";

test("Ctrl-K opens the search over the page; Enter opens the first result, arrows lead to the others", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/fines`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Fines");
  await page.keyboard.press("ControlOrMeta+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  const field = dialog.getByLabel("What are you looking for?");
  await expect(field).toBeFocused();
  await field.fill("unit 12");
  const found = dialog.getByRole("listitem");
  await expect(found.first()).toContainText("Unit 12");
  await page.keyboard.press("ArrowDown");
  await expect(found.first().getByRole("link")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(heading).toHaveText("Fines");

  // Enter waits for what is found, and forgives a letter.
  await page.keyboard.press("ControlOrMeta+k");
  await field.fill("bakcups");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/backups$/);
  await expect(dialog).toBeHidden();

  // Over an open question it stays away.
  await page.goto(`${demo.url}/admin/residents`);
  await page.getByRole("button", { name: "Remove" }).first().click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(dialog).toBeHidden();
});

test("when the search is refused, Enter on Retry searches again, and opens nothing", async ({
  page,
  demo,
  refuse,
}) => {
  await enterDemo(page, demo, "admin");
  await refuse("admin.search.find");
  await page.goto(`${demo.url}/admin/search?q=unit+12`);
  const retry = page.getByRole("button", { name: "Retry" });
  await expect(retry).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await retry.press("Enter");
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText("Unit 12");
  await expect(page).toHaveURL(/search\?q=unit/);
});

test("on a phone the search is a page; what is found leads to its page, and back", async ({
  page,
  demo,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/dashboard`);
  await page.getByRole("link", { name: "Search" }).click();
  const field = page.getByLabel("What are you looking for?");
  await expect(field).toBeFocused();
  await field.fill("unit 12");
  const found = page.getByRole("main").getByRole("listitem");
  await expect(found.first()).toContainText("Unit 12");
  await expect(page).toHaveURL(/q=unit/);
  await found.first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unit 12");
  await page.goBack();
  await expect(field).toHaveValue("unit 12");
  await field.fill("unit");
  await expect(found).toHaveCount(20);
  await expect(page.getByText("The first 20 are shown.")).toBeVisible();
  await field.fill("zebra giraffe");
  await expect(page.getByText("Nothing here has these words.")).toBeVisible();
});
