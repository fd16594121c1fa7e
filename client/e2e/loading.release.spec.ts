import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { demoPassword } from "../../server/cli/demo/fill.ts";
import { files, type Role } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { hold } from "./holdAnswers.ts";
import { expect, logIn, test } from "./test.ts";

interface Chunk {
  file: string;
  imports?: string[];
}
/** The build's manifest: the files for each source in client/. */
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(new URL("../../dist/client/manifest.json", import.meta.url), "utf8"),
);
const screenKeys = Object.keys(manifest).filter((key) => key.includes("?tsr-split="));
const sourceOf = (key: string) => key.replace(/\?.*/, "");

/** The files a screen needs before it can be shown. */
function filesOf(source: string): Set<string> {
  const found = new Set<string>();
  const add = (key: string) => {
    const { file = "", imports = [] } = manifest[key] ?? {};
    if (found.has(file)) return;
    found.add(file);
    imports.forEach(add);
  };
  screenKeys.filter((key) => sourceOf(key) === source).forEach(add);
  return found;
}

/** Every path this page has fetched completely, without the first slash; for a batch, its calls. */
const loadedBy = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap(({ name }) => {
      const path = new URL(name).pathname.slice(1);
      const [, calls] = path.split("api/trpc/");
      return calls ? calls.split(",").map((call) => `api/trpc/${call}`) : path;
    }),
  );

async function screensLoadedBy(page: Page): Promise<string[]> {
  await page.waitForLoadState("networkidle");
  const loaded = await loadedBy(page);
  return screenKeys.filter((key) => loaded.includes(manifest[key]?.file ?? "")).map(sourceOf);
}

// A dashboard that rests fetches the other screens; here it never does. See phone.release.spec.ts.
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  }),
);

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test.describe("what is fetched first", () => {
  const paper = Object.keys(manifest).filter((key) => /ui\/pdf|canvg|html2canvas/.test(key));
  const login = ["features/frame/PublicLayout.tsx", "features/account/Login.tsx"];
  const dashboard = ["features/dashboard/ResidentDashboard.tsx", "features/frame/ResidentArea.tsx"];

  test("nothing of a PDF, and of all screens the one that is looked at", async ({ page, demo }) => {
    await page.goto(`${demo.url}/login`);
    await expect(heading(page)).toHaveText("Login");
    expect((await screensLoadedBy(page)).sort()).toEqual([...login].sort());
    await enterDemo(page, demo, "resident");
    await page.goto(`${demo.url}/resident/dashboard`);
    await expect(heading(page)).toContainText("Good");
    expect((await screensLoadedBy(page)).sort()).toEqual([...dashboard].sort());
    expect(paper).toContain("ui/pdf.ts");
    const loaded = await loadedBy(page);
    for (const key of paper) expect(loaded).not.toContain(manifest[key]?.file);
  });

  test("nor when one comes there by logging in", async ({ page, demo }) => {
    await page.goto(`${demo.url}/login`);
    await logIn(page, demo.usernames.resident, demoPassword);
    await expect(heading(page)).toContainText("Good");
    expect((await screensLoadedBy(page)).sort()).toEqual([...dashboard, ...login].sort());
  });
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

const places: [Role, name: string, to: string, procedure: string][] = [
  ["admin", "Residents", "/admin/residents", "admin.people.residents"],
  ["resident", "Issues", "/resident/issues", "resident.profile.get"],
  ["staff", "Issues", "/staff/allmaintenanceissues", "staff.maintenance.list"],
];

for (const [how, intend, viewport] of [
  ["the pointer is on", hover, { width: 1280, height: 800 }],
  ["the focus is on", focus, { width: 1280, height: 800 }],
  ["the finger is on", touch, { width: 360, height: 740 }],
] as const)
  test.describe(`when ${how} a link of the navigation`, () => {
    test.use({ viewport, hasTouch: intend === touch, isMobile: intend === touch });

    for (const [role, name, to, procedure] of places)
      test(`${to} and what it shows are fetched before the click`, async ({ page, demo }) => {
        await enterDemo(page, demo, role);
        await page.goto(`${demo.url}/${role}/dashboard`);
        const source = files.get(to) ?? "";
        const wanted = [...filesOf(source), `api/trpc/${procedure}`];
        expect(await screensLoadedBy(page)).not.toContain(source);
        expect(await loadedBy(page)).not.toContain(`api/trpc/${procedure}`);
        const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
        await intend(link);
        await expect.poll(() => loadedBy(page)).toEqual(expect.arrayContaining(wanted));

        const release = await hold(page);
        await link.click();
        await expect(page).toHaveURL(demo.url + to);
        await expect(page.getByRole("table")).toBeVisible();
        await release();
      });
  });
