import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { bank, furnish } from "../buildings.ts";
import {
  callerOf,
  chosen,
  day,
  newFolder,
  nomsa,
  password,
  startServer,
  thandi,
} from "../testServer.ts";
import type { Person } from "./person.ts";
import { test } from "./test.ts";

async function logIn(person: Person, secret: string) {
  await person.fill("Username", thandi.username);
  await person.fill("Password", secret);
  await person.press("button", "Login");
}

test("a resident's whole day", async ({ person }) => {
  test.slow();
  const data = newFolder();
  let server = await startServer(data);
  await furnish(server);
  const admin = callerOf(server.url);
  await admin("public.session.signIn", { username: nomsa.username, password });
  await admin("admin.building.update", { bankDetails: bank });

  await test.step("a wrong password is refused, and a first one changed", async () => {
    await person.goTo(`${server.url}/login`);
    await logIn(person, "not this one");
    await person.reads("Invalid email or password");
    await logIn(person, password);
    await person.isAt(/^\/change-password/);
    await person.goTo(`${server.url}/resident/dashboard`);
    await person.isAt(/^\/change-password/);
    await person.fill("Current password", password);
    for (const secret of [password, chosen]) {
      await person.fill("New password", secret);
      await person.fill("Confirm password", secret);
      await person.press("button", "Change password");
      if (secret === password) await person.reads("New password must differ from your current");
    }
    await person.isAt("/resident/dashboard");
    await person.reads("Water is off on Tuesday");
    await person.reads("1 unpaid fine, next due 31 Jan 2099");
  });

  await test.step("a fine is read, and its proof sent", async () => {
    await person.press("link", "Your fines");
    await person.isAt("/resident/reports/fines");
    await person.press("button", "Export as PDF");
    await person.reads("Document saved successfully");
    await person.press("link", "Pay R1 250.00 for Late Rent");
    await person.reads("for Late Rent");
    await person.reads(bank.accountNumber);
    const slip = join(data, "slip.png");
    const base64 = await person.run(drawPicture);
    writeFileSync(slip, Buffer.from(base64, "base64"));
    await person.attach(slip);
    await person.reads("slip.png");
    await person.press("button", "Upload file");
    await person.reads("The file is with the admins.");
    await person.reads("Pending...");
  });

  await test.step("a request is logged", async () => {
    await person.press("link", "Issues");
    await person.press("button", "Log the request");
    await person.choose("Type Of Maintenance", "Electricity");
    await person.fill("Description", "The light on the stairs is dark");
    await person.press("button", "Log the request");
    await person.reads("Maintenance log submitted successfully!");
    await person.reads("The light on the stairs is dark");
  });

  await test.step("a visitor is signed in and out", async () => {
    await person.press("link", "Visitations");
    await person.choose("Visitation type", "Sleepover");
    await person.choose("Start date", day(20));
    await person.choose("Leave date", day(22));
    await person.fill("Visitor name", "Johan");
    await person.fill("Visitor surname", "Naidoo");
    await person.fill("Visitor email", "guest@example.co.za");
    await person.press("button", "Sign In Visitor");
    await person.reads("Visitor Successfully Signed In!");
    await person.press("tab", "View Signed In Visitors");
    await person.reads(/\d+ \w+( \d{4})? to \d+ \w+/);
    await person.press("button", "Sign Out Johan Naidoo");
    await person.reads("Visitor signed out successfully!");
  });

  await test.step("a server that stopped is noticed, and its return too", async () => {
    const { port } = new URL(server.url);
    await server.close();
    await person.press("link", "Issues");
    await person.press("button", "Log the request");
    await person.choose("Type Of Maintenance", "Cleaning");
    await person.fill("Description", "The stairs are wet");
    await person.press("button", "Log the request");
    await person.reads("nothing was sent and nothing changed");
    server = await startServer(data, { PORT: port });
    await person.press("button", "Log the request");
    await person.reads("Cleaning The stairs are wet");
  });

  await test.step("an ended session leads to login and back", async () => {
    const sqlite = new Database(join(data, "stoep.db"));
    sqlite.exec("DELETE FROM sessions");
    sqlite.close();
    await person.goTo(`${server.url}/resident/vistors`);
    await person.isAt("/login?to=%2Fresident%2Fvistors");
    await logIn(person, chosen);
    await person.isAt("/resident/vistors");
  });

  await test.step("signing out ends it", async () => {
    await person.press("button", "Sign Out");
    await person.isAt("/");
    await person.goTo(`${server.url}/resident/dashboard`);
    await person.isAt(/^\/login/);
  });
  await server.close();
});

/** A picture as base64. Runs in the page. */
function drawPicture() {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [900, 900];
  canvas.getContext("2d")?.fillRect(100, 100, 300, 300);
  return canvas.toDataURL("image/png").split(",")[1] ?? "";
}
