import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { routes } from "../routes.ts";
import { type Demo, enterDemo, idsFor, type Role, startDemo } from "./demo.ts";
import { expect, test } from "./test.ts";

type Node = NonNullable<typeof routes.children>[number];

/** Every address below a node of the routes. */
function addressesIn(node: Node, above = ""): string[] {
  const path = node.type === "route" ? `${above}/${node.path}` : above;
  const children = "children" in node ? (node.children ?? []) : [];
  if (children.length > 0) return children.flatMap((child) => addressesIn(child, path));
  return [path || "/"];
}
const addresses = (routes.children ?? []).flatMap((node) => addressesIn(node));

const ofRole = (role: Role) => addresses.filter((address) => address.startsWith(`/${role}/`));
const ofNobody = addresses.filter((address) => !/^\/(admin|resident|staff)\//.test(address));

const screens: [string, Role | undefined, string[]][] = [
  ["nobody", undefined, ofNobody],
  ["an admin", "admin", ofRole("admin")],
  ["a resident", "resident", [...ofRole("resident"), "/resident/vistors?tab=in"]],
  ["staff", "staff", [...ofRole("staff"), "/change-password"]],
];
/** Each theme in another size, so that tables are seen as cards too. */
const looks = {
  light: { width: 1280, height: 800 },
  dark: { width: 360, height: 740 },
};

let demo: Demo;
test.beforeAll(async () => {
  demo = await startDemo();
});
test.afterAll(() => demo.close());

/** What axe finds serious or critical, in a line each. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => {
        return `${id}: ${target.join(" ")}: ${failureSummary?.replace(/\s+/g, " ")}`;
      }),
    );
}

for (const [who, role, paths] of screens)
  test(`axe finds nothing serious on the screens of ${who}, light and dark`, async ({
    page,
    refusals,
  }) => {
    test.setTimeout(180_000);
    // The page of a link, without one.
    if (!role) refusals.push(400);
    await page.emulateMedia({ reducedMotion: "reduce" });
    if (role) await enterDemo(page, demo, role);
    const ids = role ? await idsFor(page, demo, role) : {};
    const found: string[] = [];
    for (const path of paths) {
      const address = path
        .replace("$residentId", ids.resident ?? "")
        .replace("$fineId", ids.fine ?? "")
        .replace("payment-upload", `payment-upload?fineId=${ids.own}`)
        .replace(/\$$/, "nopage");
      await page.goto(demo.url + address);
      await page.waitForLoadState("networkidle");
      if (role) expect(page.url()).not.toContain("/login");
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize(looks[colorScheme]);
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        for (const fault of await faultsOf(page))
          found.push(`${address} (${colorScheme}) ${fault}`);
      }
    }
    expect(found).toEqual([]);
  });
