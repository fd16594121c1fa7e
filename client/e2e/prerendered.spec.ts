import type { Page } from "@playwright/test";
import { demoPassword } from "../../server/cli/demo/fill.ts";
import { screens } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { expect, test } from "./demoServer.ts";
import { logIn } from "./test.ts";

// Pages that are the same in every house stand there before any script runs.

const painted = ["/", "/about", "/login", "/join", "/nopage"];

/** Keeps back the client's scripts, or those of them; answers what lets them through. */
async function withoutScripts(page: Page, files = /assets\/.*\.js/): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    release();
    await page.waitForLoadState("networkidle");
  };
}

/** Where everything of a page stands, and what it says. */
const layoutOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#root *")].map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [each.localName, x, y, width, height].join(" ");
    }),
  );

/** Where the frame of an area stands: what is above or beside its page, and below it. */
const frameOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#root :is(header, aside, nav, [aria-hidden] > div)")]
      .filter((each) => each.checkVisibility() && each.matches(".bg-surface"))
      .filter((each) => getComputedStyle(each).backgroundColor !== "rgba(0, 0, 0, 0)")
      .map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height].join(" ");
      }),
  );

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
])
  test.describe(`${viewport.width} wide`, () => {
    test.use({ viewport });

    for (const address of painted)
      test(`${address} is painted, and taken over as it stands`, async ({ page, demo }) => {
        const release = await withoutScripts(page);
        await page.goto(demo.url + address, { waitUntil: "commit" });
        const [title, heading] = screens.nobody[address] ?? [];
        const first = page.getByRole("heading", { level: 1 });
        await expect(first).toHaveText(heading ?? "");
        await expect(page).toHaveTitle(`${title} · Stoep`);
        const fonts = () => document.fonts.load("1em Figtree").then(({ length }) => length);
        await expect.poll(() => page.evaluate(fonts)).toBeGreaterThan(0);
        const before = await layoutOf(page);
        const element = await first.elementHandle();
        await release();
        await expect(page.getByRole("link", { name: "Login" }).first()).toBeVisible();
        expect(await element?.evaluate((each) => each.isConnected)).toBe(true);
        // The way to log in comes beside About Us, the building's name into its place: nothing moves.
        const after = await layoutOf(page);
        const moved = before.filter((each) => !after.includes(each) && !/^(nav|a) /.test(each));
        expect(moved).toEqual([]);
      });

    for (const [who, address] of [
      ["admin", "/admin/dashboard"],
      ["resident", "/resident/issues"],
      ["staff", "/staff/staffprofile"],
    ] as const)
      test(`the frame around ${address} stands there at once, and stays where it is`, async ({
        page,
        demo,
      }) => {
        await enterDemo(page, demo, who);
        const release = await withoutScripts(page);
        await page.goto(demo.url + address, { waitUntil: "commit" });
        const logo = page.locator("svg:visible + :text('Stoep')");
        await expect(logo).toBeVisible();
        // Its colours come with the styles, which may be a moment behind.
        await expect.poll(() => frameOf(page)).not.toEqual([]);
        const before = await frameOf(page);
        const stood = await logo.boundingBox();
        await release();
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect(await frameOf(page)).toEqual(before);
        expect(await logo.boundingBox()).toEqual(stood);
      });
  });

test("what is typed and pressed too early is not lost, and goes nowhere", async ({
  page,
  demo,
}) => {
  const release = await withoutScripts(page);
  await page.goto(`${demo.url}/login?to=/resident/issues`, { waitUntil: "commit" });
  await page.getByLabel("Username").fill(demo.usernames.resident);
  await page.getByLabel("Password", { exact: true }).fill(demoPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(`${demo.url}/login?to=/resident/issues`);
  await release();
  await expect(page.getByLabel("Username")).toHaveValue(demo.usernames.resident);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(`${demo.url}/resident/issues`);
});

/** All but the few lines that fetch the program once the page stands. */
const programs = /assets\/(?!afterPaint).*\.js/;

test("a form that is sent before the program is there is sent when it comes", async ({
  page,
  demo,
}) => {
  const release = await withoutScripts(page, programs);
  await page.goto(`${demo.url}/login?to=/resident/issues`, { waitUntil: "domcontentloaded" });
  await logIn(page, demo.usernames.resident, demoPassword);
  await expect(page).toHaveURL(`${demo.url}/login?to=/resident/issues`);
  await release();
  await expect(page).toHaveURL(`${demo.url}/resident/issues`);
});

test("but not while somebody goes on typing in it, where they are", async ({ page, demo }) => {
  const release = await withoutScripts(page, programs);
  await page.goto(`${demo.url}/login`, { waitUntil: "domcontentloaded" });
  await logIn(page, demo.usernames.resident, "a password with");
  const password = page.getByLabel("Password", { exact: true });
  await password.press("End");
  await password.pressSequentially(" more to it");
  await release();
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(password).toHaveValue("a password with more to it");
  await expect(password).toBeFocused();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

for (const address of painted)
  test(`${address} is on the screen before its program is asked for`, async ({ page, demo }) => {
    await page.goto(demo.url + address, { waitUntil: "networkidle" });
    const early = await page.evaluate(() => {
      const [painted] = performance.getEntriesByName("first-contentful-paint");
      return performance
        .getEntriesByType("resource")
        .filter(({ startTime }) => painted && startTime < painted.startTime)
        .map(({ name }) => name.replace(/.*\/|-[^-]*\./g, " ").trim());
    });
    expect(early.filter((name) => !/^figtree/.test(name))).toEqual(["afterPaint js"]);
    await expect(page.getByRole("link", { name: "Login" }).first()).toBeVisible();
  });

for (const [where, lacks] of [
  ["in a tab in the background", () => Object.defineProperty(document, "hidden", { value: true })],
  [
    "in a browser that does not tell what it painted",
    () => Object.defineProperty(PerformanceObserver, "supportedEntryTypes", { value: undefined }),
  ],
] as const)
  test(`${where} the program runs all the same`, async ({ page, demo }) => {
    await page.addInitScript(lacks);
    await page.goto(`${demo.url}/login`);
    await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  });

test.describe("without the styles of the other screens", () => {
  test.use({ refusals: ["net::ERR_FAILED"] });

  test("a painted page is taken over all the same", async ({ page, demo }) => {
    await page.route("**/assets/*.css", (route) => route.abort());
    await page.goto(`${demo.url}/login`);
    await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
  });
});

test("who is signed in is led to their dashboard", async ({ page, demo }) => {
  await enterDemo(page, demo, "resident");
  await page.goto(demo.url);
  await expect(page.getByRole("link", { name: "Go to your dashboard" })).toBeVisible();
  await page.goto(`${demo.url}/login`);
  await expect(page.getByText("You are already logged in")).toBeVisible();
});

test("a link of a painted page works before any script", async ({ page, demo }) => {
  await withoutScripts(page);
  await page.goto(demo.url, { waitUntil: "commit" });
  await page.getByRole("link", { name: "About Us" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("About Us");
});

test("what depends on the house, the person or the question is not painted", async ({
  page,
  demo,
}) => {
  for (const address of [
    "/privacy",
    "/login?problem=auth.oidc_refused",
    "/login/",
    "/index.html",
    "/somewhere/else",
  ]) {
    const answer = await page.request.get(demo.url + address);
    expect(await answer.text(), address).toContain('<div id="root"></div>');
  }
  const frames = new Set<string>();
  for (const address of ["/resident/dashboard", "/staff/allmaintenanceissues", "/admin/units"]) {
    const answer = await page.request.get(demo.url + address);
    frames.add(/<body>.*<\/body>/s.exec(await answer.text())?.[0] ?? address);
  }
  expect([...frames]).toEqual([expect.stringContaining('<div id="root" data-frame>')]);
  await page.goto(`${demo.url}/login?problem=auth.oidc_refused`);
  await expect(page.getByText(/Your provider did not let you in/)).toBeVisible();
  await page.goto(`${demo.url}/login/`);
  await expect(page.getByLabel("Username")).toBeVisible();
  await page.goto(`${demo.url}/somewhere/else`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We cannot find this page");
});

test.describe("without JavaScript", () => {
  // What is not run is not fetched either.
  test.use({ javaScriptEnabled: false, refusals: ["csp"] });

  test("a painted page can be read, and says first what is missing", async ({ page, demo }) => {
    for (const address of painted) {
      await page.goto(demo.url + address);
      const [, heading] = screens.nobody[address] ?? [];
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading ?? "");
      const answer = await page.request.get(demo.url + address);
      expect(await answer.text()).toMatch(
        /<body>\s*<noscript>Stoep needs JavaScript[^<]+<\/noscript>/,
      );
    }
  });
});
