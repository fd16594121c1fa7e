import { expect, test } from "vitest";
import { choosePassword, makeBearer } from "../features/account/session/service.ts";
import { hashPassword } from "../platform/auth/passwords/passwords.ts";
import { handClock, openServer } from "../testing.ts";
import { attempt, type Call, everyCall } from "./everyCall.ts";
import { contents, goodInput, goodValues, pietersThings } from "./samples.ts";

const asking = everyCall.filter(({ admission }) => admission.reauthenticate);
const password = "three herons on a roof";

/** The input a call needs, including what would make someone an admin. */
function inputFor(call: Call, things: Awaited<ReturnType<typeof pietersThings>>) {
  const admin = { role: "Admin", roles: "Admin", newRole: " admin" };
  const input = call.input && goodInput(call.input, goodValues(things), admin);
  const { currentPassword: _, maintenanceType: __, ...others } = input ?? {};
  return others;
}

/** Anna, who chose a password and signed in this many minutes ago. */
async function signedInAgo(minutes: number) {
  const { clock, pass } = handClock();
  const server = await openServer({ clock });
  const things = await pietersThings(server);
  const { id } = server.people.anna;
  const by = { accountId: id, origin: "test" };
  choosePassword(server.db, by, id, await hashPassword(password), server.services.now());
  const headers = { cookie: `sid=${server.tokenOf("anna")}` };
  const { token } = makeBearer(
    server.db,
    by,
    id,
    { label: "script", days: 1 },
    server.services.now().at,
  );
  await fetch(`${server.base}/api/auth/session`, { headers });
  pass({ minutes });
  const script = { authorization: `Bearer ${token}` };
  return { ...server, things, headers, script, pass };
}

const refusal = /^auth\./;

test("these ask for the password some minutes after signing in", () => {
  expect(asking.map(({ name }) => name).sort()).toEqual([
    "GET /api/property/admin/backups/:archive/file",
    "GET /api/property/profile/:profileId/data",
    "GET /api/register",
    "PATCH /api/property/admin/staff/updaterole/:id",
    "POST /api/auth/token",
    "POST /api/property/admin/backups/upload",
    "POST /api/property/admin/signup",
    "admin.backups.restore",
    "admin.factors.reset",
    "admin.factors.rule",
    "admin.invites.invite",
    "admin.invites.resetLink",
    "admin.people.changeRole",
    "admin.people.signUp",
    "admin.sheets.make",
    "member.factors.begin",
    "member.passkeys.beginAdding",
    "member.session.confirm",
    "member.session.makeToken",
  ]);
});

test.each(asking)("$name wants the right password later", async (call) => {
  const { base, db, things, headers } = await signedInAgo(11);
  const before = contents(db);
  const input = inputFor(call, things);
  const needed = { status: 403, code: "auth.password_needed" };
  expect(await attempt(base, call, headers, input)).toEqual(needed);
  expect(contents(db)).toBe(before);
  if (call.streams) return;
  const wrong = await attempt(base, call, headers, { ...input, currentPassword: "not this one" });
  expect(wrong.code).toBe("auth.wrong_password");
  const right = await attempt(base, call, headers, { ...input, currentPassword: password });
  expect(right.code ?? "").not.toMatch(refusal);
});

const confirm = everyCall.find(({ name }) => name === "member.session.confirm") as Call;

test.each(asking)("$name needs none right after signing in, or typing it", async (call) => {
  const { base, things, headers, pass } = await signedInAgo(9);
  const tried = async () => (await attempt(base, call, headers, inputFor(call, things))).code ?? "";
  expect(await tried()).not.toMatch(refusal);
  pass({ minutes: 2 });
  expect((await attempt(base, confirm, headers, { currentPassword: password })).status).toBe(200);
  pass({ minutes: 9 });
  expect(await tried()).not.toMatch(refusal);
  pass({ minutes: 2 });
  expect(await tried()).toBe("auth.password_needed");
});

test.each(asking)("$name is refused to a token alone", async (call) => {
  const { base, db, things, script } = await signedInAgo(1);
  await fetch(`${base}/api/auth/session`, { headers: script });
  const before = contents(db);
  expect((await attempt(base, call, script, inputFor(call, things))).code).toBe(
    "auth.password_needed",
  );
  expect(contents(db)).toBe(before);
});

test("asking whether it is still somebody does not make it so", async () => {
  const { base, headers, pass } = await signedInAgo(9);
  expect((await attempt(base, confirm, headers, {})).status).toBe(200);
  pass({ minutes: 2 });
  expect((await attempt(base, confirm, headers, {})).code).toBe("auth.password_needed");
});

test("signing in again will do, for a program that knows the password", async () => {
  const { rest, headers } = await signedInAgo(11);
  const program = rest();
  const makeToken = "POST /api/auth/token";
  expect(await program(makeToken, undefined, headers)).toMatchObject({ status: 403 });
  await program("POST /api/auth/sign-in", { username: "anna", password });
  expect(await program(makeToken)).toMatchObject({ status: 200 });
});

test("residents and staff are signed up, and get another trade, without the password", async () => {
  const { rest, base, things, headers, people } = await signedInAgo(11);
  for (const name of ["admin.people.signUp", "admin.invites.invite"]) {
    const call = everyCall.find((each) => each.name === name) as Call;
    const { maintenanceType: _, ...input } = goodInput(call.input, goodValues(things)) ?? {};
    expect((await attempt(base, call, headers, input)).status).toBe(200);
  }
  const path = `PATCH /api/property/admin/staff/updaterole/${people.sipho.id}`;
  expect(await rest()(path, { newRole: "Cleaning" }, headers)).toMatchObject({ status: 200 });
  expect(await rest()(path, { newRole: "Admin" }, headers)).toMatchObject({
    status: 403,
    body: { code: "auth.password_needed", field: "currentPassword" },
  });
  const typed = { newRole: "Admin", currentPassword: password };
  expect(await rest()(path, typed, headers)).toMatchObject({ status: 200 });
});
