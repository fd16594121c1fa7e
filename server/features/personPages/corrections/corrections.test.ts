import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditEvents } from "../../../platform/audit/table.ts";
import { accounts } from "../../../platform/auth/table.ts";
import { openIdNumber } from "../../../platform/idNumbers/idNumbers.ts";
import { mails } from "../../../platform/mail/testing.ts";
import { openHouse } from "../../../testing.ts";
import { personById } from "../../people/service.ts";
import { people } from "../../people/table.ts";
import { type Correction, typedCorrection } from "../schema.ts";

const withMail = { env: { SMTP_URL: "smtp://127.0.0.1:1" } };
type TestBuilding = ReturnType<typeof openHouse>;

/** Opens somebody's form; the function it returns saves it with other values in some fields. */
async function formOf({ as }: TestBuilding, personId: string) {
  const { admin } = as("anna");
  const { version, juristic, signsIn, isAddressFilled, address, idNumber, ...details } =
    await admin.corrections.details({ personId });
  const shown = isAddressFilled ? details : { ...details, address };
  return (other: Partial<Correction>) =>
    admin.corrections.correct({ personId, version, ...shown, ...other });
}

const entriesOf = ({ db }: TestBuilding, id: string) =>
  db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, id))
    .orderBy(asc(auditEvents.seq))
    .all();

const mailsOf = ({ db }: TestBuilding) => mails(db).map(({ to, subject }) => [to, subject]);

const emailKeyOf = ({ db }: TestBuilding, id: string) =>
  db.select().from(accounts).where(eq(accounts.id, id)).get()?.emailKey;

test("an admin corrects a name and a number: it is noted from what to what, and the person told", async () => {
  const house = openHouse(withMail);
  const { id, email } = house.people.thandi;
  const [save, again] = [await formOf(house, id), await formOf(house, id)];
  // What is stored already is noted nowhere, and told nobody, as by whoever heard no answer.
  await again({});
  const corrected = { surname: "Mokoena-Nkosi", cellPhone: "083 000 1111" };
  await save(corrected);
  await save(corrected);
  expect(personById(house.db, id)).toMatchObject({
    name: "thandi",
    surname: "Mokoena-Nkosi",
    cellPhone: "083 000 1111",
    username: "thandi",
    address: "Unit 3",
  });
  expect(entriesOf(house, id).at(-1)).toMatchObject({
    action: "corrections.correct",
    actorId: house.people.anna.id,
    before: { surname: "Mokoena", cellPhone: "082 123 4567" },
    after: { surname: "Mokoena-Nkosi", cellPhone: "083 000 1111" },
  });
  expect(mailsOf(house)).toEqual([[email, expect.stringContaining("your details were corrected")]]);
  const own = await house.as("thandi").resident.personPages.mine();
  expect(own).toMatchObject({ surname: "Mokoena-Nkosi", signsIn: true });
  expect(own.history[0]).toMatchObject({
    action: "corrections.correct",
    isOwn: false,
    changes: expect.arrayContaining([
      { field: "surname", before: "Mokoena", after: "Mokoena-Nkosi" },
    ]),
  });
});

test("of two admins at once the second is refused, and nothing of the first is lost", async () => {
  const house = openHouse();
  const { id } = house.people.thandi;
  const [first, second] = [await formOf(house, id), await formOf(house, id)];
  await first({ cellPhone: "083 000 1111" });
  await expect(second({ surname: "Other" })).rejects.toThrow("Somebody has changed these details");
  expect(personById(house.db, id)).toMatchObject({
    surname: "Mokoena",
    cellPhone: "083 000 1111",
  });
  const third = await formOf(house, id);
  await house.as("thandi").resident.profile.update({ cellPhone: "084 000 1111" });
  await expect(third({ surname: "Other" })).rejects.toThrow("Somebody has changed these details");
});

test("an email that somebody signs in with asks first, then both use their usernames and hear it", async () => {
  const house = openHouse(withMail);
  const { thandi, pieter } = house.people;
  const save = await formOf(house, thandi.id);
  await expect(save({ email: pieter.email })).rejects.toMatchObject({
    cause: { code: "people.email_shared", field: "email" },
    message:
      "pieter van Wyk has this email too. If they share it, pieter van Wyk signs in with the username pieter, and thandi Mokoena signs in with the username thandi from then on. Confirm that, or enter another email.",
  });
  expect(emailKeyOf(house, pieter.id)).toBe(pieter.email);
  await save({ email: pieter.email, shareEmail: true });
  for (const { id } of [thandi, pieter]) {
    expect(emailKeyOf(house, id)).toBeNull();
    expect(entriesOf(house, id)).toContainEqual(
      expect.objectContaining({ action: "people.share_email" }),
    );
  }
  const username = "log in with your username";
  expect(mailsOf(house)).toEqual([
    [thandi.email, expect.stringContaining("your email address was changed")],
    [pieter.email, expect.stringContaining(username)],
    [pieter.email, expect.stringContaining(username)],
  ]);
  // When they no longer share it, who keeps it signs in with it again.
  await (await formOf(house, thandi.id))({ email: "thandi@new.example" });
  expect(emailKeyOf(house, thandi.id)).toBe("thandi@new.example");
  expect(emailKeyOf(house, pieter.id)).toBe(pieter.email);
});

test("somebody without a login is told by mail too, and may share with others like them unasked", async () => {
  const house = openHouse(withMail);
  const { people } = house.as("anna").admin;
  const family = "family@example.co.za";
  await people.add({ name: "Gogo", surname: "Dlamini", email: family });
  const { id } = await people.add({ name: "Sello", surname: "Dlamini", email: "s@example.co.za" });
  await (await formOf(house, id))({ email: family, name: "Selo" });
  expect(mailsOf(house)).toEqual([
    ["s@example.co.za", expect.stringContaining("your email address was changed")],
    [family, expect.stringContaining("your details were corrected")],
  ]);
  const thandi = await formOf(house, house.people.thandi.id);
  await expect(thandi({ email: family })).rejects.toThrow(
    /Dlamini has this email too\. If they share it, thandi Mokoena signs in with the username thandi/,
  );
});

test("the unit is corrected where the register does not say it, and then the register has them there", async () => {
  const house = openHouse();
  const { admin } = house.as("anna");
  const unit = await admin.units.add({ label: "Unit 12" });
  const { id } = house.people.sipho;
  await (await formOf(house, id))({ address: "unit 12" });
  expect(await admin.parties.ofPerson({ id })).toMatchObject([
    { unitId: unit.id, role: "occupant" },
  ]);
  await expect((await formOf(house, id))({ address: "Unit 3" })).rejects.toMatchObject({
    cause: { code: "corrections.address_from_register", field: "address" },
  });
});

test("a company has no surname; whoever was removed, and a stranger, cannot be corrected", async () => {
  const house = openHouse();
  const { admin } = house.as("anna");
  const { id } = await admin.people.add({ name: "Tau Trust", juristic: true });
  const save = await formOf(house, id);
  await save({ name: "Tau Family Trust" });
  expect(personById(house.db, id)).toMatchObject({ name: "Tau Family Trust", surname: "" });
  const later = await formOf(house, id);
  await admin.people.remove({ id });
  await expect(later({ name: "Tau" })).rejects.toThrow("was removed from the register");
  await expect(admin.corrections.details({ personId: "nobody" })).rejects.toThrow(
    "This person could not be found",
  );
});

test("an entry becomes a company or a person again: it is noted in words, and told by mail", async () => {
  const house = openHouse(withMail);
  const { admin } = house.as("anna");
  const email = "tau@example.co.za";
  const added = { name: "Tau", surname: "Holdings", email, idNumber: "2014/118302/07" };
  const { id } = await admin.people.add(added);
  await (await formOf(house, id))({ juristic: true, name: "Tau Holdings", surname: "" });
  expect(personById(house.db, id)).toMatchObject({
    juristic: true,
    name: "Tau Holdings",
    surname: "",
    email,
  });
  expect(await admin.personPages.one({ personId: id })).toMatchObject({ idNumber: "•••• 2/07" });
  expect(entriesOf(house, id).at(-1)).toMatchObject({
    action: "corrections.correct",
    before: { kind: "Person", name: "Tau", surname: "Holdings" },
    after: { kind: "Company", name: "Tau Holdings", surname: "" },
  });
  await (await formOf(house, id))({ juristic: false, name: "Tau", surname: "Holdings" });
  expect(personById(house.db, id)).toMatchObject({ juristic: false, surname: "Holdings" });
  expect(entriesOf(house, id).at(-1)).toMatchObject({
    before: { kind: "Company" },
    after: { kind: "Person" },
  });
  const corrected = [email, expect.stringContaining("your details were corrected")];
  expect(mailsOf(house)).toEqual([corrected, corrected]);
});

test("a number that is wrong or missing is corrected: noted and told is only that it was", async () => {
  const house = openHouse(withMail);
  const { admin } = house.as("anna");
  const numberOf = async (personId: string) => (await admin.personPages.one({ personId })).idNumber;
  const { id, email } = house.people.thandi;
  const [save, again] = [await formOf(house, id), await formOf(house, id)];
  await save({ idNumber: " A1234567 ", surname: "Nkosi" });
  expect(await numberOf(id)).toBe("•••• 4567");
  const { idNumber } = personById(house.db, id);
  expect(openIdNumber(house.db, id, idNumber)).toBe("A1234567");
  expect(entriesOf(house, id).at(-1)).toMatchObject({
    before: { surname: "Mokoena" },
    after: { surname: "Nkosi", idNumber: "changed" },
  });
  expect(Object.keys(entriesOf(house, id).at(-1)?.before ?? {})).toEqual(["surname"]);
  expect(mailsOf(house)).toEqual([[email, expect.stringContaining("your details were corrected")]]);
  expect(mails(house.db)[0]?.text).toContain("surname, ID or passport number.");
  // Who had the form open meanwhile does not overwrite a number that they cannot see.
  await expect(again({ idNumber: "B7654321" })).rejects.toThrow("Somebody has changed these");
  // Without a number, or with the same, there is nothing to correct.
  const entries = entriesOf(house, id);
  for (const same of ["", "A1234567"]) await (await formOf(house, id))({ idNumber: same });
  expect(personById(house.db, id).idNumber).toBe(idNumber);
  expect(entriesOf(house, id)).toEqual(entries);
  expect(JSON.stringify(house.db.$client.prepare("SELECT * FROM audit_events").all())).not.toMatch(
    /A1234567|v1\./,
  );

  const company = { name: "Tau Trust", juristic: true, email: "tau@example.co.za" };
  const { id: trust } = await admin.people.add(company);
  await (await formOf(house, trust))({ idNumber: "IT 4471/2009" });
  expect(await numberOf(trust)).toBe("•••• 2009");
  expect(mails(house.db).at(-1)?.text).toContain("knows about you: registration number.");
});

test("a correction that leaves out what an entry is keeps it", async () => {
  const house = openHouse();
  const { admin } = house.as("anna");
  const { id } = await admin.people.add({ name: "Tau", surname: "Trust" });
  await (await formOf(house, id))({ juristic: true, name: "Tau Trust", surname: "" });
  await (await formOf(house, id))({ name: "Tau Family Trust" });
  expect(personById(house.db, id)).toMatchObject({ juristic: true, name: "Tau Family Trust" });
});

test.each([
  ["an email-less person who signs in", "thandi", { email: "" }, "email_needed", "email"],
  ["a company with a surname", "person", { juristic: true }, "company_has_one_name", "surname"],
  ["a person without one", "company", { juristic: false }, "surname_needed", "surname"],
  [
    "a company that signs in",
    "thandi",
    { juristic: true, name: "thandi Mokoena", surname: "" },
    "company_signs_in",
    "juristic",
  ],
] as const)("no entry becomes %s, and nothing is changed", async (_, who, wrong, code, field) => {
  const house = openHouse();
  const { people } = house.as("anna").admin;
  const ids = {
    person: (await people.add({ name: "Tau", surname: "Trust" })).id,
    company: (await people.add({ name: "Tau Trust", juristic: true })).id,
    thandi: house.people.thandi.id,
  };
  const save = await formOf(house, ids[who]);
  const before = personById(house.db, ids[who]);
  await expect(save(wrong)).rejects.toMatchObject({
    cause: { code: `corrections.${code}`, field },
  });
  expect(personById(house.db, ids[who])).toEqual(before);
});

test("somebody who got a login on paper and has no email is corrected without one", async () => {
  const house = openHouse(withMail);
  const { db } = house;
  const { id } = house.people.thandi;
  db.update(people).set({ email: "" }).where(eq(people.id, id)).run();
  db.update(accounts).set({ emailKey: null }).where(eq(accounts.id, id)).run();
  await (await formOf(house, id))({ cellPhone: "083 000 1111" });
  expect(personById(db, id)).toMatchObject({ email: "", cellPhone: "083 000 1111" });
  expect(emailKeyOf(house, id)).toBeNull();
  expect(mailsOf(house)).toEqual([]);
  const typed = { personId: id, version: "1", name: "thandi", surname: "Mokoena", email: "" };
  const accepts = (email: string) =>
    typedCorrection({ signsIn: true, email }).safeParse(typed).success;
  expect([accepts(""), accepts("thandi@example.co.za")]).toEqual([true, false]);
});

test("a link in the mailbox of the old address does not verify the new one, which is shared", async () => {
  const house = openHouse(withMail);
  const { as, db, people } = house;
  await as("thandi").member.session.sendVerification();
  const token = /#([\w-]{43})/.exec(mails(db).at(-1)?.text ?? "")?.[1] ?? "";
  await as().public.links.look({ token });
  await (await formOf(house, people.thandi.id))({ email: people.pieter.email, shareEmail: true });
  await expect(as().public.links.verify({ token })).rejects.toThrow("This link was");
});
