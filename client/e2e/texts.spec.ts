import { everybody, screens, withIds } from "./addresses.ts";
import { enterDemo } from "./demo.ts";
import { hold } from "./holdAnswers.ts";
import { both, dead, expect, logIn, says, test } from "./test.ts";
import { chosen, moveIn, person } from "./testServer.ts";

// The specification's texts that do not belong to one role only.

test("a profile that cannot be fetched says so and is tried again", async ({
  page,
  demo,
  refuse,
  cut,
}) => {
  await enterDemo(page, demo, "resident");
  for (const [stop, why, detail] of both(refuse, cut)) {
    await stop("resident.profile.get");
    await page.goto(`${demo.url}/resident/profile`);
    await says(page, "Failed to fetch profile data", detail);
    await expect(page.getByRole("main").getByRole("alert")).toContainText(why);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Resident Profile");
  }
});

test("no screen waits for the weather, or breaks without it", async ({ page, demo, refuse }) => {
  await enterDemo(page, demo, "staff");
  await refuse("member.weather.current");
  const answer = await hold(page, "**/api/trpc/member.weather.current*");
  await page.goto(`${demo.url}/staff/dashboard`);
  const card = page.getByRole("region", { name: "Weather" });
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Good");
  await expect(card).toContainText("Weather info Loading...");
  await answer();
  await expect(card).toContainText("Weather unavailable");
});

test("empty lists say so to somebody new", async ({ page, server }) => {
  const kagiso = { ...person("Kagiso", "Tau"), role: "Resident", address: "Unit 2" };
  await moveIn(server.url, kagiso);
  await page.goto(`${server.url}/login?to=/resident/reports/fines`);
  await logIn(page, kagiso.username, chosen);
  await expect(page.getByText("No Fines To Display", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Export as PDF" })).toBeDisabled();
  for (const [address, text] of [
    ["/resident/reports/maintenance", "No data available."],
    ["/resident/issues", "No data available."],
    ["/resident/vistors?tab=in", "No visitors signed in"],
  ] as const) {
    await page.goto(server.url + address);
    await expect(page.getByText(text, { exact: true }), address).toBeVisible();
  }
});

const lists = everybody.flatMap((who) =>
  Object.entries(screens[who]).flatMap(([path, [, , left]]) => (left ? [{ who, path }] : [])),
);
for (const { who, path } of lists)
  test(`the list at ${path} that cannot be fetched says so, and not that it is empty`, {
    tag: "@release",
  }, async ({ page, demo, cut }) => {
    const ids = await enterDemo(page, demo, who);
    await cut(`${who}.`);
    await page.goto(demo.url + withIds(path, ids));
    await expect(page.getByRole("main").getByRole("alert")).toContainText(dead);
    // The nightly backup may exist or not.
    const empty = page.getByText(
      /^No (data available\.?|Fines|visitors signed in|backup yet\..*)$/,
    );
    await expect(empty).toHaveCount(0);
    await page.unrouteAll();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("table").or(empty).first()).toBeVisible();
  });
