import { enterAsAdmin, expect, go, says, test } from "./adminServer.ts";
import { neighbour } from "./neighbour.ts";
import { asks } from "./test.ts";
import { person, request } from "./testServer.ts";

// A change is taken back where it was made, and two presses at one place never act on two rows.

test("two presses at one place close one request, and Undo opens it again", async ({
  page,
  building,
}) => {
  const own = await neighbour(building.url, person("Refilwe", "Moloi"));
  for (const description of ["Undo: the tap drips", "Undo: the lamp is dark"])
    await own.own("resident.maintenance.log", request(description));
  await enterAsAdmin(page, building.url);
  await go(page, "/admin/maintenance?status=Open&filter=Undo");
  const rows = page.getByRole("row").filter({ hasText: "Undo:" });
  await expect(rows).toHaveCount(2);
  const text = (await rows.first().innerText()).includes("tap") ? "tap" : "lamp";
  const box = await rows
    .first()
    .getByRole("button", { name: /^Close/ })
    .boundingBox();
  if (!box) throw new Error("There is no button to press");
  const spot = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.mouse.click(...spot);
  await expect(rows.first().getByRole("status")).toHaveText("Closed");
  await expect(rows.first()).toContainText(text);
  // The same row has something there: the Undo, or the words of the change.
  const isUndo = await page.evaluate(
    ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest("button") !== null,
    [...spot],
  );
  await page.mouse.click(...spot);
  await expect(rows).toHaveCount(2);
  await expect(rows.last().getByRole("button", { name: /^Close/ })).toBeVisible();
  if (!isUndo) await rows.first().getByRole("button", { name: /^Undo/ }).click();
  await says(page, "Taken back");
  await expect(rows.first().getByRole("button", { name: /^Close/ })).toBeVisible();
});

test("several fines at once are taken back at once, or one of them in its row", async ({
  page,
  building,
  refusals,
}) => {
  refusals.push(409);
  const own = await neighbour(building.url, person("Boitumelo", "Radebe"));
  await own.fine("Undo: drums");
  await own.fine("Undo: rubble");
  await enterAsAdmin(page, building.url);
  await go(page, "/admin/fines?filter=Radebe");
  const rows = page.getByRole("row").filter({ hasText: "Radebe" });
  const setToPaid = async () => {
    await page.getByRole("button", { name: "Set to Paid" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Set to Paid" }).click();
    await expect(page.getByRole("region", { name: "Chosen rows" })).toContainText(
      "2 rows changed.",
    );
    await expect(rows.filter({ hasText: "Set to Paid" })).toHaveCount(2);
  };
  await page.getByRole("button", { name: /^Choose/ }).click();
  await page.getByRole("button", { name: "Choose all 2" }).click();
  await setToPaid();
  await page.getByRole("button", { name: "Undo 2 rows changed." }).click();
  await says(page, "Taken back");
  await expect(rows.filter({ hasText: "Unpaid" })).toHaveCount(2);
  await expect(rows.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Choose all 2" }).click();
  await setToPaid();
  await rows.first().getByRole("button", { name: /^Undo/ }).click();
  await expect(rows.first()).toContainText("Unpaid");
  await expect(rows.last()).toContainText("Set to Paid");
  await page.getByRole("button", { name: "Undo 2 rows changed." }).click();
  const bar = page.getByRole("region", { name: "Chosen rows" });
  await expect(bar).toContainText("1 row taken back.");
  await expect(bar).toContainText("1 row could not be taken back:");
  await expect(rows.filter({ hasText: "Unpaid" })).toHaveCount(2);
});

test("Undo of a notice gives its words back above what was typed since, also when no answer comes", async ({
  page,
  building,
  refusals,
}) => {
  refusals.push("Failed to fetch");
  await enterAsAdmin(page, building.url);
  await go(page, "/admin/dashboard");
  const message = page.getByPlaceholder("Type your message here...");
  await message.fill("Undo: the pool will be close on Friday");
  await page.getByRole("button", { name: "Post Announcement" }).click();
  const posted = page.getByRole("listitem").filter({ hasText: "Undo: the pool" });
  await expect(posted.getByRole("status")).toHaveText("Posted");
  await posted.getByRole("button", { name: /^Files …/ }).click();
  await page
    .getByRole("dialog")
    .getByLabel("Files", { exact: true })
    .setInputFiles({
      name: "pool.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n"),
    });
  await expect(page.getByText("The file is with the notice.")).toBeVisible();
  await page.keyboard.press("Escape");
  await message.fill("The gate motor is serviced");
  await page.route(asks("admin.announcements.undo"), async (route) => {
    await route.fetch();
    await route.abort("aborted");
  });
  await posted.getByRole("button", { name: /^Undo/ }).click();
  await expect(posted).toHaveCount(0);
  const both = "Undo: the pool will be close on Friday\n\nThe gate motor is serviced";
  await expect(message).toHaveValue(both);
  await expect(page.getByText("Its files are gone.")).toBeVisible();
});
