import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { auditEvents } from "../../../platform/audit/table.ts";
import { hashToken } from "../../../platform/auth/secrets.ts";
import { credentials, links, sessions, tokens } from "../../../platform/auth/table.ts";
import { outgoingMail } from "../../../platform/mail/table.ts";
import { handClock, newcomer, openHouse, openServer } from "../../../testing.ts";
import { choosePassword } from "./service.ts";

const nomsa = newcomer("Nomsa");
const first = nomsa.password;
const second = "a password of her own";
const current = "GET /api/auth/session";

/** A building where Nomsa lives too, with a first password from an admin. */
async function withNomsa(options: Parameters<typeof openServer>[0] = {}) {
  const server = await openServer(options);
  const { id } = await server.as("anna").admin.people.signUp(nomsa);
  const enter = async (password = first) => {
    const browser = server.rest();
    await browser("POST /api/auth/sign-in", { username: "nomsa", password });
    return browser;
  };
  return { ...server, id, enter };
}

/** The same, but Nomsa chose the password herself. */
async function withHerOwn() {
  const server = await withNomsa();
  server.db.update(credentials).set({ mustChange: false }).run();
  return server;
}

const wrongEntry = { status: 401, body: { message: "Invalid email or password" } };

test.each([
  ["a name nobody has", "nobody", first],
  ["a wrong password", "nomsa", "a wrong password"],
  ["another case", "nomsa", first.toUpperCase()],
  ["a space in front", "nomsa", ` ${first}`],
  ["somebody invited who chose none yet", "thandi", first],
  ["no name", "", first],
  ["no password", "nomsa", ""],
  ["a password that is left out", "nomsa", undefined],
  ["a name that is null", null, first],
  ["a number", "nomsa", 12345678],
  ["a password of 5,000 letters", "nomsa", "x".repeat(5000)],
])("%s is refused in the same words as anything else", async (_, username, password) => {
  const { rest } = await withNomsa();
  const answer = await rest()("POST /api/auth/sign-in", { username, password });
  expect(answer).toMatchObject(wrongEntry);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test("signing in gives a new session and ends the one this browser had", async () => {
  const { rest, tokenOf, enter, db } = await withNomsa();
  const planted = tokenOf("thandi");
  const browser = rest();
  const cookie = { cookie: `sid=${planted}` };
  const entry = { username: "nomsa", password: first };
  const { headers } = await browser("POST /api/auth/sign-in", entry, cookie);
  expect(headers.getSetCookie()[0]).not.toContain(planted);
  expect((await rest()(current, undefined, cookie)).status).toBe(401);
  expect((await browser(current)).body.user).toBe("Nomsa Newcomer");
  await enter();
  const stored = db.select().from(sessions).all();
  expect(stored).toHaveLength(2);
  expect(JSON.stringify(stored)).not.toContain(
    /=([^;]*)/.exec(headers.getSetCookie()[0] ?? "")?.[1],
  );
});

test.each([
  [30, 90, {}],
  [1, 3, { SESSION_IDLE_DAYS: "1", SESSION_MAX_DAYS: "3" }],
])(
  "a session ends after %i days without use, and after %i however it is used",
  async (...given) => {
    const [idleDays, maxDays, env] = given;
    const { clock, pass } = handClock();
    const { enter } = await withNomsa({ clock, env });
    const [used, idle] = [await enter(), await enter()];
    for (let halves = 0; halves < (2 * maxDays) / idleDays; halves += 1) {
      expect((await used(current)).status).toBe(200);
      if (halves === 2) expect((await idle(current)).status).toBe(401);
      pass({ minutes: idleDays * 720 });
    }
    expect((await used(current)).status).toBe(401);
  },
);

test("a bearer token is listed by its label, shown once, stored as a hash, and revoked", async () => {
  const { as, rest, db } = await openServer();
  const made = await as("sipho").member.session.makeToken({ label: "gate camera" });
  const script = { authorization: `Bearer ${made.token}` };
  expect((await rest()(current, undefined, script)).body.userRole).toBe("staff");
  const instant = expect.any(String);
  const dates = { createdAt: instant, lastUsedAt: instant, expiresAt: instant };
  expect(await as("sipho").member.session.tokens()).toEqual([
    { id: made.id, label: "gate camera", ...dates },
  ]);
  const [stored] = db.select().from(tokens).all();
  expect(stored?.tokenHash).toBe(hashToken(made.token));
  expect(JSON.stringify(stored)).not.toContain(made.token);
  await as("sipho").member.session.revokeToken({ id: made.id });
  expect((await rest()(current, undefined, script)).status).toBe(401);
  expect(await as("sipho").member.session.tokens()).toEqual([]);
});

test("a token ends after a year, or when the setting says, and says so", async () => {
  for (const [days, env] of [
    [365, {}],
    [7, { TOKEN_MAX_DAYS: "7" }],
  ] as const) {
    const { clock, pass } = handClock();
    const { as, rest } = await openServer({ clock, env });
    const { token } = await as("sipho").member.session.makeToken({ label: "gate" });
    const script = { authorization: `Bearer ${token}` };
    pass({ days: days - 1, minutes: 1439 });
    expect((await rest()(current, undefined, script)).status).toBe(200);
    const [{ expiresAt } = { expiresAt: "" }] = await as("sipho").member.session.tokens();
    pass({ minutes: 1 });
    expect(expiresAt).toBe(clock().toISOString());
    const refused = {
      code: "auth.token_expired",
      message: expect.stringContaining("Make a new one"),
    };
    for (const call of [current, "GET /api/property/announcements"])
      expect(await rest()(call, undefined, script)).toMatchObject({ status: 401, body: refused });
    const answer = await rest()("GET /api/trpc/member.session.devices", undefined, script);
    expect(answer).toMatchObject({ status: 401, body: { error: { data: { reason: refused } } } });
    // It is still listed, so that its owner sees why a program stopped working.
    expect(await as("sipho").member.session.tokens()).toHaveLength(1);
  }
});

test("signing out everywhere ends every browser and every token", async () => {
  const { enter } = await withHerOwn();
  const [here, there] = [await enter(), await enter()];
  const { body } = await there("POST /api/auth/token");
  await here("POST /api/trpc/member.session.signOutEverywhere", null);
  const script = { authorization: `Bearer ${body.token}` };
  for (const answer of [here(current), there(current), there(current, undefined, script)])
    expect((await answer).status).toBe(401);
});

test("my devices tells each in plain words, and one is signed out without the others", async () => {
  const { rest, db, id, enter } = await withHerOwn();
  const entry = { username: "nomsa", password: first };
  const signIn = async (userAgent: string) => {
    const browser = rest();
    await browser("POST /api/auth/sign-in", entry, { "user-agent": userAgent });
    return browser;
  };
  const android = "(Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile";
  const [phone, here] = [await signIn(`Mozilla/5.0 ${android} Safari/537.36`), await enter()];
  const list = async (browser = here) =>
    (await browser("GET /api/trpc/member.session.devices")).body.result.data;
  expect(await list()).toEqual([
    ...[expect.objectContaining({ device: "A program", here: true, address: "127.0.0.1" })],
    ...[expect.objectContaining({ device: "Chrome on an Android phone", here: false })],
  ]);
  const other = (await list())[1].id;
  const signOut = (browser: typeof here) =>
    browser("POST /api/trpc/member.session.signOutDevice", { id: other });
  expect((await signOut(rest("pieter"))).body.error.data.reason.code).toBe("sessions.unknown");
  expect((await signOut(here)).status).toBe(200);
  expect((await phone(current)).status).toBe(401);
  expect((await here(current)).status).toBe(200);
  expect((await signOut(here)).status).toBe(404);
  const { action, actorId } = db.select().from(auditEvents).all().at(-1) ?? {};
  expect([action, actorId]).toEqual(["session.sign_out_device", id]);
});

test.each([
  ["password123", "Many people use this password"],
  ["12341234", "only a simple pattern"],
  ["Nomsa-2026", "names that everybody here knows"],
  ["ourbuilding1", "names that everybody here knows"],
])("%s is refused wherever a password is chosen", async (password, why) => {
  const { as, id, enter } = await withNomsa();
  const refused = { code: "auth.weak_password", field: "password" };
  const reason = { body: { error: { data: { reason: refused } } }, status: 400 };
  const twice = { password, confirmPassword: password };
  const browser = await enter();
  const change = { currentPassword: first, ...twice };
  const answer = await browser("POST /api/trpc/member.session.changePassword", change);
  expect(answer).toMatchObject(reason);
  expect(answer.body.error.message).toContain(why);
  const { link } = await as("anna").admin.invites.resetLink({ id });
  const token = link.split("#")[1] ?? "";
  await expect(as().public.links.setPassword({ token, ...twice })).rejects.toThrow(why);
  const nomsas = { ...newcomer("Zodwa"), name: "Nomsa", password };
  await expect(as("anna").admin.people.signUp(nomsas)).rejects.toThrow(why);
  // The link is not used up; it still works.
  const good = { password: second, confirmPassword: second };
  await as().public.links.setPassword({ token, ...good });
});

test("a changed password keeps this browser, ends the others, and kills links on their way", async () => {
  const { enter, as, id, db } = await withNomsa();
  await as("anna").admin.invites.resetLink({ id });
  const [here, there] = [await enter(), await enter()];
  const change = { currentPassword: first, password: second, confirmPassword: second };
  const path = "POST /api/trpc/member.session.changePassword";
  expect(await here(path, { ...change, currentPassword: "another one" })).toMatchObject({
    status: 400,
    body: { error: { data: { reason: { code: "auth.wrong_password" } } } },
  });
  expect((await here(path, change)).body.result.data).toMatchObject({ mustChangePassword: false });
  expect((await here(current)).status).toBe(200);
  expect((await there(current)).status).toBe(401);
  expect(db.select().from(links).all()).toEqual([]);
  expect((await (await enter())(current)).status).toBe(401);
  expect((await (await enter(second))(current)).status).toBe(200);
});

test("a sign-in fails if the password is changed or the person removed during its check", async () => {
  const { as, id, services, db } = await withNomsa();
  const entry = { username: "nomsa", password: first };
  const beforeChange = as().public.session.signIn(entry);
  await setImmediate();
  choosePassword(db, { accountId: id, origin: "test" }, id, "another hash", services.now());
  await expect(beforeChange).rejects.toThrow("Invalid email or password");
  const { id: again } = await as("anna").admin.people.signUp(newcomer("Again"));
  const beforeRemoval = as().public.session.signIn({ username: "again", password: first });
  await setImmediate();
  await as("anna").admin.people.remove({ id: again });
  await expect(beforeRemoval).rejects.toThrow("Invalid email or password");
  expect(db.select().from(sessions).all()).toEqual([]);
});

test.each([
  ["nomsa", ["nomsa@example.co.za"]],
  ["NOMSA@Example.co.za", ["nomsa@example.co.za"]],
  ["nobody", []],
])("forgotten by %j: the same answer, and mail to %j", async (username, receivers) => {
  const { as, db } = openHouse({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  await as("anna").admin.people.signUp(nomsa);
  db.delete(outgoingMail).run();
  expect(await as().public.session.forgot({ username })).toEqual({
    message: "If you have an account here, we have mailed you a link to choose a new password.",
  });
  const mails = db.select().from(outgoingMail).all();
  expect(mails.map(({ to }) => to)).toEqual(receivers);
});

test("forgotten where no mail is set up: ask an admin, and no link is made", async () => {
  const { as, db } = openHouse();
  const { message } = await as().public.session.forgot({ username: "thandi" });
  expect(message).toContain("Ask an admin");
  expect(db.select().from(links).all()).toEqual([]);
});

test("behind a proxy for HTTPS, pages learn at which address alone a sign-in is kept", async () => {
  const secureAddress = "https://acacia.example";
  const proxied = openHouse({ env: { STOEP_ORIGIN: secureAddress } });
  expect(await proxied.as().public.session.ways()).toMatchObject({ secureAddress });
  const others: Record<string, string>[] = [
    { STOEP_ORIGIN: "http://acacia.example" },
    { HTTPS: "local" },
  ];
  for (const env of others)
    expect((await openHouse({ env }).as().public.session.ways()).secureAddress).toBeNull();
});

test("an admin is offered to let in only people who have to wait", async () => {
  const { clock, pass } = handClock();
  const { as, people } = openHouse({ clock });
  const { held } = as("anna").admin.session;
  const tryWrongly = async () => {
    for (let made = 0; made < 5; made += 1)
      await as()
        .public.session.signIn({ username: "thandi", password: "not hers" })
        .catch(() => undefined);
  };
  await tryWrongly();
  expect(await held()).toEqual([people.thandi.id]);
  pass({ minutes: 1 });
  expect(await held()).toEqual([]);
  // Once a clock that was years ahead is right again, nobody waits for years.
  pass({ days: 3650 });
  await tryWrongly();
  pass({ days: -3650 });
  expect(await held()).toEqual([]);
});
