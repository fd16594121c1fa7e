import { eq, inArray, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { declared } from "../../api/declared.ts";
import { appRouter } from "../../api/router.ts";
import { fieldsOf } from "../../contract/samples.ts";
import { recordChange } from "../../platform/audit/audit.ts";
import { accounts, passkeys } from "../../platform/auth/table.ts";
import { mails } from "../../platform/mail/testing.ts";
import { handClock, newcomer, openHouse, openServer } from "../../testing.ts";
import { dataExportOf } from "../privacy/dataExport/service.ts";
import { addPersonWithoutSignIn, memberById, personById, readNewRole } from "./service.ts";
import { people } from "./table.ts";

const nomsa = newcomer("Nomsa");
const entry = { username: "nomsa", password: nomsa.password };

test("a first password has to be replaced, and stops working after 14 days without use", async () => {
  const { clock, pass } = handClock();
  const { as } = openHouse({ clock });
  const zola = newcomer("Zola");
  for (const person of [nomsa, zola]) await as("anna").admin.people.signUp(person);
  const { signIn } = as().public.session;
  pass({ days: 13, minutes: 1439 });
  expect(await signIn(entry)).toMatchObject({ user: "Nomsa Newcomer", mustChangePassword: true });
  // A wrong one does not count as used.
  const zolas = { username: "zola", password: zola.password };
  await expect(signIn({ ...zolas, password: "not her first one" })).rejects.toThrow("Invalid");
  pass({ minutes: 1 });
  await expect(signIn(zolas)).rejects.toThrow("Invalid email or password");
  pass({ days: 200 });
  expect(await signIn(entry)).toMatchObject({ mustChangePassword: true });
});

test.each([
  [undefined, []],
  ["smtp://127.0.0.1:1", ["nomsa@example.co.za"]],
])("with mail at %s the verification goes to %j", async (SMTP_URL, receivers) => {
  const { as, db } = openHouse({ env: SMTP_URL ? { SMTP_URL } : {} });
  const { message } = await as("anna").admin.people.signUp(nomsa);
  expect(message).toBe("Account created successfully. Please verify your email.");
  expect(mails(db).map(({ to }) => to)).toEqual(receivers);
});

const staff = { role: "Staff", maintenanceType: "Electricity" } as const;
const resident = { role: "Resident", maintenanceType: null } as const;

test.each([
  ["Admin", staff, { ...staff, role: "Admin" }],
  [" aDMIN ", resident, { role: "Admin", maintenanceType: null }],
  ["resident", staff, { ...staff, role: "Resident" }],
  ["STAFF", resident, { role: "Staff", maintenanceType: null }],
  ["Staff", { ...staff, role: "Resident" } as const, staff],
  ["staff", staff, staff],
  ["security", staff, { role: "Staff", maintenanceType: "Security" }],
])("newRole %j makes of %j a %j", (typed, current, next) => {
  expect(readNewRole(typed, current)).toEqual(next);
});

test.each([
  ["Admin Staff", staff],
  ["Cleaning", resident],
  ["cleaning", { role: "Admin", maintenanceType: null } as const],
])("newRole %j is nothing for %j", (typed, current) => {
  expect(() => readNewRole(typed, current)).toThrow(/newRole must be|Only staff have/);
});

test("a changed trade ends no session and no token; see the races of the contract for a role", async () => {
  const { rest, as, people } = await openServer();
  const laptop = rest("sipho");
  const { token } = await as("sipho").member.session.makeToken({});
  const script = { authorization: `Bearer ${token}` };
  await as("anna").admin.people.changeRole({ id: people.sipho.id, newRole: "Cleaning" });
  expect((await laptop("GET /api/auth/session")).status).toBe(200);
  expect((await rest()("GET /api/auth/session", undefined, script)).status).toBe(200);
});

test.each([
  ["letters nobody sees", "sipho\u3164", "cannot be shown"],
  ["a Cyrillic letter among Latin ones", "s\u0456pho", "different alphabets"],
  [
    "letters of another alphabet that look like somebody's",
    "\u0440\u0430\u0440\u0430",
    "already uses",
  ],
  ["marks nobody sees in somebody's", "p\u200ba\u00adpa", "already uses"],
])("a username with %s is refused", async (_, username, why) => {
  const { admin } = openHouse().as("anna");
  await admin.people.signUp({ ...newcomer("Papa"), username: "papa" });
  await expect(admin.people.signUp({ ...nomsa, username })).rejects.toThrow(why);
});

test("a removed person cannot sign in, and their username and email are free", async () => {
  const { as } = openHouse();
  const { id } = await as("anna").admin.people.signUp(nomsa);
  const remove = () => as("anna").admin.people.remove({ id, role: "Resident" });
  await remove();
  await expect(remove()).rejects.toThrow("could not be found");
  await expect(as().public.session.signIn(entry)).rejects.toThrow("Invalid email or password");
  const again = await as("anna").admin.people.signUp({ ...nomsa, email: "NOMSA@example.co.za" });
  expect(again.id).not.toBe(id);
});

type House = ReturnType<typeof openHouse>;

/** Somebody chooses a password. */
async function enter({ as }: House, id: string) {
  const { link } = await as("anna").admin.invites.resetLink({ id });
  const chosen = { password: "four herons wade", confirmPassword: "four herons wade" };
  await as().public.links.setPassword({ token: link.split("#")[1] ?? "", ...chosen });
}

const ways: [string, (house: House, id: string) => unknown][] = [
  ["a password", enter],
  [
    "a passkey",
    ({ db, services }, accountId) =>
      db
        .insert(passkeys)
        .values({
          accountId,
          credentialId: `of ${accountId}`,
          publicKey: Buffer.from("a key"),
          counter: 0,
          transports: [],
          label: "Phone",
          createdAt: services.now().at,
        })
        .run(),
  ],
  [
    "a provider",
    ({ db, services }, id) =>
      recordChange(db, { accountId: id, origin: "test" }, services.now().at, {
        action: "auth.oidc_sign_in",
        subjectId: id,
      }),
  ],
];

test.each(ways)("the last admin with %s stays, although another is invited", async (_, enable) => {
  const house = openHouse();
  const { anna, bongani } = house.people;
  const admin = house.as("anna").admin.people;
  const refused = { cause: { code: "people.last_admin" } };
  await enable(house, anna.id);
  await expect(admin.remove({ id: anna.id })).rejects.toMatchObject(refused);
  await expect(admin.changeRole({ id: anna.id, newRole: "Staff" })).rejects.toMatchObject(refused);
  await enable(house, bongani.id);
  await admin.remove({ id: anna.id });
  await expect(house.as("bongani").admin.people.remove({ id: bongani.id })).rejects.toMatchObject(
    refused,
  );
});

test("an admin who never used a first password counts until it no longer works", async () => {
  const { clock, pass } = handClock();
  const house = openHouse({ clock });
  const { id } = house.people.anna;
  const admin = house.as("bongani").admin.people;
  await enter(house, id);
  const { id: nomsaId } = await admin.signUp({ ...nomsa, role: "Admin" });
  await admin.changeRole({ id, newRole: "Staff" });
  await admin.changeRole({ id, newRole: "Admin" });
  pass({ days: 14 });
  await expect(admin.remove({ id })).rejects.toMatchObject({
    cause: { code: "people.last_admin" },
  });
  // Whoever cannot log in may go.
  await admin.remove({ id: nomsaId });
});

test("paging lists every resident exactly once, also those who join meanwhile", async () => {
  const { as } = openHouse();
  const invite = (name: string) => {
    const { password: _, ...person } = newcomer(name);
    return as("anna").admin.invites.invite(person);
  };
  for (const name of ["Ayanda", "Busi", "Chris", "Dineo"]) await invite(name);
  const walked: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await as("anna").admin.people.residents({ limit: 2, ...(cursor && { cursor }) });
    walked.push(...page.rows.map(({ name }) => name));
    if (walked.length === 4) await invite("Esther");
    cursor = page.nextCursor;
  }
  expect(walked).toEqual(["thandi", "pieter", "Ayanda", "Busi", "Chris", "Dineo", "Esther"]);
});

const { password: _, ...invited } = newcomer("Busi");

/** Every call that accepts an email address; in an empty building nobody has it yet. */
const enteringEmail: Record<string, (house: House, email: string) => Promise<unknown>> = {
  "admin.people.signUp": ({ as }, email) =>
    as("anna").admin.people.signUp({ ...newcomer("Busi"), email }),
  "admin.invites.invite": ({ as }, email) => as("anna").admin.invites.invite({ ...invited, email }),
  "admin.profile.update": ({ as, people }, email) =>
    as("anna").admin.profile.update({ profileId: people.pieter.id, email }),
  "admin.corrections.correct": async ({ as, people }, email) => {
    const { admin } = as("anna");
    const personId = people.thandi.id;
    const { version, name, surname } = await admin.corrections.details({ personId });
    return admin.corrections.correct({ personId, version, name, surname, email });
  },
  "resident.profile.update": ({ as }, email) => as("thandi").resident.profile.update({ email }),
  "staff.profile.update": ({ as }, email) => as("sipho").staff.profile.update({ email }),
};

test("every call that takes an email is listed with how it is used", () => {
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { inputs: unknown[] } }
  >;
  const taking = Object.entries(procedures).filter(([, { _def }]) =>
    _def.inputs.some((input) => "email" in fieldsOf(input)),
  );
  // Somebody who is only in the register signs in with nothing.
  const others = [
    ...["public.setup.create", "admin.people.add"],
    ...["resident.changeNotices.announce"],
  ];
  const expected = [...Object.keys(enteringEmail), ...others];
  expect(taking.map(([path]) => path).sort()).toEqual(expected.sort());
});

test.each(Object.entries(enteringEmail))(
  "%s takes no email that is somebody's username, because both sign in",
  async (_, enter) => {
    const house = openHouse();
    const username = "n.zwane@example.co.za";
    await house.as("anna").admin.people.signUp({ ...nomsa, username });
    await expect(enter(house, username.toUpperCase())).rejects.toMatchObject({
      cause: { code: "people.email_taken", field: "email" },
    });
    await enter(house, "nobody@example.co.za");
  },
);

test("an email is the same whatever the case of the letters of its host", async () => {
  const { as, people: neighbours } = openHouse();
  const email = "Jan@BÜCHER.example";
  const admin = as("anna").admin;
  await admin.people.add({ name: "Jan", surname: "Botha", email });
  for (const typed of ["jan@bücher.example", "jan@BU\u0308CHER.EXAMPLE"])
    await expect(as("thandi").resident.profile.update({ email: typed })).rejects.toMatchObject({
      cause: { code: "people.email_taken", field: "email" },
    });
  await expect(admin.people.signUp({ ...nomsa, email })).rejects.toMatchObject({
    cause: { code: "people.email_shared" },
  });
  expect(
    await admin.profile.update({ profileId: neighbours.thandi.id, email: "Me@ÉTÉ.example" }),
  ).toMatchObject({ email: "Me@été.example" });
});

const gogo = { name: "Gogo", surname: "Dlamini" };

test("somebody without account and email is known, in no list of the roles, and can be erased", async () => {
  const { as, db, people: neighbours, services } = openHouse();
  const anna = as("anna").admin;
  const by = { accountId: neighbours.anna.id, origin: "test" };
  const add = (requestKey: string) =>
    addPersonWithoutSignIn(db, { ...by, requestKey }, gogo, services.now());
  const id = add("once");
  expect(add("once")).toBe(id);
  expect(personById(db, id)).toMatchObject({ ...gogo, email: "", role: null, username: null });
  for (const list of [anna.people.residents, anna.people.staff, anna.people.admins])
    expect((await list({})).rows).toHaveLength(2);
  expect(await anna.privacy.people()).toContainEqual(
    expect.objectContaining({ id, ...gogo, role: null, state: "Here" }),
  );
  expect((await anna.audit.entries({ about: id })).rows).toMatchObject([
    { about: "Gogo Dlamini", action: "people.add" },
  ]);
  expect(dataExportOf({ db, declared }, id, services.now()).data).toMatchObject({
    person: gogo,
    mails: [],
  });

  for (const call of [
    () => anna.invites.resetLink({ id }),
    () => anna.people.changeRole({ id, newRole: "Admin" }),
    () => anna.people.remove({ id, role: "Resident" }),
    () => anna.profile.get({ profileId: id }),
  ])
    await expect(call()).rejects.toMatchObject({ cause: { code: "people.unknown" } });
  const confirmation = "Gogo Dlamini";
  await expect(anna.privacy.erase({ id, confirmation })).rejects.toThrow();
  await anna.people.remove({ id });
  await anna.privacy.erase({ id, confirmation });
  expect(await anna.privacy.person({ id })).toMatchObject({ name: "Erased", state: "Erased" });
});

test("whoever is signed up with the email of somebody in the register shares it, if that is agreed", async () => {
  const { as } = openHouse();
  const { people, invites } = as("anna").admin;
  await people.add({ name: "Themba", surname: "Dube", email: nomsa.email });
  const asked =
    "Themba Dube has this email too. If they share it, Nomsa Newcomer signs in with the username nomsa";
  await expect(people.signUp(nomsa)).rejects.toThrow(asked);
  const { password: _, ...invited } = nomsa;
  await expect(invites.invite(invited)).rejects.toMatchObject({
    cause: { code: "people.email_shared", field: "email" },
  });
  await expect(people.signUp({ ...nomsa, shareEmail: false })).rejects.toThrow(asked);
  await people.signUp({ ...nomsa, shareEmail: true });
  expect(await as().public.session.signIn(entry)).toMatchObject({ email: nomsa.email });
  await expect(as().public.session.signIn({ ...entry, username: nomsa.email })).rejects.toThrow(
    "Invalid email or password",
  );
});

test("signing up somebody who is in the register says so", async () => {
  const { people } = openHouse().as("anna").admin;
  await people.add({ name: "Nómsa", surname: "Newcomer", email: nomsa.email });
  await expect(people.signUp(nomsa)).rejects.toThrow(
    "Nómsa Newcomer is in the register already, with this email. If it is the same person, invite them under Invites on paper instead.",
  );
  await people.signUp({ ...nomsa, shareEmail: true });
});

test("whoever shared an email with somebody who is removed signs in with it again", async () => {
  const { as } = openHouse();
  const { people } = as("anna").admin;
  await people.signUp(nomsa);
  const themba = { name: "Themba", surname: "Dube", email: nomsa.email, shareEmail: true };
  const { id } = await people.add(themba);
  const signIn = () => as().public.session.signIn({ ...entry, username: nomsa.email });
  await expect(signIn()).rejects.toThrow("Invalid email or password");
  await people.remove({ id });
  expect(await signIn()).toMatchObject({ email: nomsa.email });
});

test("two people may share an email: it signs neither in, and no link goes there", async () => {
  const { as, db, people: neighbours } = openHouse({ env: { SMTP_URL: "smtp://127.0.0.1:1" } });
  const anna = as("anna").admin;
  const { id: nomsaId } = await anna.people.signUp(nomsa);
  const shared = "family@example.co.za";
  const both = [nomsaId, neighbours.thandi.id];
  db.update(people).set({ email: shared }).where(inArray(people.id, both)).run();
  db.update(accounts).set({ emailKey: null }).where(inArray(accounts.id, both)).run();

  expect(await as().public.session.signIn(entry)).toMatchObject({ email: shared });
  await expect(as().public.session.signIn({ ...entry, username: shared })).rejects.toThrow(
    "Invalid email or password",
  );
  for (const id of both)
    expect(await anna.invites.resetLink({ id })).toMatchObject({ mailed: false });
  // Sending the same email again does not make it theirs.
  await as("thandi").resident.profile.update({ email: shared, cellPhone: "083 765 4321" });
  expect(memberById(db, neighbours.thandi.id)).toMatchObject({ cellPhone: "083 765 4321" });
  expect(db.select().from(accounts).where(isNotNull(accounts.emailKey)).all()).toHaveLength(5);
  expect(mails(db).filter(({ to }) => to === shared)).toEqual([]);
  // An email of one's own signs in.
  await as("thandi").resident.profile.update({ email: "Thandi@example.com" });
  expect(
    db.select().from(accounts).where(eq(accounts.emailKey, "thandi@example.com")).all(),
  ).toEqual([expect.objectContaining({ id: neighbours.thandi.id, emailUnproven: true })]);
});
