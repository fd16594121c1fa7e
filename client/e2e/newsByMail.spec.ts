import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { furnish } from "./buildings.ts";
import { enterAs } from "./neighbour.ts";
import { expect, test } from "./test.ts";
import { moveIn, newFolder, person, startServer } from "./testServer.ts";

test("a person proves their address, and then chooses how often news comes by mail", {
  tag: "@release",
}, async ({ page }) => {
  const data = newFolder();
  // Nothing listens there, so the mails wait.
  const server = await startServer(data, { SMTP_URL: "smtp://127.0.0.1:9" });
  await furnish(server);
  const bonakele = { ...person("Bonakele", "Zulu"), role: "Staff", maintenanceType: "Cleaning" };
  await moveIn(server.url, bonakele);
  await enterAs(page, server.url, bonakele, "/staff/staffprofile");
  await page.getByRole("button", { name: "Mail me the link" }).click();
  await expect(page.getByRole("status").getByText("is on its way to")).toBeVisible();

  const database = new Database(join(data, "stoep.db"));
  const proven = "UPDATE accounts SET email_verified_at = created_at WHERE username = ?";
  database.prepare(proven).run(bonakele.username);
  const chosen = database.prepare("SELECT news_by_mail FROM accounts WHERE username = ?").pluck();
  await page.reload();
  const often = page.getByLabel("How often");
  await expect(often).toHaveValue("daily");
  await often.selectOption("At once");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved")).toBeVisible();
  expect(chosen.get(bonakele.username)).toBe("at once");
  database.close();
  await page.reload();
  await expect(often).toHaveValue("at once");
  // What the page still asks for would find no server.
  await page.goto("about:blank");
  await server.close();
  rmSync(data, { recursive: true, force: true });
});
