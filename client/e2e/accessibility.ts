import type { Page } from "@playwright/test";

/** The page's accessibility tree, which screen readers use: every node, in page order. */
export async function nodesOf(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  await devtools.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties = [] }) => ({
      role: String(role?.value),
      name: String(name?.value ?? ""),
      /** The node's properties, such as `focused`, `required` or `live`. */
      is: Object.fromEntries(properties.map((each) => [each.name, each.value.value])),
    }));
}

/** The names of all nodes with a role. */
export const namesByRole = async (page: Page, wanted: string): Promise<string[]> =>
  (await nodesOf(page)).filter(({ role }) => role === wanted).map(({ name }) => name);

/** The role and name of the focused element; the page itself is RootWebArea. */
export async function focusOf(page: Page): Promise<string> {
  const focused = (await nodesOf(page)).filter(({ is }) => is.focused);
  const { role = "", name = "" } = focused.at(-1) ?? {};
  return `${role} ${name}`;
}
