import { enter, expect, test } from "./residentServer.ts";
import { both, says } from "./test.ts";

// What a form does with success, a refusal and a dead network; client/texts.test.ts has the words of all.

test("a request that fails stays in the form, and the next try makes one row", async ({
  page,
  home,
  refuse,
  cut,
}) => {
  await enter(page, home, "/resident/issues");
  const send = page.getByRole("button", { name: "Log the request" });
  await page.getByLabel("Type Of Maintenance").selectOption("Cleaning");
  await page.getByLabel("Description").fill("The passage is dusty");
  for (const [stop, why, detail] of both(refuse, cut)) {
    await stop("resident.maintenance.log");
    await send.click();
    await says(page, "Error adding maintenance problem.", detail);
    await expect(page.getByRole("main").getByText(why)).toBeVisible();
    await expect(page.getByLabel("Description")).toHaveValue("The passage is dusty");
    await page.unrouteAll();
  }
  await send.dblclick();
  await says(page, "Maintenance log submitted successfully!");
  await expect(page.getByRole("cell", { name: "The passage is dusty" })).toHaveCount(1);
});
