import type { Page } from "@playwright/test";
import { test as base, expect, signIn } from "./test.ts";
import { nomsa, signUp, type sipho, startServer, type thandi } from "./testServer.ts";

export { both, chooseOf, expect, says } from "./test.ts";

/** Starts a building that has only its admin. */
export async function startEmptyServer() {
  const server = await startServer();
  const token = server.setUpLink.split("#")[1];
  await fetch(`${server.url}/api/trpc/public.setup.create`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...nomsa, token, building: "Protea Court" }),
  });
  return { ...server, inviteLink: "" };
}

export async function enterAsAdmin(page: Page, url: string): Promise<void> {
  await signIn(page, url, nomsa.username);
  await page.goto(`${url}/admin/dashboard`);
}

type EmptyServer = Awaited<ReturnType<typeof startEmptyServer>>;

/**
 * For `server`: a building with only its admin. Each call makes a fixture of its own: Playwright keeps
 * one server for all files that share a fixture, with what other files did to it.
 */
export const emptyServer =
  () =>
  async ({}, use: (server: EmptyServer) => Promise<void>) => {
    const server = await startEmptyServer();
    await use(server);
    await server.close();
  };

/** A building of its own, to which each test adds the people it needs, and its admin's page. */
export const test = base.extend<{ admin: Page }>({
  server: [emptyServer(), { scope: "worker" }],
  admin: async ({ page, server }, use) => {
    await enterAsAdmin(page, server.url);
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

export const go = (page: Page, path: string) => page.goto(new URL(path, page.url()).href);
export const rowOf = (page: Page, { name }: { name: string }) =>
  page.getByRole("row").filter({ hasText: name });
