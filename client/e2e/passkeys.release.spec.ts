import type { Page } from "@playwright/test";
import { faultsOf } from "./axe.ts";
import { enter, expect, test, zanele } from "./secureServer.ts";

test.use({ named: true });

/** A virtual authenticator whose user confirms; the returned function changes that. */
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
  return (isUserVerified: boolean) =>
    session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
}

async function signOut(page: Page) {
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname === "/");
}

const offered = (page: Page) => page.getByRole("button", { name: "Log in with a passkey" });

test("a passkey is made on the profile, logs in without a password, and no more when it is removed", async ({
  page,
  secure,
  refusals,
}) => {
  refusals.push(401);
  const finger = await attachDevice(page);
  await enter(page, secure.url, zanele);
  await page.goto(`${secure.url}/resident/profile`);
  await page.getByRole("button", { name: "Make a passkey on this device" }).click();
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await expect(passkeys.getByText("never used")).toBeVisible();
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

test("at another address than the building's name nothing is offered that would fail", async ({
  page,
  secure,
}) => {
  await page.goto(`${secure.url.replace("localhost", "127.0.0.1")}/login`);
  await expect(page.getByLabel("Username")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(offered(page)).toHaveCount(0);
});
