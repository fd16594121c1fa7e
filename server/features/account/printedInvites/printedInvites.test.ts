import { expect, test, vi } from "vitest";
import { auditEvents } from "../../../platform/audit/table.ts";
import { codeLetters } from "../../../platform/auth/schema.ts";
import { codeFor } from "../../../platform/auth/secrets.ts";
import { links } from "../../../platform/auth/table.ts";
import { building } from "../../../platform/auth/testing.ts";
import { outgoingMail } from "../../../platform/mail/table.ts";
import { handClock, newcomer, openHouse, openServer } from "../../../testing.ts";
import { people } from "../../people/table.ts";
import { maxPeople } from "./schema.ts";
import { byUnit, reachOf } from "./service.ts";

type TestBuilding = ReturnType<typeof openHouse>;

const chosen = { password: "her own password", confirmPassword: "her own password" };
const dead = "This code is wrong, has expired or was already used";
const notWaiting = "has since signed in, left or was removed";

const waiting = async ({ as }: Pick<TestBuilding, "as">) => {
  const { units } = await as("anna").admin.sheets.waiting();
  return units.flatMap(({ people }) => people);
};
const namesOf = (people: { name: string }[]) => people.map(({ name }) => name);

/** The printed invites of these people, and a function that finds a code by first name. */
async function make({ as, people }: TestBuilding, ...names: ("thandi" | "pieter" | "sipho")[]) {
  const admin = as("anna").admin;
  const made = await admin.sheets.make({ people: names.map((each) => people[each].id) });
  const blocks = made.units.flatMap(({ people }) => people);
  const handOut = () => admin.sheets.handOut({ codes: blocks.map(({ code }) => code) });
  const codeOf = (name: string) => blocks.find((block) => block.name === name)?.code ?? "";
  return { ...made, blocks, codeOf, handOut };
}

test("residents and staff wait until they have signed in, admins never do", async () => {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const { as, people } = house;
  await as("anna").admin.people.signUp(newcomer("Nomsa"));
  expect(namesOf(await waiting(house))).toEqual([
    ...["thandi", "pieter", "lerato", "Nomsa", "sipho"],
  ]);
  await as().public.session.signIn({ username: "nomsa", password: newcomer("Nomsa").password });
  await as("anna").admin.people.remove({ id: people.lerato.id });
  const { link } = await as("anna").admin.invites.resetLink({ id: people.pieter.id });
  await as().public.links.setPassword({ token: link.split("#")[1] ?? "", ...chosen });
  expect(namesOf(await waiting(house))).toEqual(["thandi", "sipho"]);
  // A first password that was not used in time leaves its owner waiting.
  await as("anna").admin.people.signUp(newcomer("Zola"));
  pass({ days: 20 });
  const since = "2026-11-20T09:26:24.123Z";
  expect(await waiting(house)).toContainEqual(
    expect.objectContaining({ name: "Zola", since, sheet: null }),
  );
});

test("a person who signed in through the provider has no password and waits no more", async () => {
  const house = await building();
  await house.openProvider();
  expect(namesOf(await waiting(house))).toContain("thandi");
  await house.signIn();
  expect(namesOf(await waiting(house))).not.toContain("thandi");
});

test("people stand together by unit, then those without one alone, and owners who live elsewhere last", () => {
  const person = (name: string, address: string, ...ownsFromElsewhere: string[]) => ({
    id: name,
    name,
    surname: "X",
    address,
    ownsFromElsewhere,
  });
  const units = byUnit([
    ...[person("Zola", ""), person("Ten", "Unit 10"), person("Two", "Unit 2")],
    ...[person("Owner", "Unit 2", "Unit 2"), person("Other owner", "", "Unit 2", "Unit 3")],
    ...[person("Anele", ""), person("Too", "unit  2"), person("Other", "Cottage")],
  ]);
  expect(units.map(({ name, people }) => [name, namesOf(people)])).toEqual([
    ["Cottage", ["Other"]],
    ["Unit 2", ["Two", "Too"]],
    ["Unit 10", ["Ten"]],
    ["Anele X", ["Anele"]],
    ["Zola X", ["Zola"]],
    ["Unit 2", ["Owner"]],
    ["Unit 2, Unit 3", ["Other owner"]],
  ]);
});

test("a sheet has all that is printed: whom to ask, where to go, and a code per person", async () => {
  const { clock } = handClock();
  const house = openHouse({ clock });
  const { building, trustee, join, units, blocks } = await make(house, "sipho", "thandi");
  expect({ building, trustee, join }).toEqual({
    building: "Our building",
    trustee: "anna Smit",
    join: "http://stoep.test/join",
  });
  expect(units.map(({ name }) => name)).toEqual(["Unit 3", "sipho Dube"]);
  for (const block of blocks) {
    expect(block.code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(block.link).toBe(`http://stoep.test/link#${block.code.replaceAll("-", "")}`);
    expect(block.qr).toMatch(/^<svg/);
    expect(block.until).toBe("2026-11-27T09:26:24.123Z");
  }
  expect(blocks[0]).toMatchObject({ name: "thandi", surname: "Mokoena", username: "thandi" });
});

test.each(["", "K7QM-4XPD-9RT", "K7QM-4XPD-9RTWW", "U7QM-4XPD-9RTW", "K7QM/4XPD/9RTW", "🙂"])(
  "%j is no code, and the words say what one looks like",
  async (token) => {
    await expect(openHouse().as().public.links.look({ token })).rejects.toThrow(
      "must be the 12 letters and digits on your sheet, such as K7QM-4XPD-9RTW",
    );
  },
);

test("a wrong code, a used one, an expired one and a removed person's get the same error", async () => {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const { codeOf } = await make(house, "thandi", "pieter", "sipho");
  const open = house.as().public.links;
  const refusal = (token: string) => open.look({ token }).catch(({ message }: Error) => message);
  const used = { token: codeOf("thandi"), ...chosen };
  expect(await open.setPassword(used)).toMatchObject({
    profileId: house.people.thandi.id,
    mustChangePassword: false,
  });
  await expect(open.setPassword(used)).rejects.toThrow(dead);
  await house.as("anna").admin.people.remove({ id: house.people.pieter.id });
  pass({ days: 6, minutes: 1439 });
  await open.look({ token: codeOf("sipho") });
  pass({ minutes: 1 });
  const messages = await Promise.all(
    ["0000-0000-0000", ...["thandi", "pieter", "sipho"].map(codeOf)].map(refusal),
  );
  expect(new Set(messages)).toEqual(
    new Set([
      `${dead}. Compare it with your sheet. If you used it, log in with your password. Otherwise ask an admin for a new one.`,
    ]),
  );
});

test("only a code's hash is stored; no audit event has the code, and no mail where mail is set up", async () => {
  const house = openHouse({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  const { codeOf } = await make(house, "thandi");
  const code = codeOf("thandi").replaceAll("-", "");
  expect(house.db.select().from(outgoingMail).all()).toEqual([]);
  const stored = [links, auditEvents].map((table) => house.db.select().from(table).all());
  expect(JSON.stringify(stored)).not.toContain(code);
  expect(house.db.select().from(auditEvents).all().at(-1)).toMatchObject({
    action: "sheets.make",
    actorId: house.people.anna.id,
    subjectId: house.people.thandi.id,
    after: { until: expect.any(String) },
  });
});

test("codes use every letter there is, and differ from batch to batch and person to person", () => {
  const codes = Array.from({ length: 2_000 }, (_, each) => codeFor(`${each >> 1}`, `${each & 1}`));
  expect(new Set(codes).size).toBe(codes.length);
  expect([...new Set(codes.join(""))].sort().join("")).toBe(codeLetters);
  expect(codeFor("1", "1")).toBe(codes[3]);
});

test("new sheets end the earlier ones, links too; and the list says what became of each", async () => {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const { as, people } = house;
  const open = as().public.links;
  const printedInviteOf = async (wanted: string) =>
    (await waiting(house)).find(({ name }) => name === wanted)?.sheet;
  const { id } = people.thandi;
  /** What an admin is told that a new link would replace. */
  const handedOut = () => as("anna").admin.sheets.handedOut({ id });
  expect(await handedOut()).toBeNull();
  const { link } = await as("anna").admin.invites.resetLink({ id });
  expect(await printedInviteOf("thandi")).toBeNull();

  const sheet = await make(house, "thandi");
  const first = sheet.codeOf("thandi");
  // Nobody has it yet.
  await open.look({ token: link.split("#")[1] ?? "" });
  expect(await printedInviteOf("thandi")).toBeNull();
  const until = "2026-11-27T09:26:24.123Z";
  expect(await handedOut()).toEqual({ kind: "link", until });
  await sheet.handOut();
  expect(await handedOut()).toEqual({ kind: "sheet", until });
  await expect(open.look({ token: link.split("#")[1] ?? "" })).rejects.toThrow(
    "This link was replaced by a newer one.",
  );
  pass({ days: 1 });
  const next = await make(house, "thandi", "sipho");
  const second = next.codeOf("thandi");
  await open.look({ token: first });
  expect(await printedInviteOf("thandi")).toMatchObject({ until });
  await next.handOut();
  await expect(open.look({ token: first })).rejects.toThrow(
    "This code was replaced by a newer one.",
  );
  await open.look({ token: second });
  const printedAt = "2026-11-21T09:26:24.123Z";
  expect(await printedInviteOf("thandi")).toEqual({ printedAt, until: "2026-11-28T09:26:24.123Z" });

  await as("anna").admin.invites.resetLink({ id });
  expect(await printedInviteOf("thandi")).toEqual({ printedAt, until: null });
  pass({ days: 7 });
  expect(await handedOut()).toBeNull();
  expect(await printedInviteOf("sipho")).toEqual({ printedAt, until: null });
});

test("a sheet that is made again ends the one that nobody was handed, and handing that out is refused in words", async () => {
  const house = openHouse();
  const { as, people } = house;
  const open = as().public.links;
  const first = await make(house, "thandi", "sipho");
  const second = await make(house, "thandi");
  const replaced = "This code was replaced by a newer one.";
  await expect(open.look({ token: first.codeOf("thandi") })).rejects.toThrow(replaced);
  // Whoever has printed both need not print the other again.
  await expect(first.handOut()).rejects.toThrow(
    `Newer sheets or links were made for these people meanwhile, so these codes do not work: ${first.codeOf("thandi")}. Make new sheets for them.`,
  );
  // The others of the same sheets are handed out all the same, and once.
  const states = async () =>
    (await waiting(house)).map(({ name, sheet }) => [name, sheet !== null]);
  const before = await states();
  expect(before).toContainEqual(["sipho", true]);
  expect(before).toContainEqual(["thandi", false]);
  await second.handOut();
  await second.handOut();
  const handed = house.db.select().from(auditEvents).all();
  expect(handed.filter(({ action }) => action === "sheets.print")).toHaveLength(2);

  // Somebody typed the code from the screen: there is nothing left to hand out.
  const third = await make(house, "pieter");
  await open.setPassword({ token: third.codeOf("pieter"), ...chosen });
  await third.handOut();
  await as("anna").admin.invites.resetLink({ id: people.thandi.id });
  await expect(open.look({ token: second.codeOf("thandi") })).rejects.toThrow(replaced);
  await expect(second.handOut()).rejects.toThrow("these codes do not work");
});

test("an owner who lives elsewhere waits apart, with 30 days; a company is named, and gets no sheet", async () => {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const { admin } = house.as("anna");
  const add = async (name: string, more = {}) =>
    (await admin.people.add({ name, surname: "Zwane", ...more })).id;
  const unit = await admin.units.add({ label: "Loft 1" });
  const shop = await admin.units.add({ label: "Shop 2" });
  const enter = (personId: string, role: string, unitId = unit.id) =>
    admin.parties.add({ unitId, personId, role, since: "2020-01-01" } as never);
  const [owner, tenant] = [await add("Nomsa"), await add("Busi")];
  const company = await add("Acme", { juristic: true, surname: "" });
  await enter(owner, "owner");
  await enter(tenant, "tenant");
  await enter(company, "owner", shop.id);
  const renter = await add("Baobab", { juristic: true, surname: "" });
  await enter(renter, "tenant", shop.id);
  const { units, companies } = await admin.sheets.waiting();
  // The dashboard counts those whom this page lists.
  const waiting = units.flatMap(({ people }) => people).length;
  const needs = async () => (await admin.dashboard.needs()).find(({ kind }) => kind === "sheets");
  const joined = async () => (await admin.dashboard.pictures()).joined;
  expect(await needs()).toMatchObject({ count: waiting, since: "2026-11-20", later: 0 });
  expect(await joined()).toEqual({ joined: 0, invited: 0, others: waiting });
  expect(companies).toMatchObject([
    { name: "Acme", units: ["Shop 2"] },
    { name: "Baobab", units: ["Shop 2"] },
  ]);
  const groups = units.map(({ name, isElsewhere, people }) => [name, isElsewhere, namesOf(people)]);
  expect(groups).toContainEqual(["Loft 1", false, ["Busi"]]);
  expect(groups.at(-1)).toEqual(["Loft 1", true, ["Nomsa"]]);

  const made = await admin.sheets.make({ people: [owner, tenant] });
  const [near, far] = made.units.map(({ people }) => people[0]);
  expect([near?.until, far?.until]).toEqual([
    "2026-11-27T09:26:24.123Z",
    "2026-12-20T09:26:24.123Z",
  ]);
  await admin.sheets.handOut({ codes: [near?.code ?? "", far?.code ?? ""] });
  expect(await needs()).toMatchObject({ count: waiting - 2, later: 2 });
  expect(await joined()).toEqual({ joined: 0, invited: 2, others: waiting - 2 });
  pass({ days: 29 });
  const open = house.as().public.links;
  await expect(open.look({ token: near?.code ?? "" })).rejects.toThrow(dead);
  expect(await open.look({ token: far?.code ?? "" })).toEqual({ purpose: "invite", name: "Nomsa" });
});

test("who had a unit and has none any more does not wait and is not counted; staff, and who comes back, do", async () => {
  const house = openHouse();
  const { admin } = house.as("anna");
  const { thandi, pieter, lerato, sipho } = house.people;
  const { id: unitId } = await admin.units.add({ label: "Loft 1" });
  const enter = ({ id: personId }: { id: string }, since: string, until?: string) =>
    admin.parties.add({ unitId, personId, role: "tenant", since, until });
  for (const each of [thandi, pieter, sipho]) await enter(each, "2020-01-01", "2026-11-19");
  await enter(pieter, "2027-01-01");
  // What was entered by mistake says nothing.
  await enter(lerato, "2026-11-01", "2026-11-01");
  expect(namesOf(await waiting(house))).toEqual(["pieter", "lerato", "sipho"]);
  const needs = (await admin.dashboard.needs()).find(({ kind }) => kind === "sheets");
  expect(needs).toMatchObject({ count: 3 });
  const { joined } = await admin.dashboard.pictures();
  expect(joined).toEqual({ joined: 0, invited: 0, others: 3 });
});

test("sent twice with one key, at once or after a lost answer, the same sheets come", async () => {
  const { rest, db, people } = await openServer();
  const anna = rest("anna");
  const send = (key: string, ids: string[]) =>
    anna("POST /api/trpc/admin.sheets.make", { people: ids }, { "idempotency-key": key });
  const order = [people.thandi.id, people.sipho.id];
  const [one, two] = await Promise.all([send("k", order), send("k", order)]);
  expect(one.status).toBe(200);
  expect(two.body).toEqual(one.body);
  expect(db.select().from(links).all()).toHaveLength(2);

  expect((await send("another", order)).status).toBe(200);
  // The codes of the first request no longer work, so they are not returned again.
  expect((await send("k", order)).body.error.data.reason).toMatchObject({
    code: "sheets.told",
    message: expect.stringContaining("Make new ones"),
  });
});

test("after a restart the codes cannot be shown again, and the answer says so", async () => {
  const house = openHouse();
  const by = { accountId: house.people.anna.id, origin: "test", requestKey: "k" };
  const order = { people: [house.people.thandi.id] };
  const now = house.services.now();
  const load = () => import("./service.ts");
  const { makePrintedInvites } = await load();
  const [unit] = makePrintedInvites(house.db, by, order, now);
  vi.resetModules();
  const restarted = await load();
  expect(() => restarted.makePrintedInvites(house.db, by, order, now)).toThrow(
    "cannot be shown again",
  );
  await house.as().public.links.look({ token: unit?.people[0]?.code ?? "" });
});

test.each<[string, (people: TestBuilding["people"]) => string[], string]>([
  ["nobody", () => [], "must name somebody"],
  ["somebody twice", ({ thandi }) => [thandi.id, thandi.id], "must name nobody twice"],
  ["too many", () => [...Array(maxPeople + 1).keys()].map(String), "at most 500 at once"],
  ["a stranger", ({ thandi }) => [thandi.id, "nobody"], notWaiting],
  ["an admin", ({ thandi, bongani }) => [thandi.id, bongani.id], notWaiting],
  ["one who is in", ({ thandi, pieter }) => [thandi.id, pieter.id], notWaiting],
])("for %s no sheet is made at all, and the words say why", async (_, ids, words) => {
  const house = openHouse();
  const { as, db } = house;
  const token = (await make(house, "pieter")).codeOf("pieter");
  await as().public.links.setPassword({ token, ...chosen });
  const before = db.select().from(links).all();
  await expect(as("anna").admin.sheets.make({ people: ids(house.people) })).rejects.toThrow(words);
  expect(db.select().from(links).all()).toEqual(before);
});

test.each([
  ["http://127.0.0.1:3000", "machine"],
  ["http://localhost:3000", "machine"],
  ["http://[::1]:3000", "machine"],
  ["http://192.168.1.20:3000", "number"],
  ["https://[fd00::20]", "number"],
  ["http://stoep.local:3000", "name"],
  ["https://stoep.example.co.za", "name"],
])("of the address %s the trustee is told that it reaches as a %s", (origin, reach) => {
  expect(reachOf(origin)).toBe(reach);
});

test("a person of the register who gets a sheet signs in as that same person", async () => {
  const house = openHouse();
  const { as, db } = house;
  const unit = await as("anna").admin.units.add({ label: "Loft 1" });
  const add = (name: string, more = {}) =>
    as("anna").admin.people.add({ name, surname: "Zwane", ...more });
  const nomsa = await add("Nomsa", { email: "nomsa@example.co.za" });
  const busi = await add("Busi", { email: "home@example.co.za" });
  // Two people have this email, so it does not say who of them signs in.
  await add("Chris", { email: "HOME@example.co.za" });
  const trust = await add("Zwane Trust", { juristic: true, surname: "" });
  const since = "2020-01-01";
  const enter = ({ id: personId }: { id: string }, role: "owner" | "tenant") =>
    as("anna").admin.parties.add({ unitId: unit.id, personId, since, role });
  for (const each of [nomsa, busi]) await enter(each, "tenant");
  await enter(trust, "owner");
  const before = db.select().from(people).all().length;
  const zwanes = (await waiting(house)).filter(({ surname }) => surname === "Zwane");
  expect(zwanes).toMatchObject([
    { id: nomsa.id, username: "", sheet: null },
    { id: busi.id, username: "" },
  ]);
  const order = { people: zwanes.map(({ id }) => id) };
  const { units } = await as("anna").admin.sheets.make(order);
  const blocks = units.flatMap((each) => each.people);
  expect(blocks.map(({ id, username }) => [id, username])).toEqual([
    [nomsa.id, "nomsa.zwane"],
    [busi.id, "busi.zwane"],
  ]);
  for (const { code } of blocks) await as().public.links.setPassword({ token: code, ...chosen });
  expect(db.select().from(people).all()).toHaveLength(before);
  const signIn = (username: string) =>
    as().public.session.signIn({ username, password: chosen.password });
  expect(await signIn("nomsa@example.co.za")).toMatchObject({ user: "Nomsa Zwane" });
  expect(await signIn("busi.zwane")).toMatchObject({ user: "Busi Zwane" });
  await expect(signIn("home@example.co.za")).rejects.toThrow("Invalid email or password");
  expect((await waiting(house)).filter(({ surname }) => surname === "Zwane")).toEqual([]);
});
