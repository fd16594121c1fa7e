import { expect, test } from "vitest";
import type { Api } from "../../../api/router.ts";
import { choosePassword } from "../../../features/account/session/service.ts";
import { handClock, openHouse, openServer } from "../../../testing.ts";
import { passkeyChallenges, secondFactors, tokens } from "../table.ts";
import { hashPassword } from "./passwords.ts";

const password = "four herons wade";

/** The procedures that add a way to sign in, each with the table where it would be stored. */
const ways: [
  what: string,
  begin: (me: Api["member"], again?: object) => Promise<unknown>,
  object,
][] = [
  ["a second step", (me, again) => me.factors.begin(again), secondFactors],
  ["a passkey", (me, again) => me.passkeys.beginAdding(again), passkeyChallenges],
  ["a token", (me, again) => me.session.makeToken({ label: "gate", ...again }), tokens],
];

/** Thandi, with or without a password, signed in this many minutes ago. */
async function signedIn({ minutes = 0, hasPassword = true }) {
  const { clock, pass } = handClock();
  const house = openHouse({ clock, env: { STOEP_ORIGIN: "https://acacia.example" } });
  const { id } = house.people.thandi;
  const hash = await hashPassword(password);
  if (hasPassword)
    choosePassword(house.db, { accountId: id, origin: "test" }, id, hash, house.services.now());
  const { member } = house.as("thandi");
  // The first request begins the session.
  await member.session.makeToken({ label: "first" });
  house.db.delete(tokens).run();
  pass({ minutes });
  return { ...house, member };
}

test.each(ways)("%s is made without another word by who has just signed in", async (...way) => {
  const [, begin] = way;
  const { member } = await signedIn({ minutes: 9 });
  await begin(member);
});

test.each(ways)("%s is made later with one's password, and not with another", async (...way) => {
  const [, begin, table] = way;
  const { member, db } = await signedIn({ minutes: 11 });
  const rows = () =>
    db
      .select()
      .from(table as typeof tokens)
      .all().length;
  const needed = { cause: { code: "auth.password_needed", field: "currentPassword" } };
  await expect(begin(member)).rejects.toMatchObject(needed);
  const wrong = { cause: { code: "auth.wrong_password", field: "currentPassword" } };
  await expect(begin(member, { currentPassword: "five herons wade" })).rejects.toMatchObject(wrong);
  expect(rows()).toBe(0);
  await begin(member, { currentPassword: password });
  expect(rows()).toBe(1);
});

test.each(ways)("%s is made by who has no password after signing in again", async (...way) => {
  const [, begin] = way;
  const { member } = await signedIn({ minutes: 11, hasPassword: false });
  const again = { cause: { code: "auth.sign_in_again" } };
  await expect(begin(member)).rejects.toMatchObject(again);
  await expect(begin(member, { currentPassword: password })).rejects.toMatchObject(again);
});

test("a program with a token makes itself no other one", async () => {
  const { as, rest } = await openServer();
  const { token } = await as("anna").member.session.makeToken({ label: "gate" });
  const script = { authorization: `Bearer ${token}` };
  const answer = await rest()("POST /api/trpc/member.session.makeToken", { label: "2" }, script);
  expect(answer).toMatchObject({
    status: 403,
    body: { error: { data: { reason: { code: "auth.sign_in_again" } } } },
  });
});
