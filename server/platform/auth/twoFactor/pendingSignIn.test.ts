import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { expect, onTestFinished, test } from "vitest";
import { buildApp } from "../../../app.ts";
import type { Db } from "../../../database/open.ts";
import type { Neighbour } from "../../../testing.ts";
import { auditEvents } from "../../audit/table.ts";
import { writeSetting } from "../../settings/settings.ts";
import { countFailure } from "../passwords/throttle.ts";
import { halfSignIns, sessions, throttles } from "../table.ts";
import { building } from "../testing.ts";

const minute = 60_000;
const asked = "/login?problem=auth.code_needed";

/** Of how somebody got their second step nothing shall be left but that. */
const signOutAll = ({ db }: { db: Db }) => void db.delete(sessions).run();

/** A house with a provider, where somebody has a second step, and what their app shows. */
async function withStep({ who = "thandi" as Neighbour, env = {} } = {}) {
  const house = await building({ env });
  const provider = await house.openProvider();
  provider.subject = who;
  const own = house.as(who).member.factors;
  const { secret } = await own.begin();
  const app = (later = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: house.time() + later * 30_000,
    });
  const { codes } = await own.turnOn({ code: app() });
  signOutAll(house);
  house.pass(2 * minute);
  /** Sends a code from the browser: 200, or the code of the refusal. */
  const send = async (code: string, base = house.base) => {
    const url = `${base}/api/trpc/public.session.secondStep`;
    const response = await house.browser.post(url, { code });
    const body = await response.json();
    return response.ok ? body.result.data : body.error.data.reason.code;
  };
  const halves = () => house.db.select().from(halfSignIns).all();
  return { ...house, server: house.app, provider, own, app, codes, send, halves };
}

type House = Awaited<ReturnType<typeof withStep>>;

async function expectNobodyIn({ browser, session, sessionCount }: House): Promise<void> {
  expect(browser.cookies.has("sid")).toBe(false);
  expect(await session()).toMatchObject({ code: "auth.signed_out" });
  expect(sessionCount()).toBe(0);
}

/** The one who signed in before, on a browser that does not show it any more. */
function expectOnlyOneIn({ browser, sessionCount }: House) {
  expect(browser.cookies.has("sid")).toBe(false);
  expect(sessionCount()).toBe(1);
}

const signIns = ({ db }: House) =>
  db.select().from(auditEvents).where(eq(auditEvents.action, "auth.oidc_sign_in")).all();

test("who has a second step is not in when the provider has vouched for them", async () => {
  const house = await withStep();
  expect(await house.signIn()).toBe(asked);
  await expectNobodyIn(house);
  expect(signIns(house)).toEqual([]);
  expect(house.browser.cookies.has("device")).toBe(false);
});

test("the code lets them in, and the trail says that it was asked for", async () => {
  const house = await withStep();
  await house.signIn();
  const { id } = house.people.thandi;
  expect(await house.send(house.app())).toMatchObject({ profileId: id, userRole: "resident" });
  expect(await house.session()).toMatchObject({ profileId: id });
  expect(house.browser.cookies.has("half")).toBe(false);
  expect(house.halves()).toEqual([]);
  expect(signIns(house)).toMatchObject([{ actorId: id, after: { secondStep: "app" } }]);
});

test("a recovery code does too, once", async () => {
  const house = await withStep();
  const [code = ""] = house.codes;
  await house.signIn();
  expect(await house.send(code)).toMatchObject({ userRole: "resident" });
  expect(signIns(house)).toMatchObject([{ after: { secondStep: "recovery code" } }]);
  house.browser.cookies.delete("sid");
  await house.signIn();
  expect(await house.send(code)).toBe("auth.bad_code");
  expectOnlyOneIn(house);
});

test("the page they came for is kept for afterwards", async () => {
  const house = await withStep();
  const page = "/resident/reports/fines?status=Unpaid&name=a+b#newest";
  const arrived = new URL(await house.signIn(`?to=${encodeURIComponent(page)}`), house.base);
  expect(Object.fromEntries(arrived.searchParams)).toEqual({
    problem: "auth.code_needed",
    to: page,
  });
  const outside = await house.signIn(`?to=${encodeURIComponent("//evil.example")}`);
  expect(outside).toBe(asked);
});

test("a wrong code loses nothing, an empty one is refused in words", async () => {
  const house = await withStep();
  await house.signIn();
  expect(await house.send("000000")).toBe("auth.bad_code");
  expect(await house.send("")).toBe("request.invalid");
  await expectNobodyIn(house);
  expect(await house.send(house.app())).toMatchObject({ userRole: "resident" });
});

test("a code that was used already is refused", async () => {
  const house = await withStep();
  await house.signIn();
  const code = house.app();
  await house.send(code);
  house.browser.cookies.delete("sid");
  await house.signIn();
  expect(await house.send(code)).toBe("auth.bad_code");
  expectOnlyOneIn(house);
});

test("what shows the first step works once", async () => {
  const house = await withStep();
  await house.signIn();
  const kept = house.browser.cookies.get("half") ?? "";
  await house.send(house.app());
  house.browser.cookies.delete("sid");
  house.browser.cookies.set("half", kept);
  expect(await house.send(house.app(1))).toBe("auth.half_way_over");
  expectOnlyOneIn(house);
});

test("after ten minutes one begins again, and what grew too old goes", async () => {
  const house = await withStep();
  await house.signIn();
  house.pass(10 * minute);
  expect(await house.send(house.app())).toBe("auth.half_way_over");
  await expectNobodyIn(house);
  expect(await house.signIn()).toBe(asked);
  expect(house.halves()).toHaveLength(1);
  expect(await house.send(house.app())).toMatchObject({ userRole: "resident" });
});

test("without the provider's word, or with a made-up one, a code is worth nothing", async () => {
  const house = await withStep();
  expect(await house.send(house.app())).toBe("auth.half_way_over");
  house.browser.cookies.set("half", "x".repeat(43));
  expect(await house.send(house.app())).toBe("auth.half_way_over");
  await expectNobodyIn(house);
});

test("one's own code does not finish another's sign-in", async () => {
  const house = await withStep();
  const pieters = house.as("pieter").member.factors;
  const { secret } = await pieters.begin();
  const app = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: house.time() });
  await pieters.turnOn({ code: app() });
  signOutAll(house);
  house.pass(2 * minute);
  await house.signIn();
  expect(await house.send(app())).toBe("auth.bad_code");
  await expectNobodyIn(house);
});

test("too many wrong codes have to wait, also with the right one and after beginning again", async () => {
  const house = await withStep();
  await house.signIn();
  for (let made = 0; made < 5; made += 1) expect(await house.send("000000")).toBe("auth.bad_code");
  expect(await house.send(house.app())).toBe("auth.too_many");
  await house.signIn();
  expect(await house.send(house.app())).toBe("auth.too_many");
  await expectNobodyIn(house);
  house.pass(2 * minute);
  expect(await house.send(house.app())).toMatchObject({ userRole: "resident" });
  expect(house.db.select().from(throttles).all()).toMatchObject([{ failures: 5 }]);
});

test("wrong passwords of others do not keep out whom the provider vouches for, a held address does", async () => {
  const house = await withStep();
  const { db } = house;
  const name = { kind: "name", of: "thandi", accountId: house.people.thandi.id } as const;
  for (let made = 0; made < 9; made += 1) countFailure(db, [name], house.house.now().at);
  await house.signIn();
  const address = { kind: "address", of: "127.0.0.1" } as const;
  for (let made = 0; made < 30; made += 1) countFailure(db, [address], house.house.now().at);
  expect(await house.send(house.app())).toBe("auth.too_many");
  house.pass(2 * minute);
  expect(await house.send(house.app())).toMatchObject({ userRole: "resident" });
});

test("it survives a restart", async () => {
  const house = await withStep();
  await house.signIn();
  await house.server.close();
  const next = await buildApp(house.house, { write: () => undefined });
  onTestFinished(() => next.close());
  const base = await next.listen({ host: "127.0.0.1", port: 0 });
  expect(await house.send(house.app(), base)).toMatchObject({ userRole: "resident" });
});

test("who was removed in between stays out", async () => {
  const house = await withStep();
  await house.signIn();
  await house.as("anna").admin.people.remove({ id: house.people.thandi.id });
  expect(await house.send(house.app())).toBe("auth.half_way_over");
  await expectNobodyIn(house);
});

test("the session this browser had ends with the code, not before", async () => {
  const house = await withStep();
  house.provider.subject = "anna";
  await house.signIn();
  const before = house.browser.cookies.get("sid");
  house.browser.cookies.delete("_session");
  house.provider.subject = "thandi";
  expect(await house.signIn()).toBe(asked);
  expect(await house.session()).toMatchObject({ userRole: "admin" });
  await house.send(house.app());
  expect(house.browser.cookies.get("sid")).not.toBe(before);
  expect(house.sessionCount()).toBe(1);
  expect(await house.session()).toMatchObject({ userRole: "resident" });
});

test("an admin who lacks the step that is demanded is led to it, as after a password", async () => {
  const house = await withStep();
  writeSetting(house.db, "adminsNeedSecondStep", true, house.house.now().at);
  house.provider.subject = "anna";
  expect(await house.signIn()).toBe("/admin/dashboard");
  const current = await house.browser.get(`${house.base}/api/trpc/public.session.current`);
  expect((await current.json()).result.data).toMatchObject({ lacksSecondStep: true });
  const staff = await house.browser.get(`${house.base}/api/property/admin/staff`);
  expect(await staff.json()).toMatchObject({ code: "auth.second_step_missing" });
});

test("an admin who has it is asked for it, whether it is demanded or not", async () => {
  const house = await withStep({ who: "anna" });
  expect(await house.signIn()).toBe(asked);
  writeSetting(house.db, "adminsNeedSecondStep", true, house.house.now().at);
  expect(await house.signIn()).toBe(asked);
  expect(await house.send(house.app())).toMatchObject({ userRole: "admin" });
});

test("what the browser keeps is out of scripts' reach, and no copy of it lies here", async () => {
  const house = await withStep();
  const place = await house.almostSignIn();
  const response = await house.browser.get(place);
  const line = response.headers.getSetCookie().find((each) => each.startsWith("half="));
  expect(line).toMatch(/^half=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const token = house.browser.cookies.get("half") ?? "";
  expect(JSON.stringify(house.halves())).not.toContain(token);
  await house.send("123456");
  for (const hidden of [token, "123456"]) expect(house.log.join("")).not.toContain(hidden);
});

test("over HTTPS it is Secure and bound to this host", async () => {
  const house = await withStep({ env: { STOEP_ORIGIN: "https://acacia.example" } });
  const place = await house.almostSignIn();
  const here = new URL(place.pathname + place.search, house.base);
  const response = await house.browser.get(here);
  const line = response.headers.getSetCookie().find((each) => each.includes("half="));
  expect(line).toMatch(/^__Host-half=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});
