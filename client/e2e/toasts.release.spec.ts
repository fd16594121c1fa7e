import { expect, logIn, test } from "./test.ts";
import { nomsa } from "./testServer.ts";

test("a toast stays five seconds, and as long as the pointer is on it or another window is in front", async ({
  page,
  server,
}) => {
  await page.clock.install();
  await page.goto(`${server.url}/login`);
  await logIn(page, nomsa.username);
  const toast = page.getByText("Login successful!");
  await expect(toast).toBeVisible();
  const { x = 0, y = 0, width = 0 } = (await toast.boundingBox()) ?? {};
  expect(x + width).toBeGreaterThan((page.viewportSize()?.width ?? 0) / 2);
  expect(y).toBeLessThan(120);

  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  await page.clock.runFor(20_000);
  await expect(toast).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await toast.hover();
  await page.clock.runFor(20_000);
  await expect(toast).toBeVisible();

  await page.mouse.move(10, 400);
  await page.clock.runFor(4_000);
  await expect(toast).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(toast).toHaveCount(0);
});
