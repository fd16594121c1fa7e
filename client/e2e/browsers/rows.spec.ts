import { demoPassword } from "../../../server/cli/demo/fill.ts";
import type { Role } from "../addresses.ts";
import { type Demo, shared, startDemo } from "../buildings.ts";
import type { Person } from "./person.ts";
import { test as base, expect } from "./test.ts";

const test = base.extend<object, { demo: Demo }>({ demo: shared(startDemo) });

/** The lists whose rows are links, and where the links lead. */
const lists: Record<string, RegExp> = {
  "/admin/fines": /^\/admin\/fines\/[\w-]+\/update$/,
  "/admin/units": /^\/admin\/units\/[\w-]+$/,
  "/admin/privacy": /^\/admin\/privacy\?person=/,
  "/admin/audit": /^\/admin\/audit\?entry=\d+$/,
  "/resident/reports/fines": /\/payment-upload\?fineId=/,
};

/** Another page of each area. */
const elsewhere: Record<string, string> = {
  admin: "/admin/visitors",
  resident: "/resident/vistors",
};

const roleOf = (path: string) => path.split("/")[1] as Role;

/** Signs in as a person of the list's area. */
async function enter(person: Person, { url, usernames }: Demo, role: Role) {
  // Wide enough for tables.
  await person.resize(1100, 900);
  await person.goTo(`${url}/about`);
  // In WebKit, leaving a page while its screen loads makes the router reload that page instead.
  await person.reads("What you own");
  const entry = { username: usernames[role], password: demoPassword };
  expect(await person.run(signIn, entry)).toBe(200);
}

/** Runs in the page, because the cookie belongs to its origin. */
const signIn = (entry: object) =>
  fetch("/api/trpc/public.session.signIn", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(entry),
  }).then(({ status }) => status);

/** Opens a list, and waits until its rows are there. */
async function open(person: Person, { url }: Demo, path: string) {
  await person.goTo(url + path);
  await expect
    .poll(() => person.run(() => document.querySelectorAll("tbody tr").length))
    .toBeGreaterThan(1);
}

/** The path and search that a row of the table leads to. */
const addressOf = (person: Person, row: number) =>
  person.run((at) => {
    const link = document.querySelectorAll("tbody tr")[at]?.querySelector("a");
    return link ? link.pathname + link.search : "";
  }, row);

for (const [path, leadsTo] of Object.entries(lists)) {
  test(`a row of ${path} leads to its own page, wherever it is pressed`, async ({
    demo,
    person,
  }) => {
    await enter(person, demo, roleOf(path));
    // A resident has two fines in the demo building; the fault led to the last row.
    const row = path.startsWith("/resident") ? 0 : 2;
    for (const cell of ["td a", "td:nth-child(2)", "td:nth-child(3)"]) {
      await open(person, demo, path);
      const address = await addressOf(person, row);
      expect(address).toMatch(leadsTo);
      await person.pressOn(`tbody tr:nth-child(${row + 1}) ${cell}`);
      await person.isAt(address);
    }
  });

  test(`the filter, a heading and the sidebar beside ${path} do what they say`, async ({
    demo,
    person,
  }) => {
    await enter(person, demo, roleOf(path));
    await open(person, demo, path);
    if (path !== "/admin/audit") {
      await person.pressOn("input[type=search]");
      const focused = () => person.run(() => document.activeElement?.getAttribute("type"));
      await expect.poll(focused).toBe("search");
      await person.isAt(path);
      await person.pressOn("thead th:nth-child(2) button");
      await person.isAt(new RegExp(`^${path}\\?sort=`));
      const order = () => document.querySelector("[aria-sort]")?.getAttribute("aria-sort");
      expect(await person.run(order)).toBe("ascending");
    }
    const away = elsewhere[roleOf(path)] ?? "";
    await person.pressOn(`aside a[href='${away}']`);
    await person.isAt(away);
  });
}

test("a button in a row is its own", async ({ demo, person }) => {
  await enter(person, demo, "admin");
  await open(person, demo, "/admin/units");
  await person.pressOn("tbody tr:nth-child(3) td:last-child button");
  const menus = () => document.querySelectorAll("[role=menu]").length;
  await expect.poll(() => person.run(menus)).toBe(1);
  await person.isAt("/admin/units");
});
