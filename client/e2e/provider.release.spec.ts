import { rmSync } from "node:fs";
import { Secret, TOTP } from "otpauth";
import { openProvider, secret } from "../../server/contract/provider.ts";
import { freePort } from "../../server/fixtures/freePort.ts";
import { faultsOf } from "./axe.ts";
import { furnish } from "./buildings.ts";
import { expect, test } from "./test.ts";
import { moveIn, newFolder, person, startServer } from "./testServer.ts";

const anna = { ...person("Anna", "Smit"), role: "Resident", address: "Unit 51" };

const shown = (key: string, later: number) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + later * 30_000 });

/** A building with an external provider that knows Anna, and the key of her second step. */
async function startServerWithProvider() {
  const data = newFolder();
  const [port, outside] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const start = () =>
    startServer(data, {
      PORT: `${port}`,
      STOEP_ORIGIN: url,
      OIDC_ISSUER: `http://127.0.0.1:${outside}`,
      OIDC_CLIENT_ID: "stoep",
      OIDC_CLIENT_SECRET: secret,
    });
  const provider = await openProvider(outside, url);
  provider.subject = "anna";
  let server = await start();
  await furnish(server);
  const call = await moveIn(url, anna);
  const { secret: key } = await call("member.factors.begin", {});
  await call("member.factors.turnOn", { code: shown(key, 0) });
  return {
    url,
    key,
    restart: async () => {
      await server.close();
      server = await start();
    },
    close: async () => {
      await server.close();
      provider.close();
      rmSync(data, { recursive: true });
    },
  };
}

test("after the provider people with a second step enter its code, and continue to the page they wanted", async ({
  page,
  refusals,
}) => {
  refusals.push(401);
  const server = await startServerWithProvider();
  try {
    const wanted = "/resident/reports/fines";
    await page.goto(`${server.url}/login?to=${encodeURIComponent(wanted)}`);
    await page.getByRole("link", { name: "Log in with your provider" }).click();
    const code = page.getByLabel("Code", { exact: true });
    await expect(code).toBeFocused();
    await expect(page.getByText("Your provider has confirmed who you are.")).toBeVisible();
    await expect(page.getByLabel("Password")).toHaveCount(0);
    expect(await faultsOf(page)).toEqual([]);

    await code.fill("000000");
    await code.press("Enter");
    await expect(page.getByText(/This code is wrong or was already used/)).toBeVisible();
    await page.goto(`${server.url}${wanted}`);
    await expect(page).toHaveURL(/\/login\?to=/);
    await page.goBack();

    await page.context().clearCookies({ name: "half" });
    await code.fill(shown(server.key, 1));
    await code.press("Enter");
    await expect(page.getByText(/The ten minutes for the code are over/)).toBeVisible();
    const anew = page.waitForEvent("load");
    await page.getByRole("link", { name: "Start again with your provider" }).click();
    await anew;
    await page.waitForLoadState("networkidle");
    await expect(code).toBeFocused();

    await server.restart();
    await code.fill(shown(server.key, 1));
    await code.press("Enter");
    await expect(page).toHaveURL(server.url + wanted);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  } finally {
    // The page may still be fetching from the server that is about to stop.
    await page.goto("about:blank");
    await server.close();
  }
});
