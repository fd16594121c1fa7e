import type { Page } from "@playwright/test";
import { signIn } from "./test.ts";
import { callerOf, lateRent, moveIn, nomsa, type person } from "./testServer.ts";

/**
 * A resident for one test only, with functions to call the server as the admin and as the resident.
 */
export async function neighbour(
  url: string,
  who: ReturnType<typeof person> & { address?: string },
) {
  const admin = callerOf(url, nomsa.username);
  const own = await moveIn(url, { ...who, role: "Resident" });
  return {
    admin,
    own,
    /** Issues a fine; returns its id. */
    fine: async (reason: string, amountCents = 45_000): Promise<string> => {
      const fine = { ...lateRent, reason, amountCents, residentId: own.id };
      return (await admin("admin.fines.issue", fine)).id;
    },
    /** Signs in on the page and opens an address. */
    enter: async (page: Page, address: string) => {
      await enterAs(page, url, who, address);
    },
  };
}

/** Opens an address as a person, replacing whoever was signed in on the page. */
export async function enterAs(
  page: Page,
  url: string,
  { username }: { username: string },
  address: string,
) {
  // A page that hears of something now would ask for it without its session.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await signIn(page, url, username);
  await page.goto(url + address);
}
