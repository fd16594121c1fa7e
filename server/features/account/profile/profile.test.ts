import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { declared } from "../../../api/declared.ts";
import { auditEvents } from "../../../platform/audit/table.ts";
import { hashPassword } from "../../../platform/auth/passwords/passwords.ts";
import { accounts } from "../../../platform/auth/table.ts";
import { mails } from "../../../platform/mail/testing.ts";
import { handClock, newcomer, openHouse, openServer } from "../../../testing.ts";
import { people as register } from "../../people/table.ts";
import { dataExportOf } from "../../privacy/dataExport/service.ts";
import { choosePassword } from "../session/service.ts";

const withMail = { env: { SMTP_URL: "smtp://127.0.0.1:1" } };

test("each role reads its own profile without naming anybody", async () => {
  const { as, people } = openHouse();
  const cards = [
    [await as("anna").admin.profile.get(), "anna"],
    [await as("thandi").resident.profile.get(), "thandi"],
    [await as("sipho").staff.profile.get(), "sipho"],
  ] as const;
  for (const [card, name] of cards) {
    expect(card).toMatchObject({ id: people[name].id, name, email: people[name].email });
    expect(card).not.toHaveProperty("idNumber");
  }
});

test("a new email is the one to sign in with, and is unverified again", async () => {
  const { as, db } = openHouse(withMail);
  const nomsa = newcomer("Nomsa");
  const { id } = await as("anna").admin.people.signUp(nomsa);
  const { text } = mails(db).at(-1) ?? { text: "" };
  await as().public.links.verify({ token: /#([\w-]{43})/.exec(text)?.[1] ?? "" });
  const card = () => as("anna").admin.profile.get({ profileId: id });
  expect(await card()).toMatchObject({ emailVerified: true });

  await as("anna").admin.profile.update({ profileId: id, email: "nomsa@new.example" });
  expect(await card()).toMatchObject({ email: "nomsa@new.example", emailVerified: false });
  const signIn = (username: string) =>
    as().public.session.signIn({ username, password: nomsa.password });
  await signIn("Nomsa@New.example");
  await expect(signIn(nomsa.email)).rejects.toThrow("Invalid email or password");
});

test("the verification goes to the new address; another case, number, or an admin's change needs none", async () => {
  const { as, db, people } = openHouse(withMail);
  const update = as("thandi").resident.profile.update;
  expect(await update({ cellPhone: "082 000 1111" })).toMatchObject({ emailUnproven: false });
  const email = "THANDI@example.co.za";
  expect(await update({ email })).toMatchObject({ email, emailUnproven: false });
  expect(mails(db)).toEqual([]);
  await update({ email: "thandi@new.example" });
  expect(mails(db)).toMatchObject([
    { to: "THANDI@example.co.za", subject: "Our building: your email address was changed" },
    { to: "thandi@new.example", subject: "Our building: confirm your email address" },
  ]);
  const { profile } = as("anna").admin;
  const pieters = { profileId: people.pieter.id, email: "pieter@new.example" };
  expect(await profile.update(pieters)).toMatchObject({ emailUnproven: false });
  const own = { email: "anna@new.example" };
  expect(await profile.update(own)).toMatchObject({ emailUnproven: true });
});

test("a link in the mailbox of the old address opens nothing any more", async () => {
  const { as, people } = openHouse(withMail);
  const { link } = await as("anna").admin.invites.resetLink({ id: people.thandi.id });
  await as("thandi").resident.profile.update({ email: "thandi@new.example" });
  await expect(as().public.links.look({ token: link.split("#")[1] ?? "" })).rejects.toThrow(
    "This link was used before or has expired",
  );
});

test.each([
  ["an owner who does not sign in", {}],
  ["somebody who was removed", { removed: true }],
  ["two who share it", { shared: true }],
])("the address of %s is nobody else's to type", async (_, details) => {
  const { as, people } = openHouse();
  const { removed, shared } = { removed: false, shared: false, ...details };
  const email = "Zoe@e.co.za";
  const admin = as("anna").admin.people;
  const { id } = await admin.add({ name: "Zoe", surname: "Botha", email });
  if (shared) await admin.add({ name: "Jan", surname: "Botha", email });
  if (removed) await admin.remove({ id });
  const { update, get } = as("thandi").resident.profile;
  await expect(update({ email: "zoe@e.co.za" })).rejects.toMatchObject({
    cause: { code: "people.email_taken", field: "email" },
  });
  expect(await get()).toMatchObject({ email: people.thandi.email });
});

test("whoever shared an email with somebody who changes theirs signs in with it again", async () => {
  const { as } = openHouse();
  const { people: admin, profile } = as("anna").admin;
  const [nomsa, zola] = [newcomer("Nomsa"), newcomer("Zola")];
  const { email } = nomsa;
  await admin.signUp(nomsa);
  const sharer = await admin.add({ name: "Themba", surname: "Dube", email, shareEmail: true });
  const { id: profileId } = await admin.signUp({ ...zola, email, shareEmail: true });
  await admin.remove({ id: sharer.id });
  const signIn = () => as().public.session.signIn({ username: email, password: nomsa.password });
  await expect(signIn()).rejects.toThrow("Invalid email or password");
  await profile.update({ profileId, email: zola.email });
  expect(await signIn()).toMatchObject({ user: "Nomsa Newcomer" });
});

test("a first email is told to nobody at an earlier one", async () => {
  const { as, db, people } = openHouse(withMail);
  const { id } = people.thandi;
  db.update(register).set({ email: "" }).where(eq(register.id, id)).run();
  db.update(accounts).set({ emailKey: null }).where(eq(accounts.id, id)).run();
  await as("thandi").resident.profile.update({ email: "thandi@new.example" });
  expect(mails(db).map(({ to }) => to)).toEqual(["thandi@new.example"]);
});

test("mail is with the data of whom it was for, whoever has the address since", async () => {
  const { as, people, db, services } = openHouse(withMail);
  const mailsOf = (id: string) => {
    const { mails: theirs } = dataExportOf({ db, declared }, id, services.now()).data as {
      mails: { to: string }[];
    };
    return theirs.map(({ to }) => to);
  };
  await as("thandi").resident.profile.update({ email: "thandi@new.example" });
  await as("pieter").resident.profile.update({ email: people.thandi.email });
  expect(mailsOf(people.pieter.id)).toEqual([people.pieter.email, people.thandi.email]);
  expect(mailsOf(people.thandi.id)).toEqual([people.thandi.email, "thandi@new.example"]);
  const { id } = people.thandi;
  await as("anna").admin.people.remove({ id });
  await as("anna").admin.privacy.erase({ id, confirmation: "thandi Mokoena" });
  expect(mails(db).map(({ to }) => to)).toEqual([people.pieter.email, people.thandi.email]);
});

test("a taken address reveals nothing else, and after five attempts more are refused", async () => {
  const { clock, pass } = handClock();
  const { as, people } = openHouse({ clock });
  const { update } = as("thandi").resident.profile;
  const taken = { email: people.pieter.email };
  for (let made = 0; made < 5; made += 1)
    await expect(update(taken)).rejects.toMatchObject({
      message: "This email cannot be used here. Enter another one.",
      cause: { code: "people.email_taken", field: "email" },
    });
  const held = { cause: { code: "auth.too_many", retryAfter: 30 } };
  // While she has to wait, the response does not show whether an address is free.
  for (const email of [people.sipho.email, "thandi@new.example"])
    await expect(update({ email })).rejects.toMatchObject(held);
  // Sending her current address again is allowed.
  const same = { email: people.thandi.email, cellPhone: "082 000 1111" };
  expect(await update(same)).toMatchObject(same);
  pass({ minutes: 1 });
  expect(await update({ email: "thandi@new.example" })).toMatchObject({
    email: "thandi@new.example",
  });
  const staff = as("sipho").staff.profile.update;
  for (let made = 0; made < 5; made += 1)
    await expect(staff(taken)).rejects.toThrow("This email cannot be used here");
  await expect(staff(taken)).rejects.toMatchObject(held);
});

test("an admin, who sees all addresses anyway, has no such limit", async () => {
  const { as, people } = openHouse();
  const taken = { profileId: people.thandi.id, email: people.pieter.email };
  for (let made = 0; made < 7; made += 1) {
    const { update } = made % 2 ? as("anna").admin.profile : as("anna").resident.profile;
    await expect(update(taken)).rejects.toThrow("This email cannot be used here");
    await expect(
      as("anna").admin.people.signUp({ ...newcomer("Nomsa"), email: people.pieter.email }),
    ).rejects.toThrow("This email cannot be used here");
  }
});

test("where no mail can show that an address is theirs, people are told why, and none goes out", async () => {
  const { as, db, people } = openHouse(withMail);
  const ask = async () => (await as("thandi").member.session.sendVerification()).message;
  const ofThandi = eq(accounts.id, people.thandi.id);
  expect(await ask()).toBe("A link to verify your address is on its way to thandi@example.co.za.");
  const { length } = mails(db);
  const at = "2026-11-20T09:00:00.000Z";
  db.update(accounts).set({ emailVerifiedAt: at, emailUnproven: true }).where(ofThandi).run();
  expect(await ask()).toContain("Confirm it with your password");
  db.update(accounts).set({ emailKey: null }).where(ofThandi).run();
  expect(await ask()).toContain("Somebody else here has this email too");
  db.update(register).set({ email: "" }).where(eq(register.id, people.thandi.id)).run();
  expect(await ask()).toContain("You have no email here yet");
  expect(mails(db)).toHaveLength(length);
});

test("changing one's address again and again cannot flood a mailbox", async () => {
  const { clock, pass } = handClock();
  const { as, db, people } = openHouse({ ...withMail, clock });
  const { update } = as("thandi").resident.profile;
  for (const email of ["a@flood.example", "b@flood.example", "c@flood.example"])
    await update({ email });
  const before = mails(db).length;
  const held = { cause: { code: "auth.too_many", retryAfter: 300 } };
  await expect(update({ email: "d@flood.example" })).rejects.toMatchObject(held);
  await expect(as("thandi").member.session.sendVerification()).rejects.toMatchObject(held);
  expect(await as("thandi").resident.profile.get()).toMatchObject({ email: "c@flood.example" });
  expect(mails(db)).toHaveLength(before);
  // An admin still can.
  await as("anna").admin.profile.update({ profileId: people.thandi.id, email: "t@new.example" });
  expect(mails(db).length).toBeGreaterThan(before);
  pass({ minutes: 6 });
  await update({ email: "thandi@new.example" });
});

test("several people together do not flood one mailbox either", async () => {
  const { as, db, people } = openHouse(withMail);
  const victim = "victim@outside.example";
  for (const name of ["thandi", "pieter", "thandi"] as const) {
    await as(name).resident.profile.update({ email: victim });
    await as("anna").admin.profile.update({
      profileId: people[name].id,
      email: people[name].email,
    });
  }
  await expect(as("sipho").staff.profile.update({ email: victim })).rejects.toMatchObject({
    cause: { code: "auth.too_many" },
  });
  expect(
    mails(db).filter(({ to, subject }) => to === victim && /confirm/.test(subject)),
  ).toHaveLength(3);
});

const password = "four herons wade";

/** Thandi has a password, and her email was changed on an unattended phone. */
async function withNewAddress(options = withMail) {
  const house = openHouse(options);
  const { as, db, people } = house;
  const { id } = people.thandi;
  const hash = await hashPassword(password);
  choosePassword(db, { accountId: id, origin: "test" }, id, hash, house.services.now());
  await as("thandi").resident.profile.update({ email: "thandi@new.example" });
  const letters = () => mails(db);
  const before = letters().length;
  /** The receivers of the mails since then. */
  const sent = () =>
    letters()
      .slice(before)
      .map(({ to }) => to);
  return { ...house, id, letters, sent };
}

test("no link that lets in is mailed to a changed address, verified or not", async () => {
  const { as, sent, letters, id } = await withNewAddress();
  const [notice, { text } = { text: "" }] = letters();
  expect(notice?.text).toContain("Sign out everywhere");
  expect(notice?.text).not.toContain("new.example");
  await as().public.links.verify({ token: /#([\w-]{43})/.exec(text)?.[1] ?? "" });
  const { message } = await as().public.session.forgot({ username: "thandi" });
  expect(message).toBe(
    "If you have an account here, we have mailed you a link to choose a new password.",
  );
  await as().public.session.forgot({ username: "thandi@new.example" });
  // An admin's link is shown for handing over only.
  expect(await as("anna").admin.invites.resetLink({ id })).toMatchObject({ mailed: false });
  expect(sent()).toEqual([]);
  expect(await as("thandi").resident.profile.get()).toMatchObject({
    emailVerified: true,
    emailUnproven: true,
  });
});

test("with the password it is confirmed, and links go there", async () => {
  const { as, sent, db, id } = await withNewAddress();
  await as("thandi").member.profile.confirmEmail({ currentPassword: password });
  expect(await as("thandi").resident.profile.get()).toMatchObject({ emailUnproven: false });
  expect(db.select().from(auditEvents).all().at(-1)).toMatchObject({
    action: "profile.confirm_email",
    actorId: id,
    after: { email: "thandi@new.example" },
  });
  const noted = db.select().from(auditEvents).all().length;
  await as("thandi").member.profile.confirmEmail({ currentPassword: password });
  expect(db.select().from(auditEvents).all()).toHaveLength(noted);
  await as().public.session.forgot({ username: "thandi" });
  expect(sent()).toEqual(["thandi@new.example"]);
});

test("a wrong password confirms nothing, and cannot be tried for ever", async () => {
  const { as, sent } = await withNewAddress();
  const confirm = (currentPassword: string) =>
    as("thandi").member.profile.confirmEmail({ currentPassword });
  for (let made = 0; made < 5; made += 1)
    await expect(confirm("not this one")).rejects.toThrow("This is not your current password");
  await expect(confirm(password)).rejects.toThrow("too many wrong tries");
  await expect(confirm("")).rejects.toThrow("must not be empty");
  await as().public.session.forgot({ username: "thandi" });
  expect(sent()).toEqual([]);
});

test("a person without a password cannot confirm it; an admin who saves the address does", async () => {
  const { as, people } = openHouse(withMail);
  const profileId = people.pieter.id;
  const email = "pieter@new.example";
  const card = () => as("anna").resident.profile.get({ profileId });
  await as("pieter").resident.profile.update({ email });
  await expect(
    as("pieter").member.profile.confirmEmail({ currentPassword: password }),
  ).rejects.toThrow("This is not your current password");
  await as("anna").resident.profile.update({ profileId, cellPhone: "082 000 1111" });
  expect(await card()).toMatchObject({ emailUnproven: true });
  await as("anna").resident.profile.update({ profileId, email });
  expect(await card()).toMatchObject({ emailUnproven: false });
});

test("on an admin's unattended phone a changed address is saved, but gets no links", async () => {
  const { clock, pass } = handClock();
  const { as, rest, db, people } = await openServer({ ...withMail, clock });
  const { id: profileId } = people.thandi;
  const phone = rest("anna");
  await phone("GET /api/auth/session");
  const save = (email: string) =>
    phone(`PUT /api/property/resident/profile/${profileId}`, { email });
  const card = () => as("anna").admin.profile.get({ profileId });
  await save("thandi@first.example");
  expect(await card()).toMatchObject({ emailUnproven: false });
  pass({ minutes: 11 });
  const email = "thandi@elsewhere.example";
  expect(await save(email)).toMatchObject({ status: 200, body: { email } });
  await save(email);
  expect(await card()).toMatchObject({ email, emailUnproven: true });
  const links = () => mails(db).filter(({ subject }) => /password/.test(subject));
  await as().public.session.forgot({ username: "thandi" });
  expect(links()).toEqual([]);
  // The address was confirmed before, so sending back the whole profile changes nothing.
  await as("anna").admin.profile.update({ profileId, email });
  await save(email.toUpperCase());
  expect(await card()).toMatchObject({ emailUnproven: false });
});

test("an admin who signed in some time ago is asked for the password before an address is confirmed", async () => {
  const { clock, pass } = handClock();
  const { as, people } = openHouse({ ...withMail, clock });
  const { id: profileId } = people.pieter;
  const email = "pieter@new.example";
  const admin = as("anna");
  await as("pieter").resident.profile.update({ email });
  const card = () => admin.admin.profile.get({ profileId });
  // Her session begins with her first change.
  await admin.admin.profile.update({ profileId, cellPhone: "082 000 1110" });
  pass({ minutes: 11 });
  const needed = { cause: { code: "auth.password_needed" } };
  await expect(admin.admin.profile.update({ profileId, email })).rejects.toMatchObject(needed);
  await expect(admin.resident.profile.update({ profileId, email })).rejects.toMatchObject(needed);
  // A number that is sent with the address is saved all the same.
  await admin.resident.profile.update({ profileId, email, cellPhone: "082 000 1111" });
  expect(await card()).toMatchObject({ cellPhone: "082 000 1111", emailUnproven: true });
});
