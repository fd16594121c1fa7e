import { expect, test } from "vitest";
import type { Api } from "../../../api/router.ts";
import { handClock, openHouse, openServer } from "../../../testing.ts";

// Who has a password is asked for it: server/contract/reauthentication.test.ts.

const ways: [what: string, begin: (me: Api["member"], again?: object) => Promise<unknown>][] = [
  ["a second step", (me, again) => me.factors.begin(again)],
  ["a passkey", (me, again) => me.passkeys.beginAdding(again)],
  ["a token", (me, again) => me.session.makeToken({ label: "gate", ...again })],
];

test.each(ways)("%s is made by who has no password after signing in again", async (_, begin) => {
  const { clock, pass } = handClock();
  const { as } = openHouse({ clock, env: { STOEP_ORIGIN: "https://acacia.example" } });
  const { member } = as("thandi");
  // The first request begins the session.
  await member.session.makeToken({ label: "first" });
  pass({ minutes: 11 });
  const again = { cause: { code: "auth.sign_in_again" } };
  await expect(begin(member)).rejects.toMatchObject(again);
  await expect(begin(member, { currentPassword: "four herons wade" })).rejects.toMatchObject(again);
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
