import { neighbour } from "./neighbour.ts";
import { expect, fillVisitor, test } from "./residentServer.ts";
import { day, person } from "./testServer.ts";

test("a visitor's card with two dates keeps within its edges at 360 px", async ({ page, home }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const host = await neighbour(home.url, { ...person("Refilwe", "Tau"), address: "Unit 9" });
  await host.enter(page, "/resident/vistors");
  await page.getByLabel("Visitation type").selectOption("Sleepover");
  await page.getByLabel("Start date").fill(day(50));
  await page.getByLabel("Leave date").fill(day(88));
  await fillVisitor(page, "Karabo");
  await page.getByRole("button", { name: "Sign In Visitor" }).click();
  await expect(page.getByText("Visitor Successfully Signed In!")).toBeVisible();
  await page.getByRole("tab", { name: "View Signed In Visitors" }).click();
  const card = page.getByRole("row").filter({ hasText: "Karabo" });
  await expect(card).toContainText(/\d+ \w+( \d{4})? to \d+ \w+/);
  const spills = await card.evaluate((row) => {
    const edge = row.getBoundingClientRect().right;
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      // A text for screen readers only is cut by its own box.
      if (texts.currentNode.parentElement?.closest(".sr-only")) continue;
      range.selectNodeContents(texts.currentNode);
      if ([...range.getClientRects()].some(({ right }) => right > edge)) return true;
    }
    return false;
  });
  expect(spills).toBe(false);
});
