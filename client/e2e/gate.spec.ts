import { enterAs, neighbour } from "./neighbour.ts";
import { expect, test } from "./test.ts";
import { moveIn, person } from "./testServer.ts";

const guard = { ...person("Mpilo", "Khoza"), role: "Staff", maintenanceType: "Security" };

test("a code is sent, the guard lets its visitor in, and the resident sees them come and go", async ({
  page,
  browser,
  server,
  refusals,
}) => {
  refusals.push(409);
  const { url } = server;
  const thulani = { ...person("Thulani", "Zungu"), address: "Unit 21" };
  const { enter } = await neighbour(url, thulani);
  await moveIn(url, guard);
  await enter(page, "/resident/vistors?tab=expected");
  await page.getByLabel("Who comes (optional)").fill("Naledi Maluleke\nJabu Maluleke");
  await page.getByRole("button", { name: "Get a code" }).click();
  const list = page.getByRole("region", { name: "Announced visitors" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  const naledi = list.getByRole("listitem").filter({ hasText: "Naledi" });
  const code = (await naledi.getByText(/^\d{3} \d{3}$/).textContent()) ?? "";

  const gate = await (await browser.newContext()).newPage();
  await enterAs(gate, url, guard, "/staff/gate");
  const expected = gate.getByRole("region", { name: "Expected today (2)" });
  await expect(expected).not.toContainText(/Maluleke|Thulani/);
  await expected.getByRole("button", { name: "Who Unit 21" }).first().click();
  await expect(expected).toContainText("Thulani Zungu");

  const box = gate.getByLabel("Code, name or unit");
  await box.fill(code);
  await gate.getByLabel("Number plate (optional)").fill("nd 482-913");
  await gate.getByRole("button", { name: "Let in", exact: true }).click();
  await expect(gate.getByText("Valid. Naledi Maluleke is in, for Unit 21.")).toBeVisible();
  await expect(naledi).toContainText("In the building");
  await box.fill(code);
  await gate.keyboard.press("Enter");
  await expect(gate.getByText("This code was used already")).toBeVisible();

  await box.fill("jabu");
  await gate.getByRole("button", { name: "Let in who is expected in Unit 21" }).click();
  const jabu = list.getByRole("listitem").filter({ hasText: "Jabu" });
  await expect(jabu).toContainText("In the building");
  await gate.getByRole("button", { name: "Undo who is expected in Unit 21" }).click();
  await expect(jabu).toContainText("Expected");
  await jabu.getByRole("button", { name: "Take back" }).click();
  await expect(jabu).toContainText("Taken back");

  await box.fill("");
  const inside = gate.getByRole("region", { name: /^Inside/ });
  await inside.getByRole("button", { name: "Who Unit 21" }).click();
  await expect(inside).toContainText("ND482913");
  await inside.getByRole("button", { name: "Out who visits Unit 21" }).click();
  await expect(naledi).toContainText("Left");
  await gate.context().close();
});
