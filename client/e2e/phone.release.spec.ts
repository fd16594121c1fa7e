import { enterAs } from "./neighbour.ts";
import { enter, expect, fillVisitor, test } from "./residentServer.ts";
import { day, thandi } from "./testServer.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("a visitor's row with two days fits, and comes again without typing", async ({
  page,
  home,
}) => {
  await enter(page, home, "/resident/vistors");
  await page.getByLabel("Visitation type").selectOption("Sleepover");
  await page.getByLabel("Start date").fill(day(50));
  await page.getByLabel("Leave date").fill(day(88));
  await fillVisitor(page, "Lwazi");
  await page.getByRole("button", { name: "Sign In Visitor" }).click();
  await expect(page.getByText("Visitor Successfully Signed In!")).toBeVisible();
  await page.getByRole("tab", { name: "View Signed In Visitors" }).click();
  const row = page.getByRole("row").filter({ hasText: "Lwazi" });
  await expect(row).toContainText(/\d+ \w+( \d{4})? to \d+ \w+/);
  const spills = await row.evaluate((element) => {
    const edge = element.getBoundingClientRect().right;
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
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
  await page.getByRole("button", { name: "Sign Out Lwazi Naidoo" }).click();
  await expect(page.getByText("Visitor signed out successfully!")).toBeVisible();

  await page.getByRole("tab", { name: "Sign In Visitor" }).click();
  await page.getByRole("button", { name: "Again Lwazi Naidoo" }).click();
  await expect(page.getByLabel("Visitor name")).toHaveValue("Lwazi");
  await expect(page.getByLabel("Visitor email")).toHaveValue("guest@example.co.za");
  await expect(page.getByLabel("Visitation type")).toHaveValue("Sleepover");
  await expect(page.getByLabel("Visitation type")).toBeFocused();
});

test("how to pay is shared with WhatsApp or copied where the phone has no list of apps", async ({
  page,
  home,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
  await enter(page, home, "/resident/dashboard");
  await expect(page.getByText("You owe R1 250.00")).toBeVisible();
  await page.getByRole("link", { name: "Pay", exact: true }).click();
  await page.getByRole("button", { name: "Share how to pay" }).click();
  const whatsApp = page.getByRole("menuitem", { name: "WhatsApp" });
  await expect(whatsApp).toHaveAttribute("href", /^https:\/\/wa\.me\/\?text=.*Reference/);
  await page.getByRole("menuitem", { name: "Copy the text" }).click();
  await expect(page.getByText("Copied")).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(
    /Account number: 62 000 111 222\n[\s\S]*Amount: R1.250.00\nReference: F-\w{6}$/,
  );
});

test("where the phone has a list of apps, a notice goes to it", async ({ page, home }) => {
  await home.admin("admin.announcements.post", { message: "The lift stands still on Friday." });
  await page.addInitScript(() => {
    const share = async (what: unknown) => {
      document.title = JSON.stringify(what);
    };
    Object.defineProperty(Navigator.prototype, "share", { value: share, configurable: true });
  });
  await enter(page, home, "/resident/dashboard");
  await page.getByRole("button", { name: "Share this notice" }).first().click();
  await expect
    .poll(() => page.title())
    .toBe(JSON.stringify({ text: "Protea Court: The lift stands still on Friday." }));
});

test("when the dashboard rests, the other screens are there before anybody presses", async ({
  page,
  home,
}) => {
  const files = new Set<string>();
  page.on("response", (answer) => files.add(new URL(answer.url()).pathname));
  await enter(page, home, "/resident/dashboard");
  await expect.poll(() => [...files].some((file) => /PaymentUpload/.test(file))).toBe(true);
  await expect.poll(() => [...files].some((file) => /Contacts/.test(file))).toBe(true);
  expect([...files].filter((file) => /AllFines|NewFine/.test(file))).toEqual([]);
});

test("the bar's words are legible, the menu has every page, and the numbers to call are in every header", async ({
  page,
  home,
}) => {
  const contacts = [{ label: "Caretaker", number: "082 444 1018" }];
  await home.admin("admin.building.update", { contacts });
  // With a session of its own, which it ends.
  await enterAs(page, home.url, thandi, "/resident/dashboard");
  const words = page.getByRole("navigation", { name: "Main" }).last().getByRole("link");
  for (const word of await words.all()) {
    const [size, fits] = await word.evaluate((link) => [
      Number.parseFloat(getComputedStyle(link).fontSize),
      link.scrollWidth <= link.clientWidth,
    ]);
    expect([Number(size) >= 12, fits]).toEqual([true, true]);
  }

  const menu = page.getByRole("dialog", { name: "Menu" });
  await page.getByRole("button", { name: "Menu" }).click();
  await menu.getByRole("link", { name: "About me" }).click();
  await expect(page).toHaveURL(/\/resident\/about-me$/);
  await expect(menu).toHaveCount(0);
  // Arriving moves the focus there, later than the address changes.
  await expect(page.locator("#main")).toBeFocused();
  await page.getByRole("button", { name: "Numbers" }).press("Enter");
  const numbers = page.getByRole("dialog", { name: "Numbers to call" });
  // Not a number, which a second press would call.
  await expect(numbers.getByRole("heading", { name: "Numbers to call" })).toBeFocused();
  await expect(numbers.getByRole("link").first()).toContainText("082 444 1018");
  for (const number of ["0824441018", "112", "10111", "10177"])
    await expect(numbers.locator(`a[href="tel:${number}"]`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(numbers).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Numbers" })).toBeFocused();

  await page.goto(`${home.url}/second-step`);
  await page.getByRole("button", { name: "I have such an app" }).click();
  const link = page.getByRole("link", { name: "Open the app on this phone" });
  await expect(link).toHaveAttribute("href", /^otpauth:\/\/totp\/.*secret=/);
  await page.goto(`${home.url}/resident/profile`);
  await page.getByRole("button", { name: "Menu" }).click();
  await menu.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(`${home.url}/`);
});
