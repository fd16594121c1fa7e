import { nomsa, password, startServer } from "../testServer.ts";
import { expect, test } from "./test.ts";

test("the first admin sets the building up, posts and prints an announcement, and comes back", async ({
  person,
}) => {
  // A shared machine may be slow.
  test.slow();
  const server = await startServer();
  await person.goTo(server.setUpLink);
  await person.press("button", "Create the building");
  await person.reads("Building");
  await person.fill("Building", "Protea Court");
  await person.fill("Name", nomsa.name);
  await person.fill("Surname", nomsa.surname);
  await person.fill("Username", nomsa.username);
  await person.fill("Email", nomsa.email);
  await person.fill("Cellphone", nomsa.cellPhone);
  await person.fill("ID/Passport number", nomsa.idNumber);
  await person.fill("New password", password);
  await person.fill("Confirm password", password);
  await person.press("button", "Create the building");
  await person.isAt("/admin/dashboard");

  await person.fill("Message", "The gate is painted on Monday.");
  await person.press("button", "Post Announcement");
  await person.reads("Nomsa");
  await person.run(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await person.press("button", "Print as a notice: The gate is painted on Monday.");
  await expect
    .poll(() =>
      person.run(() => [
        document.body.getAttribute("data-printed"),
        document.querySelector("[data-print-alone]")?.textContent?.includes("Protea Court"),
      ]),
    )
    .toEqual(["yes", true]);

  await person.press("button", "Sign Out");
  await person.isAt("/");
  await person.goTo(server.setUpLink);
  await person.reads("Stoep is already set up");
  await person.press("link", "Login");
  await person.isAt("/login");
  await person.fill("Username", nomsa.username);
  await person.fill("Password", password);
  await person.press("button", "Login");
  await person.isAt("/admin/dashboard");
  await person.reads("The gate is painted on Monday.");
  await person.goTo(`${server.url}/admin/building`);
  await person.place("field", "Name of the building");
  const name = () => document.querySelector<HTMLInputElement>("main input")?.value;
  expect(await person.run(name)).toBe("Protea Court");
  await server.close();
});
