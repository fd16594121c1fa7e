import type { Page } from "@playwright/test";
import { own, startEmpty } from "./buildings.ts";
import { test as base, expect, signIn } from "./test.ts";
import { nomsa, signUp, type sipho, type TestServer, type thandi } from "./testServer.ts";

export { both, chooseOf, expect, says } from "./test.ts";

export async function enterAsAdmin(page: Page, url: string): Promise<void> {
  await signIn(page, url, nomsa.username);
  await page.goto(`${url}/admin/dashboard`);
}

/** For `building`: one of its own for each test. */
export const ownBuilding = own(startEmpty);

/**
 * A building to which each test adds the people it needs, and its admin's page. Other tests have done
 * things in it.
 */
export const test = base.extend<{ building: TestServer; admin: Page }>({
  building: async ({ sharedBuilding }, use) => use(sharedBuilding),
  admin: async ({ page, building }, use) => {
    await enterAsAdmin(page, building.url);
    await use(page);
  },
});

/** Calls the server as the person signed in on the page. */
export async function call(page: Page, path: string, data: object) {
  const { origin } = new URL(page.url());
  const answer = await page.request.post(`${origin}/api/trpc/${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).result.data;
}

let count = 0;
/** A new person like another one, but with their own name. */
export function another<Person extends typeof sipho | typeof thandi>(like: Person): Person {
  const name = `${like.name}${++count}`;
  return { ...like, name, username: name.toLowerCase(), email: `${name}@example.co.za` };
}

export async function bring<Person extends typeof sipho | typeof thandi>(page: Page, like: Person) {
  const person = another(like);
  return { ...person, id: await signUp(new URL(page.url()).origin, person) };
}

/** Fills in the form of a new fine. */
export async function fillFine(page: Page, type: string, amount: string, reason: string) {
  await page.getByLabel("Fine Type").selectOption(type);
  await page.getByLabel("Amount").fill(amount);
  await page.getByLabel("Due Date").fill("2099-01-31");
  await page.getByLabel("Reason").fill(reason);
}

export const go = (page: Page, path: string) => page.goto(new URL(path, page.url()).href);
export const rowOf = (page: Page, { name }: { name: string }) =>
  page.getByRole("row").filter({ hasText: name });
