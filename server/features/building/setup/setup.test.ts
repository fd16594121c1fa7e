import { expect, test } from "vitest";
import { accounts, links } from "../../../platform/auth/table.ts";
import { newcomer, openHouse } from "../../../testing.ts";
import { issueSetupLink } from "./service.ts";

const { role: _, ...anna } = newcomer("Anna");
const answers = { building: "Acacia Court", ...anna, confirmPassword: anna.password };
const dead = "This link was used before or has expired";
const replaced = "This link was replaced by a newer one.";

/** A building without any accounts, and the set-up link that the start printed. */
function freshBuilding(options: Parameters<typeof openHouse>[0] = {}) {
  const house = openHouse(options);
  house.db.delete(accounts).run();
  const printLink = () =>
    issueSetupLink(house.db, "http://stoep.test", house.services.now()).split("#")[1] ?? "";
  return { ...house, printLink, setup: house.as().public.setup };
}

test("the link makes the first admin, signed in, and names the building", async () => {
  const { as, printLink, setup } = freshBuilding();
  expect(await setup.state()).toMatchObject({ needed: true });
  const token = printLink();
  const short = { ...answers, password: "1234567", confirmPassword: "1234567" };
  // What is refused leaves the link as it was.
  await expect(setup.create({ token, ...short })).rejects.toThrow("at least 8 characters");
  expect(await setup.create({ token, ...answers })).toMatchObject({
    user: "Anna Newcomer",
    userRole: "admin",
    mustChangePassword: false,
  });
  expect(await setup.state()).toEqual({ needed: false, building: "Acacia Court" });
  const entry = { username: "anna", password: anna.password };
  expect(await as().public.session.signIn(entry)).toMatchObject({ userRole: "admin" });
});

test("once there is somebody no other link sets up anything, even if everybody was removed", async () => {
  const { db, printLink, setup } = freshBuilding();
  const token = printLink();
  await setup.create({ token, ...answers });
  await expect(setup.create({ token, ...answers, username: "two" })).rejects.toThrow("already set");
  expect(db.select().from(links).all()).toMatchObject([{ usedAt: expect.any(String) }]);
  db.update(accounts).set({ removedAt: "2026-11-20T00:00:00.000Z" }).run();
  await expect(setup.create({ token: printLink(), ...answers })).rejects.toThrow("already set up");
});

test("a wrong token, and one that a later start replaced, create no admin", async () => {
  const { db, printLink, setup } = freshBuilding();
  const [older, newest] = [printLink(), printLink()];
  await expect(setup.create({ token: "x".repeat(43), ...answers })).rejects.toThrow(dead);
  await expect(setup.create({ token: older, ...answers })).rejects.toThrow(replaced);
  expect(db.select().from(accounts).all()).toEqual([]);
  await setup.create({ token: newest, ...answers });
});

test("two people with the same link at the same moment: one becomes the admin", async () => {
  const { db, printLink, setup } = freshBuilding();
  const token = printLink();
  const both = ["one", "two"].map((username) => setup.create({ token, ...answers, username }));
  const outcomes = (await Promise.allSettled(both)).map(({ status }) => status).sort();
  expect(outcomes).toEqual(["fulfilled", "rejected"]);
  expect(db.select().from(accounts).all()).toHaveLength(1);
});
