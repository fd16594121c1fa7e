import { demoPassword } from "../../server/cli/demo/fill.ts";
import { enterDemo } from "./demo.ts";
import { hold } from "./holdAnswers.ts";
import { expect, logIn, test } from "./test.ts";

// The first page that people open, as they see it.

for (const address of ["/", "/about", "/login", "/join", "/nopage"])
  test(`${address} is there before the server has answered anything`, async ({ page, demo }) => {
    const release = await hold(page, "**/api/**");
    await page.goto(demo.url + address);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toBeVisible();
    const element = await heading.elementHandle();
    await release();
    await page.waitForLoadState("networkidle");
    expect(await element?.evaluate((each) => each.isConnected)).toBe(true);
  });

test("what is typed before anything is answered is not lost, and nothing goes into the address", async ({
  page,
  demo,
}) => {
  const release = await hold(page, "**/api/**");
  const address = `${demo.url}/login?to=/resident/issues`;
  await page.goto(address);
  await logIn(page, demo.usernames.resident, demoPassword);
  await expect(page).toHaveURL(address);
  await expect(page.getByLabel("Username")).toHaveValue(demo.usernames.resident);
  await release();
  await expect(page).toHaveURL(`${demo.url}/resident/issues`);
});

test("the first page leads signed-in people to their dashboard", async ({ page, demo }) => {
  await enterDemo(page, demo, "resident");
  await page.goto(demo.url);
  await expect(page.getByRole("link", { name: "Go to your dashboard" })).toBeVisible();
});

test("the reason why a provider let nobody in, and other spellings of an address, are understood", async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/login?problem=auth.oidc_refused`);
  await expect(page.getByText(/Your provider did not let you in/)).toBeVisible();
  await page.goto(`${demo.url}/login/`);
  await expect(page.getByLabel("Username")).toBeVisible();
});
