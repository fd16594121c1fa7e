import type { Page } from "@playwright/test";
import { faultsOf } from "./axe.ts";
import { enter, expect, test, zanele } from "./secureServer.ts";
import { chosen, nomsa } from "./testServer.ts";

test.use({ named: true });

/** A virtual authenticator whose user always confirms. */
async function attachDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    finger: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

async function signOut(page: Page) {
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === "/");
}

const offered = (page: Page) => page.getByRole("button", { name: "Log in with a passkey" });

/** Makes a passkey on the profile, on a device that can. */
async function withPasskey(page: Page, url: string) {
  const device = await attachDevice(page);
  await enter(page, url, zanele);
  await page.goto(`${url}/resident/profile`);
  await page.getByRole("button", { name: "Make a passkey on this device" }).click();
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await expect(passkeys.getByText("never used")).toBeVisible();
  return { ...device, passkeys };
}

test("a passkey is made on the profile, logs in without a password, and no more when it is removed", async ({
  page,
  secure,
  refusals,
}) => {
  refusals.push(401);
  const { finger, passkeys } = await withPasskey(page, secure.url);
  await expect(passkeys.getByRole("listitem")).toContainText("Chrome on Linux");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Make a passkey on this device" }).click();
  await expect(page.getByText("This device already has a passkey for you.")).toBeVisible();

  await signOut(page);
  await page.goto(`${secure.url}/login?to=/resident/profile`);
  expect(await faultsOf(page)).toEqual([]);
  // Who takes the finger away sees so.
  await finger(false);
  await offered(page).click();
  await expect(page.getByText("Your device did not finish")).toBeVisible();
  await finger(true);
  await offered(page).click();
  await expect(page).toHaveURL(`${secure.url}/resident/profile`);
  await passkeys.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(passkeys.getByRole("listitem")).toHaveCount(0);

  await signOut(page);
  await page.goto(`${secure.url}/login`);
  await offered(page).click();
  await expect(page.getByText("This passkey did not work")).toBeVisible();
});

/**
 * Makes an admin create the link with which Zanele, who is signed in on the page, chooses a new
 * password.
 */
const resetLink = (page: Page, username: string, password: string) =>
  page.evaluate(
    async ([username, password]) => {
      const send = (path: string, body?: object) =>
        fetch(path, {
          method: body ? "POST" : "GET",
          headers: { "content-type": "application/json" },
          ...(body && { body: JSON.stringify(body) }),
        }).then((answer) => answer.json());
      const { profileId } = await send("/api/auth/session");
      await send("/api/auth/sign-in", { username, password });
      const made = await send("/api/trpc/admin.invites.resetLink", { id: profileId });
      await send("/api/auth/sign-out", {});
      return String(made.result.data.link);
    },
    [username, password],
  );

test("a reset of the password offers to remove the passkeys, unticked, and says what that means", async ({
  page,
  secure,
  refusals,
}) => {
  refusals.push(401);
  const { passkeys } = await withPasskey(page, secure.url);
  await page.goto(await resetLink(page, nomsa.username, nomsa.password));
  const remove = page.getByRole("checkbox", { name: "Also remove my passkey" });
  await expect(remove).not.toBeChecked();
  await expect(remove).toHaveAccessibleDescription(/keep working after you choose a new one/);
  expect(await faultsOf(page)).toEqual([]);
  await remove.check();
  await page.getByRole("textbox", { name: "New password" }).fill(`${chosen} again`);
  await page.getByRole("textbox", { name: "Confirm password" }).fill(`${chosen} again`);
  await page.getByRole("button", { name: "Set password and log in" }).click();
  await page.waitForURL(/dashboard/);
  await page.goto(`${secure.url}/resident/profile`);
  await expect(passkeys).toBeVisible();
  await expect(passkeys.getByRole("listitem")).toHaveCount(0);
});

test("at another address than the building's name nothing is offered that would fail", async ({
  page,
  secure,
}) => {
  await page.goto(`${secure.url.replace("localhost", "127.0.0.1")}/login`);
  await expect(page.getByLabel("Username")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(offered(page)).toHaveCount(0);
});
