import { expect, test } from "vitest";
import { issueSetupLink } from "../../features/building/setup/service.ts";
import { handClock, newcomer, openHouse, openServer } from "../../testing.ts";
import { issueLink, lookAtLink } from "./links/links.ts";
import { countFailure, refuseWhileHeld } from "./passwords/throttle.ts";
import { accountOfSession } from "./sessions/sessions.ts";

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

test("a session begun by a clock ahead ends within 90 days of the clock that was set right", () => {
  const { clock, pass } = handClock("2036-11-20T09:26:24.123Z");
  const { db, tokenOf, services, config } = openHouse({ clock });
  const token = tokenOf("thandi");
  const isIn = () => accountOfSession(db, token, services.now().at, config.session) !== null;
  pass({ days: -3652 });
  for (let day = 0; day < 90; day += 10) {
    expect(isIn(), `day ${day}`).toBe(true);
    pass({ days: 10 });
  }
  expect(isIn()).toBe(false);
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

test("wrong codes of a second step are remembered for seven days", () => {
  const { clock, pass } = handClock();
  const { db, services, people } = openHouse({ clock });
  const counter = { kind: "code", of: people.anna.id, accountId: people.anna.id } as const;
  const wrong = () => countFailure(db, [counter], services.now().at);
  const look = () => refuseWhileHeld(db, [counter], services.now().at);
  for (let made = 0; made < 4; made += 1) wrong();
  look();
  pass({ days: 6, minutes: 1439 });
  wrong();
  expect(look).toThrow("too many wrong tries");
  pass({ days: 7, minutes: 1 });
  wrong();
  look();
});

test("a newer link to verify, or to set up, ends the older one", () => {
  const { db, services, people } = openHouse();
  const { at } = services.now();
  const purposes = ["verify"] as const;
  const verify = () => issueLink(db, "verify", people.thandi.id, at).token;
  const [older, newer] = [verify(), verify()];
  expect(() => lookAtLink(db, older, purposes, at)).toThrow("replaced");
  expect(lookAtLink(db, newer, purposes, at)).toMatchObject({ accountId: people.thandi.id });
  const setUp = () => issueSetupLink(db, "http://stoep.test", services.now()).split("#")[1] ?? "";
  const [first, second] = [setUp(), setUp()];
  expect(() => lookAtLink(db, first, ["setup"], at)).toThrow("replaced");
  expect(lookAtLink(db, second, ["setup"], at)).toMatchObject({ accountId: null });
});
