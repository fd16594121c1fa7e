import { expect, test } from "vitest";
import { newcomer, openServer } from "../../../testing.ts";

// Attempts that arrive at the same instant.

const signIn = "POST /api/auth/sign-in";
const password = "a wrong password";

/** How often each status was returned. */
async function statusesOf(answers: Promise<{ status: number }>[]) {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Of 150 attempts that may have 30 checked, some more may have begun before the 30th failed. */
async function expectThirtyChecked(answers: Promise<{ status: number }>[]): Promise<void> {
  const { 401: wrong = 0, 429: refused = 0 } = await statusesOf(answers);
  expect(wrong + refused).toBe(150);
  expect(wrong).toBeGreaterThanOrEqual(30);
  expect(wrong).toBeLessThanOrEqual(32);
}

test("of 150 wrong tries at one instant from one address about 30 are checked", async () => {
  const { rest } = await openServer();
  const all = Array.from({ length: 150 }, (_, number) =>
    rest()(signIn, { username: `name${number}`, password }),
  );
  await expectThirtyChecked(all);
});

test("of 150 wrong tries at one instant for one name five are checked", async () => {
  const { rest } = await openServer();
  const all = Array.from({ length: 150 }, () => rest()(signIn, { username: "thandi", password }));
  expect(await statusesOf(all)).toEqual({ 401: 5, 429: 145 });
});

test("a hundred right tries at one instant all get in, and others are answered meanwhile", async () => {
  const { rest, as } = await openServer();
  const people = ["Nomsa", "Zodwa", "Ayanda", "Lindiwe"].map(newcomer);
  for (const person of people) await as("anna").admin.people.signUp(person);
  const all = Array.from({ length: 100 }, (_, number) => {
    const { username, password } = people[number % people.length] as (typeof people)[number];
    return rest()(signIn, { username, password });
  });
  expect((await rest("thandi")("GET /api/auth/session")).status).toBe(200);
  expect(await statusesOf(all)).toEqual({ 200: 100 });
});

test("of 150 wrong codes from paper at one instant 30 are looked up", async () => {
  const { rest } = await openServer();
  const look = "POST /api/trpc/public.links.look";
  const all = Array.from({ length: 150 }, (_, number) =>
    rest()(look, { token: `K7QM4XPD${1000 + number}` }),
  );
  expect(await statusesOf(all)).toEqual({ 400: 30, 429: 120 });
});

test("of 150 made-up passkeys at one instant about 30 are looked up", async () => {
  const { rest } = await openServer({ env: { STOEP_ORIGIN: "https://acacia.example" } });
  const signed = { clientDataJSON: "x", authenticatorData: "x", signature: "x" };
  const passkey = (id: string) => ({
    response: { id, rawId: id, type: "public-key", clientExtensionResults: {}, response: signed },
  });
  const all = Array.from({ length: 150 }, (_, number) =>
    rest()("POST /api/trpc/public.passkeys.signIn", passkey(`key${number}`)),
  );
  await expectThirtyChecked(all);
});
