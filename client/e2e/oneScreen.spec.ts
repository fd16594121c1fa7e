import type { Locator } from "@playwright/test";
import { withIds } from "./addresses.ts";
import { faultsOf } from "./axe.ts";
import { enterDemo } from "./demo.ts";
import { emptied } from "./emptyForms.ts";
import { hold } from "./holdAnswers.ts";
import { movedOn, watchMoves } from "./layoutShifts.ts";
import { testOnOnePage as test } from "./onePage.ts";
import { expect, saveCsv } from "./test.ts";

// Checks that the release suite makes on every screen, here on one of them.

const heading = "h1";
const phone = { width: 360, height: 740 };

test("the fields that may not be left empty say so, and no other", async ({
  page,
  demo,
  refusals,
}) => {
  refusals.push(400);
  await enterDemo(page, demo, "resident");
  await page.goto(`${demo.url}/resident/vistors`);
  const form = page.locator("main form").filter({ has: page.getByLabel("Visitor name") });
  const { refused, required, isSent } = await emptied(form);
  expect(refused).not.toEqual([]);
  expect(required).toEqual(refused);
  expect(isSent).toBe(true);
});

test("axe finds nothing serious in the dark either", async ({ page, demo }) => {
  await enterDemo(page, demo, "resident");
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.goto(`${demo.url}/resident/dashboard`);
  await page.waitForLoadState("networkidle");
  expect(await faultsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
});

test("in forced colours one sees the page of the sidebar", async ({ page, demo }) => {
  await enterDemo(page, demo, "admin");
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`${demo.url}/admin/fines`);
  const links = page.locator("aside").getByRole("link");
  const looks = (name: string) =>
    links
      .filter({ hasText: name })
      .first()
      .evaluate((link) => {
        const { backgroundColor, outlineStyle, borderStyle, borderColor } = getComputedStyle(link);
        return [backgroundColor, outlineStyle, borderStyle, borderColor].join();
      });
  expect(await looks("Fines")).not.toBe(await looks("Units"));
  await page.emulateMedia({ forcedColors: "none" });
});

test("the floating Sign Up lies over nothing that has the focus", async ({ page, demo }) => {
  await enterDemo(page, demo, "admin");
  for (const size of [phone, { width: 1280, height: 720 }]) {
    await page.setViewportSize(size);
    await page.goto(`${demo.url}/admin/residents`);
    const controls = page.locator("main table :is(a, button)").filter({ visible: true });
    await expect(controls.nth(20)).toBeVisible();
    const covered = await controls.evaluateAll((all) => {
      const floating = document.querySelector("[data-floating]")?.getBoundingClientRect();
      if (!floating) throw new Error("Nothing floats here.");
      return all.filter((each) => {
        scrollTo(0, 0);
        (each as HTMLElement).focus();
        const { bottom, right } = each.getBoundingClientRect();
        return bottom > floating.top && right > floating.left;
      }).length;
    });
    expect(covered).toBe(0);
  }
});

/** Rows of the demo that say much, whatever others have added to it. */
const longRows = [
  ["People", "admin/people?filter=Botha+Family"],
  ["Units", "admin/units?filter=Boitumelo"],
  ["Residents", "admin/residents?filter=Boitumelo"],
  ["Staff", "admin/staff?filter=Grace"],
  ["Fines", "admin/fines?filter=Maintenance+Violation"],
  ["Overdue", "admin/fines/reminders"],
  ["Maintenance requests", "admin/maintenance?filter=isolator"],
  ["Announced changes", "admin/changes?filter=Wessels"],
  ["Visitors", "admin/visitors"],
  ["Audit trail", "admin/audit"],
  ["Owners who live elsewhere", "admin/invites"],
  ["My fines", "resident/reports/fines?filter=Builders"],
  ["My requests", "resident/issues"],
  ["Maintenance issues", "staff/allmaintenanceissues?filter=lawn"],
] as const;

const roleAt = (path: string) => path.split("/", 1)[0] as "admin" | "resident" | "staff";

/** How many lines the tallest of some rows has. */
async function mostLines(rows: Locator): Promise<number> {
  const lines = await rows.evaluateAll((all) =>
    all.slice(0, 20).map((row) => {
      const range = document.createRange();
      const boxes = [...row.querySelectorAll("td, span")]
        // A text for screen readers only is one pixel.
        .filter((part) => !part.closest(".sr-only") && (part.closest("td")?.clientWidth ?? 0) > 1)
        .flatMap((part) => [...part.childNodes])
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .flatMap((text) => {
          range.selectNode(text);
          return [...range.getClientRects()];
        })
        .sort((one, other) => one.y - other.y);
      let bottom = 0;
      let count = 0;
      for (const { y, height } of boxes) {
        if (y + height / 2 > bottom) {
          count += 1;
          bottom = y + height;
        }
      }
      return count;
    }),
  );
  return Math.max(...lines);
}

for (const [name, path] of longRows)
  test(`on a phone a row of ${name} is two lines, whatever it says, and all in it`, {
    tag: name === "Fines" ? [] : "@release",
  }, async ({ page, demo }) => {
    await page.setViewportSize(phone);
    await enterDemo(page, demo, roleAt(path));
    // Somebody may live at the longest address that is allowed.
    await page.route("**/api/trpc/**", async (route) => {
      const response = await route.fetch();
      const address = "Block B, 12 Long Street, Observatory";
      const body = (await response.text()).replace(
        /"(address|roomNo|roomNumber)":"[^"]+"/g,
        `"$1":"${address}"`,
      );
      await route.fulfill({ response, body });
    });
    await page.goto(`${demo.url}/${path}`);
    const rows = page.getByRole("table", { name }).locator("tbody tr");
    await expect(rows.first()).toBeVisible();
    expect(await mostLines(rows)).toBeLessThanOrEqual(2);
    const spilled = await rows.evaluateAll((all) =>
      all.flatMap((row) =>
        [...row.querySelectorAll("td")]
          .filter((cell) => cell.clientWidth > 1 && cell.innerText !== "")
          .filter((cell) => {
            const isCut = getComputedStyle(cell).overflow === "hidden";
            return !isCut && cell.scrollWidth > cell.clientWidth + 1;
          })
          .map((cell) => cell.innerText),
      ),
    );
    expect(spilled).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

/** Where somebody's name, address or reason stands outside of a list, and one list. */
const longWords = [
  ["admin", "/admin/fines/$fineId/update"],
  ["admin", "/admin/people/$personId/update"],
  ["admin", "/admin/people/$personId/merge?other=$adminId"],
  ["admin", "/admin/search?q=Botha"],
  ["admin", "/admin/staff"],
  ["resident", "/resident/reports/fines/payment-upload?fineId=$fineId"],
] as const;

for (const [who, path] of longWords)
  test(`on a phone ${path} does not scroll sideways, however long a word is`, {
    tag: who === "resident" ? [] : "@release",
  }, async ({ page, demo }) => {
    await page.setViewportSize(phone);
    const ids = await enterDemo(page, demo, who);
    const fields = /"(name|surname|title|by|address|reason)":"[^"]+"/g;
    await page.route("**/api/trpc/**", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(fields, `"$1":"${"Wolfeschlegel".repeat(5)}"`);
      await route.fulfill({ response, body });
    });
    await page.goto(demo.url + withIds(path, ids));
    const word = page.locator("main").getByText("Wolfeschlegel").filter({ visible: true });
    await expect(word.first()).toBeVisible();
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(phone.width);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

test("on a phone what leads to a person, their fines and the search is large enough for a thumb", async ({
  page,
  demo,
}) => {
  await page.setViewportSize(phone);
  await enterDemo(page, demo, "admin");
  for (const list of ["residents", "people", "fines/reminders"]) {
    await page.goto(`${demo.url}/admin/${list}`);
    const row = page.getByRole("row").nth(3);
    await expect(row).toBeVisible();
    const search = page.getByRole("banner").getByRole("link", { name: "Search" });
    // All of the row is pressed for its own link.
    for (const link of [search, ...(await row.locator("a:not([data-row-link])").all())]) {
      const { width, height } = (await link.boundingBox()) ?? { width: 0, height: 0 };
      expect(Math.min(width, height), `${list}: ${link}`).toBeGreaterThanOrEqual(44);
    }
  }
});

test("on a phone a row that leads nowhere shows at a press what it cut", async ({ page, demo }) => {
  await page.setViewportSize(phone);
  await enterDemo(page, demo, "admin");
  await page.goto(`${demo.url}/admin/visitors`);
  const row = page.getByRole("table", { name: "Visitors" }).locator("tbody tr").first();
  const visits = row.getByRole("cell", { name: /^Visits/ });
  const opener = row.getByRole("button", { name: /^All of/ });
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  await expect(visits).toHaveCSS("white-space", "nowrap");
  // Anywhere on the row.
  await row.getByRole("cell").first().click();
  await expect(opener).toHaveAttribute("aria-expanded", "true");
  await expect(visits).toHaveCSS("white-space", "normal");
  await expect(row.getByText(/^Visitation/)).toHaveCSS("position", "static");
  await opener.press("Enter");
  await expect(opener).toHaveAttribute("aria-expanded", "false");
});

test("a page is there before the server has answered anything, and then nothing moves", async ({
  page,
  demo,
}) => {
  await page.setViewportSize(phone);
  await watchMoves(page);
  const release = await hold(page, "**/api/**");
  await page.goto(demo.url);
  await expect(page.locator(heading)).toBeVisible();
  await release();
  await page.waitForLoadState("networkidle");
  const shifts = await movedOn(page);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThan(0.01);
});

test("a list is saved whole, with the screen's headings, and on paper it has nothing to press", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo, "resident");
  await page.goto(`${demo.url}/resident/reports/fines`);
  const count = page.getByRole("status").filter({ hasText: /\d rows?$/ });
  const shown = Number((await count.innerText()).split(" ")[0]);
  const lines = (await saveCsv(page)).content.toString().trim().split("\r\n");
  expect(lines).toHaveLength(shown + 1);
  expect(lines[0]).toContain("Reason for fine");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(/^Printed \d+ \w+ \d{4}$/)).toBeVisible();
  await expect(
    page.locator("main button:not(th *), main input").filter({ visible: true }),
  ).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });
});

test("a list is filtered and sorted in its address; going back from a row leads to it as it was", async ({
  page,
  demo,
}) => {
  await enterDemo(page, demo, "admin");
  const list = `${demo.url}/admin/fines?filter=r&sort=amount`;
  await page.goto(`${demo.url}/admin/fines`);
  await page.getByRole("searchbox").fill("r");
  await page.getByRole("button", { name: "Amount" }).click();
  await expect(page).toHaveURL(list);
  await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("r");
  const first = page.getByRole("row").nth(1);
  await expect(first).toBeVisible();
  const rows = await page.getByRole("row").allInnerTexts();
  await first.getByRole("cell", { name: /^\S*\s*R\d/ }).click();
  await expect(page.locator(heading)).toHaveText(/^\w+ \w+, R[\d\s]+\.\d\d$/);
  await page.goBack();
  await expect(page).toHaveURL(list);
  expect(await page.getByRole("row").allInnerTexts()).toEqual(rows);
});
