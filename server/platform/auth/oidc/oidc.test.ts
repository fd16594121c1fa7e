import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { callback, newKey, secret } from "../../../contract/provider.ts";
import { removePerson } from "../../../features/people/service.ts";
import { openDoor } from "../../../testing.ts";
import { auditEvents } from "../../audit/table.ts";
import { building } from "../testing.ts";

const minute = 60_000;

type Building = Awaited<ReturnType<typeof building>>;

async function expectNobodyIn({ browser, session, sessionCount }: Building): Promise<void> {
  expect(browser.cookies.has("sid")).toBe(false);
  expect(await session()).toMatchObject({ code: "auth.signed_out" });
  expect(sessionCount()).toBe(0);
}

const refused = "/login?problem=auth.oidc_refused";
const unknownEmail = "/login?problem=auth.oidc_unknown_email";
const unavailable = "/login?problem=auth.oidc_unavailable";

test("a person whose verified email has an account is signed in and noted", async () => {
  const house = await building();
  await house.openProvider();
  expect(await house.signIn()).toBe("/resident/dashboard");
  const { id } = house.people.thandi;
  expect(await house.session()).toMatchObject({ profileId: id, userRole: "resident" });
  expect(house.browser.cookies.has("oidc")).toBe(false);
  expect(house.attempts()).toEqual([]);
  const events = house.db.select().from(auditEvents);
  expect(events.where(eq(auditEvents.action, "auth.oidc_sign_in")).all()).toMatchObject([
    { actorId: id, subjectId: id, origin: "127.0.0.1" },
  ]);
});

test("the email counts whatever its case, and also when the ID token brings it", async () => {
  const house = await building();
  const provider = await house.openProvider({ conformIdTokenClaims: false });
  provider.subject = "shouting";
  expect(await house.signIn()).toBe("/resident/dashboard");
  expect(await house.session()).toMatchObject({ profileId: house.people.thandi.id });
});

test("signing in again ends the session this browser had", async () => {
  const house = await building();
  const provider = await house.openProvider();
  await house.signIn();
  const before = house.browser.cookies.get("sid");
  house.browser.cookies.delete("_session");
  provider.subject = "anna";
  expect(await house.signIn()).toBe("/admin/dashboard");
  expect(house.browser.cookies.get("sid")).not.toBe(before);
  expect(house.sessionCount()).toBe(1);
  expect(await house.session()).toMatchObject({ profileId: house.people.anna.id });
});

test.each(["unverified", "silent", "worded", "stranger", "lookalike"])(
  "an email that is not verified or not ours signs nobody in: %s",
  async (subject) => {
    const house = await building();
    const provider = await house.openProvider();
    provider.subject = subject;
    expect(await house.signIn()).toBe(unknownEmail);
    await expectNobodyIn(house);
  },
);

test("an address somebody wrote into their profile is not believed before it is confirmed", async () => {
  const house = await building();
  const provider = await house.openProvider();
  provider.subject = "stranger";
  const email = "stranger@example.co.za";
  await house.as("thandi").resident.profile.update({ email });
  expect(await house.signIn()).toBe(unknownEmail);
  await expectNobodyIn(house);
  await house.as("anna").resident.profile.update({ profileId: house.people.thandi.id, email });
  expect(await house.signIn()).toBe("/resident/dashboard");
});

test("a removed person stays out", async () => {
  const house = await building();
  await house.openProvider();
  const { id } = house.people.thandi;
  removePerson(house.db, { accountId: null, origin: "test" }, { id }, house.house.now());
  expect(await house.signIn()).toBe(unknownEmail);
  await expectNobodyIn(house);
});

test("who declines at the provider is back at the login page", async () => {
  const house = await building();
  const provider = await house.openProvider();
  provider.declines = true;
  expect(await house.signIn()).toBe(refused);
  await expectNobodyIn(house);
});

test("a forged state is refused, with and without a cookie to match", async () => {
  const house = await building();
  await house.openProvider();
  const place = await house.almostSignIn();
  const forged = "x".repeat(43);
  place.searchParams.set("state", forged);
  expect(await house.arrive(place)).toBe(refused);
  house.browser.cookies.set("oidc", forged);
  expect(await house.arrive(place)).toBe(refused);
  await expectNobodyIn(house);
});

test("a callback without a state, a code or anything is refused", async () => {
  const house = await building();
  await house.openProvider();
  expect(await house.arrive(new URL(house.base + callback))).toBe(refused);
  for (const missing of ["state", "code", "iss"]) {
    const place = await house.almostSignIn();
    place.searchParams.delete(missing);
    expect(await house.arrive(place)).toBe(refused);
  }
  await expectNobodyIn(house);
});

test("a link from somebody else's sign-in does not sign this browser in", async () => {
  const house = await building();
  await house.openProvider();
  const place = await house.almostSignIn();
  house.browser.cookies.delete("oidc");
  expect(await house.arrive(place)).toBe(refused);
  await house.almostSignIn();
  expect(await house.arrive(place)).toBe(refused);
  await expectNobodyIn(house);
});

test("a code of another sign-in does not fit this one", async () => {
  const house = await building();
  await house.openProvider();
  const other = await house.almostSignIn();
  const own = await house.almostSignIn();
  own.searchParams.set("code", other.searchParams.get("code") ?? "");
  expect(await house.arrive(own)).toBe(refused);
  await expectNobodyIn(house);
});

test("a callback works once, even where the cookie is still there", async () => {
  const house = await building();
  await house.openProvider();
  const place = await house.almostSignIn();
  const kept = house.browser.cookies.get("oidc") ?? "";
  expect(await house.arrive(place)).toBe("/resident/dashboard");
  expect(await house.arrive(place)).toBe(refused);
  house.browser.cookies.set("oidc", kept);
  expect(await house.arrive(place)).toBe(refused);
  expect(house.sessionCount()).toBe(1);
});

test("two callbacks at once make one session", async () => {
  const house = await building();
  await house.openProvider();
  const place = await house.almostSignIn();
  const both = await Promise.all([house.arrive(place), house.arrive(place)]);
  expect(both.sort()).toEqual([refused, "/resident/dashboard"]);
  expect(house.sessionCount()).toBe(1);
});

test("an attempt lives for ten minutes and is then swept", async () => {
  const house = await building();
  await house.openProvider();
  const place = await house.almostSignIn();
  house.pass(11 * minute);
  expect(await house.arrive(place)).toBe(refused);
  await expectNobodyIn(house);

  await house.almostSignIn();
  house.pass(11 * minute);
  await house.almostSignIn();
  expect(house.attempts()).toHaveLength(1);
});

test("a house starts while its provider is down, and uses it once it is up", async () => {
  const house = await building();
  expect(await house.signIn()).toBe(unavailable);
  expect(await house.signIn()).toBe(unavailable);
  await house.openProvider();
  expect(await house.signIn()).toBe("/resident/dashboard");
});

test("a provider that is gone when one comes back signs nobody in", async () => {
  const house = await building();
  const provider = await house.openProvider();
  const place = await house.almostSignIn();
  provider.close();
  expect(await house.arrive(place)).toBe(unavailable);
  await expectNobodyIn(house);
});

test("a wrong client secret signs nobody in, and the log says what the provider said", async () => {
  const house = await building({ env: { OIDC_CLIENT_SECRET: "not the secret" } });
  await house.openProvider();
  expect(await house.signIn()).toBe(refused);
  await expectNobodyIn(house);
  expect(house.log.join("")).toContain('"reason":"invalid_client"');
});

test("an ID token that the provider did not sign is refused", async () => {
  const house = await building();
  const provider = await house.openProvider();
  provider.shownKey = newKey().shown;
  expect(await house.signIn()).toBe(refused);
  await expectNobodyIn(house);
});

test("one returns to the page one came for", async () => {
  const house = await building();
  await house.openProvider();
  const page = "/resident/reports/fines?status=Unpaid#newest";
  expect(await house.signIn(`?to=${encodeURIComponent(page)}`)).toBe(page);
});

const waysOut = [
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  " /resident",
  "javascript:alert(1)",
  "resident",
  "/naïve",
  `/${"a".repeat(1000)}`,
  "",
];

test("there is no way out of the house through `to`", async () => {
  const house = await building();
  await house.openProvider();
  for (const to of waysOut) {
    const arrived = await house.signIn(`?to=${encodeURIComponent(to)}`);
    expect({ to, arrived }).toEqual({ to, arrived: "/resident/dashboard" });
  }
});

test("a page written into the cookie by hand is checked again", async () => {
  const house = await building();
  await house.openProvider();
  const place = await house.almostSignIn();
  const state = house.browser.cookies.get("oidc") ?? "";
  house.browser.cookies.set("oidc", `${state}${encodeURIComponent("//evil.example")}`);
  expect(await house.arrive(place)).toBe("/resident/dashboard");
});

test("the provider is asked with PKCE, state and nonce, and the cookie is out of scripts' reach", async () => {
  const house = await building();
  await house.openProvider();
  const response = await house.browser.get(`${house.base}/api/auth/oidc/start`);
  const asked = new URL(response.headers.get("location") ?? "").searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: "code",
    scope: "openid email",
    redirect_uri: house.base + callback,
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  const [line] = response.headers.getSetCookie();
  expect(line).toMatch(/^oidc=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const [kept] = house.attempts();
  expect(JSON.stringify(kept)).not.toContain(asked.get("state"));
});

test("over HTTPS the cookie is Secure and bound to this host", async () => {
  const house = await building({ env: { STOEP_ORIGIN: "https://acacia.example" } });
  await house.openProvider();
  const response = await house.browser.get(`${house.base}/api/auth/oidc/start`);
  const [line] = response.headers.getSetCookie();
  expect(line).toMatch(/^__Host-oidc=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});

test("without a provider the addresses say that there is none", async () => {
  const { rest } = await openDoor();
  for (const address of ["/api/auth/oidc/start", callback]) {
    const { status, body } = await rest()(`GET ${address}`);
    expect({ status, code: body.code }).toEqual({ status: 404, code: "auth.oidc_off" });
  }
});

test("no secret and nothing personal reaches the log", async () => {
  const house = await building();
  const provider = await house.openProvider();
  provider.subject = "stranger";
  const place = await house.almostSignIn();
  const [attempt] = house.attempts();
  await house.arrive(place);
  const log = house.log.join("");
  expect(log).toContain("auth.oidc_unknown_email");
  const hidden = [secret, "example.co.za", "stranger", attempt?.verifier, attempt?.nonce];
  for (const text of [...hidden, ...place.searchParams.values()]) expect(log).not.toContain(text);
});
