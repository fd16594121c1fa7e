import type { Page } from "@playwright/test";
import { type Demo, startDemo } from "./buildings.ts";
import { enterDemo } from "./demo.ts";
import { answerAs, data } from "./forms.ts";
import { piecesOf } from "./pdfText.ts";
import { expect, saveCsv, savedBy, says, test } from "./test.ts";

// Reminder letters about overdue fines, as PDF, in the demo building.

// Its own building, because letters are noted in the trail.
let demo: Demo;
test.beforeAll(async () => {
  demo = await startDemo();
});
test.afterAll(() => demo.close());

async function letters(page: Page, press: () => Promise<void>) {
  const { name, content } = await savedBy(page, press);
  await expect(page.getByText("Document saved successfully").first()).toBeVisible();
  return { name, pieces: await piecesOf(content) };
}

test("one letter or all of them, each on its own page, and each that is saved is noted", async ({
  page,
  refusals,
  cut,
}) => {
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/fines`);
  await page.getByRole("link", { name: "Reminder letters" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reminder letters");
  const rows = page.getByRole("table", { name: "Overdue" }).locator("tbody tr");
  const first = rows.first();
  const press = () => first.getByRole("button", { name: /^Letter to/ }).click();
  // Figures and days to reckon with.
  const listed = async () => (await saveCsv(page)).content.toString();
  expect(await listed()).toMatch(/"\d+\.\d\d","\d+",""\r\n/);
  refusals.push("net::ERR_FAILED");
  await page.route("**/*.ttf", (route) => route.abort("failed"));
  await press();
  await expect(page.getByText("The letters could not be made.")).toBeVisible();
  await page.unroute("**/*.ttf");
  await page.getByLabel("Whom people can talk to").fill("前田 in Unit 7");
  await press();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.reload();
  await expect(first).toContainText("None yet");
  await page.getByLabel("Whom people can talk to").fill("Nomvula in Unit 7");
  await cut("admin.reminders.make");
  await savedBy(page, press);
  await says(
    page,
    "The letters are saved, but Stoep may not have recorded them. Before you make them again, look at “Last letter” in the list.",
  );
  await expect(first).toContainText("None yet");
  await page.unrouteAll();
  const one = await letters(page, press);
  const text = one.pieces.map((piece) => piece.text).join(" ");
  expect(one.name).toMatch(/^reminder-.+-\d{4}-\d\d-\d\d\.pdf$/);
  for (const words of ["Dear ", "Jacaranda Court", "talk to Nomvula in Unit 7"])
    expect(text).toContain(words);
  expect(text).toMatch(/F-[A-Z]{6}/);
  await expect(first).not.toContainText("None yet");
  expect(await listed()).toMatch(/"\d+","\d{4}-\d\d-\d\d"\r\n/);

  const others = page.getByRole("button", { name: /^Make \d+ letters to those not reminded yet$/ });
  const count = Number(/\d+/.exec((await others.textContent()) ?? "")?.[0]);
  await expect(page.getByRole("button", { name: `Not reminded yet ${count}` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Reminded 1", exact: true })).toBeVisible();
  const whole = await letters(page, () => others.click());
  expect(whole.name).toMatch(/^reminder-letters-\d{4}-\d\d-\d\d\.pdf$/);
  const greetings = whole.pieces.filter((piece) => /^Dear /.test(piece.text));
  expect(greetings).toHaveLength(count);
  expect(new Set(greetings.map((piece) => piece.page)).size).toBe(count);
  // Everybody has a letter now; another to all of them is for whoever wants it.
  await expect(page.getByRole("button", { name: `Make all ${count + 1} letters` })).toBeVisible();
  await page.goto(`${demo.url}/admin/fines`);
  await expect(page.getByRole("button", { name: /^Reminded \d+$/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /not reminded/ })).toHaveCount(0);
});

test("letters that the PDF lacks are said before it is saved, and the browser prints them", async ({
  page,
}) => {
  await enterDemo(page, demo, "admin");
  // More than five hundred debtors would take long to make.
  await answerAs(page, { "admin.reminders.debtors": data({ leftOut: 2 }) });
  await page.goto(`${demo.url}/admin/fines/reminders`);
  await expect(page.getByText("2 more people have overdue fines and will be listed")).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByLabel("Whom people can talk to").fill("前田 in Unit 7");
  const first = page.getByRole("table", { name: "Overdue" }).locator("tbody tr").first();
  const press = () => first.getByRole("button", { name: /^Letter to/ }).click();
  const question = page.getByRole("alertdialog", { name: "The PDF lacks some letters" });
  await press();
  await expect(question).toContainText("It cannot write 前 田. Your browser can");
  await question.getByRole("button", { name: "Print", exact: true }).click();
  await expect(page.locator("[data-asked-to-print]")).toHaveCount(1);
  const printed = page.locator("[data-print-alone]");
  await expect(printed).toContainText("please talk to 前田 in Unit 7");
  await expect(printed).toContainText("A friendly reminder");
  await page.mouse.move(5, 5);
  await expect(printed).toHaveCount(0);
  await expect(page.getByText("Document saved successfully")).toHaveCount(0);

  const { pieces } = await letters(page, async () => {
    await press();
    await question.getByRole("button", { name: /^Save it with/ }).click();
  });
  expect(pieces.map(({ text }) => text).join(" ")).toContain("talk to \ufffd\ufffd in Unit 7");
});
