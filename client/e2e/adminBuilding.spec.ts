import { call, expect, go, says, test } from "./adminServer.ts";
import { logIn } from "./test.ts";

test("who helps with logging in is named where a password is forgotten, and to who is locked out", {
  tag: "@release",
}, async ({ admin: page, otherPage: stranger }) => {
  await go(page, "/admin/building");
  await page.getByLabel("Name of who helps (optional)").fill("Nomsa Khumalo");
  const save = page.getByRole("button", { name: "Save the help with logging in" });
  await save.click();
  await expect(page.getByText(/Their telephone .*must not be empty/)).toBeVisible();
  await page.getByLabel("Their telephone (optional)").fill("0824441018");
  await save.click();
  await says(page, "Building saved");

  await stranger.goto(new URL("/forgot-password", page.url()).href);
  await expect(stranger.getByText("Ask Nomsa Khumalo, 082 444 1018.")).toBeVisible();
  await stranger.getByRole("link", { name: "Back to Login" }).click();
  await expect(stranger.getByText(/Ask Nomsa/)).toHaveCount(0);
  const message = "There were too many wrong tries. Wait a while, or ask an admin.";
  const error = { message, code: -32_029, data: { reason: { code: "auth.too_many", message } } };
  await stranger.route("**/api/trpc/public.session.signIn*", (route) =>
    route.fulfill({ status: 429, json: { error } }),
  );
  await logIn(stranger, "thandi", "wrong");
  await expect(stranger.getByRole("alert")).toContainText(message);
  const number = stranger.getByRole("alert").getByRole("link", { name: "082 444 1018" });
  await expect(number).toHaveAttribute("href", "tel:0824441018");

  await call(page, "admin.building.update", { signInHelp: { label: "", number: "" } });
});
