import type { Page } from "@playwright/test";

/** What a screen reader is told of a page: every node of its accessibility tree, in the page's order. */
export async function nodesOf(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  await devtools.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties = [] }) => ({
      role: String(role?.value),
      name: String(name?.value ?? ""),
      /** Such as `focused`, `required`, `live`. */
      is: Object.fromEntries(properties.map((each) => [each.name, each.value.value])),
    }));
}

/** The names of the nodes of a role. */
export const namesByRole = async (page: Page, wanted: string): Promise<string[]> =>
  (await nodesOf(page)).filter(({ role }) => role === wanted).map(({ name }) => name);

/** What has the focus, as its role and name; the page itself is RootWebArea. */
export async function focusOf(page: Page): Promise<string> {
  const focused = (await nodesOf(page)).filter(({ is }) => is.focused);
  const { role = "", name = "" } = focused.at(-1) ?? {};
  return `${role} ${name}`;
}
