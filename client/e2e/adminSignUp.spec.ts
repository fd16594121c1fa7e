import { another, call, chooseOf, expect, go, rowOf, says, test } from "./adminServer.ts";
import { fillPerson } from "./test.ts";
import { nomsa, password, pieter, sipho, thandi } from "./testServer.ts";

test("signing up says what is wrong, and goes back when it is done", async ({
  admin: page,
  refusals,
}) => {
  refusals.push(409);
  await go(page, "/admin/staff");
  await page.getByRole("link", { name: "+ Sign Up" }).click();
  const person = another(sipho);
  await fillPerson(page, { ...person, username: nomsa.username });
  await page.getByLabel("Maintenance Type").selectOption("Security");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill("something else");
  const send = page.getByRole("button", { name: "Sign Up" });
  await send.click();
  await says(page, "Passwords do not match");
  await expect(page.locator("form").getByText("Passwords do not match")).toBeVisible();

  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
  await send.click();
  await says(page, "An error occurred during signup");
  await expect(page.locator("form").getByText("Somebody already uses this username")).toBeVisible();
  await page.getByLabel("Username").fill(person.username);
  await send.click();
  await says(page, "Account created successfully. Please verify your email.");
  await expect(page).toHaveURL(/\/admin\/staff$/);
  await expect(rowOf(page, person)).toBeVisible();
});

test("an invite is made instead of a password, and a link for a forgotten one", async ({
  admin: page,
  context,
}) => {
  await go(page, "/admin/residents");
  await page.getByRole("link", { name: "+ Sign Up" }).click();
  await fillPerson(page, pieter);
  await page.getByRole("button", { name: "An invite" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
  await expect(page.getByLabel("Surname")).toHaveValue(pieter.surname);
  await page.getByRole("button", { name: "Make the invite" }).click();

  const link = page.getByLabel("Link", { exact: true });
  await expect(link).toHaveValue(/\/link#[\w-]+$/);
  await expect(
    page.getByText(/It works once, until \w+day, \d+ \w+ \d+ at \d\d:\d\d\./),
  ).toBeVisible();
  const username = page.getByText(`Username: ${pieter.username}`);
  await expect(username).toBeVisible();
  const qr = page.getByRole("img", { name: "QR code" });
  await expect(qr).toHaveJSProperty("complete", true);
  expect(await qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy the link" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue());

  await page.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(/\/admin\/residents$/);
  await chooseOf(page, "Pieter Botha", "Reset link");
  // He has the earlier invite, which a new link would end.
  await expect(page.getByRole("dialog")).toContainText(
    /New password for Pieter Botha.*still works, until \w+day, \d+ \w+ \d+ at \d\d:\d\d\./,
  );
  await page.getByRole("button", { name: "Make a new link" }).click();
  await expect(link).toHaveValue(/\/link#[\w-]+$/);
  await page.emulateMedia({ media: "print" });
  await expect(qr).toBeVisible();
  await expect(username).toBeVisible();
  await expect(page.locator("#root")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "More for Pieter Botha" })).toBeFocused();
});

test("an email that somebody in the register has is asked about, and shared by who says so", async ({
  admin: page,
  refusals,
}) => {
  refusals.push(409);
  const question = page.getByLabel("Do they share that email?");
  const person = another(thandi);
  const { email } = person;
  await call(page, "admin.people.add", { name: "Gogo", surname: person.name, email });
  await go(page, "/admin/residents");
  await page.getByRole("link", { name: "+ Sign Up" }).click();
  await fillPerson(page, person);
  const words = page
    .locator("form")
    .getByText(
      `If they share it, ${person.name} ${person.surname} signs in with the username ${person.username} from then on.`,
    );
  for (const label of ["Password", "Confirm Password"])
    await page.getByLabel(label, { exact: true }).fill(password);
  const send = page.getByRole("button", { name: "Sign Up" });
  await expect(question).toHaveCount(0);
  await send.click();
  await expect(words).toBeVisible();
  // Whoever says no is asked again.
  await question.selectOption("No, I will enter another one");
  await send.click();
  await expect(words).toBeVisible();
  await question.selectOption("Yes, they share it");
  await send.click();
  await says(page, "Account created successfully. Please verify your email.");
  await expect(rowOf(page, person)).toBeVisible();
});
