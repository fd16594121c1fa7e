import { join } from "node:path";
import Database from "better-sqlite3";
import { furnish } from "./buildings.ts";
import { startWithHandClock } from "./handClock.ts";
import { hold } from "./holdAnswers.ts";
import { enterAs, neighbour } from "./neighbour.ts";
import { linesOf } from "./pdfText.ts";
import { expect, saveCsv, savePdf, test } from "./test.ts";
import { callerOf, day, moveIn, nomsa, person, visit } from "./testServer.ts";

const guard = { ...person("Mpilo", "Khoza"), role: "Staff", maintenanceType: "Security" };

test("a code is sent, the guard lets its visitor in, and the resident sees them come and go", async ({
  page,
  otherPage: gate,
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

  await enterAs(gate, url, guard, "/staff/gate");
  const expected = gate.getByRole("region", { name: "Expected today (2)" });
  await expect(expected).not.toContainText(/Maluleke|Thulani/);
  await expected.getByRole("button", { name: "Who Unit 21" }).first().click();
  await expect(expected).toContainText("Thulani Zungu");

  const box = gate.getByLabel("Code, name or unit");
  const plate = gate.getByLabel("Number plate (optional)");
  const valid = gate.getByText("Valid. Naledi Maluleke is in, for Unit 21.");
  await box.fill(code);
  await gate.keyboard.press("Enter");
  await expect(valid).toBeVisible();
  await gate.getByRole("button", { name: "Undo Naledi Maluleke" }).click();
  await expect(valid).toBeHidden();
  await box.fill(code);
  await plate.fill("nd 482-913");
  await gate.getByRole("button", { name: "Let in", exact: true }).click();
  await expect(valid).toBeVisible();
  await expect(naledi).toContainText("In the building");
  await box.fill(code);
  await gate.keyboard.press("Enter");
  await expect(gate.getByText("This code was used already")).toBeVisible();

  const inside = gate.getByRole("region", { name: /^Inside/ });
  await box.fill("jabu");
  await plate.fill("ca 1");
  await gate.getByRole("button", { name: "Let in who is expected in Unit 21" }).click();
  const jabu = list.getByRole("listitem").filter({ hasText: "Jabu" });
  await expect(jabu).toContainText("In the building");
  await expect(inside).toContainText("CA1");
  await expect(plate).toHaveValue("");
  await gate.getByRole("button", { name: "Undo who is expected in Unit 21" }).click();
  await expect(jabu).toContainText("Expected");
  await jabu.getByRole("button", { name: "Take back" }).click();
  await expect(jabu).toContainText("Taken back");

  await box.fill("");
  await inside.getByRole("button", { name: "Who Unit 21" }).click();
  await expect(inside).toContainText("ND482913");
  await inside.getByRole("button", { name: "Out who visits Unit 21" }).click();
  await expect(naledi).toContainText("Left");
});

test("nobody announced them: the unit's phone rings, says yes, and the guard sees it", async ({
  page,
  otherPage: gate,
  server,
  refusals,
}) => {
  const { url } = server;
  const nokwanda = { ...person("Nokwanda", "Radebe"), address: "Unit 61" };
  const mzwandile = { ...person("Mzwandile", "Cele"), role: "Staff", maintenanceType: "Security" };
  const admin = callerOf(url, nomsa.username);
  await admin("admin.units.add", { label: "Unit 61" });
  const { enter } = await neighbour(url, nokwanda);
  await moveIn(url, mzwandile);
  await enter(page, "/resident/dashboard");

  await enterAs(gate, url, mzwandile, "/staff/gate");
  const ask = async (unit: string, name: string) => {
    await gate.getByRole("button", { name: "Ask at the unit" }).click();
    const form = gate.getByRole("dialog", { name: "Ask at the unit" });
    await form.getByLabel("Unit", { exact: true }).fill(`${unit} x`);
    await expect(gate.getByText("There is no such unit.")).toBeVisible();
    await form.getByLabel("Unit", { exact: true }).fill(unit);
    await gate.getByRole("option", { name: unit }).click();
    await form.getByLabel("Visitor’s name (optional)").fill(name);
    await form.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(form).toBeHidden();
  };
  await gate.getByRole("button", { name: "Ask at the unit" }).click();
  await gate.getByRole("button", { name: "Cancel" }).click();
  await ask("Unit 61", "Jan Botha");
  await expect(gate.getByText("Asking Unit 61 about Jan Botha …")).toBeVisible();
  const ringing = page.getByRole("region", { name: "At the gate" });
  await expect(ringing).toContainText("Jan Botha. May they come in?");
  await ringing.getByRole("button", { name: "Let in" }).click();
  await expect(ringing).toBeHidden();
  await expect(gate.getByText("Unit 61 says yes. Jan Botha is in.")).toBeVisible();
  await gate.getByRole("button", { name: "Done for Unit 61" }).click();
  await expect(gate.getByText("Unit 61 says yes.")).toBeHidden();

  await ask("Unit 61", "Somebody else");
  await ringing.getByRole("button", { name: "Refuse" }).click();
  await expect(gate.getByText("Unit 61 says no. Do not let Somebody else in.")).toBeVisible();
  await gate.getByRole("button", { name: "Done for Unit 61" }).click();

  // A phone that has not heard that the gate stopped waiting is told when somebody answers.
  refusals.push(404);
  await ask("Unit 61", "A courier");
  await expect(ringing).toContainText("A courier. May they come in?");
  const release = await hold(page, "**/*entryRequests.mine*");
  await gate.getByRole("button", { name: "Stop asking for Unit 61" }).click();
  await ringing.getByRole("button", { name: "Let in" }).click();
  await expect(
    page.getByText("The gate does not wait for this answer any more.").last(),
  ).toBeVisible();
  await release();
  await expect(ringing).toBeHidden();

  // Who does not use Stoep is phoned, one number after the other.
  const { id: unitId } = await admin("admin.units.add", { label: "Unit 62" });
  for (const [name, cellPhone] of [
    ["Bheki", "082 555 0001"],
    ["Thabile", "082 555 0002"],
  ]) {
    const { id: personId } = await admin("admin.people.add", { name, surname: "Nene", cellPhone });
    await admin("admin.parties.add", { unitId, personId, role: "tenant", since: "2026-01-01" });
  }
  await gate.reload();
  await ask("Unit 62", "");
  const first = gate.getByText(/^(Bheki|Thabile) Nene 082 555/);
  await expect(first).toContainText("082 555 000");
  const shown = await first.textContent();
  await gate.getByRole("button", { name: /^No answer, next number/ }).click();
  await expect(first).not.toHaveText(shown ?? "");
  await gate.getByRole("button", { name: "They say yes for Unit 62" }).click();
  await expect(gate.getByText("Unit 62 says yes. The visitor is in.")).toBeVisible();
});

test("when one of several is refused, only those without a code stay in the form", async ({
  page,
  server,
  refusals,
}) => {
  refusals.push(409);
  const nhlanhla = { ...person("Nhlanhla", "Mthembu"), address: "Unit 64" };
  const { enter, own } = await neighbour(server.url, nhlanhla);
  await enter(page, "/resident/vistors?tab=expected");
  // All but two of the fifty that a unit may announce for a day.
  const day = await page.getByLabel("First day").inputValue();
  const others = { from: day, until: day, visitorName: "Guest" };
  for (let count = 0; count < 48; count++) await own("resident.expectedVisits.announce", others);
  const names = page.getByLabel("Who comes (optional)");
  await names.fill("Naledi\nJabu\nThabo\nZola");
  await page.getByRole("button", { name: "Get a code" }).click();
  await expect(page.getByText(/Your unit has announced 50 visitors/)).toBeVisible();
  await expect(names).toHaveValue("Thabo\nZola");
  const list = page.getByRole("region", { name: "Announced visitors" });
  await expect(list.getByRole("listitem").filter({ hasText: /Naledi|Jabu/ })).toHaveCount(2);
  await names.fill("");
});

test("who comes regularly has one code for many days", async ({ page, server }) => {
  const lwandile = { ...person("Lwandile", "Shezi"), address: "Unit 63" };
  const { enter } = await neighbour(server.url, lwandile);
  await enter(page, "/resident/vistors?tab=expected");
  await page.getByLabel("Who comes (optional)").fill("Maria Dube");
  const lastDay = page.getByLabel("Last day");
  await expect(lastDay).toHaveValue(day(0));
  await page.getByLabel("Comes regularly").check();
  await expect(lastDay).toHaveValue(day(30));
  await page.getByLabel("Comes regularly").uncheck();
  await expect(lastDay).toHaveValue(day(0));
  await page.getByLabel("Comes regularly").check();
  const days = page.getByRole("group", { name: "On which days" });
  const tickedDays = days.getByRole("checkbox", { checked: true });
  while ((await tickedDays.count()) > 0) await tickedDays.first().uncheck();
  await page.getByRole("button", { name: "Get a code" }).click();
  await expect(days.getByText("A pass needs at least one day.")).toBeVisible();
  for (const day of ["Monday", "Wednesday", "Friday"]) await page.getByLabel(day).check();
  await expect(days.getByText("A pass needs at least one day.")).toHaveCount(0);
  await page.getByLabel("Until", { exact: true }).fill("13:30");
  await page.reload();
  await expect(page.getByLabel("Until", { exact: true })).toHaveValue("13:30");
  await page.getByRole("button", { name: "Get a code" }).click();
  const pass = page.getByRole("listitem").filter({ hasText: "Maria Dube" });
  await expect(pass).toContainText("Monday, Wednesday, Friday, 07:00 to 13:30");
  await expect(pass).toContainText("Regular pass");
  await expect(page.getByLabel("Comes regularly")).not.toBeChecked();
  await pass.getByRole("button", { name: "Take back" }).click();
  await expect(pass).toContainText("Taken back");
});

test("who is to come on a later day, and who was assumed to have left, are listed as that, and on the day their resident says that they are here", async ({
  page,
  server,
}) => {
  const siyanda = { ...person("Siyanda", "Mkhize"), address: "Unit 65" };
  const { admin, own, enter } = await neighbour(server.url, siyanda);
  const later = day(2);
  await own("resident.visitors.signIn", { ...visit("Bontle", "Later"), startDate: later });
  const announced = { from: day(0), until: day(0), visitorName: "Sizwe Unseen" };
  const { code } = await own("resident.expectedVisits.announce", announced);
  const { id } = await admin("gate.visits.admit", { code });
  // As the server does at night.
  const sqlite = new Database(join(server.data, "stoep.db"));
  sqlite
    .prepare("UPDATE visits SET signed_out_at = ?, assumed_out = 1 WHERE id = ?")
    .run(new Date().toISOString(), id);
  sqlite.close();

  await enter(page, "/resident/vistors?tab=expected");
  const sizwe = page.getByRole("listitem").filter({ hasText: "Sizwe Unseen" });
  await expect(sizwe).toContainText(/, assumed to have left today, \d\d:\d\d$/);
  await page.getByRole("tab", { name: "View Signed In Visitors" }).click();
  const bontle = page.getByRole("row", { name: /Bontle/ });
  await expect(bontle).toContainText("not here yet");
  const saved = async () => (await saveCsv(page)).content.toString();
  expect(await saved()).toContain(`"${later}, not here yet"`);
  await expect(bontle.locator(`time[datetime="${later}"]`)).toBeVisible();
  await expect(page.getByRole("row", { name: /Sizwe/ })).toHaveCount(0);

  await enterAs(page, server.url, nomsa, "/admin/visitors");
  await expect(page.getByText("and who was signed in for a later day.")).toBeVisible();
  await expect(bontle.getByText(/^for /).locator(`[datetime="${later}"]`)).toBeVisible();
  expect(await saved()).toContain(`, for ${later}, not here yet"`);
  const paper = (await linesOf((await savePdf(page)).content)).join(" ");
  expect(paper).toMatch(/, for \d+ \w+ \d{4}, not here yet/);
  await expect(page.getByRole("row", { name: /Sizwe/ })).toHaveCount(0);
  await page.getByRole("link", { name: "The gate" }).click();
  const assumed = page.getByRole("region", { name: "Assumed out" });
  await expect(assumed).toContainText("Nobody saw them leave");
  await assumed.getByRole("button", { name: "Who Unit 65" }).click();
  await expect(assumed).toContainText("Sizwe Unseen");
  await expect(page.getByRole("region", { name: /^Inside/ })).not.toContainText("Unit 65");

  await enter(page, "/resident/vistors?tab=in");
  const here = bontle.getByRole("button", { name: "They are here Bontle Later" });
  await expect(bontle).toContainText("not here yet");
  await expect(here).toHaveCount(0);
  await page.clock.setFixedTime(Date.now() + 2 * 24 * 60 * 60 * 1000);
  await page.reload();
  await here.click();
  await expect(bontle).not.toContainText("not here yet");
  await expect(here).toHaveCount(0);
});

test("asking at a unit is over by time alone, on the phone and at the gate", {
  tag: "@release",
}, async ({ page, otherPage: gate }) => {
  const server = await startWithHandClock();
  await furnish(server);
  const khanyi = { ...person("Khanyi", "Zondi"), address: "Unit 68" };
  const { admin, enter } = await neighbour(server.url, khanyi);
  const { id: unitId } = await admin("admin.units.add", { label: "Unit 68" });
  await enter(page, "/resident/dashboard");
  await enterAs(gate, server.url, nomsa, "/admin/gate");
  const ask = (visitorName: string) => admin("gate.entryRequests.ask", { unitId, visitorName });
  const rings = (name: string) =>
    page.getByRole("region", { name: "At the gate" }).filter({ hasText: `${name}. May they` });
  const seconds = 1_000;

  await ask("Jan Botha");
  await expect(rings("Jan Botha")).toBeVisible();
  await expect(gate.getByText(/Unit 68 about Jan Botha/)).toBeVisible();
  await server.pass(25 * seconds);
  // It makes both pages ask again, and learn how long the first one is still open.
  await ask("A courier");
  await expect(rings("A courier")).toBeVisible();
  await expect(gate.getByText("No answer from Unit 68 about Jan Botha")).toBeVisible();

  await server.pass(568 * seconds);
  await ask("A plumber");
  await expect(rings("A plumber")).toBeVisible();
  await expect(rings("Jan Botha")).toHaveCount(0);
  await expect(gate.getByText(/about Jan Botha/)).toHaveCount(0);
  await expect(rings("A plumber")).toBeVisible();
  for (const screen of [gate, page]) await screen.close();
  await server.close();
});
