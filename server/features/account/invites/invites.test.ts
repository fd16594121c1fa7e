import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { accounts, credentials, links } from "../../../platform/auth/table.ts";
import { mails } from "../../../platform/mail/testing.ts";
import { newcomer, openHouse, openServer } from "../../../testing.ts";

const { password: _, ...nomsa } = newcomer("Nomsa");
const chosen = { password: "her own password", confirmPassword: "her own password" };
const dead = "used before or has expired. If you used it, log in with your password.";
const replaced = "This link was replaced by a newer one.";
const withMail = { env: { SMTP_URL: "smtp://127.0.0.1:1" } };

const tokenIn = (link: string) => link.split("#")[1] ?? "";

/** A building that Nomsa was just invited to. */
async function invited(options: Parameters<typeof openHouse>[0] = {}) {
  const house = openHouse(options);
  const made = await house.as("anna").admin.invites.invite(nomsa);
  const lastMailed = () => /#([\w-]{43})/.exec(mails(house.db).at(-1)?.text ?? "")?.[1] ?? "";
  const resetLink = async () =>
    tokenIn((await house.as("anna").admin.invites.resetLink({ id: made.id })).link);
  const links = house.as().public.links;
  return { ...house, ...made, token: tokenIn(made.link), links, lastMailed, resetLink };
}

test("an invite says whose it is, and lets them in with the password they choose", async () => {
  const { as, links, token, link, qr, id } = await invited();
  expect(link).toMatch(/^http:\/\/stoep\.test\/link#[\w-]{43}$/);
  expect(qr).toMatch(/^<svg/);
  expect(await links.look({ token })).toEqual({ purpose: "invite", name: "Nomsa" });
  expect(await links.setPassword({ token, ...chosen })).toMatchObject({
    profileId: id,
    mustChangePassword: false,
  });
  const entry = { username: "nomsa", password: chosen.password };
  expect(await as().public.session.signIn(entry)).toMatchObject({ mustChangePassword: false });
  // It works once.
  await expect(links.look({ token })).rejects.toThrow(dead);
  await expect(links.setPassword({ token, ...chosen })).rejects.toThrow(dead);
});

test("a new link replaces the older ones, the lost invite too, and dies with its owner", async () => {
  const { as, id, links, token, resetLink } = await invited();
  const differ = { token, password: "one password", confirmPassword: "another one" };
  await expect(links.setPassword(differ)).rejects.toThrow("Passwords do not match");
  const resets = [];
  for (let each = 0; each < 2; each += 1) resets.push(await resetLink());
  const [older = "", newest = ""] = resets;
  for (const gone of [token, older]) {
    await expect(links.look({ token: gone })).rejects.toThrow(replaced);
    await expect(links.setPassword({ token: gone, ...chosen })).rejects.toThrow(replaced);
  }
  expect(await links.look({ token: newest })).toEqual({ purpose: "reset", name: "Nomsa" });
  await as("anna").admin.people.remove({ id });
  await expect(links.look({ token: newest })).rejects.toThrow(dead);
  await expect(links.setPassword({ token: newest, ...chosen })).rejects.toThrow(dead);
});

test("pressing Forgot for somebody leaves the links that an admin handed out, and the sheets", async () => {
  const { as, links, token, id, lastMailed, resetLink } = await invited(withMail);
  const { forgot } = as().public.session;
  await forgot({ username: "nomsa" });
  expect(await links.look({ token })).toMatchObject({ purpose: "invite" });
  const reset = await resetLink();
  await forgot({ username: "nomsa" });
  const inMail = lastMailed();
  for (const each of [reset, inMail])
    expect(await links.look({ token: each })).toEqual({ purpose: "reset", name: "Nomsa" });
  const { units } = await as("anna").admin.sheets.make({ people: [id] });
  const code = units[0]?.people[0]?.code ?? "";
  await forgot({ username: "nomsa" });
  expect(await links.look({ token: code })).toMatchObject({ purpose: "invite" });
  // Choosing a password invalidates all links.
  await links.setPassword({ token: code, ...chosen });
  const last = lastMailed();
  for (const each of [reset, inMail, last])
    await expect(links.look({ token: each })).rejects.toThrow(dead);
});

test("made-up tokens and those for something else open nothing", async () => {
  const { as, links, id, lastMailed } = await invited(withMail);
  await expect(links.look({ token: "x".repeat(43) })).rejects.toThrow(dead);
  await as("anna").admin.profile.update({ profileId: id, email: "n@example.co.za" });
  const verification = lastMailed();
  await expect(links.setPassword({ token: verification, ...chosen })).rejects.toThrow(dead);
  expect(await links.look({ token: verification })).toMatchObject({ purpose: "verify" });
});

test("a password chosen by a link ends the sessions there were", async () => {
  const { rest, as, people } = await openServer();
  const browser = rest("thandi");
  const { link } = await as("anna").admin.invites.resetLink({ id: people.thandi.id });
  const other = rest();
  const sent = { token: tokenIn(link), ...chosen };
  const answer = await other("POST /api/trpc/public.links.setPassword", sent);
  expect(answer.body.result.data).toMatchObject({ userRole: "resident" });
  expect((await browser("GET /api/auth/session")).status).toBe(401);
  expect((await other("GET /api/auth/session")).status).toBe(200);
});

test("only the hash of a link's token is stored, and no password before it is used", async () => {
  const { db, token } = await invited();
  expect(JSON.stringify(db.select().from(links).all())).not.toContain(token);
  expect(db.select().from(credentials).all()).toEqual([]);
});

test("with mail set up, invite and reset are mailed as well as shown", async () => {
  const { as, db, link, mailed, id } = await invited(withMail);
  expect(mailed).toBe(true);
  const reset = await as("anna").admin.invites.resetLink({ id });
  const letters = mails(db);
  expect(letters.map(({ to }) => to)).toEqual([nomsa.email, nomsa.email]);
  expect(letters[0]?.text).toContain(link);
  expect(letters[1]?.text).toContain(reset.link);
});

test("a verification link verifies the address once; unverified, people sign in all the same", async () => {
  const { as, db, links, lastMailed } = await invited(withMail);
  const { id } = await as("anna").admin.people.signUp(newcomer("Zola"));
  const token = lastMailed();
  const entry = { username: "zola", password: newcomer("Zola").password };
  await as().public.session.signIn(entry);
  const verified = () =>
    db.select().from(accounts).where(eq(accounts.id, id)).get()?.emailVerifiedAt;
  expect(verified()).toBeNull();
  await links.verify({ token });
  expect(verified()).toEqual(expect.any(String));
  await expect(links.verify({ token })).rejects.toThrow(dead);
  // A newer link replaces the older one.
  const tokens = [];
  for (const email of ["z@example.co.za", "zola@example.org"]) {
    await as("anna").admin.profile.update({ profileId: id, email });
    tokens.push(lastMailed());
  }
  const [older = "", newer = ""] = tokens;
  await expect(links.verify({ token: older })).rejects.toThrow(replaced);
  const own = { purpose: "verify", name: "Zola", email: "zola@example.org" };
  expect(await links.look({ token: newer })).toEqual(own);
  await links.verify({ token: newer });
});
