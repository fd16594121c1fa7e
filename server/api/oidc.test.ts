import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { callback, newKey, secret } from "../contract/provider.ts";
import { auditEvents } from "../platform/audit/table.ts";
import { building, expectNobodyIn } from "../platform/auth/testing.ts";
import { openServer } from "../testing.ts";

const minute = 60_000;

/** A building whose provider is running. */
async function opened(env: Record<string, string> = {}, configuration?: object) {
  const site = await building({ env });
  return { ...site, provider: await site.openProvider(configuration) };
}

const refused = "/login?problem=auth.oidc_refused";
const unknownEmail = "/login?problem=auth.oidc_unknown_email";
const unavailable = "/login?problem=auth.oidc_unavailable";

test("a person whose verified email has an account is signed in and noted", async () => {
  const site = await opened();
  expect(await site.signIn()).toBe("/resident/dashboard");
  const { id } = site.people.thandi;
  expect(await site.session()).toMatchObject({ profileId: id, userRole: "resident" });
  expect(site.browser.cookies.has("oidc")).toBe(false);
  expect(site.attempts()).toEqual([]);
  const events = site.db.select().from(auditEvents);
  expect(events.where(eq(auditEvents.action, "auth.oidc_sign_in")).all()).toMatchObject([
    { actorId: id, subjectId: id, origin: "127.0.0.1" },
  ]);
});

test("the email counts whatever its case, and also when the ID token brings it", async () => {
  const site = await opened({}, { conformIdTokenClaims: false });
  site.provider.subject = "shouting";
  expect(await site.signIn()).toBe("/resident/dashboard");
  expect(await site.session()).toMatchObject({ profileId: site.people.thandi.id });
});

test.each(["unverified", "silent", "worded", "stranger", "lookalike"])(
  "an email that is not verified or not ours signs nobody in: %s",
  async (subject) => {
    const site = await opened();
    site.provider.subject = subject;
    expect(await site.signIn()).toBe(unknownEmail);
    await expectNobodyIn(site);
  },
);

test("an address somebody wrote into their profile is not believed before it is confirmed", async () => {
  const site = await opened();
  site.provider.subject = "stranger";
  const email = "stranger@example.co.za";
  await site.as("thandi").resident.profile.update({ email });
  expect(await site.signIn()).toBe(unknownEmail);
  await expectNobodyIn(site);
  await site.as("anna").resident.profile.update({ profileId: site.people.thandi.id, email });
  expect(await site.signIn()).toBe("/resident/dashboard");
});

test("who declines at the provider is back at the login page", async () => {
  const site = await opened();
  site.provider.declines = true;
  expect(await site.signIn()).toBe(refused);
  await expectNobodyIn(site);
});

const forged = "x".repeat(43);
type Opened = Awaited<ReturnType<typeof opened>>;

test.each<[what: string, tamper: (site: Opened, place: URL) => unknown]>([
  ["a forged state", (_, place) => place.searchParams.set("state", forged)],
  [
    "a forged state with a cookie to match",
    ({ browser }, place) => {
      place.searchParams.set("state", forged);
      browser.cookies.set("oidc", forged);
    },
  ],
  ["no state", (_, place) => place.searchParams.delete("state")],
  ["no code", (_, place) => place.searchParams.delete("code")],
  ["no issuer", (_, place) => place.searchParams.delete("iss")],
  ["the link of somebody else's sign-in", ({ browser }) => browser.cookies.delete("oidc")],
  ["the link of an earlier sign-in", (site) => site.almostSignIn()],
  [
    "the code of another sign-in",
    async (site, place) => {
      const { searchParams } = await site.almostSignIn();
      place.searchParams.set("state", searchParams.get("state") ?? "");
    },
  ],
])("a callback with %s is refused", async (_, tamper) => {
  const site = await opened();
  const place = await site.almostSignIn();
  await tamper(site, place);
  expect(await site.arrive(place)).toBe(refused);
  await expectNobodyIn(site);
});

test("a callback works once, even where the cookie is still there", async () => {
  const site = await opened();
  const place = await site.almostSignIn();
  const cookie = site.browser.cookies.get("oidc") ?? "";
  expect(await site.arrive(place)).toBe("/resident/dashboard");
  expect(await site.arrive(place)).toBe(refused);
  site.browser.cookies.set("oidc", cookie);
  expect(await site.arrive(place)).toBe(refused);
  expect(site.sessionCount()).toBe(1);
});

test("of two attempts in one browser the later gets in, also if the earlier comes back first", async () => {
  const site = await opened();
  const [earlier, later] = [await site.almostSignIn(), await site.almostSignIn()];
  expect(await site.arrive(earlier)).toBe(refused);
  expect(await site.arrive(later)).toBe("/resident/dashboard");
});

test("an attempt lives for ten minutes and is then swept", async () => {
  const site = await opened();
  const place = await site.almostSignIn();
  site.pass(11 * minute);
  expect(await site.arrive(place)).toBe(refused);
  await expectNobodyIn(site);

  await site.almostSignIn();
  site.pass(11 * minute);
  await site.almostSignIn();
  expect(site.attempts()).toHaveLength(1);
});

test("the server starts while its provider is down, and uses it once it is up", async () => {
  const site = await building();
  expect(await site.signIn()).toBe(unavailable);
  expect(await site.signIn()).toBe(unavailable);
  await site.openProvider();
  expect(await site.signIn()).toBe("/resident/dashboard");
});

test("a provider that is unreachable at the return signs nobody in", async () => {
  const site = await opened();
  const place = await site.almostSignIn();
  site.provider.close();
  expect(await site.arrive(place)).toBe(unavailable);
  await expectNobodyIn(site);
});

test("a wrong client secret signs nobody in, and the log says what the provider said", async () => {
  const site = await opened({ OIDC_CLIENT_SECRET: "not the secret" });
  expect(await site.signIn()).toBe(refused);
  await expectNobodyIn(site);
  expect(site.log.join("")).toContain('"reason":"invalid_client"');
});

test("an address that begins too many sign-ins has to wait, and nothing is stored for it", async () => {
  const site = await opened({ REQUESTS_PER_SECOND: "20" });
  // The limit does not grow meanwhile, however slow this machine is.
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  onTestFinished(() => void vi.restoreAllMocks());
  const begin = async () =>
    (await site.browser.get(`${site.base}/api/auth/oidc/start`)).headers.get("location");
  for (let each = 0; each < 2; each += 1) expect(await begin()).toContain("code_challenge");
  expect(await begin()).toBe("/login?problem=request.too_many");
  expect(site.attempts()).toHaveLength(2);
});

test("an ID token that the provider did not sign is refused", async () => {
  const site = await opened();
  site.provider.shownKey = newKey().shown;
  expect(await site.signIn()).toBe(refused);
  await expectNobodyIn(site);
});

test("one returns to the page one came for", async () => {
  const site = await opened();
  const page = "/resident/reports/fines?status=Unpaid#newest";
  expect(await site.signIn(`?to=${encodeURIComponent(page)}`)).toBe(page);
});

test("whoever the provider does not let in still gets to the page they came for, with a password", async () => {
  const site = await building();
  const leave = () => site.signIn(`?to=${encodeURIComponent("/resident/fines?status=Unpaid")}`);
  const page = "&to=%2Fresident%2Ffines%3Fstatus%3DUnpaid";
  expect(await leave()).toBe(unavailable + page);
  const provider = await site.openProvider();
  provider.declines = true;
  expect(await leave()).toBe(refused + page);
  expect(await site.signIn("?to=//evil.example")).toBe(refused);
});

const waysOut = [
  ...["https://evil.example/", "//evil.example", "/\\evil.example", "\\\\evil.example"],
  ...["/\t/evil.example", "/\n/evil.example", " /resident", "javascript:alert(1)", "resident"],
  ...["/naïve", `/${"a".repeat(1000)}`, ""],
];

test("nothing leads to another site through `to`", async () => {
  const site = await opened();
  for (const to of waysOut) {
    const arrived = await site.signIn(`?to=${encodeURIComponent(to)}`);
    expect({ to, arrived }).toEqual({ to, arrived: "/resident/dashboard" });
  }
});

test("a page written into the cookie by hand is checked again", async () => {
  const site = await opened();
  const place = await site.almostSignIn();
  const state = site.browser.cookies.get("oidc") ?? "";
  site.browser.cookies.set("oidc", `${state}${encodeURIComponent("//evil.example")}`);
  expect(await site.arrive(place)).toBe("/resident/dashboard");
});

test("the request to the provider has PKCE, state and nonce, and scripts cannot read the cookie", async () => {
  const site = await opened();
  const response = await site.browser.get(`${site.base}/api/auth/oidc/start`);
  const query = new URL(response.headers.get("location") ?? "").searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    response_type: "code",
    scope: "openid email",
    redirect_uri: site.base + callback,
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  const [line] = response.headers.getSetCookie();
  expect(line).toMatch(/^oidc=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const [attempt] = site.attempts();
  expect(JSON.stringify(attempt)).not.toContain(query.get("state"));
});

test("without a provider the addresses say that there is none", async () => {
  const { rest } = await openServer();
  for (const address of ["/api/auth/oidc/start", callback]) {
    const { status, body } = await rest()(`GET ${address}`);
    expect({ status, code: body.code }).toEqual({ status: 404, code: "auth.oidc_off" });
  }
});

test("no secret and nothing personal reaches the log", async () => {
  const site = await opened();
  site.provider.subject = "stranger";
  const place = await site.almostSignIn();
  const [attempt] = site.attempts();
  await site.arrive(place);
  const log = site.log.join("");
  expect(log).toContain("auth.oidc_unknown_email");
  const hidden = [secret, "example.co.za", "stranger", attempt?.verifier, attempt?.nonce];
  for (const text of [...hidden, ...place.searchParams.values()]) expect(log).not.toContain(text);
});
