import { expect, test } from "vitest";
import { handClock, newcomer, openHouse, openServer } from "../../testing.ts";
import { issueLink, lookAtLink } from "./links/links.ts";

// Each tests a rule of signing in that no other test covers.

const signIn = "POST /api/auth/sign-in";

test("signing in oneself does not open an address from which others were guessed at", async () => {
  const { rest, as } = await openServer();
  const nomsa = newcomer("Nomsa");
  await as("anna").admin.people.signUp(nomsa);
  const enter = async (username: string, password = "a wrong password") =>
    (await rest()(signIn, { username, password })).status;
  for (let number = 0; number < 20; number += 1) expect(await enter(`name${number}`)).toBe(401);
  expect(await enter(nomsa.username, nomsa.password)).toBe(200);
  for (let number = 20; number < 30; number += 1) expect(await enter(`name${number}`)).toBe(401);
  expect(await enter("name30")).toBe(429);
});

test.each([
  ["invite", 7],
  ["reset", 7],
  ["forgot", 7],
  ["verify", 7],
  ["setup", 30],
] as const)("a link to %s lives %i days", (purpose, days) => {
  const { clock, pass } = handClock();
  const { db, services, people } = openHouse({ clock });
  const owner = purpose === "setup" ? null : people.thandi.id;
  const { token } = issueLink(db, purpose, owner, services.now().at);
  const look = () => lookAtLink(db, token, [purpose], services.now().at);
  pass({ days: days - 1, minutes: 1439 });
  expect(look()).toMatchObject({ purpose });
  pass({ minutes: 1 });
  expect(look).toThrow("was used before or has expired");
});
