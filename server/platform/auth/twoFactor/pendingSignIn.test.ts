import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import type { Db } from "../../../database/open.ts";
import type { Neighbour } from "../../../testing.ts";
import { auditEvents } from "../../audit/table.ts";
import { writeSetting } from "../../settings/settings.ts";
import { countFailure } from "../passwords/throttle.ts";
import { halfSignIns, sessions, throttles } from "../table.ts";
import { building, expectNobodyIn } from "../testing.ts";

const minute = 60_000;
const codePage = "/login?problem=auth.code_needed";

/** Removes the sessions from setting up the second factor. */
const signOutAll = ({ db }: { db: Db }) => void db.delete(sessions).run();

/** A server with a provider and a person with a second factor, and the codes of their app. */
async function withStep({ who = "thandi" as Neighbour, env = {} } = {}) {
  const site = await building({ env });
  const provider = await site.openProvider();
  provider.subject = who;
  const own = site.as(who).member.factors;
  const { secret } = await own.begin();
  const app = (later = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: site.time() + later * 30_000,
    });
  const { codes } = await own.turnOn({ code: app() });
  signOutAll(site);
  site.pass(2 * minute);
  /** Sends a code from the browser. Returns 200 or the error code. */
  const send = async (code: string, base = site.base) => {
    const url = `${base}/api/trpc/public.session.secondStep`;
    const response = await site.browser.post(url, { code });
    const body = await response.json();
    return response.ok ? body.result.data : body.error.data.reason.code;
  };
  const halves = () => site.db.select().from(halfSignIns).all();
  return { ...site, server: site.app, provider, own, app, codes, send, halves };
}

/** The same, with somebody whom the provider has vouched for and who owes the code. */
async function halfWay() {
  const site = await withStep();
  expect(await site.signIn()).toBe(codePage);
  return site;
}

type ServerWithStep = Awaited<ReturnType<typeof withStep>>;

const signIns = ({ db }: ServerWithStep) =>
  db.select().from(auditEvents).where(eq(auditEvents.action, "auth.oidc_sign_in")).all();

test("the provider's word alone lets nobody in; the code does, once, and the trail has it", async () => {
  const site = await halfWay();
  await expectNobodyIn(site);
  expect(signIns(site)).toEqual([]);
  expect(site.browser.cookies.has("device")).toBe(false);
  const cookie = site.browser.cookies.get("half") ?? "";
  const { id } = site.people.thandi;
  expect(await site.send(site.app())).toMatchObject({ profileId: id, userRole: "resident" });
  expect(await site.session()).toMatchObject({ profileId: id });
  expect(site.browser.cookies.has("half")).toBe(false);
  expect(site.halves()).toEqual([]);
  expect(signIns(site)).toMatchObject([{ actorId: id, after: { secondStep: "app" } }]);
  // What shows the first step works once.
  site.browser.cookies.delete("sid");
  site.browser.cookies.set("half", cookie);
  expect(await site.send(site.app(1))).toBe("auth.half_way_over");
  expect(site.browser.cookies.has("sid")).toBe(false);
  expect(site.sessionCount()).toBe(1);
});

test("the page they came for is remembered for afterwards", async () => {
  const site = await withStep();
  const page = "/resident/reports/fines?status=Unpaid&name=a+b#newest";
  const arrived = new URL(await site.signIn(`?to=${encodeURIComponent(page)}`), site.base);
  expect(Object.fromEntries(arrived.searchParams)).toEqual({
    problem: "auth.code_needed",
    to: page,
  });
  const outside = await site.signIn(`?to=${encodeURIComponent("//evil.example")}`);
  expect(outside).toBe(codePage);
});

test("a wrong code loses nothing, an empty one is refused in words", async () => {
  const site = await halfWay();
  expect(await site.send("000000")).toBe("auth.bad_code");
  expect(await site.send("")).toBe("request.invalid");
  await expectNobodyIn(site);
  expect(await site.send(site.app())).toMatchObject({ userRole: "resident" });
});

test("after ten minutes one begins again, and what grew too old goes", async () => {
  const site = await halfWay();
  site.pass(10 * minute);
  expect(await site.send(site.app())).toBe("auth.half_way_over");
  await expectNobodyIn(site);
  expect(await site.signIn()).toBe(codePage);
  expect(site.halves()).toHaveLength(1);
  expect(await site.send(site.app())).toMatchObject({ userRole: "resident" });
});

test("without the provider's word, or with a made-up one, a code is worth nothing", async () => {
  const site = await withStep();
  expect(await site.send(site.app())).toBe("auth.half_way_over");
  site.browser.cookies.set("half", "x".repeat(43));
  expect(await site.send(site.app())).toBe("auth.half_way_over");
  await expectNobodyIn(site);
});

test("one's own code does not finish another's sign-in", async () => {
  const site = await withStep();
  const pieters = site.as("pieter").member.factors;
  const { secret } = await pieters.begin();
  const app = () =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.time() });
  await pieters.turnOn({ code: app() });
  signOutAll(site);
  site.pass(2 * minute);
  await site.signIn();
  expect(await site.send(app())).toBe("auth.bad_code");
  await expectNobodyIn(site);
});

test("too many wrong codes have to wait, also with the right one and after beginning again", async () => {
  const site = await halfWay();
  for (let made = 0; made < 5; made += 1) expect(await site.send("000000")).toBe("auth.bad_code");
  expect(await site.send(site.app())).toBe("auth.too_many");
  await site.signIn();
  expect(await site.send(site.app())).toBe("auth.too_many");
  await expectNobodyIn(site);
  site.pass(2 * minute);
  expect(await site.send(site.app())).toMatchObject({ userRole: "resident" });
  expect(site.db.select().from(throttles).all()).toMatchObject([{ failures: 5 }]);
});

test("wrong passwords of others do not keep out whom the provider vouches for, a held address does", async () => {
  const site = await withStep();
  const { db } = site;
  const name = { kind: "name", of: "thandi", accountId: site.people.thandi.id } as const;
  for (let made = 0; made < 9; made += 1) countFailure(db, [name], site.services.now().at);
  await site.signIn();
  const address = { kind: "address", of: "127.0.0.1" } as const;
  for (let made = 0; made < 30; made += 1) countFailure(db, [address], site.services.now().at);
  expect(await site.send(site.app())).toBe("auth.too_many");
  site.pass(2 * minute);
  expect(await site.send(site.app())).toMatchObject({ userRole: "resident" });
});

test("who was removed in between stays out", async () => {
  const site = await halfWay();
  await site.as("anna").admin.people.remove({ id: site.people.thandi.id });
  expect(await site.send(site.app())).toBe("auth.half_way_over");
  await expectNobodyIn(site);
});

test("the session this browser had ends with the code, not before", async () => {
  const site = await withStep();
  site.provider.subject = "anna";
  await site.signIn();
  const before = site.browser.cookies.get("sid");
  site.browser.cookies.delete("_session");
  site.provider.subject = "thandi";
  expect(await site.signIn()).toBe(codePage);
  expect(await site.session()).toMatchObject({ userRole: "admin" });
  await site.send(site.app());
  expect(site.browser.cookies.get("sid")).not.toBe(before);
  expect(site.sessionCount()).toBe(1);
  expect(await site.session()).toMatchObject({ userRole: "resident" });
});

test("an admin who lacks the step that is demanded is led to it, as after a password", async () => {
  const site = await withStep();
  writeSetting(site.db, "adminsNeedSecondStep", true, site.services.now().at);
  site.provider.subject = "anna";
  expect(await site.signIn()).toBe("/admin/dashboard");
  const current = await site.browser.get(`${site.base}/api/trpc/public.session.current`);
  expect((await current.json()).result.data).toMatchObject({ lacksSecondStep: true });
  const staff = await site.browser.get(`${site.base}/api/property/admin/staff`);
  expect(await staff.json()).toMatchObject({ code: "auth.second_step_missing" });
});

test("an admin with a second step needs it, whether or not the building requires it", async () => {
  const site = await withStep({ who: "anna" });
  expect(await site.signIn()).toBe(codePage);
  writeSetting(site.db, "adminsNeedSecondStep", true, site.services.now().at);
  expect(await site.signIn()).toBe(codePage);
  expect(await site.send(site.app())).toMatchObject({ userRole: "admin" });
});

test("what the browser keeps is out of scripts' reach, and no copy of it lies here", async () => {
  const site = await withStep();
  const place = await site.almostSignIn();
  const response = await site.browser.get(place);
  const line = response.headers.getSetCookie().find((each) => each.startsWith("half="));
  expect(line).toMatch(/^half=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const token = site.browser.cookies.get("half") ?? "";
  expect(JSON.stringify(site.halves())).not.toContain(token);
  await site.send("123456");
  for (const hidden of [token, "123456"]) expect(site.log.join("")).not.toContain(hidden);
});

test("over HTTPS it is Secure and bound to this host", async () => {
  const site = await withStep({ env: { STOEP_ORIGIN: "https://acacia.example" } });
  const place = await site.almostSignIn();
  const here = new URL(place.pathname + place.search, site.base);
  const response = await site.browser.get(here);
  const line = response.headers.getSetCookie().find((each) => each.includes("half="));
  expect(line).toMatch(/^__Host-half=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});
