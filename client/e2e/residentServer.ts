import type { Page } from "@playwright/test";
import { test as base, expect } from "./test.ts";
import {
  callerOf,
  chosen,
  furnish,
  nomsa,
  sipho,
  startServer,
  type TestServer,
  thandi,
} from "./testServer.ts";

export { expect };

export const bank = {
  bank: "Stoep Bank",
  accountHolder: "Protea Court Body Corporate",
  accountNumber: "62 000 111 222",
  branchCode: "250655",
};

type Call = ReturnType<typeof callerOf>;

interface Home extends TestServer {
  /** Calls the server as the admin. */
  admin: Call;
  staff: Call;
  /** Thandi's session, for `enter`. */
  cookie: string;
}

/**
 * For `home`: a building with bank details, in which Thandi has chosen her password. As with
 * `emptyServer`, each call makes a fixture of its own.
 */
export const newHome =
  () =>
  async ({}, use: (home: Home) => Promise<void>) => {
    const server = await startServer();
    await furnish(server, chosen);
    const admin = callerOf(server.url, nomsa.username);
    await admin("admin.building.update", { bankDetails: bank });
    const staff = callerOf(server.url, sipho.username);
    const resident = callerOf(server.url, thandi.username);
    await use({ ...server, admin, staff, cookie: resident.cookie() });
    await server.close();
  };

/** A building of its own. */
export const test = base.extend<object, { home: Home }>({
  home: [newHome(), { scope: "worker" }],
});

/** Opens an address as Thandi. */
export async function enter(page: Page, home: Home, address: string): Promise<void> {
  const [name = "", value = ""] = home.cookie.split("=");
  await page.context().addCookies([{ name, value, url: home.url }]);
  await page.goto(home.url + address);
}

/** Fills in the visitor form on the screen, except its type. */
export async function fillVisitor(page: Page, name: string): Promise<void> {
  await page.getByLabel("Visitor name").fill(name);
  await page.getByLabel("Visitor surname").fill("Naidoo");
  await page.getByLabel("Visitor email").fill("guest@example.co.za");
}
