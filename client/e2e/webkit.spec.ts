import { test as base, expect } from "@playwright/test";
import { demoPassword } from "../../server/cli/demo/fill.ts";
import { type Demo, type Role, startDemo } from "./demo.ts";
import { startWebKit, type WebKit } from "./webkit.ts";

interface Browser {
  demo: Demo;
  webkit: WebKit;
}

/**
 * A window wide enough for tables, in the engine of iPads and Safari, used by one person after
 * another.
 */
const test = base.extend<object, Browser>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const demo = await startDemo();
      await use(demo);
      await demo.close();
    },
    { scope: "worker" },
  ],
  webkit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const webkit = await startWebKit(1100, 900);
      await use(webkit);
      await webkit.close();
    },
    { scope: "worker" },
  ],
});

/** The lists whose rows are links, and where the links lead. */
const lists: Record<string, RegExp> = {
  "/admin/fines": /\/admin\/fines\/[\w-]+\/update$/,
  "/admin/units": /\/admin\/units\/[\w-]+\/update$/,
  "/admin/privacy": /\/admin\/privacy\?person=/,
  "/admin/audit": /\/admin\/audit\?entry=\d+$/,
  "/resident/reports/fines": /\/payment-upload\?fineId=/,
};

/** Another page of each area. */
const elsewhere: Record<string, string> = {
  admin: "/admin/visitors",
  resident: "/resident/vistors",
};

let signedIn: Role | undefined;

/** Opens a list as a person of its area, and waits until its rows are there. */
async function open({ demo, webkit }: Browser, path: string) {
  const role = path.split("/")[1] as Role;
  if (role !== signedIn) {
    const entry = { username: demo.usernames[role], password: demoPassword };
    await webkit.goTo(`${demo.url}/about`);
    const status = await webkit.run<number>(signIn, entry);
    expect(status).toBe(200);
    signedIn = role;
  }
  await webkit.goTo(demo.url + path);
  await expect
    .poll(() => webkit.run<number>("return document.querySelectorAll('tbody tr').length"))
    .toBeGreaterThan(1);
}

/** Runs in the page, because the cookie belongs to its origin. */
const signIn = `
  return fetch("/api/trpc/public.session.signIn", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(arguments[0]),
  }).then(({ status }) => status);
`;

const addressOf = (webkit: WebKit, row: number) =>
  webkit.run<string>(
    "return document.querySelectorAll('tbody tr')[arguments[0]].querySelector('a').href",
    row,
  );
const focused = (webkit: WebKit) =>
  webkit.run<string>("return document.activeElement.getAttribute('type')");

for (const [path, leadsTo] of Object.entries(lists)) {
  test(`in WebKit a row of ${path} leads to its own page, wherever it is pressed`, async ({
    demo,
    webkit,
  }) => {
    // A resident has two fines in the demo building; the fault led to the last row.
    const row = path.startsWith("/resident") ? 0 : 2;
    for (const cell of ["td:first-child a", "td:nth-child(2)", "td:nth-child(3)"]) {
      await open({ demo, webkit }, path);
      const href = await addressOf(webkit, row);
      expect(href).toMatch(leadsTo);
      await webkit.press(`tbody tr:nth-child(${row + 1}) ${cell}`);
      await expect.poll(webkit.address).toBe(href);
    }
  });

  test(`in WebKit the filter, a heading and the sidebar beside ${path} do what they say`, async ({
    demo,
    webkit,
  }) => {
    await open({ demo, webkit }, path);
    if (path !== "/admin/audit") {
      await webkit.press("input[type=search]");
      await expect.poll(() => focused(webkit)).toBe("search");
      expect(await webkit.address()).toBe(demo.url + path);
      await webkit.press("thead th:nth-child(2) button");
      await expect.poll(webkit.address).toContain(`${path}?sort=`);
      const order = "return document.querySelector('[aria-sort]').getAttribute('aria-sort')";
      expect(await webkit.run(order)).toBe("ascending");
    }
    const away = elsewhere[path.split("/")[1] ?? ""];
    await webkit.press(`aside a[href='${away}']`);
    await expect.poll(webkit.address).toBe(demo.url + away);
  });
}

test("in WebKit a button in a row is its own", async ({ demo, webkit }) => {
  await open({ demo, webkit }, "/admin/units");
  await webkit.press("tbody tr:nth-child(3) td:last-child button");
  const dialogs = "return document.querySelectorAll('[role=alertdialog]').length";
  await expect.poll(() => webkit.run<number>(dialogs)).toBe(1);
  expect(await webkit.address()).toBe(`${demo.url}/admin/units`);
});
