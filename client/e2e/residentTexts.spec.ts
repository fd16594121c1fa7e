import { enter, expect, fillVisitor, test } from "./residentServer.ts";
import { both, dead, says } from "./test.ts";

// Every text of the specification (§8) that a resident may see: success, refusal, dead network.

test("a request that fails stays in the form, and the next try makes one row", async ({
  page,
  home,
  refuse,
  cut,
}) => {
  await enter(page, home, "/resident/issues");
  const send = page.getByRole("button", { name: "Log the request" });
  await page.getByLabel("Type Of Maintenance").selectOption("Cleaning");
  await page.getByLabel("Description").fill("The passage is dusty");
  for (const [stop, why, detail] of both(refuse, cut)) {
    await stop("resident.maintenance.log");
    await send.click();
    await says(page, "Error adding maintenance problem.", detail);
    await expect(page.getByRole("main").getByText(why)).toBeVisible();
    await expect(page.getByLabel("Description")).toHaveValue("The passage is dusty");
    await page.unrouteAll();
  }
  await send.dblclick();
  await says(page, "Maintenance log submitted successfully!");
  await expect(page.getByRole("cell", { name: "The passage is dusty" })).toHaveCount(1);
});

test("a visit that fails stays in the form; so do the list and the visitor until they are fetched and signed out", {
  tag: "@release",
}, async ({ page, home, refuse, cut }) => {
  await enter(page, home, "/resident/visitors");
  await expect(page).toHaveURL(`${home.url}/resident/vistors`);
  await fillVisitor(page, "Ayesha");
  const send = page.getByRole("button", { name: "Sign In Visitor" });
  await send.click();
  await says(page, "Please select a visitation type", "");
  await expect(page.getByRole("main").getByText("Please select a visitation type")).toBeVisible();
  await page.getByLabel("Visitation type").selectOption("Day Visit");
  for (const [stop, why, detail] of both(refuse, cut)) {
    await stop("resident.visitors.signIn");
    await send.click();
    await says(page, "Error Signing In Visitor.", detail);
    await expect(page.getByRole("main").getByText(why)).toBeVisible();
    await expect(page.getByLabel("Visitor name")).toHaveValue("Ayesha");
    await page.unrouteAll();
  }
  await send.click();
  await says(page, "Visitor Successfully Signed In!");
  await expect(page.getByLabel("Visitor name")).toHaveValue("");

  for (const [stop, text] of [
    [refuse, "Failed to fetch visitors"],
    [cut, "Error fetching visitors"],
  ] as const) {
    await stop("resident.visitors.present");
    await enter(page, home, "/resident/vistors?tab=in");
    await says(page, text);
    await expect(page.getByRole("alert").getByText(text)).toBeVisible();
    await expect(page.getByText("No visitors signed in")).toBeHidden();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("cell", { name: "Ayesha", exact: true })).toBeVisible();
  }
  const out = page.getByRole("button", { name: "Sign Out Ayesha Naidoo" });
  for (const [stop, text] of [
    [refuse, "Failed to sign out visitor"],
    [cut, "Error signing out visitor"],
  ] as const) {
    await stop("resident.visitors.signOut");
    const again = page.waitForResponse(/resident\.visitors\.present/);
    await out.click();
    await says(page, text);
    await again;
    await page.unrouteAll();
  }
  await out.click();
  await says(page, "Visitor signed out successfully!");
  await expect(out).toHaveCount(0);
});

test("an edit of the profile that fails stays open", { tag: "@release" }, async ({
  page,
  home,
  cut,
}) => {
  await enter(page, home, "/resident/profile");
  await page.getByRole("button", { name: /Edit cell phone/ }).click();
  await page.getByLabel("Cell Phone").fill("083 555 0000");
  await cut("resident.profile.update");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByRole("main").getByText(dead)).toBeVisible();
  await expect(page.getByLabel("Cell Phone")).toHaveValue("083 555 0000");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByRole("button", { name: /083 555 0000/ })).toBeVisible();
  await page.getByRole("button", { name: /Edit email/ }).click();
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
});
