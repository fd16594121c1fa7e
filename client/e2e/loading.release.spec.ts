import { basename } from "node:path";
import type { Locator } from "@playwright/test";
import { files } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { hold } from "./holdAnswers.ts";
import { expect, test } from "./test.ts";

// A dashboard that rests fetches the other screens; here it never does. See phone.release.spec.ts.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  }),
);

test("nothing of a PDF is fetched first, and no screen but the one that is looked at", async ({
  page,
  demo,
}) => {
  const loaded: string[] = [];
  page.on("response", (answer) => loaded.push(new URL(answer.url()).pathname));
  await page.goto(`${demo.url}/login`);
  await page.waitForLoadState("networkidle");
  await enterDemo(page, demo, "resident");
  await page.goto(`${demo.url}/resident/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Good");
  await page.waitForLoadState("networkidle");
  const screens = [...files.values()].map((file) => basename(file, ".tsx"));
  const seen = screens.filter((name) => loaded.some((path) => path.includes(`/${name}-`)));
  expect(seen.sort()).toEqual(["Login", "ResidentDashboard"]);
  // canvg is in index.es. What comes after a name and its hyphen are made-up letters.
  expect(loaded.join()).not.toMatch(/\/(\w*pdf|html2canvas|index\.es)/i);
});

const hover = (link: Locator) => link.hover();
const focus = (link: Locator) => link.focus();
/** The finger is down and has not been lifted. */
async function touch(link: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await link.boundingBox()) ?? {};
  const finger = await link.page().context().newCDPSession(link.page());
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
}

for (const [how, intend, viewport] of [
  ["the pointer is on", hover, { width: 1280, height: 800 }],
  ["the focus is on", focus, { width: 1280, height: 800 }],
  ["the finger is on", touch, { width: 360, height: 740 }],
] as const)
  test.describe(`when ${how} a link of the navigation`, () => {
    test.use({ viewport, hasTouch: intend === touch, isMobile: intend === touch });

    for (const [role, name, to, procedure] of [
      ["admin", "Residents", "/admin/residents", "admin.people.residents"],
      ["resident", "Issues", "/resident/issues", "resident.profile.get"],
      ["staff", "Issues", "/staff/allmaintenanceissues", "staff.maintenance.list"],
    ] as const)
      test(`${to} and what it shows are fetched before the click`, async ({ page, demo }) => {
        await enterDemo(page, demo, role);
        await page.goto(`${demo.url}/${role}/dashboard`);
        await page.waitForLoadState("networkidle");
        const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
        const fetched = page.waitForResponse(new RegExp(procedure.replaceAll(".", "\\.")));
        await intend(link);
        await fetched;
        await page.waitForLoadState("networkidle");
        // Now nothing more comes.
        const release = await hold(page);
        await link.click();
        await expect(page).toHaveURL(demo.url + to);
        await expect(page.getByRole("table")).toBeVisible();
        await release();
      });
  });
