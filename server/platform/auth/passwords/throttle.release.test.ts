import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { buildApp } from "../../../app.ts";
import { handClock, newcomer, openServer } from "../../../testing.ts";
import { auditEvents } from "../../audit/table.ts";
import { openBuilding } from "../../installation/database.ts";
import { outgoingMail } from "../../mail/table.ts";
import { devices, throttles } from "../table.ts";
import { callerOf, sweepThrottles } from "./throttle.ts";

const nomsa = newcomer("Nomsa");
const right = { username: "nomsa", password: nomsa.password };
const wrong = { username: "nomsa", password: "a wrong password" };
const signIn = "POST /api/auth/sign-in";

type Options = Parameters<typeof openServer>[0];

/** A building that Nomsa lives in too, with a clock that the test moves. */
async function withNomsa(options: Options = {}) {
  const { clock, pass } = handClock();
  const server = await openServer({ clock, ...options });
  const { id } = await server.as("anna").admin.people.signUp(nomsa);
  /** Tries to sign in this many times from an unknown browser; returns the statuses. */
  const tries = async (count: number, entry: object = wrong, headers = {}) => {
    const statuses: number[] = [];
    for (let made = 0; made < count; made += 1)
      statuses.push((await server.rest()(signIn, entry, headers)).status);
    return statuses;
  };
  /** The cookies of a phone that has signed in once. */
  const phone = async () => {
    const answer = await server.rest()(signIn, right);
    const cookies = answer.headers.getSetCookie().map((each) => each.split(";")[0]);
    return { cookie: cookies.filter((each) => each?.startsWith("device=")).join() };
  };
  return { ...server, id, clock, pass, tries, phone };
}

const five = [401, 401, 401, 401, 401];

test("after five wrong tries a name is locked, for the right password too, and the error says until when", async () => {
  const { tries, rest, pass } = await withNomsa();
  expect(await tries(5)).toEqual(five);
  const { status, body, headers } = await rest()(signIn, right);
  expect(status).toBe(429);
  expect(headers.get("retry-after")).toBe("30");
  expect(body).toEqual({
    code: "auth.too_many",
    message: "There were too many wrong tries. Try again in 30 seconds, or ask an admin.",
  });
  pass({ minutes: 1 });
  expect((await rest()(signIn, right)).status).toBe(200);
  // A right password forgets the wrong ones.
  await tries(4);
  expect(await tries(1, right)).toEqual([200]);
  expect(await tries(5)).toEqual(five);
});

test("each further wrong try locks it for twice as long, up to a quarter of an hour", async () => {
  const { tries, rest, pass } = await withNomsa();
  await tries(5);
  const waits: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    pass({ minutes: 16 });
    await tries(1);
    const { headers } = await rest()(signIn, wrong);
    waits.push(Number(headers.get("retry-after")));
  }
  expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900]);
});

test("a name without an account is locked in the same way, with the same error", async () => {
  const { tries, rest } = await withNomsa();
  const nobody = { ...wrong, username: "nobody" };
  expect(await tries(5, nobody)).toEqual(await tries(5));
  const answers = [await rest()(signIn, nobody), await rest()(signIn, wrong)];
  const [unknown, known] = answers.map(({ status, body }) => ({ status, body }));
  expect(unknown).toEqual(known);
});

test("another case of the name counts as the same name, and so do a person's username and email", async () => {
  const { tries } = await withNomsa();
  await tries(3);
  await tries(2, { ...wrong, username: nomsa.email.toUpperCase() });
  expect(await tries(1, { ...wrong, username: " NOMSA " })).toEqual([429]);
  expect(await tries(1, { ...right, username: nomsa.email })).toEqual([429]);
  expect(await tries(1, right)).toEqual([429]);
  expect(await tries(6, { ...wrong, username: "zodwa@example.co.za" })).toEqual([...five, 429]);
});

test("strangers' wrong attempts do not lock out a phone that has signed in before", async () => {
  const { tries, phone } = await withNomsa();
  const own = await phone();
  await tries(40);
  expect(await tries(1, right)).toEqual([429]);
  expect(await tries(1, right, own)).toEqual([200]);
});

test("attempts from a known phone are counted too, and it opens no other account", async () => {
  const { tries, phone, as } = await withNomsa();
  await as("anna").admin.people.signUp(newcomer("Zodwa"));
  const own = await phone();
  expect(await tries(11, wrong, own)).toEqual([...five, ...five, 429]);
  expect(await tries(1, right, own)).toEqual([429]);
  expect(await tries(1, right)).toEqual([200]);
  const zodwa = { ...wrong, username: "zodwa" };
  expect(await tries(6, zodwa, own)).toEqual([...five, 429]);
  const madeUp = { cookie: `device=${"x".repeat(43)}` };
  expect(await tries(6, { ...wrong, username: "nobody" }, madeUp)).toEqual([...five, 429]);
});

test("of a device only the hash is stored, and two people may share one", async () => {
  const { phone, rest, db, as } = await withNomsa();
  const zodwa = newcomer("Zodwa");
  await as("anna").admin.people.signUp(zodwa);
  const own = await phone();
  const token = own.cookie.split("=")[1] ?? "";
  const answer = await rest()(signIn, { username: "zodwa", password: zodwa.password }, own);
  expect(answer.headers.getSetCookie().join()).toContain(token);
  expect(answer.headers.getSetCookie()[1]).toMatch(
    /^device=.*; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(db.select().from(devices).all()).toHaveLength(2);
  expect(JSON.stringify(db.select().from(devices).all())).not.toContain(token);
});

test("an address that tries many names is locked, whatever it claims to forward for", async () => {
  const { rest, tries, phone } = await withNomsa();
  const own = await phone();
  for (let number = 0; number < 30; number += 1) {
    const forged = { "x-forwarded-for": `10.0.0.${number}`, forwarded: `for=10.0.0.${number}` };
    const entry = { ...wrong, username: `name${number}` };
    expect((await rest()(signIn, entry, forged)).status).toBe(401);
  }
  const forged = { "x-forwarded-for": "10.9.9.9", "x-real-ip": "10.9.9.9" };
  expect(await tries(1, { ...wrong, username: "another" }, forged)).toEqual([429]);
  expect(await tries(1, right, own)).toEqual([200]);
});

test("behind a proxy that is trusted it is the callers' own addresses that are counted", async () => {
  const { rest } = await withNomsa({ env: { TRUST_PROXY: "127.0.0.1" } });
  const from = (address: string, username: string) =>
    rest()(signIn, { ...wrong, username }, { "x-forwarded-for": address });
  for (let number = 0; number < 30; number += 1) await from("10.0.0.1", `name${number}`);
  expect((await from("10.0.0.1", "another")).status).toBe(429);
  expect((await from("10.0.0.2", "another")).status).toBe(401);
});

test("it survives a restart", async () => {
  const { tries, services, config } = await withNomsa({ onDisk: true });
  await tries(5);
  const db = openBuilding(config.database);
  const app = await buildApp({ ...services, db });
  onTestFinished(async () => {
    await app.close();
    db.$client.close();
  });
  const again = await app.inject({ method: "POST", url: "/api/auth/sign-in", payload: right });
  expect(again.statusCode).toBe(429);
});

test("an admin sees who is locked out and unlocks them; that is in the audit trail", async () => {
  const { tries, as, id, db, people } = await withNomsa();
  await tries(5);
  await tries(5, { ...wrong, username: nomsa.email });
  expect(await as("anna").admin.session.held()).toEqual([id]);
  await as("anna").admin.session.unlock({ id });
  expect(await as("anna").admin.session.held()).toEqual([]);
  expect(await tries(1, right)).toEqual([200]);
  // So does a new password by link.
  await tries(5);
  const { link } = await as("anna").admin.invites.resetLink({ id });
  const chosen = { password: "four herons wade", confirmPassword: "four herons wade" };
  await as().public.links.setPassword({ token: link.split("#")[1] ?? "", ...chosen });
  expect(await tries(1, { ...right, password: chosen.password })).toEqual([200]);
  expect(db.select().from(auditEvents).all()).toContainEqual(
    expect.objectContaining({ action: "session.unlock", actorId: people.anna.id, subjectId: id }),
  );
});

test("letting somebody try again frees no address from which much was guessed", async () => {
  const { tries, as, id, rest, phone, pass } = await withNomsa();
  const own = await phone();
  await tries(5);
  for (let number = 0; number < 25; number += 1)
    await rest()(signIn, { ...wrong, username: `name${number}` });
  await as("anna").admin.session.unlock({ id });
  expect(await as("anna").admin.session.held()).toEqual([]);
  const { status, body } = await rest()(signIn, right);
  expect({ status, message: body.message }).toEqual({
    status: 429,
    // An admin cannot lift this.
    message: "There were too many wrong tries from here. Try again in 60 seconds.",
  });
  expect(await tries(1, right, own)).toEqual([200]);
  pass({ minutes: 15 });
  expect(await tries(1, right)).toEqual([200]);
});

test("a clock that was years ahead causes no lock of years", async () => {
  const { tries, pass } = await withNomsa();
  pass({ days: 3650 });
  await tries(7);
  pass({ days: -3650 });
  expect(await tries(1, right)).toEqual([200]);
});

test("what was counted is forgotten after a day, and the row goes", async () => {
  const { tries, pass, db, services } = await withNomsa();
  await tries(4);
  // What was typed as a name may be a password, and is not stored.
  await tries(1, { username: "my secret password", password: "nomsa" });
  expect(JSON.stringify(db.select().from(throttles).all())).not.toContain("secret");
  pass({ days: 1, minutes: 1 });
  expect(await tries(5)).toEqual(five);
  pass({ days: 8 });
  sweepThrottles(db, services.now().at);
  expect(db.select().from(throttles).all()).toEqual([]);
});

test("while nothing can be written, sign-in attempts are refused", async () => {
  const { rest, config } = await withNomsa({ onDisk: true });
  const other = new Database(config.database);
  onTestFinished(() => void other.close());
  other.exec("BEGIN IMMEDIATE");
  const { status, headers } = await rest()(signIn, wrong);
  expect(status).toBe(503);
  expect(headers.get("retry-after")).toBe("1");
});

test("somebody with another person's session cannot guess the password without limit", async () => {
  const { rest } = await withNomsa();
  const nomsas = rest();
  await nomsas(signIn, right);
  const password = "four herons wade";
  const change = { currentPassword: "not this", password, confirmPassword: password };
  const path = "POST /api/trpc/member.session.changePassword";
  const send = async (current = change) => (await nomsas(path, current)).status;
  for (let made = 0; made < 5; made += 1) expect(await send()).toBe(400);
  const held = await nomsas(path, { ...change, currentPassword: nomsa.password });
  expect(held.status).toBe(429);
  expect(held.headers.get("retry-after")).toBe("30");
  expect((await nomsas("GET /api/auth/session")).status).toBe(200);
});

const forgot = "POST /api/trpc/public.session.forgot";
const withMail = { env: { SMTP_URL: "smtp://127.0.0.1:1" } };

test("mails with a link cannot be asked for without end, for a person or from an address", async () => {
  const { rest, db, pass } = await withNomsa(withMail);
  db.delete(outgoingMail).run();
  const send = (username: string) => rest()(forgot, { username });
  const fourTimes = async (...names: string[]) => {
    const answers: string[] = [];
    for (const name of names)
      for (let made = 0; made < 4; made += 1) {
        const { status, body } = await send(name);
        answers.push(JSON.stringify([status, body]));
      }
    return answers;
  };
  // Username and email share the limit of mails, which the answers do not show.
  const known = await fourTimes("nomsa", nomsa.email);
  // A mail is made after the answer, so that its time tells nothing.
  await expect.poll(() => db.select().from(outgoingMail).all().length).toBe(3);
  const { status, headers, body } = await send("nomsa");
  expect([status, headers.get("retry-after")]).toEqual([429, "300"]);
  expect(body.error.data.reason.message).toContain("Look in your mail");
  for (const name of "abcd") expect((await send(name)).status).toBe(200);
  expect((await send("e")).status).toBe(429);
  pass({ minutes: 61 });
  expect(await fourTimes("nobody", "nobody@example.co.za")).toEqual(known);
});

test.each([
  ["192.168.1.20", "192.168.1.20"],
  ["::ffff:192.168.1.20", "192.168.1.20"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2::9", "2001:db8:1:2"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
])("%s is counted as %s", (address, caller) => expect(callerOf(address)).toBe(caller));
