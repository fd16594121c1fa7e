import { rmSync } from "node:fs";
import { furnish } from "./buildings.ts";
import config from "./playwright.config.ts";
import { expect, logIn, test } from "./test.ts";
import { chosen, newFolder, nomsa, password, startServer } from "./testServer.ts";

// The name of the machine, at which a browser does not count plain HTTP as secure.
const name = "court.test";
const launch = config.use?.launchOptions;
const known = `--host-resolver-rules=MAP ${name} 127.0.0.1`;
test.use({ launchOptions: { ...launch, args: [...(launch?.args ?? []), known] } });

// The browser says which headers it ignores there.
test.use({ refusals: ["Cross-Origin-Opener-Policy"] });

test("over plain HTTP, where only HTTPS keeps a login, the page says where to go before and after", {
  tag: "@release",
}, async ({ page }) => {
  const data = newFolder();
  const plain = await startServer(data);
  const { pathname, hash } = new URL(await furnish(plain));
  await plain.close();
  const secureAddress = "https://court.example";
  const server = await startServer(data, { STOEP_ORIGIN: secureAddress, ALLOWED_HOSTS: name });
  const url = server.url.replace("127.0.0.1", name);
  const link = page.getByRole("link", { name: secureAddress });
  const alert = page.getByRole("alert").filter({ hasText: "did not keep the login" });

  await page.goto(`${url}/login?to=%2Fadmin%2Ffines`);
  await expect(link).toHaveAttribute("href", `${secureAddress}/login?to=%2Fadmin%2Ffines`);
  await logIn(page, nomsa.username, password);
  await expect(alert).toBeVisible();
  await expect(page.getByText("Login successful!")).toHaveCount(0);
  await expect(page).toHaveURL(/\/login/);

  // Who chooses a password by a link reads that it is set, too.
  await page.goto(url + pathname + hash);
  for (const label of ["New password", "Confirm password"])
    await page.getByLabel(label, { exact: true }).fill(chosen);
  await page.getByRole("button", { name: "Set password and log in" }).click();
  await expect(alert).toContainText("Your password is set");
  await expect(page).toHaveURL(/\/login\?problem=not_kept$/);
  await expect(link).toHaveAttribute("href", `${secureAddress}/login`);
  await server.close();
  rmSync(data, { recursive: true, force: true });
});
