import { enterDemo } from "./demo.ts";
import { expect, test } from "./demoServer.ts";
import { dead } from "./test.ts";

test("Ctrl-K leads to the search from everywhere; what is found leads to its page", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/fines`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page).toHaveURL(/\/admin\/search$/);
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
  await field.fill("zebra giraffe");
  await expect(page.getByText("Nothing here has these words.")).toBeVisible();
  await field.fill("backu");
  await found.first().getByRole("link", { name: "Backups" }).click();
  await expect(page).toHaveURL(/\/admin\/backups$/);
});

test("a search that cannot be made says so, and is tried again", { tag: "@release" }, async ({
  page,
  demo,
  cut,
}) => {
  await enterDemo(page, demo, "admin");
  await cut("admin.search");
  await page.goto(`${demo.url}/admin/search?q=unit`);
  const main = page.getByRole("main");
  await expect(main.getByRole("alert")).toContainText(dead);
  await expect(main.getByText("Nothing here has these words.")).toHaveCount(0);
  await page.unrouteAll();
  await main.getByRole("button", { name: "Retry" }).click();
  await expect(main.getByRole("listitem").first()).toContainText("Unit");
  await expect(main.getByRole("alert")).toHaveCount(0);
});
