import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { auditEvents } from "../../../platform/audit/table.ts";
import { hashPassword } from "../../../platform/auth/passwords/passwords.ts";
import { recoveryCodes, secondFactors } from "../../../platform/auth/table.ts";
import { handClock, type Neighbour, openServer } from "../../../testing.ts";
import { people } from "../../people/table.ts";
import { choosePassword } from "../session/service.ts";

const password = "four herons wade";
const signIn = "POST /api/auth/sign-in";
const current = "GET /api/auth/session";

type Options = Parameters<typeof openServer>[0];

/** The code that the app on a person's phone shows at a given time. */
const appOf = (secret: string, clock: () => Date) => (seconds: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock().getTime() + seconds * 1000,
  });

/** A building where somebody has a password and, by default, a second factor. */
async function withStep(options: Options & { who?: Neighbour; on?: boolean } = {}) {
  const { who = "thandi", on = true } = options;
  const { clock, pass } = handClock();
  const server = await openServer({ clock, ...options });
  const { as, people, db, services, rest } = server;
  const { id } = people[who];
  const hash = await hashPassword(password);
  choosePassword(db, { accountId: id, origin: "test" }, id, hash, services.now());
  const member = as(who).member.factors;
  const { secret, uri, qr } = await member.begin();
  const app = appOf(secret, clock);
  const { codes } = on ? await member.turnOn({ code: app(0) }) : { codes: [] };
  pass({ minutes: 2 });
  const enter = (code?: string) =>
    rest()(signIn, { username: who, password, ...(code !== undefined && { code }) });
  const outcome = async (code?: string) => {
    const { status, body } = await enter(code);
    return status === 200 ? 200 : body.code;
  };
  return { ...server, clock, pass, id, member, secret, uri, qr, app, codes, enter, outcome };
}

test("a secret that was only looked at changes nothing, whatever the code field contains", async () => {
  const { member, enter } = await withStep({ on: false });
  expect(await member.own()).toEqual({ on: false, codesLeft: 0, needed: false });
  const { status, body } = await enter("");
  expect([status, Object.keys(body).sort()]).toEqual([200, ["profileId", "user", "userRole"]]);
});

test("the picture is one that every app scans", async () => {
  const { uri, qr, secret } = await withStep();
  expect(uri).toContain(`otpauth://totp/Our%20building:thandi%40example.co.za?`);
  for (const part of [`secret=${secret}`, "digits=6", "period=30", "algorithm=SHA1"])
    expect(uri).toContain(part);
  expect(qr).toMatch(/^<svg/);
});

test("the app of somebody without an email names their login by the username", async () => {
  const { member, db, id } = await withStep({ on: false });
  db.update(people).set({ email: "" }).where(eq(people.id, id)).run();
  expect((await member.begin()).uri).toContain("otpauth://totp/Our%20building:thandi?");
});

test("a wrong first code turns nothing on; a right one gives ten recovery codes", async () => {
  const { member, app, pass, codes, outcome } = await withStep({ on: false });
  expect(codes).toEqual([]);
  await expect(member.turnOn({ code: "000000" })).rejects.toThrow("code is wrong");
  expect(await outcome()).toBe(200);
  pass({ minutes: 1 });
  const { codes: given } = await member.turnOn({ code: app(0) });
  expect(given).toHaveLength(10);
  expect(new Set(given).size).toBe(10);
  for (const code of given) expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
  expect(await member.own()).toEqual({ on: true, codesLeft: 10, needed: false });
  await expect(member.begin()).rejects.toThrow("already set up");
  await expect(member.turnOn({ code: app(30) })).rejects.toThrow("already set up");
  // The code that turned it on does not sign in.
  expect(await outcome(app(0))).toBe("auth.bad_code");
  pass({ minutes: 1 });
  expect(await outcome(app(0))).toBe(200);
});

test("the password alone signs nobody in, and only a right one reveals the second step", async () => {
  const { rest, enter, app } = await withStep();
  const answer = await enter();
  expect(answer).toMatchObject({ status: 401, body: { code: "auth.code_needed", field: "code" } });
  expect(answer.headers.getSetCookie()).toEqual([]);
  const wrong = { username: "thandi", password: "four herons fly", code: app(0) };
  expect((await rest()(signIn, wrong)).body.code).toBe("auth.bad_credentials");
  expect((await enter(app(0))).status).toBe(200);
});

test("a code works once, the one before it no more, the next does, and none of another minute", async () => {
  const { outcome, app } = await withStep();
  for (const seconds of [-60, 60, 3600]) expect(await outcome(app(seconds))).toBe("auth.bad_code");
  expect(await outcome(app(0))).toBe(200);
  expect(await outcome(app(0))).toBe("auth.bad_code");
  expect(await outcome(app(-30))).toBe("auth.bad_code");
  expect(await outcome(` ${app(30).slice(0, 3)} ${app(30).slice(3)} `)).toBe(200);
});

test("after a clock that was years ahead the app's codes work", async () => {
  const { outcome, app, pass } = await withStep();
  pass({ days: 3650 });
  expect(await outcome(app(0))).toBe(200);
  pass({ days: -3650 });
  expect(await outcome(app(0))).toBe(200);
  expect(await outcome(app(0))).toBe("auth.bad_code");
});

test("each recovery code works once, however it is typed, and only for its owner", async () => {
  const { outcome, codes, member, db } = await withStep();
  const [first = "", second = ""] = codes;
  expect(await outcome(first)).toBe(200);
  expect(await outcome(first)).toBe("auth.bad_code");
  expect(await outcome(second.toLowerCase().replaceAll("-", " "))).toBe(200);
  expect(await member.own()).toMatchObject({ codesLeft: 8 });
  const stored = JSON.stringify(db.select().from(recoveryCodes).all());
  for (const code of codes) expect(stored).not.toContain(code.replaceAll("-", ""));
});

test("new recovery codes, which end the old ones, and turning it off ask for the password", async () => {
  const { member, codes, outcome, db } = await withStep();
  const [typed, wrong] = [{ currentPassword: password }, { currentPassword: "no" }];
  await expect(member.newCodes(wrong)).rejects.toThrow("not your current password");
  const { codes: fresh } = await member.newCodes(typed);
  expect(await outcome(codes[0])).toBe("auth.bad_code");
  expect(await outcome(fresh[0])).toBe(200);
  await expect(member.turnOff(wrong)).rejects.toThrow("not your current password");
  expect(await outcome()).toBe("auth.code_needed");
  await member.turnOff(typed);
  expect(await outcome()).toBe(200);
  expect(db.select().from(secondFactors).all()).toEqual([]);
  expect(db.select().from(recoveryCodes).all()).toEqual([]);
});

test("codes cannot be tried out, not even with the password", async () => {
  const { enter, outcome, app, pass } = await withStep();
  for (let made = 0; made < 5; made += 1) expect(await outcome("123456")).toBe("auth.bad_code");
  const held = await enter(app(0));
  expect([held.status, held.headers.get("retry-after")]).toEqual([429, "60"]);
  pass({ minutes: 2 });
  expect(await outcome(app(0))).toBe(200);
});

test("wrong codes are remembered for a week, and no longer", async () => {
  const { outcome, pass, app } = await withStep();
  const wrong = async (count: number) => {
    for (let made = 0; made < count; made += 1)
      expect(await outcome("000000")).toBe("auth.bad_code");
  };
  await wrong(4);
  pass({ days: 6, minutes: 1430 });
  await wrong(1);
  expect(await outcome(app(0))).toBe("auth.too_many");
  pass({ days: 7, minutes: 1 });
  await wrong(4);
  expect(await outcome(app(0))).toBe(200);
});

test("a new password by link signs nobody in without the second step", async () => {
  const { as, id, rest, app } = await withStep();
  const { link } = await as("anna").admin.invites.resetLink({ id });
  const fresh = "five herons wade";
  const token = link.split("#")[1] ?? "";
  const browser = rest();
  const chosen = { token, password: fresh, confirmPassword: fresh };
  const answer = await browser("POST /api/trpc/public.links.setPassword", chosen);
  expect(answer.body.result.data).toBeNull();
  expect(answer.headers.getSetCookie()).toEqual([]);
  const entry = { username: "thandi", password: fresh };
  expect((await browser(signIn, entry)).body.code).toBe("auth.code_needed");
  expect((await browser(signIn, { ...entry, code: app(0) })).status).toBe(200);
});

test("an admin resets the second step of somebody who lost it, which the trail records", async () => {
  const { as, id, outcome, db, people } = await withStep();
  expect((await as("anna").admin.factors.all()).people).toEqual([id]);
  await as("anna").admin.factors.reset({ id });
  expect(await outcome()).toBe(200);
  expect(db.select().from(auditEvents).all()).toContainEqual(
    expect.objectContaining({ action: "factors.reset", actorId: people.anna.id, subjectId: id }),
  );
});

test("an admin's own is turned off with the password and in no other way", async () => {
  const { as, id, outcome } = await withStep({ who: "anna" });
  await expect(as("anna").admin.factors.reset({ id })).rejects.toThrow("on your profile");
  expect(await outcome()).toBe("auth.code_needed");
});

test("what is done with it is noted, with no secret in it", async () => {
  const { db, member, outcome, codes, secret, id } = await withStep();
  await outcome(codes[0]);
  await member.newCodes({ currentPassword: password });
  await member.turnOff({ currentPassword: password });
  const events = db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.actorId, id))
    .orderBy(auditEvents.seq)
    .all();
  expect(events.map(({ action }) => action)).toEqual([
    ...["session.choose_password", "factors.turn_on", "session.sign_in"],
    ...["factors.new_codes", "factors.turn_off"],
  ]);
  expect(events[2]?.after).toEqual({ secondStep: "recovery code" });
  const trail = JSON.stringify(events);
  for (const each of [secret, ...codes]) expect(trail).not.toContain(each);
});

test("only an admin with a second step can require it of admins", async () => {
  const { as, rest, member, db, people } = await withStep({ who: "bongani" });
  await expect(as("anna").admin.factors.rule({ on: true })).rejects.toThrow(
    "your own second step first",
  );
  const annas = rest("anna");
  const read = async () => (await annas("GET /api/property/admin/staff")).body;
  expect(await read()).toHaveLength(2);
  await as("bongani").admin.factors.rule({ on: true });
  expect(await read()).toMatchObject({ code: "auth.second_step_missing" });
  const who = await annas("GET /api/trpc/public.session.current");
  expect(who.body.result.data).toMatchObject({ userRole: "admin", lacksSecondStep: true });
  expect(
    (await rest("thandi")("GET /api/trpc/public.session.current")).body.result.data,
  ).toMatchObject({ lacksSecondStep: false });
  await expect(member.turnOff({ currentPassword: password })).rejects.toThrow("cannot turn it off");
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({
    action: "factors.rule_for_admins",
    actorId: people.bongani.id,
    after: { on: true },
  });
});

test("an admin who must have one sets it up and goes on", async () => {
  const { as, rest, clock } = await withStep({ who: "bongani" });
  await as("bongani").admin.factors.rule({ on: true });
  const annas = rest("anna");
  const begun = await annas("POST /api/trpc/member.factors.begin", {});
  const code = appOf(begun.body.result.data.secret, clock)(0);
  expect((await annas("POST /api/trpc/member.factors.turnOn", { code })).status).toBe(200);
  expect((await annas("GET /api/property/admin/staff")).status).toBe(200);
  expect((await annas(current)).status).toBe(200);
});

test("before the rule is switched on, the page says which tokens will stop", async () => {
  const { as } = await withStep({ who: "bongani" });
  await as("anna").member.session.makeToken({ label: "gate screen" });
  await as("bongani").member.session.makeToken({ label: "his, with a second step" });
  await as("thandi").member.session.makeToken({ label: "of no admin" });
  expect(await as("bongani").admin.factors.all()).toMatchObject({
    adminsMust: false,
    stoppingTokens: [{ label: "gate screen", name: "anna", surname: "Smit" }],
  });
});
